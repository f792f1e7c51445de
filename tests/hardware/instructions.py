#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What single instructions take in cycles mode, beside an H200 (traces/h200/instructions.csv).

    instructions.py LOCKSTEP ROOT

Runs instructions.cu and prints the rows whose latency, or time with eight warps, is off by more than LIMIT percent. Such a row
that KNOWN does not name is a failure, and so is one that KNOWN names in vain. Four chains of one warp are not compared: its
sequences issue in order, while ptxas mixes them.
"""
import csv
import io
import pathlib
import subprocess
import sys

LIMIT = 20  # percent
COLUMNS = ("latency", "four_chains", "eight_warps")
# ptxas merges what the program repeats: these say nothing about one instruction.
MERGED = {"nothing", "add_u32", "xor_b32", "min_s32", "add_u64", "xor_b64", "min_f16x2", "activemask", "match_any_1", "mad_wide"} | {
    f"loop_dependent_{n}" for n in (1, 2, 4, 8, 16, 32)}
KNOWN = {
    "ptxas has one instruction for what is a sequence here, or the other way round": {"abs_f32", "bfi", "bfe", "cvt_s8"},
    "ptxas puts the addition on the pipe that has room": {"setp_add"},
    "a comparison of doubles guards sooner than one of integers, and holds its pipe for longer": {"setp_f64"},
    "conversions of f16 issue on ALU alone": {"cvt_f16"},
    "a barrier of a warp that is whole takes no time": {"warp_sync"},
    "each further value of match.any takes longer": {"match_any_n"},
}


def read(text):
    return {row["instruction"]: [float(row[c]) for c in COLUMNS] for row in csv.DictReader(io.StringIO(text))}


def main():
    lockstep, root = sys.argv[1], pathlib.Path(sys.argv[2])
    theirs = read((root / "traces/h200/instructions.csv").read_text())
    done = subprocess.run([lockstep, root / "tests/hardware/instructions.cu", "--mode", "cycles", "--gpu", "h200", "-q"],
                          capture_output=True, text=True, check=True)
    ours = read(done.stdout)
    known = set().union(*KNOWN.values())
    bad, errors = [], []
    for name, measured in theirs.items():
        if name in MERGED:
            continue
        error = [100 * (a / b - 1) for a, b in zip(ours[name], measured)]
        errors.append(abs(error[0]))
        is_off = max(abs(error[0]), abs(error[2])) > LIMIT
        if is_off:
            print(f"{name:18}" + "".join(f"{a:10.2f} for {b:8.2f}" for a, b in zip(ours[name], measured)))
        if is_off != (name in known):
            bad.append(name)
    print(f"latency: mean error {sum(errors) / len(errors):.1f} % of {len(errors)} rows")
    if bad:
        sys.exit(f"not as KNOWN says: {', '.join(bad)}")


main()
