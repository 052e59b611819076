#!/usr/bin/env python3
"""What sources and pages refer to is there.

    check_docs.py SOURCE_FOLDER

* A citation `[Key]` or `[Key, place]` in a comment of a source, and {cite} of a page, is an entry of docs/bibliography.bib; every entry is
  cited somewhere. A source of lib/ cites by such keys only: `Name 1999`, `Name (1999)` or `Journal 12 (1999)` is refused.
* A page NAME.md that a source, a CMake file or a page names is in the tree: from the root, from docs/ or beside
  it; a section named after it, as in PAGE.md, "Ramp" or PAGE.md 3, is a heading of that page.
* The messages in the left columns of docs/troubleshooting.md are those of the sources, and every code of a warning is there.
* The sources that ARCHITECTURE.md and CONTRIBUTING.md name are there, and ARCHITECTURE.md has every library.
* A code that a source gives to an error is in the table of lib/base/include/swell/base/error_codes.h.
* Words that say nothing to an ocean engineer stay out of sources and pages, the change log included.
"""
import pathlib
import re
import sys

CODE = {".h", ".cpp", ".c", ".hpp", ".py", ".cmake", ".yaml", ".sh"}
FOLDERS = ("lib", "tools", "bindings", "tests", "validation", "bench", "docs", "inputs", "cmake")
BRACKET = re.compile(r"\[([A-Z][^\]]*)\]")
KEY = re.compile(r"\b([A-Za-z]*[A-Z][A-Za-z]*(?:18|19|20)\d\d[a-z]?|WecSim|DNVRPC205|IEC626002)\b")
BLANK = r"(?:[ ]|\n//+<? ?)"  # also from one line of a comment to the next
PROSE = re.compile(rf"\b(?!January|February|March|April|May|June|July|August|September|October|November|December)[A-Z][A-Za-z'-]*\.?"
                   rf"(?:{BLANK}et{BLANK}al\.)?(?:{BLANK}\d+)?,?{BLANK}\(?(?:18|19|20)\d\d[a-z]?\b")
PAGE = re.compile(r"(?<![\w*{}<>$%/.-])((?:\.\./)*[\w./-]*[\w-]+\.md)\b(?:, \"([^\"]+)\"| (\d)\b)?")
CODE_OF_WARNING = re.compile(r'(?:\bwarning(?:_of)?\(\s*|(?:kDegree|1\.0|scale),\s+|\badd\((?=[^;]*, spec))"((?:[a-z]+-)+[a-z]+)",')
CODE_OF_ERROR = re.compile(r'(?<!data_)\.code\s*=\s*(?:\w+ \? )?"([a-z-]+)"|code::error\(\s*"([a-z-]+)"')
SOURCE = re.compile(r"`([\w./-]+\.(?:cpp|h|def|py|sh))`")
WORDS = re.compile(r"\b(rooms|books|told|said|companions|doctor|feels?|mend(?:s|ed)?|cure[sd]?|wishes_of|excuse|unmade|judge_outputs|beliefs?|remarks)\b")
WRITTEN = {"summary.md", "table.md"}  # files that programs write


def sources(root: pathlib.Path):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and (path.suffix in CODE or path.name == "CMakeLists.txt") and not {"build", "forbidden"} & set(path.relative_to(root).parts):
                yield path


