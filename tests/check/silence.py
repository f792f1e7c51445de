#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asserts that `lockstep check` reports nothing in programs that are right.

    silence.py LOCKSTEP FOLDER kernels|ptx|corpus|all

FOLDER gets the programs in their small sizes. kernels: kernels/ with our compiler, those with shared memory also for a GPU whose
warps run in lockstep; ptx: nvcc's PTX of those with shared memory that run in their full size; corpus:
the programs of tests/corpus with shared memory; all: those without it too. Leaks are ignored.
"""
import concurrent.futures
import glob
import os
import sys

import programs

# What is reported, and rightly so: docs/check.md has the reasons.
REPORTED = {"tests/corpus/error_handling.cu": {"fault", "call-error"}, "tests/corpus/kernel_assert.cu": {"fault"},
            "tests/corpus/grid_sync_stencil.cu": {"call-error"}, "tests/corpus/game_of_life.cu": {"uninit-host", "uninit-result"},
            "tests/corpus/complex_roots.cu": {"race-waw"},
            "tests/corpus/reset_after_fault.cu": {"fault", "host-bounds", "invalid-free"},
            "tests/corpus/sticky_errors.cu": {"fault", "host-bounds", "invalid-free"}}
WARNINGS = {"call-error", "race-waw"}  # the exit code is 0 (a race of equal values is a note)
# What our compiler refuses (tests/corpus/known.csv).
REFUSED = {"tests/corpus/function_pointers.cu", "tests/corpus/virtual_shapes.cu"}


def runs_of(what, folder):
    """(program, path, options) of each run."""
    pattern = "tests/corpus/*.cu" if what in ("corpus", "all") else "kernels/*.cu"
    for path in sorted(glob.glob(os.path.join(programs.ROOT, pattern))):
        program = os.path.relpath(path, programs.ROOT)
        is_shared = "__shared__" in programs.small_text(program)
        if program in REFUSED or (what == "corpus" and not is_shared and program not in REPORTED):
            continue
        if what == "ptx" and (program in programs.SMALLER or not is_shared):
            continue
        if what == "ptx":
            yield program, program, ["--ptx", program.replace("kernels/", "kernels/ptx/").replace(".cu", ".ptx")]
            continue
        small = os.path.join(folder, os.path.basename(program)) if program in programs.SMALLER else program
        if small != program:
            with open(small, "w", encoding="utf-8") as file:
                file.write(programs.small_text(program))
        yield program, small, []
        if what == "kernels" and is_shared:
            yield program, small, ["--gpu", "gtx680"]


def problem_of(lockstep, run):
    """What is wrong with a run, or None."""
    program, path, options = run
    answer = programs.check(lockstep, path, options)
    name = " ".join([program, *options])
    found = [f for f in answer.findings if not f["kind"].startswith("leak")]
    expected = REPORTED.get(program, set())
    if {f["kind"] for f in found} != expected:
        return "\n".join([f"{name}: expected {sorted(expected) or 'nothing'}, found:"] +
                         [f"  line {f['line']}: {f['message']}" for f in found])
    if answer.code != (5 if expected - WARNINGS else 0):
        return f"{name}: exit code {answer.code}\n{answer.output[-1000:]}"
    return None


def main():
    lockstep, folder, what = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    runs = list(runs_of(what, folder))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        problems = [p for p in pool.map(lambda run: problem_of(lockstep, run), runs) if p]
    print("\n".join(problems + [f"{len(runs)} runs, {len(problems)} problems"]))
    return 1 if problems or not runs else 0


if __name__ == "__main__":
    sys.exit(main())
