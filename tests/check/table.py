#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of docs/check.md: what Lockstep and compute-sanitizer find in the cases of this folder.

    table.py [--write]

Rows are those of table.csv, then one a file for the cases that it does not name. What Lockstep finds is what the cases say (run.py checks it), what compute-sanitizer finds was
recorded (traces/h200/sanitizer/cases.csv, by sanitize.sh). Without --write: fails if the page differs.
"""
import csv
import glob
import os
import re
import sys

import run

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PAGE = os.path.join(ROOT, "docs", "check.md")
BEGIN, END = "<!-- tests/check/table.py --write -->\n", "<!-- end of the table -->\n"
TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")


def all_cases():
    """{(file, name): Case}, without host.cu, which is one program."""
    cases = {}
    for path in glob.glob(os.path.join(HERE, "*.cu")):
        name = os.path.basename(path)[:-3]
        with open(path, encoding="utf-8") as file:
            for case in run.cases_of(file.read(), False):
                if name != "host":
                    cases[name, case.name[:-len("_wrong")]] = case
    return cases


def recorded():
    """{(file, kernel): whether one of the tools found something}"""
    found = {}
    with open(os.path.join(ROOT, "traces", "h200", "sanitizer", "cases.csv"), encoding="utf-8") as file:
        for row in csv.DictReader(file):
            key = row["file"], row["kernel"]
            found[key] = found.get(key, False) or (row["tool"] in TOOLS and row["errors"] not in ("none", "0"))
    return found


def listed(names):
    return ", ".join(f"`{name}`" for name in names)


def ours(cases, file, names):
    kinds = sorted({kind.rstrip("-") for name in names if not cases[file, name].is_missed for kind in cases[file, name].words})
    missed = [name for name in names if cases[file, name].is_missed]
    if not kinds:
        return "**missed**"
    return ", ".join(kinds) + (f"; **missed**: {listed(missed)}" if missed else "")


def theirs(found, file, names):
    known = [name for name in names if (file, name + "_wrong") in found]
    missed = [name for name in known if not found[file, name + "_wrong"]]
    if not known:
        return "not recorded"
    if len(missed) == len(known):
        return "**missed**"
    return "found" + (f"; **missed**: {listed(missed)}" if missed else "")


def summary(cases, found):
    both = [key for key in cases if (key[0], key[1] + "_wrong") in found]
    return (f"Lockstep finds {sum(not case.is_missed for case in cases.values())} of the {len(cases)} wrong programs; of the {len(both)} "
            f"that were recorded on an H200\n(`traces/h200/sanitizer/cases.csv`, by `tests/check/sanitize.sh`), Lockstep finds {sum(not cases[key].is_missed for key in both)} and compute-sanitizer "
            f"{sum(found[file, name + '_wrong'] for file, name in both)}. Of the corrected twins, Lockstep reports none and "
            f"compute-sanitizer\nreports {sum(found.get((file, name + '_right'), False) for file, name in both)}.\n")


def table():
    cases, found, seen = all_cases(), recorded(), []
    lines = ["| checker | cases | example | Lockstep | compute-sanitizer |", "|---|---|---|---|---|"]
    with open(os.path.join(HERE, "table.csv"), encoding="utf-8") as file:
        for row in csv.DictReader(file):
            names = row["cases"].split()
            seen += [(row["file"], name) for name in names]
            lines.append(f"| {row['checker']} | {row['file']}: {listed(names)} | {row['example']} | "
                         f"{ours(cases, row['file'], names)} | {theirs(found, row['file'], names)} |")
    if set(seen) - set(cases) or len(set(seen)) != len(seen):
        sys.exit(f"table.csv names what is no case, or twice: {sorted(set(seen) - set(cases))}")
    rest = sorted(set(cases) - set(seen))
    for at in sorted({file for file, _ in rest}):
        names = [name for file, name in rest if file == at]
        lines.append(f"| | {at}: {listed(names)} | | {ours(cases, at, names)} | {theirs(found, at, names)} |")
    return summary(cases, found) + "\n" + "\n".join(lines) + "\n"


def main():
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    before, rest = page.split(BEGIN)
    new = before + BEGIN + table() + END + rest.split(END)[1]
    if "--write" in sys.argv:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(new)
        return 0
    if new != page:
        print("docs/check.md differs from the cases: run tests/check/table.py --write")
    return new != page


if __name__ == "__main__":
    sys.exit(main())