def pages(root: pathlib.Path):
    for path in sorted(root.rglob("*.md")):
        if not {"build", ".git", "forbidden"} & set(path.relative_to(root).parts):
            yield path


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    bibliography = set(re.findall(r"^@\w+\{([^,]+),", (root / "docs/bibliography.bib").read_text(encoding="utf-8"), re.MULTILINE))
    faults, cited, messages = [], set(), ""

    def page_is_there(path: pathlib.Path, name: str) -> bool:
        return name in WRITTEN or any((base / name).exists() for base in (root, root / "docs", path.parent))

    def has_heading(path: pathlib.Path, name: str, heading: str) -> bool:
        for base in (root, root / "docs", path.parent):
            if (base / name).exists():
                titles = re.findall(r"^#+ (.*)$", (base / name).read_text(encoding="utf-8"), re.MULTILINE)
                return heading in titles or heading.isdigit() and any(re.match(heading + r"\b", title) for title in titles)
        return True

    for path in list(sources(root)) + list(pages(root)):
        text = path.read_text(encoding="utf-8")
        place = path.relative_to(root)
        if path.suffix in (".h", ".cpp"):
            if place.parts[0] in ("lib", "docs", "tools"):
                messages += re.sub(r'"\s*\n\s*"', "", text)
            text = re.sub(r'(?<=\w)\n\s*//+<? ?(?=[\w ,-]+")', " ", text)  # a heading that goes on in the next line
            lines = [(i, line[line.find("//"):]) for i, line in enumerate(text.splitlines(), 1) if "//" in line]
            comments = "\n".join(line[line.find("//"):] if "//" in line else "" for line in text.splitlines())
            faults += [f"{place}:{comments.count(chr(10), 0, prose.start()) + 1}: \"{' '.join(re.sub('//+<?', '', prose.group()).split())}\" is no key of "
                       "docs/bibliography.bib: cite as [Key] or [Key, place]" for prose in PROSE.finditer(comments) if place.parts[0] == "lib"]
        else:
            lines = list(enumerate(text.splitlines(), 1))
        if path.resolve() == pathlib.Path(__file__).resolve():
            continue
        if path.suffix != ".bib":
            history = path.name in ("CHANGELOG.md", "release-notes.md")  # names of earlier versions, in backticks, stay
            faults += [f"{place}:{number}: another word for {word}" for number, line in enumerate(text.splitlines(), 1)
                       for word in WORDS.findall(re.sub(r"`[^`]*`", "", line) if history else line)]
        if path.name == "CHANGELOG.md":
            continue
        for number, line in lines:
            for key in KEY.findall(" ".join(BRACKET.findall(line)) if path.suffix != ".bib" else ""):
                cited.add(key)
                if key not in bibliography:
                    faults.append(f"{place}:{number}: [{key}] is not in docs/bibliography.bib")
            for keys in re.findall(r"\{cite(?::[pt])?\}`([^`]+)`", line):
                cited.update(key.strip() for key in keys.split(","))
            for name, title, section in PAGE.findall(line):
                heading = title or section
                if "://" not in line and not page_is_there(path, name):
                    faults.append(f"{place}:{number}: there is no page {name}")
                elif heading and path.suffix != ".md" and not has_heading(path, name, heading):
                    faults.append(f"{place}:{number}: {name} has no section \"{heading}\"")
    table = root / "lib/base/include/swell/base/error_codes.h"
    codes = set(re.findall(r'^    \{"([a-z-]+)"', table.read_text(encoding="utf-8"), re.MULTILINE)) if table.exists() else set()
    for found in CODE_OF_ERROR.findall(messages):
        code = found[0] or found[1]
        if code not in codes and code not in CODE_OF_WARNING.findall(messages):
            faults.append(f"error_codes.h: the code {code} of an error is not in its table")
    for page in ("ARCHITECTURE.md", "CONTRIBUTING.md"):
        text = (root / page).read_text(encoding="utf-8") if (root / page).exists() else ""
        faults += [f"{page}: there is no source {name}" for name in sorted(set(SOURCE.findall(text)))
                   if not (root / name).exists() and not any(list(root.glob(f"{top}/**/{name}")) for top in FOLDERS)]
        if page == "ARCHITECTURE.md" and text:
            faults += [f"{page}: it has no row of lib/{folder.name}" for folder in sorted(root.glob("lib/*/"))
                       if folder.is_dir() and f"| `{folder.name}` |" not in text]
    faults += [f"docs: {{cite}} of {key}, which is not in docs/bibliography.bib" for key in sorted(cited - bibliography)]
    faults += [f"docs/bibliography.bib: nothing cites {key}" for key in sorted(bibliography - cited)]
    if not cited:
        faults.append("nothing is cited: is this the right folder?")
    trouble = root / "docs/troubleshooting.md"
    for number, line in enumerate(trouble.read_text(encoding="utf-8").splitlines() if trouble.exists() else [], 1):
        if line.startswith("| `"):
            for phrase in re.findall(r"`([^`]+)`", line.split("|")[1]):
                if phrase not in messages:
                    faults.append(f"docs/troubleshooting.md:{number}: no source has a message with: {phrase}")
    known = set(re.findall(r"`([a-z-]+)`", trouble.read_text(encoding="utf-8") if trouble.exists() else ""))
    for code in sorted(set(CODE_OF_WARNING.findall(messages)) - known):
        faults.append(f"docs/troubleshooting.md: the warning {code} is not explained")
    print("\n".join(faults) if faults else f"{len(cited)} sources cited, all of them there")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
