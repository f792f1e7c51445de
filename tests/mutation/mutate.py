#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutation testing: which of many small mistakes does some test notice?

    tests/mutation/mutate.py FOLDER [--seed 1] [--all 600] [--minutes 60] [--jobs 2] [--rooms a,b] [--each 20] [--again REGEX]

FOLDER gets a copy of the committed sources that holds all mutants of the seed (sites.py), and one build of it. Each test runs
once without a mutant, which says how much processor time it takes and which mutants it reaches; then each mutant runs the
tests that reach it, first those that catch most mutants a second, until one fails or takes ten times as long. --each bounds
the seconds that the tests of one mutant take in sum. Results are kept in FOLDER/results.json, and a later call goes on. rooms.csv says which sources are mutated, how many of 100 mutants each room gets, and the tests that could see them.
Needs clang for its syntax tree, ninja and a C compiler.
"""
import argparse
import collections
import concurrent.futures
import csv
import glob
import json
import os
import queue
import random
import re
import resource
import shutil
import subprocess
import time

import sites

HERE = os.path.dirname(os.path.abspath(__file__))
SEEN_SIZE = 65536
FIELDS = ["mutant", "room", "path", "line", "old", "new", "outcome", "test", "seconds"]


def read_rooms():
    with open(os.path.join(HERE, "rooms.csv"), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


class Workplace:
    """The copy of the sources and its build."""

    def __init__(self, folder, jobs):
        self.jobs, self.folder, self.source, self.build = jobs, folder, os.path.join(folder, "source"), os.path.join(folder, "build")

    def copy(self):
        os.makedirs(self.source)
        self.extract()
        options = os.path.join(self.source, "cmake/lockstep.cmake") # mutants may warn
        with open(options, encoding="utf-8") as file:
            text = file.read().replace("-Werror", "-w")
        with open(options, "w", encoding="utf-8") as file:
            file.write(text)
        self.configure()

    def configure(self):
        linked = os.path.join(self.folder, "mutant.o")
        subprocess.run(["cc", "-O1", "-c", os.path.join(HERE, "mutant.c"), "-o", linked], check=True)
        subprocess.run(["cmake", "-S", self.source, "-B", self.build, *(["-G", "Ninja"] if shutil.which("ninja") else []), "-DCMAKE_BUILD_TYPE=Release",
                        f"-DCMAKE_C_FLAGS=-include {HERE}/mutant.h", f"-DCMAKE_EXE_LINKER_FLAGS={linked}",
                        "-DCMAKE_C_FLAGS_RELEASE=-O1 -DNDEBUG"], check=True, stdout=subprocess.DEVNULL)

    def extract(self, *paths):
        top = os.path.dirname(os.path.dirname(HERE))
        archive = subprocess.Popen(["git", "-C", top, "archive", "HEAD", *paths], stdout=subprocess.PIPE)
        subprocess.run(["tar", "-x", "-C", self.source], stdin=archive.stdout, check=True)

    def copy_tests(self):
        self.extract("tests")
        self.make_all(check=True)

    def trees(self):
        with open(os.path.join(self.build, "compile_commands.json"), encoding="utf-8") as file:
            commands = {c["file"]: c["command"].split() for c in json.load(file)}
        return lambda path: sites.Tree(commands[path], self.build, path)

    def write(self, chosen):
        """The sources with the chosen mutants."""
        for path in sorted({s.path for s in chosen}):
            original = path + ".original"
            if not os.path.exists(original):
                shutil.copy(path, original)
            with open(original, encoding="utf-8") as file:
                text = file.read()
            text = sites.mutated(text, [s for s in chosen if s.path == path])
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

    def make_all(self, *options, check=False):
        return subprocess.run(["cmake", "--build", self.build, "-j", str(self.jobs), *options], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=check)

    def make(self, chosen):
        """Builds; mutants that do not compile are left out."""
        while True:
            self.write(chosen)
            made = self.make_all("--", "-k", *(["0"] if shutil.which("ninja") else []))
            if made.returncode == 0:
                return chosen
            errors = re.findall(r"^(\S+?):(\d+):\d+: error", made.stdout, re.M)
            wrong = {(os.path.normpath(os.path.join(self.build, path)), int(line)) for path, line in errors}
            left = [s for s in chosen if not any(s.is_at(*place) for place in wrong)]
            if len(left) == len(chosen):
                raise SystemExit(made.stdout[-4000:])
            self.write([s for s in chosen if s.path not in {t.path for t in left}])
            chosen = left

    def tests(self, pattern):
        """The commands of the tests."""
        listed = subprocess.run(["ctest", "--test-dir", self.build, "--show-only=json-v1"], capture_output=True, check=True)
        tests = {}
        for test in json.loads(listed.stdout)["tests"]:
            properties = {p["name"]: p["value"] for p in test["properties"]}
            if re.match(pattern, test["name"]) and "PASS_REGULAR_EXPRESSION" not in properties:
                tests[test["name"]] = (test["command"], properties)
        return tests


class Worker:
    """Runs one test at a time, in a copy of the build."""

    def __init__(self, workplace, number):
        self.original, self.build = workplace.build, f"{workplace.build}.{number}"
        self.cache, self.seen = f"{workplace.folder}/cache.{number}", f"{workplace.folder}/seen.{number}"
        subprocess.run(["cp", "-r", "--update", "--preserve=timestamps", self.original + "/.", self.build], check=True)

    def run(self, test, mutant, seconds):
        """Whether the test passes with a mutant; False also when it takes more processor time, or waits without an end."""
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 1))

        command, properties = json.loads(json.dumps(test).replace(self.original, self.build))
        environment = dict(os.environ, LOCKSTEP_MUTANT=str(mutant), LOCKSTEP_MUTANT_SEEN=self.seen)
        environment.update(e.split("=", 1) for e in properties.get("ENVIRONMENT", []))
        environment["LOCKSTEP_CACHE"] = self.cache
        os.makedirs(properties["WORKING_DIRECTORY"], exist_ok=True)
        process = subprocess.Popen(command, cwd=properties["WORKING_DIRECTORY"], env=environment, start_new_session=True,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
                                   preexec_fn=limit)
        try:
            return process.wait(60 + 5 * seconds) in (0, properties.get("SKIP_RETURN_CODE", 0))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
            return False

    def baseline(self, test, most):
        """(seconds, the mutants that the test reaches), or None if it fails without a mutant or takes longer."""
        with open(self.seen, "wb") as file:
            file.write(bytes(SEEN_SIZE))
        began = children_seconds()
        if not self.run(test, 0, most):
            return None
        seconds = children_seconds() - began
        with open(self.seen, "rb") as file:
            return seconds, [number for number, is_seen in enumerate(file.read()) if is_seen]


def children_seconds():
    """Processor time of the processes that have ended; right for one worker at a time."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def choose(workplace, rooms, seed, total):
    """The mutants of a seed: each room's share, up to a quarter of them in tables, numbered in one mixed order."""
    tree, chosen = workplace.trees(), []
    for room in rooms:
        files = {os.path.join(workplace.source, p) for pattern in room["sources"].split()
                 for p in glob.glob(pattern, root_dir=workplace.source)}
        code, tables = {}, {}
        for path in sorted(f for f in files if f.endswith(".c")):
            one = tree(path)
            code.update((s.key(), s) for s in one.sites if s.path in files)
            tables.update((s.key(), s) for s in one.tables if s.row in files)
        share, mixed = total * int(room["share"]) // 100, random.Random(f"{seed} {room['room']}")
        of_tables = min(len(tables), share // 4)
        for found, count in ((tables, of_tables), (code, share - of_tables)):
            chosen += [(room["room"], found[k]) for k in mixed.sample(sorted(found), count)]
    random.Random(seed).shuffle(chosen)
    for number, (_, site) in enumerate(chosen, 1):
        site.number = number
    return chosen


def build(workplace, rooms, seed, total):
    """The rows of the mutants that compile."""
    workplace.copy()
    chosen = choose(workplace, rooms, seed, total)
    left = {id(s) for s in workplace.make([s for _, s in chosen])}
    return [dict(zip(FIELDS, (s.number, room, os.path.relpath(s.row or s.path, workplace.source), s.line, s.old, s.new)))
            for room, s in chosen if id(s) in left]


class Record:
    """How often each test of a room caught a mutant, of how often it ran."""

    def __init__(self):
        self.caught, self.runs = collections.Counter(), collections.Counter()

    def cost(self, name, seconds):
        """Seconds for each mutant that the test catches."""
        return (seconds + 0.05) * (2 + self.runs[name]) / (1 + self.caught[name])


def judge(worker, mutant, tests, known, record, most):
    """(outcome, test) of one mutant, by tests that take `most` seconds in sum."""
    shutil.rmtree(worker.cache, ignore_errors=True)
    reaching = [name for name in tests if known.get(name) and mutant in known[name][1]]
    for name in sorted(reaching, key=lambda name: record.cost(name, known[name][0])):
        if known[name][0] > most:
            continue
        most -= known[name][0]
        record.runs[name] += 1
        if not worker.run(tests[name], mutant, 10 * known[name][0] + 5):
            record.caught[name] += 1
            return "caught", name
    return ("survived" if reaching else "unreached"), ""


class Notes:
    """What is known from earlier calls: a JSON file."""

    def __init__(self, folder, name):
        self.path, self.value = os.path.join(folder, name), None
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as file:
                self.value = json.load(file)

    def keep(self, value):
        self.value = value
        with open(self.path, "w", encoding="utf-8") as file:
            json.dump(value, file, indent=0)


def in_parallel(workers, items, work, end):
    """(item, what work(worker, item) gave), in the order in which they are done, until the time is over."""
    free = queue.SimpleQueue()
    for worker in workers:
        free.put(worker)

    def one(item):
        if time.time() > end:
            return item, None
        worker = free.get()
        try:
            return item, (work(worker, item),)
        finally:
            free.put(worker)

    with concurrent.futures.ThreadPoolExecutor(len(workers)) as pool:
        for done in concurrent.futures.as_completed([pool.submit(one, item) for item in items]):
            item, made = done.result()
            if made:
                yield item, made[0]


def measure(workers, tests, known, end, most):
    names = [name for name in tests if name not in known.value]
    for name, reach in in_parallel(workers, names, lambda worker, name: worker.baseline(tests[name], most), end):
        known.value[name] = reach
        known.keep(known.value)
        if reach is None:
            print(f"{name} fails without a mutant or takes too long, and is left out", flush=True)


def judge_all(workers, rows, tests, known, results, end, most):
    records = {room: Record() for room in tests}
    for row in results.value.values():
        if row["room"] in records and row["test"]:
            records[row["room"]].runs[row["test"]] += 1
            records[row["room"]].caught[row["test"]] += 1

    def one(worker, row):
        began = time.time()
        outcome, test = judge(worker, row["mutant"], tests[row["room"]], known.value, records[row["room"]], most)
        return dict(row, outcome=outcome, test=test, seconds=round(time.time() - began, 1))

    for row, judged in in_parallel(workers, rows, one, end):
        number = str(row["mutant"])
        if judged["outcome"] == "caught" or number not in results.value:
            results.value[number] = judged
            results.keep(results.value)
        print("{mutant} {path}:{line}: '{old}' -> '{new}': {outcome} {test}".format(**judged), flush=True)


def summarize(rows):
    for room in sorted({r["room"] for r in rows}) + ["all"]:
        outcomes = [r["outcome"] for r in rows if room in ("all", r["room"])]
        caught = outcomes.count("caught")
        print(f"{room:10} {caught} of {len(outcomes)} caught ({100 * caught / max(1, len(outcomes)):.1f} %)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", type=int, default=600)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--rooms", help="a,b: only these")
    parser.add_argument("--each", type=float, default=1e9, help="seconds of tests for one mutant")
    parser.add_argument("--again", metavar="REGEX", help="copies and builds tests/ anew, and runs the tests of this name on survivors")
    options = parser.parse_args()
    folder, rooms = os.path.abspath(options.folder), read_rooms()
    os.makedirs(folder, exist_ok=True)
    workplace, end = Workplace(folder, options.jobs), time.time() + 60 * options.minutes
    mutants, known, results = (Notes(folder, name) for name in ("mutants.json", "tests.json", "results.json"))
    if mutants.value is None:
        mutants.keep(build(workplace, rooms, options.seed, options.all))
    if not os.path.exists(workplace.build):  # of a FOLDER that came from another machine
        workplace.configure()
        workplace.make_all(check=True)
    known.value, results.value = known.value or {}, results.value or {}
    if options.again:
        workplace.copy_tests()
        known.value = {name: v for name, v in known.value.items() if not re.match(options.again, name)}
    wanted = options.rooms.split(",") if options.rooms else [r["room"] for r in rooms]
    rooms = [r for r in rooms if r["room"] in wanted]
    tests = {r["room"]: workplace.tests(options.again or r["tests"]) for r in rooms}
    workers = [Worker(workplace, number) for number in range(options.jobs)]
    measure(workers, {n: t for of_room in tests.values() for n, t in of_room.items()}, known, end, min(300, options.each))
    judged = {n for n, r in results.value.items() if r["outcome"] == "caught" or not options.again}
    rows = [r for r in mutants.value if r["room"] in tests and str(r["mutant"]) not in judged]
    judge_all(workers, rows, tests, known, results, end, options.each)
    summarize(list(results.value.values()))


if __name__ == "__main__":
    main()
