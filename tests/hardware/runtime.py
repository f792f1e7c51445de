#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the CUDA runtime answers here and on an H200.

    runtime.py LOCKSTEP ROOT

Runs runtime.cu and compares each line with traces/h200/runtime.txt: numbers of blended levels within a part of the range of the
texels, all else exactly. Lines of OWN are known to differ.
"""
import pathlib
import subprocess
import sys

OWN = ("name ", "cudaMalloc: ", "pool: the same", "pool: of two")  # addresses are not used again; no engine for peers
# Levels 0 to 4 hold 0 to 4000. A blend of texels is rounded otherwise on an H200. Gradients: a 256th of a level, and a whole
# level where the nearest one is read.
TOLERANCE = {"levels": 0.7, "gradients": 4}
WHOLE_LEVELS = 1  # of a line of gradients


def is_near(ours, theirs):
    kind, tolerance = theirs.split()[0], TOLERANCE.get(theirs.split()[0])
    if tolerance is None:
        return ours == theirs
    pairs = [(float.fromhex(a), float.fromhex(b)) for a, b in zip(ours.split()[1:], theirs.split()[1:])]
    far = sum(abs(a - b) > tolerance for a, b in pairs)
    return len(ours.split()) == len(theirs.split()) and far <= (WHOLE_LEVELS if kind == "gradients" else 0)


def main():
    lockstep, root = sys.argv[1], pathlib.Path(sys.argv[2])
    done = subprocess.run([lockstep, root / "tests/hardware/runtime.cu", "--gpu", "h200", "--quiet"], capture_output=True,
                          text=True)
    ours, theirs = done.stdout.splitlines(), (root / "traces/h200/runtime.txt").read_text().splitlines()
    wrong = [(a, b) for a, b in zip(ours, theirs) if not b.startswith(OWN) and not is_near(a, b)]
    for a, b in wrong:
        print(f"here: {a}\nH200: {b}")
    print(f"{len(theirs)} lines, {len(wrong)} differ")
    sys.exit(len(wrong) > 0 or len(ours) != len(theirs) or done.returncode != 0)


main()
