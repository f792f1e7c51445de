#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutation testing: changes one operator, comparison, constant or table entry at a time and asks whether a test notices.

    tests/mutation/mutate.py --build FOLDER [--seed 1] [--all 500] [--first 1] [--count 500] [--minutes 60] [--rooms a,b] [--list]

FOLDER gets a copy of the committed sources and a build of them; results are appended to FOLDER/results.csv, and mutants that are
there already are not run again. The mutants of a seed are always the same ones for the same sources. rooms.csv says which sources
are mutated, how many of 100 mutants each room gets, and the tests that could see them, fastest first.

Leaves out: mutants of several places, of strings, comments, types and messages; mutants that do not compile are not counted.
"""
import argparse
import csv
import fnmatch
import glob
import os
import random
import re
import resource
import subprocess
import time

SWAPS = {" < ": [" <= ", " >= "], " <= ": [" < "], " > ": [" >= ", " <= "], " >= ": [" > "], " == ": [" != "],
         " != ": [" == "], " + ": [" - "], " - ": [" + "], " * ": [" + "], " / ": [" * "], " % ": [" / "],
         " && ": [" || "], " || ": [" && "], " << ": [" >> "], " >> ": [" << "], " & ": [" | "], " | ": [" & "],
         " += ": [" -= "], " -= ": [" += "], "++": ["--"]}
WORDS = {"true": "false", "false": "true"}
TOKENS = re.compile(r" (?:<=|>=|==|!=|<<|>>|&&|\|\||\+=|-=|[-+*/%&|<>]) |\+\+|!(?=[a-z(])|\b(?:true|false)\b|"
                    r"\b(?:0x[0-9a-f]+|[0-9]+)(?=u?\b)")
# What only says something or checks ourselves, and what a line of it would change is no behaviour.
QUIET = re.compile(r"^\s*(#|//|\*)|printf|_error\(|diagnostics_add|EXPECT|assert\(|_Static_assert|arena_alloc|^enum|^static const char \*const")


def without_strings(line):
    """The line with comments and literals as spaces, so that columns stay."""
    line = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])*\'', lambda m: " " * len(m.group()), line)
    return re.sub(r"//.*", lambda m: " " * len(m.group()), line)


def replacements(token):
    if token in SWAPS:
        return SWAPS[token]
    if token in WORDS:
        return [WORDS[token]]
    if token == "!":
        return [""]
    return [str(int(token, 0) + 1)]


def sites_of(path):
    sites = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if QUIET.search(line):
                continue
            for match in TOKENS.finditer(without_strings(line)):
                for new in replacements(match.group()):
                    sites.append((path, number, match.start(), match.group(), new))
    return sites


def read_rooms(top):
    with open(os.path.join(top, "tests/mutation/rooms.csv"), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def choose(rooms, seed, total):
    """The mutants of a seed: each room's share, in one mixed order, so that any number of them is a sample."""
    chosen = []
    for room in rooms:
        sites = [s for pattern in room["sources"].split() for path in sorted(glob.glob(pattern)) for s in sites_of(path)]
        mixed = random.Random(f"{seed} {room['room']}")
        chosen += [(room, *site) for site in mixed.sample(sites, min(len(sites), total * int(room["share"]) // 100))]
    random.Random(seed).shuffle(chosen)
    return chosen


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))


def run(command, seconds, **options):
    """The exit code, or None when it took longer."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                               start_new_session=True, preexec_fn=limit_memory, **options)
    try:
        output, _ = process.communicate(timeout=seconds)
        return process.returncode, output
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        output, _ = process.communicate()
        return None, output


class Workplace:
    """A copy of the sources and its build."""

    def __init__(self, top, folder):
        self.source, self.build = os.path.join(folder, "source"), os.path.join(folder, "build")
        os.makedirs(self.source, exist_ok=True)
        if os.path.exists(os.path.join(self.build, "build.ninja")):
            self.list_targets()
            return
        archive = subprocess.Popen(["git", "-C", top, "archive", "HEAD"], stdout=subprocess.PIPE)
        subprocess.run(["tar", "-x", "--skip-old-files", "-C", self.source], stdin=archive.stdout, check=True)
        launcher = ["-DCMAKE_C_COMPILER_LAUNCHER=ccache"] if subprocess.run(["which", "ccache"], capture_output=True).returncode == 0 else []
        subprocess.run(["cmake", "-S", self.source, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", *launcher],
                       check=True, stdout=subprocess.DEVNULL)
        self.list_targets()

    def list_targets(self):
        listing = subprocess.run(["ninja", "-C", self.build, "-t", "targets", "all"], capture_output=True, text=True, check=True)
        self.targets = sorted({line.split(":")[0] for line in listing.stdout.splitlines() if line.endswith(": phony")})

    def make(self, patterns):
        targets = [t for t in self.targets if any(fnmatch.fnmatch(t, p) for p in patterns)]
        return run(["ninja", "-C", self.build, "-j", "1", *targets], 900)

    def test(self, stage):
        code, output = run(["ctest", "--test-dir", self.build, "--stop-on-failure", "--timeout", "60", "-R", stage], 600)
        failed = re.search(r"Test +#\d+: (\S+) \.*.*(?:\*\*\*|Failed)", output)
        return None if code == 0 else failed.group(1) if failed else "time"

    def judge(self, room):
        """(outcome, test): killed, survived or stillborn."""
        units = room["targets"].split()
        for index, stage in enumerate(room["stages"].split("|")):
            if index == 0 or index == 1:
                code, output = self.make(units if index == 0 else units + ["lockstep_cli"])
                if code != 0:
                    return "stillborn", output.strip().splitlines()[-1][:80] if code is not None else "time"
            test = self.test(stage)
            if test is not None:
                return "killed", test
        return "survived", ""


def mutate(workplace, room, path, number, column, old, new):
    whole = os.path.join(workplace.source, path)
    with open(whole, encoding="utf-8") as file:
        text = file.read()
    lines = text.splitlines(keepends=True)
    line = lines[number - 1]
    assert line[column:column + len(old)] == old, (path, number)
    lines[number - 1] = line[:column] + new + line[column + len(old):]
    try:
        with open(whole, "w", encoding="utf-8") as file:
            file.write("".join(lines))
        return workplace.judge(room)
    finally:
        with open(whole, "w", encoding="utf-8") as file:
            file.write(text)


def summarize(rows):
    for room in sorted({r["room"] for r in rows}):
        of_room = [r["outcome"] for r in rows if r["room"] == room]
        killed, survived = of_room.count("killed"), of_room.count("survived")
        if killed + survived:
            print(f"{room:10} {killed} of {killed + survived} killed ({100 * killed / (killed + survived):.1f} %)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", type=int, default=500)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--rooms", default="")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    folder = os.path.abspath(options.build)
    top = subprocess.run(["git", "rev-parse", "--show-toplevel"], capture_output=True, text=True, check=True,
                         cwd=os.path.dirname(os.path.abspath(__file__))).stdout.strip()
    os.chdir(top)
    mutants = list(enumerate(choose(read_rooms(top), options.seed, options.all), 1))
    mutants = mutants[options.first - 1:options.first - 1 + options.count]
    wanted = options.rooms.split(",") if options.rooms else [room["room"] for room in read_rooms(top)]
    mutants = [m for m in mutants if m[1][0]["room"] in wanted]
    if options.list:
        for number, (room, path, line, column, old, new) in mutants:
            print(f"{number} {path}:{line}:{column + 1} '{old}' -> '{new}'")
        return
    os.makedirs(folder, exist_ok=True)
    results = os.path.join(folder, "results.csv")
    fields = ["seed", "mutant", "room", "path", "line", "column", "old", "new", "outcome", "test", "seconds"]
    rows = []
    if os.path.exists(results):
        with open(results, encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    done = {(r["seed"], r["mutant"]) for r in rows}
    workplace = Workplace(top, folder)
    end = time.time() + 60 * options.minutes
    with open(results, "a", encoding="utf-8", newline="") as file:
        out = csv.DictWriter(file, fields)
        if not rows:
            out.writeheader()
        for number, (room, path, line, column, old, new) in mutants:
            if (str(options.seed), str(number)) in done or time.time() > end:
                continue
            began = time.time()
            outcome, test = mutate(workplace, room, path, line, column, old, new)
            row = dict(zip(fields, [str(options.seed), str(number), room["room"], path, line, column + 1, old, new, outcome, test,
                                    round(time.time() - began, 1)]))
            rows.append(row)
            out.writerow(row)
            file.flush()
            print(f"{number} {path}:{line}:{column + 1} '{old}' -> '{new}': {outcome} {test}", flush=True)
    summarize(rows)


if __name__ == "__main__":
    main()
