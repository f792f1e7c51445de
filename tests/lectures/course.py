#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The course is whole: course.py ROOT DIR builds it into DIR and follows each of its links.

Links lead to anchors of the page, each of which is there once, or to files of exercises beside it; nothing is loaded from elsewhere; every
question has a folded answer, and every exercise its start and its folded solution, which are files, too, as its grader is.
"""
import html.parser
import pathlib
import subprocess
import sys


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.ids, self.links, self.loads, self.folded, self.answers = [], [], [], set(), 0

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.ids += [values["id"]] if "id" in values else []
        self.links += [values["href"]] if "href" in values else []
        self.loads += [values["src"]] if "src" in values else []
        if tag == "details" and "open" not in values:
            self.folded.add(values.get("id"))
            self.answers += "id" not in values


def problems(page, folder, questions, exercises):
    yield from (f"anchor {name} is there twice" for name in set(page.ids) if page.ids.count(name) > 1)
    yield from (f"{link} leads nowhere" for link in page.links if link[0] == "#" and link[1:] not in page.ids)
    files = {link for link in page.links if link.startswith("exercises/")}
    yield from (f"{file} is no file" for file in files if not (folder / file).is_file())
    yield from (f"{file} has no link" for file in ("exercises/grade.sh", "exercises/table.txt") if file not in files)
    others = (link for link in page.links if link[0] != "#" and link not in files)
    yield from (f"{link} is not a link of a course" for link in others if not link.startswith("https://"))
    yield from (f"{load[:40]} is loaded" for load in page.loads if not load.startswith("data:image/svg+xml;base64,"))
    if page.answers != questions:
        yield f"{questions} questions, {page.answers} answers"
    for name in exercises:
        start = f"file-docs-lectures-exercises-{name}.cu"
        solution = f"file-docs-lectures-exercises-solutions-{name}.cu"
        if start not in page.ids or start in page.folded:
            yield f"{name}: no start"
        if solution not in page.folded:
            yield f"{name}: no folded solution"
        if not {f"exercises/{name}.cu", f"exercises/solutions/{name}.cu"} <= files:
            yield f"{name}: no link to a file"


def main():
    lectures, folder = pathlib.Path(sys.argv[1]) / "docs/lectures", pathlib.Path(sys.argv[2])
    subprocess.run([sys.executable, lectures / "course.py", folder], check=True)
    page = Page()
    page.feed((folder / "index.html").read_text())
    questions = sum(file.read_text().count("\n**Predict:**") for file in lectures.glob("*.md"))
    rows = (lectures / "exercises/table.txt").read_text().splitlines()
    found = list(problems(page, folder, questions, [row.split("|")[0].strip() for row in rows if row[0] != "#"]))
    print(f"{len(page.links)} links, {questions} questions, {len(page.loads)} figures", *found, sep="\n")
    sys.exit(1 if found or questions < 30 else 0)


main()
