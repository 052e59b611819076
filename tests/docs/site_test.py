#!/usr/bin/env python3
"""Links of the site that `make docs` builds: every file and every anchor that a page links to is there, and every page is reached from the index.

    site_test.py build/docs
"""
import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, path: pathlib.Path):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.anchors.update(given[name] for name in ("id", "name") if given.get(name))
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        elif given.get("src"):
            self.links.append(given["src"])


def main() -> int:
    root = pathlib.Path(sys.argv[1]).resolve()
    skipped = {"_static", "_sources", "cpp"}  # the theme's and Doxygen's own
    pages = {path: Page(path) for path in root.rglob("*.html") if not skipped & set(path.relative_to(root).parts)}
    faults, reached, links = [], set(), 0
    for path, page in pages.items():
        for link in page.links:
            target = urllib.parse.urlsplit(link)
            if target.scheme or target.netloc:
                continue
            links += 1
            to = (path.parent / urllib.parse.unquote(target.path)).resolve() if target.path else path
            if not to.exists():
                faults.append(f"{path.relative_to(root)}: {link}: there is no such file")
            elif to in pages and target.fragment and urllib.parse.unquote(target.fragment) not in pages[to].anchors:
                faults.append(f"{path.relative_to(root)}: {link}: there is no such place")
    waiting = [root / "index.html"]
    while waiting:
        path = waiting.pop()
        if path in reached or path not in pages:
            continue
        reached.add(path)
        for link in pages[path].links:
            target = urllib.parse.urlsplit(link)
            if not target.scheme and target.path:
                waiting.append((path.parent / urllib.parse.unquote(target.path)).resolve())
    made = {root / "genindex.html", root / "search.html"}
    faults += [f"{path.relative_to(root)}: no page leads to it" for path in sorted(set(pages) - reached - made)]
    if not links:
        faults.append("no links: is this the site?")
    print("\n".join(faults) if faults else f"{len(pages)} pages, {links} links, all whole")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
