#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Deletion mutants: takes one barrier, volatile, initialization or bounds test out of a program at a time and asks whether
`lockstep check` reports it.

    mutants.py LOCKSTEP FOLDER kernels|corpus [--program NAME] [--kinds A,B] [--one-of N] [--list]

FOLDER gets the mutants and results.csv; rows that are there already are not made again. --one-of N makes every Nth mutant. Verdicts:
  reported   there is a finding
  invalid    it does not compile
  untested   a bounds test that never fails in this run, so that nothing changes without it
  harmless   nothing changes, whatever fresh memory holds: it is all written before it is read
  missed     the program's output changes, it hangs, or fails otherwise, and there is no finding
  silent     nothing changes and nothing is found
mutants.csv has reasons for what is missed or silent, and a verdict that counts instead: harmless, missed, or no-rule (the output
changes, but no rule of CUDA is broken: memory holds older values).
Leaves out: device lambdas, and shared memory that is filled through pointers.
"""
import argparse
import concurrent.futures
import csv
import glob
import os
import re
import sys

import programs

BARRIER = re.compile(r"\b__sync(?:threads|warp)\([^;()]*\);|\b\w+(?:\.|->)(?:sync|arrive_and_wait)\(\);|\bcg::sync\([^;]*\);")
FENCE = re.compile(r"\b__threadfence(?:_block|_system)?\(\);")
VOLATILE = re.compile(r"(?<!asm )\bvolatile ")
DECLARATION = re.compile(r"(?<=[{};(])\s*((?:(?:unsigned|signed|long|short|const) )*[A-Za-z_][\w:]*(?:<[^;(){}]*>)? ?[ *]+)(?=\w+(?:\[[^;=]*\])? = )")
SHARED = re.compile(r"__shared__[^;]*?(\w+)\s*(?:\[[^;]*)?;")
CONDITION = re.compile(r"\bif \(")
FILLED = re.compile(r"\b(?:upload|to_device|device_zeros<[^;()]*?>|on_device<[^;()]*?>)\(")
COPIED = re.compile(r"\b(?:cudaMemset|cudaMemcpy)\w*\(")

# Allocates as the helpers of lecture.h and corpus.h do, and fills nothing.
ALLOCATE_ONLY = """template <typename T> T *allocated(size_t count) { T *device = nullptr; cudaMalloc(&device, count * sizeof(T)); return device; }
template <typename T> T *allocated_for(const std::vector<T> &host) { return allocated<T>(host.size()); }
"""


def blanked(text):
    """The text with comments, literals and directives as spaces, so that positions stay."""
    pattern = r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/|^[ \t]*#[^\n]*'
    return re.sub(pattern, lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S | re.M)


def closing(text, start):
    """Where the bracket that opens at `start` closes."""
    pairs = {"(": ")", "[": "]", "{": "}"}
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] == text[start]) - (text[i] == pairs[text[start]])
        if depth == 0:
            return i
    return len(text) - 1


def device_bodies(text):
    """(start, end) of the body of each function that runs on the device."""
    bodies = []
    for match in re.finditer(r"\b__(?:global|device)__\b", text):
        rest = re.compile(r"[;{=]").search(text, match.end())
        if rest and rest.group() == "{" and "(" in text[match.end():rest.start()]:
            span = (rest.start(), closing(text, rest.start()))
            if span not in bodies:
                bodies.append(span)
    return bodies


def declarators(text, start):
    """(from, to) of each ` = value` in the declaration whose names begin at `start`."""
    depth, equals, found = 0, None, []
    for i in range(start, len(text)):
        c = text[i]
        if depth == 0 and c in ",;":
            if equals is not None:
                found.append((equals, i))
            equals = None
            if c == ";":
                return found
        depth += (c in "([{") - (c in ")]}")
        if depth < 0:
            return found
        if depth == 0 and c == "=" and equals is None and text[i + 1] != "=":
            equals = i - 1
    return found


def statement_end(text, start):
    """The end of the statement that begins at `start`, past its `;` or `}`."""
    depth = 0
    for i in range(start, len(text)):
        if text[i] == "{" and depth == 0:
            return closing(text, i) + 1
        depth += (text[i] in "([") - (text[i] in ")]")
        if text[i] == ";" and depth == 0:
            return i + 1
    return len(text)


def bounds_tests(text, start, end):
    """(condition from, to, whether it leaves) of each `if` of a body that guards an access to memory by comparing an index."""
    for match in CONDITION.finditer(text, start, end):
        opened = match.end() - 1
        closed = closing(text, opened)
        condition = text[opened + 1:closed]
        if not re.search(r" [<>]=? ", condition) or re.search(r"\w\(|\w\[|\d\.\d|->", condition):
            continue
        begin = closed + 1
        stop = statement_end(text, begin)
        leaves = re.match(r"\s*\{?\s*(?:return|continue|break);", text[begin:stop]) is not None
        guarded = text[stop:end] if leaves else text[begin:stop]
        indices = set(re.findall(r"\w+", " ".join(re.findall(r"\[([^\]]*)\]", guarded))))
        if {w for w in re.findall(r"[A-Za-z_]\w*", condition)} & indices:
            yield opened + 1, closed, leaves


class Mutant:
    """One deletion: the text between two positions is replaced. probe: what tells whether a bounds test ever fails."""

    def __init__(self, program, kind, text, start, end, new, probe=None):
        self.program, self.kind, self.probe = program, kind, probe
        self.line = text.count("\n", 0, start) + 1
        self.what = " ".join(text.split("\n")[self.line - 1].split())
        self.text = text[:start] + new + text[end:]
        self.name = f"{os.path.basename(program)[:-3]}_{self.line}_{start - text.rfind(chr(10), 0, start)}_{kind}"


def mutants_of(program):
    text = programs.small_text(program)
    code = blanked(text)
    made = []

    def add(kind, start, end, new="", probe=None):
        made.append(Mutant(program, kind, text, start, end, new, probe))

    for match in VOLATILE.finditer(code):
        add("volatile", match.start(), match.end())
    for start, end in device_bodies(code):
        for match in BARRIER.finditer(code, start, end):
            add("barrier", match.start(), match.end(), ";")
        for match in FENCE.finditer(code, start, end):
            add("fence", match.start(), match.end(), ";")
        for match in DECLARATION.finditer(code, start, end):
            of = match.group(1).split()
            if of[0] in ("return", "auto", "constexpr", "static", "using", "else", "typename") or ("const" in of and "*" not in match.group(1)):
                continue
            for begin, stop in declarators(code, match.end()):
                add("variable", begin, stop)
        for name in set(SHARED.findall(code[start:end])):
            for match in re.finditer(rf"(?<=[;{{}})])\s*\b({name}(?:\[[^;=]*\])?(?:\.\w+)? = [^;]*;)", code[start:end]):
                add("fill", start + match.start(1), start + match.end(1), ";")
        for begin, stop, leaves in bounds_tests(code, start, end):
            old = text[begin:stop]
            probe = f"({old}) && (__trap(), true)" if leaves else f"({old}) || (__trap(), true)"
            add("bounds", begin, stop, "false" if leaves else "true", text[:begin] + probe + text[stop:])
    for match in FILLED.finditer(code):
        if not re.search(r"[*&>]\s*$", code[:match.start()]) or "return" in code[match.start() - 8:match.start()]:
            only = "allocated" + re.sub(r"^\w+", "", match.group()) if "<" in match.group() else "allocated_for("
            add("host", match.start(), match.end(), only)
    for match in COPIED.finditer(code):
        stop = closing(code, match.end() - 1) + 1
        if not re.search(r"DeviceToHost|FromSymbol|FromArray|DeviceToDevice|cudaMemcpyKind", code[match.start():stop]):
            add("host", match.start(), stop, "cudaSuccess")
    for mutant in made:
        if mutant.kind == "host":
            mutant.text = re.sub(r'(#include "(?:lecture|corpus)\.h"\n)', lambda m: m.group() + ALLOCATE_ONLY, mutant.text, count=1)
    return sorted(made, key=lambda m: (m.line, m.name))


def printed(output):
    """What a program printed, without times and rates and without what Lockstep says."""
    return [re.sub(r"\d+\.\d+ (?:ms|GB/s|us)", "", line) for line in output.split("\n") if not line.startswith("lockstep")]


def run(arguments, mutant_name, text, options=()):
    path = os.path.join(arguments.folder, mutant_name + ".cu")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    answer = programs.check(arguments.lockstep, path, ["--no-cache", "--max-instructions", "30000000", *options], 100)
    os.remove(path)
    return answer


def real(answer):
    """The findings, without leaks."""
    return [f for f in answer.findings if not f["kind"].startswith("leak")]


def judge(arguments, mutant, baseline):
    """(verdict, what was found or seen)"""
    answer = run(arguments, mutant.name, mutant.text)
    found = sorted({f["kind"] for f in real(answer)})
    if found:
        return "reported", " ".join(found)
    if answer.code == 1 and re.search(r"\berror: ", answer.output) and not answer.findings:
        return "invalid", re.search(r"\berror: [^\n]*", answer.output).group()[7:100]
    if answer.code != baseline.code or printed(answer.output) != printed(baseline.output):
        return "missed", "hangs" if answer.code is None else f"exit code {answer.code}, other output"
    if mutant.probe and not real(run(arguments, mutant.name + "_probe", mutant.probe)):
        return "untested", "the test never fails here"
    if mutant.kind == "host":
        other = run(arguments, mutant.name, mutant.text, ["--fill", "85"])
        if other.code == baseline.code and printed(other.output) == printed(baseline.output):
            return "harmless", "same output with other contents"
    return "silent", ""


def summarize(rows):
    known = {}
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "mutants.csv"), encoding="utf-8") as file:
        for row in csv.DictReader(file):
            known[row["program"], row["kind"], row["what"]] = row["verdict"]
    kinds = {}
    for row in rows:
        verdict = row["verdict"]
        if verdict in ("silent", "missed"):
            verdict = known.get((row["program"], row["kind"], row["what"]), verdict)
        count = kinds.setdefault(row["kind"], {})
        count[verdict] = count.get(verdict, 0) + 1
    columns = ["reported", "missed", "silent", "no-rule", "harmless", "untested", "invalid"]
    print(f"{'kind':10}" + "".join(f"{c:>10}" for c in columns))
    for kind, count in sorted(kinds.items()):
        print(f"{kind:10}" + "".join(f"{count.get(c, 0):10}" for c in columns))
    total = {c: sum(count.get(c, 0) for count in kinds.values()) for c in columns}
    print(f"{'all':10}" + "".join(f"{total[c]:10}" for c in columns))
    wrong = total["reported"] + total["missed"] + total["silent"]
    matter = wrong + total["no-rule"]
    if wrong:
        print(f"reported: {100 * total['reported'] / matter:.1f} % of the {matter} that matter, {100 * total['reported'] / wrong:.1f} % of the "
              f"{wrong} that break a rule of CUDA (those that are silent count as missed)")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("lockstep")
    parser.add_argument("folder")
    parser.add_argument("what", choices=["kernels", "corpus"])
    parser.add_argument("--program")
    parser.add_argument("--kinds", default="barrier,fence,volatile,variable,fill,bounds,host")
    parser.add_argument("--one-of", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    arguments.lockstep, arguments.folder = os.path.abspath(arguments.lockstep), os.path.abspath(arguments.folder)
    os.makedirs(arguments.folder, exist_ok=True)
    pattern = "tests/corpus/*.cu" if arguments.what == "corpus" else "kernels/*.cu"
    paths = [os.path.relpath(p, programs.ROOT) for p in sorted(glob.glob(os.path.join(programs.ROOT, pattern)))]
    paths = [p for p in paths if not arguments.program or arguments.program == os.path.basename(p)[:-3]]
    wanted = [m for p in paths for m in mutants_of(p) if m.kind in arguments.kinds.split(",")][::arguments.one_of]
    if arguments.list:
        for mutant in wanted:
            print(mutant.name, mutant.what, sep="\t")
        return
    results, columns = os.path.join(arguments.folder, "results.csv"), ["program", "line", "kind", "what", "name", "verdict", "found"]
    rows = []
    if os.path.exists(results):
        with open(results, encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    done = {row["name"] for row in rows}
    with open(results, "a", encoding="utf-8", newline="") as file:
        out = csv.DictWriter(file, columns)
        if not rows:
            out.writeheader()
        for path in paths:
            todo = [m for m in wanted if m.program == path and m.name not in done]
            baseline = run(arguments, "baseline", programs.small_text(path)) if todo else None
            if baseline and (baseline.code != 0 or real(baseline)):
                print(f"{path}: reported as it is, left out")
                continue
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                for mutant, (verdict, found) in zip(todo, pool.map(lambda m: judge(arguments, m, baseline), todo)):
                    row = dict(zip(columns, [path, mutant.line, mutant.kind, mutant.what, mutant.name, verdict, found]))
                    out.writerow(row)
                    rows.append(row)
            file.flush()
    summarize(rows)


if __name__ == "__main__":
    sys.exit(main())
