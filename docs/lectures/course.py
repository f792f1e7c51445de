#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The lectures as one static page that needs no network: course.py DIR writes DIR/index.html, and DIR/exercises beside it.

DIR/exercises has the grader, its table, the programs to start from and the solutions as files. The page holds the lecture pages, their figures, and the programs and exercises that they link to; solutions are folded, and so is what follows a
question that begins with "Predict:", up to the next question or heading. It reads
the Markdown that these pages use: headings, paragraphs, lists, tables, fenced blocks, images, links, code and bold. A link that
leads nowhere is an error.
"""
import base64
import html
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
EXERCISES = HERE / "exercises"
PAGES = ["README", "epfl", "muni", "ut", "shef", "guide", "transfers", "figures"]
PROGRAMS = {".cu", ".h", ".gpu", ".table", ".csv", ".txt", ".sh"}
STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:auto;padding:1rem;color:#222;background:#fff}
pre{background:#f4f4f4;padding:.7rem;overflow-x:auto;font-size:13px;line-height:1.35}code{background:#f4f4f4}
table{border-collapse:collapse;display:block;overflow-x:auto}td,th{border:1px solid #ccc;padding:.2rem .5rem;text-align:left}
nav{position:sticky;top:0;background:#fff;padding:.4rem 0;border-bottom:1px solid #ccc}nav a{margin-right:1rem}
section{border-top:3px solid #76b900;margin-top:3rem}img{max-width:100%;height:auto;background:#fff}
@media print{nav{display:none}}@media(prefers-color-scheme:dark){body,nav{background:#181818;color:#ddd}pre,code{background:#262626}
a{color:#8cf}}"""


def fold_answers(blocks):
    """Folds what follows a question, so that readers answer first."""
    is_open = False
    for block in blocks:
        is_question = block.startswith("<p><b>Predict:</b>")
        if is_open and (is_question or re.match(r"<h\d", block)):
            yield "</details>"
            is_open = False
        yield block
        if is_question:
            yield "<details><summary>Answer</summary>"
            is_open = True
    if is_open:
        yield "</details>"


class Course:
    def __init__(self):
        self.programs = {}  # path: anchor, in the order of their first link
        self.anchors, self.wanted, self.missing = set(), set(), set()

    def target(self, page, link):
        """Where a link of a page leads in the course."""
        if re.match(r"https?:", link):
            return link
        path, _, fragment = link.partition("#")
        file = (HERE / path).resolve() if path else HERE / f"{page}.md"
        if file.suffix == ".md" and file.parent == HERE:
            anchor = file.stem + (f"-{fragment}" if fragment else "")
            self.wanted.add(anchor)
            return f"#{anchor}"
        if not file.exists():
            self.missing.add(f"{page}.md: {link}")
        elif file.suffix in PROGRAMS:
            return "#" + self.programs.setdefault(file, "file-" + str(file.relative_to(ROOT)).replace("/", "-"))
        return None

    def link(self, page, text, target):
        anchor = self.target(page, target)
        file = f' (<a href="{html.escape(target)}">file</a>)' if (HERE / target).is_relative_to(EXERCISES) else ""
        return f'<a href="{html.escape(anchor)}">{text}</a>{file}' if anchor else text

    def image(self, page, text, target):
        file = (HERE / target).resolve()
        if not file.exists():
            self.missing.add(f"{page}.md: {target}")
            return ""
        data = base64.b64encode(file.read_bytes()).decode()  # as a file of its own, so that styles stay apart
        return f'<figure><img alt="{text}" src="data:image/svg+xml;base64,{data}"><figcaption>{text}</figcaption></figure>'

    def inline(self, page, text):
        kept = []

        def keep(made):
            kept.append(made)
            return f"\0{len(kept) - 1}\0"

        text = re.sub(r"`([^`]+)`", lambda m: keep(f"<code>{html.escape(m[1])}</code>"), text)
        text = html.escape(text, quote=False)
        text = re.sub(r"!\[([^\]]*)\]\(([^)]+)\)", lambda m: keep(self.image(page, m[1], m[2])), text)
        text = re.sub(r"\[([^\]]+)\]\(([^)]+)\)", lambda m: self.link(page, m[1], m[2]), text)
        text = re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", text)
        while "\0" in text:
            text = re.sub(r"\0(\d+)\0", lambda m: kept[int(m[1])], text)
        return text

    def heading(self, page, line):
        level, text = len(line) - len(line.lstrip("#")), line.lstrip("# ")
        slug = re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-")
        anchor = page if level == 1 else f"{page}-{slug}"
        self.anchors.add(anchor)
        return f'<h{level} id="{anchor}">{self.inline(page, text)}</h{level}>'

    def table(self, page, lines):
        rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))] for line in lines]
        made = ["<table>"]
        for i, row in enumerate(row for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row)):
            tag = "th" if i == 0 else "td"
            made.append("<tr>" + "".join(f"<{tag}>{self.inline(page, cell)}</{tag}>" for cell in row) + "</tr>")
        return "\n".join(made + ["</table>"])

    def paragraphs(self, page, text):
        """A block without a blank line: table, list or text."""
        lines = text.splitlines()
        if lines[0].startswith("#"):
            rest = "\n".join(lines[1:])
            return self.heading(page, lines[0]) + ("\n" + self.paragraphs(page, rest) if rest else "")
        if lines[0].startswith("|"):
            return self.table(page, lines)
        if re.match(r"[*-] ", lines[0]):
            items = re.split(r"^[*-] ", text, flags=re.M)[1:]
            return "<ul>" + "".join(f"<li>{self.inline(page, item)}</li>" for item in items) + "</ul>"
        return f"<p>{self.inline(page, text)}</p>"

    def page(self, name):
        text = re.sub(r"<!--.*?-->\n?", "", (HERE / f"{name}.md").read_text(), flags=re.S)
        made = []
        for i, part in enumerate(re.split(r"^```\w*\n(.*?)^```$", text, flags=re.M | re.S)):
            if i % 2:
                made.append(f"<pre>{html.escape(part.replace('docs/lectures/exercises/', 'exercises/'))}</pre>")
            else:
                made += [self.paragraphs(name, block) for block in re.split(r"\n\s*\n", part.strip()) if block.strip()]
        return "<section>" + "\n".join(fold_answers(made)) + "</section>"

    def listing(self, file, anchor):
        name = file.relative_to(ROOT)
        is_open = "" if "solutions" in file.parts else " open"
        return (f'<details id="{anchor}"{is_open}><summary>{name}</summary>'
                f"<pre>{html.escape(file.read_text())}</pre></details>")


def main():
    folder = pathlib.Path(sys.argv[1])
    course = Course()
    sections = [course.page(name) for name in PAGES]
    files = [course.listing(file, anchor) for file, anchor in course.programs.items()]
    lost = sorted(course.missing | {f"#{anchor}" for anchor in course.wanted - course.anchors})
    if lost:
        sys.exit("links that lead nowhere: " + ", ".join(lost))
    nav = "".join(f'<a href="#{name}">{name.upper() if len(name) < 6 else name.capitalize()}</a>' for name in PAGES[1:])
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copytree(EXERCISES, folder / "exercises", dirs_exist_ok=True)
    (folder / "index.html").write_text(
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<title>CUDA lectures with Lockstep</title><style>{STYLE}</style></head><body><nav>{nav}<a href="#programs">Programs</a></nav>\n'
        + "\n".join(sections) + '\n<section><h1 id="programs">Programs</h1>\n' + "\n".join(files) + "</section>\n</body></html>\n")


main()
