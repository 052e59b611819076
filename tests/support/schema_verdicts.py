"""One 1 or 0 per YAML file: does the JSON schema accept it?  schema_verdicts.py schema.json verdicts file...

Numbers are those of YAML 1.2, which yaml-cpp reads: PyYAML's own rule would take 1e6 for a text.
"""
import json
import re
import sys

import jsonschema
import yaml


class Loader(yaml.SafeLoader):
    pass


DROPPED = ("tag:yaml.org,2002:float", "tag:yaml.org,2002:int", "tag:yaml.org,2002:timestamp")
Loader.yaml_implicit_resolvers = {
    key: [(tag, rule) for tag, rule in rules if tag not in DROPPED]
    for key, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver(
    "tag:yaml.org,2002:int", re.compile(r"^[-+]?(0|[1-9][0-9]*)$"), list("-+0123456789")
)
Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float",
    re.compile(r"^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$"),
    list("-+.0123456789"),
)

with open(sys.argv[1]) as file:
    schema = jsonschema.Draft7Validator(json.load(file))
with open(sys.argv[2], "w") as out:
    for name in sys.argv[3:]:
        with open(name) as file:
            out.write("1" if schema.is_valid(yaml.load(file, Loader)) else "0")
