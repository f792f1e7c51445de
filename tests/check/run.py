#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks a file of cases (check.h): run.py LOCKSTEP FILE [OPTION...]

Every function NAME_wrong is reported as the line before it says, `// expect race-raw` (several words: each of them), and nothing
is reported of any other function. `// missed race-raw` instead says that we ought to find this but do not; words that end in
`, not in nvcc's code` are missed with nvcc, which optimizes the error away. A finding belongs to the kernel that it names, or to
the function around its line; what has no line (memory of the device heap) belongs to main. One thread and eight must find the same. With a
clock, the same cases are reported: of two accesses that race, another one may come first, so their kinds may differ; where more
differs, the line says `, or race-war with a clock`.
"""
import json
import os
import re
import shutil
import subprocess
import sys


class Case:
    """A function NAME_wrong, or main."""

    def __init__(self, name, words, is_missed, words_with_clock):
        self.name, self.words, self.is_missed, self.words_with_clock = name, words, is_missed, words_with_clock


def cases_of(text, is_nvcc):
    pattern = r"// (expect|missed) ([a-z -]+)(?:, or ([a-z-]+) with a clock)?(, not in nvcc's code)?\n[^\n]*?(\w+_wrong|main)\b"
    return [Case(m.group(5), m.group(2).split(), m.group(1) == "missed" or (is_nvcc and m.group(4) is not None),
                 (m.group(3) or re.sub(r"\brace-\S*", "race", m.group(2))).split())
            for m in re.finditer(pattern, text)]


def function_at(text, line):
    """The function whose body has the line: the last one that begins above it, at the margin."""
    name = "main"
    for number, at in enumerate(text.split("\n"), 1):
        match = re.match(r"[a-z_][^;={]*?(\w+)\([^;]*$", at)
        name = match.group(1) if match and number <= line else name
    return name


def report_of(lockstep, path, threads, options, code):
    """The JSON of one checked run, which must end with this code."""
    command = [lockstep, "check", os.path.basename(path), "--json", "--quiet", "--threads", threads, *options]
    run = subprocess.run(command, cwd=os.path.dirname(path), capture_output=True, encoding="utf-8", timeout=240, check=False)
    if code is not None and run.returncode != code:
        sys.exit(f"exit code {run.returncode}, expected {code}\n{run.stderr[-2000:]}")
    return re.sub(r"0x[5-7][0-9a-f]{11}\b", "the host's", run.stdout)


def found_in(text, report, file):
    """The findings by function: {name: ["race-raw at line 7", ...]}"""
    found = {}
    for finding in report["findings"]:
        kernel = re.sub(r"<.*", "", finding["kernel"] or "")
        is_here = os.path.basename(finding["file"] or "") == file
        name = kernel or (function_at(text, finding["line"]) if is_here else "main")
        found.setdefault(name, []).append(f"{finding['kind']} at line {finding['line']}")
    return found


def with_clock(cases):
    """What is expected in --mode cycles."""
    return [Case(case.name, case.words_with_clock, case.is_missed, case.words_with_clock) for case in cases]


def problems_of(cases, found):
    problems = []
    for case in cases:
        kinds = " ".join(place.split()[0] for place in found.get(case.name, []))
        missing = [word for word in case.words if not re.search(rf"(^| ){word}", kinds)]
        if missing and not case.is_missed:
            problems.append(f"{case.name}: not found: {' '.join(missing)} (found: {kinds or 'nothing'})")
        if case.is_missed:
            print(f"{case.name}: {'still not found: ' + ' '.join(missing) if missing else 'is found now: expect it'}")
    for name in sorted(set(found) - {case.name for case in cases}):
        problems.append(f"{name} is right, but was reported: {', '.join(found[name])}")
    return problems


def main():
    lockstep, path, options = sys.argv[1], os.path.abspath(sys.argv[2]), sys.argv[3:]
    if "nvcc" in options and not shutil.which("nvcc") and not os.path.exists("/usr/local/cuda/bin/nvcc"):
        print("skipped: there is no nvcc here")
        return 77
    with open(path, encoding="utf-8") as file:
        text = file.read()
    cases = cases_of(text, "nvcc" in options)
    code = 5 if any(not case.is_missed for case in cases) else None
    alone, by_eight = (report_of(lockstep, path, threads, options, code) for threads in ("1", "8"))
    if alone != by_eight:
        first = os.path.commonprefix([alone, by_eight])[-300:]
        sys.exit(f"one thread and eight find different things after: {first}")
    problems = problems_of(cases, found_in(text, json.loads(alone), os.path.basename(path)))
    if "nvcc" not in options:
        timed = json.loads(report_of(lockstep, path, "2", [*options, "--mode", "cycles"], code))
        problems += [f"with a clock: {problem}"
                     for problem in problems_of(with_clock(cases), found_in(text, timed, os.path.basename(path)))]
    print("\n".join(problems + [f"{len(cases)} cases"]))
    return 1 if problems or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
