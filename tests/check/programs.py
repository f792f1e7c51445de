# SPDX-License-Identifier: Apache-2.0
"""Runs programs of kernels/ and tests/corpus under `lockstep check`, in sizes that a test can wait for."""
import json
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# The sizes that make a program slow to check: what stands in its text, and what a test puts there.
SMALLER = {
    "kernels/matrix_multiply.cu": [("const int N = 512;", "const int N = 64;")],
    "kernels/partition_camping.cu": [("const int N = 4096;", "const int N = 128;")],
    "kernels/transpose.cu": [("const int N = 4000;", "const int N = 160;")],
    "kernels/stencil.cu": [("const int N = 960;", "const int N = 96;")],
    "kernels/texture.cu": [("const int SIDE = 1024;", "const int SIDE = 128;")],
    "kernels/reduction.cu": [("COUNT = 1 << 22;", "COUNT = 1 << 14;"),
                             ("BLOCKS_OF_LAST_STEP = 1024;", "BLOCKS_OF_LAST_STEP = 8;")],
    "kernels/reduction_levels.cu": [("COUNT = 1 << 22;", "COUNT = 1 << 14;")],
    "kernels/coalescing.cu": [("COUNT = 1 << 18;", "COUNT = 1 << 13;")],
    "kernels/histogram.cu": [("COUNT = 1 << 20;", "COUNT = 1 << 16;"), ("BLOCKS = 264;", "BLOCKS = 16;")],
    "kernels/shared_banks.cu": [("BLOCKS = 128;", "BLOCKS = 8;")],
    "kernels/vector_add.cu": [("COUNT = (1 << 20) + 100;", "COUNT = (1 << 15) + 100;"),
                              ("BLOCKS_OF_STRIDE = 512;", "BLOCKS_OF_STRIDE = 16;")],
    "kernels/warp.cu": [("COUNT = 1 << 20;", "COUNT = 1 << 14;")],
}


def small_text(program):
    """The text of a program, given by its path from the root, in its small size."""
    with open(os.path.join(ROOT, program), encoding="utf-8") as file:
        text = file.read()
    for old, new in SMALLER.get(program, []):
        if text.count(old) != 1:
            raise SystemExit(f"{program}: '{old}' stands there {text.count(old)} times, not once")
        text = text.replace(old, new)
    return text


class Answer:
    """What a checked run gave: findings with the compiler's warnings. code: the exit code, None when it did not end in time."""

    def __init__(self, code, findings, output):
        self.code, self.findings, self.output = code, findings, output


def check(lockstep, path, options=(), seconds=120):
    """Checks a program from the root of the project. What it prints itself is part of .output."""
    command = [lockstep, "check", path, "-I", "kernels", "-I", "tests/corpus", "--json", "--quiet", "--threads", "2", *options]
    try:
        run = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", errors="replace",
                             timeout=seconds, stdin=subprocess.DEVNULL, check=False)
    except subprocess.TimeoutExpired:
        return Answer(None, [], "")
    try:
        report = json.loads(run.stdout)
        findings = report["findings"] + report.get("warnings", [])
    except (ValueError, KeyError):
        findings = []
    return Answer(run.returncode, findings, run.stderr)
