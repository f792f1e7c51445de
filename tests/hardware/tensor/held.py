#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The matrix products and attention kernels of held/ beside an H200, on which nothing was tuned.

    held.py LOCKSTEP ROOT [--rows]

Runs each program's PTX (held/ptx, what the GPU ran) in cycles mode beside traces/h200/tensor/held. Fails if a program prints other
bits than the GPU's did, if a counter of EXACT differs in any launch, if the mean or the largest error of the cycles is above its limit,
or if the table in docs/tensor-cores.md is another one (LOCKSTEP_REGOLD=1 writes it). --rows prints every counter that differs.
"""
import argparse
import os
import pathlib
import re
import statistics
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import compared

MEAN_LIMIT, LARGEST_LIMIT = 12, 25  # percent, when they were last set, rounded up
CYCLES = "sm__cycles_elapsed.max"
# What addresses and the instructions of tensor cores alone decide: the same in every launch.
EXACT = ["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
         "smsp__inst_executed_op_global_st.sum", "smsp__inst_executed_op_ldsm.sum",
         "smsp__sass_inst_executed_op_tma_ld.sum", "sm__ops_path_tensor_src_bf16_dst_fp32.sum",
         "sm__ops_path_tensor_src_tf32_dst_fp32.sum", "sm__ops_path_tensor_src_int8.sum", "sm__ops_path_tensor_src_fp64.sum"]
COLUMNS = [("warp instructions", "smsp__inst_executed.sum"), ("tensor instructions", "sm__inst_executed_pipe_tensor.sum"),
           ("shared wavefronts", "memory_l1_wavefronts_shared"),
           ("sectors loaded", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum")]


def number(text):
    return float(text.replace(",", "")) if text else None


class Launch:
    def __init__(self, program, rows):
        first = next(iter(rows.values()))
        self.program, self.rows = program, rows
        self.name = re.sub(r"\(bool\)|\([^()]*\)$", "", first["Kernel Name"]).removeprefix("void ")
        self.grid = re.sub(r"( x 1)+$", "", first["Grid Size"].strip("()").replace(", ", " x "))

    def values(self, metric):
        row = self.rows.get(metric)
        return (number(row["Ours"]), number(row["Theirs"])) if row else (None, None)

    def error(self, metric):
        """Percent; None: not counted, or zero on one side alone."""
        ours, theirs = self.values(metric)
        if ours is None or theirs is None or (theirs == 0) != (ours == 0):
            return None
        return 0.0 if theirs == 0 else 100 * (ours / theirs - 1)


def run(lockstep, program):
    """The launches of one program, and whether it printed other bits than the H200's."""
    recorded = pathlib.Path("traces/h200/tensor/held")
    launches, printed = compared.compare(lockstep, pathlib.Path("tests/hardware/tensor/held"), recorded, program, "h200")
    return [Launch(program, rows) for rows in launches.values()], printed != (recorded / f"{program}.out").read_text()


def table(launches):
    lines = ["| program | kernel | blocks | cycles on the H200 | error | " + " | ".join(name for name, _ in COLUMNS) + " |",
             "|---|---|---|--:|--:|" + "--:|" * len(COLUMNS)]
    for x in launches:
        cells = [x.error(metric) for _, metric in COLUMNS]
        cells = ["not counted" if cell is None else "same" if abs(cell) < 0.05 else f"{cell:+.1f} %" for cell in cells]
        lines.append(f"| {x.program} | `{x.name}` | {x.grid} | {x.values(CYCLES)[1]:,.0f} | {x.error(CYCLES):+.1f} % | " +
                     " | ".join(cells) + " |")
    sizes = [abs(x.error(CYCLES)) for x in launches]
    within = sum(size <= 15 for size in sizes)
    lines += ["", f"All {len(launches)} launches wrote the same bits. The cycles are off by {statistics.mean(sizes):.1f} % on average and"
                  f" {max(sizes):.0f} % at most; {within} launches are within 15 %."]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("lockstep", type=os.path.abspath)
    parser.add_argument("root")
    parser.add_argument("--rows", action="store_true")
    given = parser.parse_args()
    os.chdir(given.root)
    programs = ["fragments", "buffers", "stages", "warpgroups", "types", "attention"]
    results = compared.in_parallel(lambda program: run(given.lockstep, program), programs)
    launches = [x for found, _ in results for x in found]
    if given.rows:
        for x in launches:
            for metric, row in x.rows.items():
                if row["Verdict"] == "DIFFERS":
                    print(x.program, x.name, x.grid, metric, row["Ours"], row["Theirs"])
    text = table(launches)
    print(text)
    failures = [f"{program}: other bits than the GPU's" for program, (_, differs) in zip(programs, results) if differs]
    failures += [f"{x.program} {x.name} {x.grid}: {metric} {x.values(metric)}" for x in launches for metric in EXACT
                 if x.values(metric)[0] != x.values(metric)[1]]
    sizes = [abs(x.error(CYCLES)) for x in launches]
    if statistics.mean(sizes) > MEAN_LIMIT or max(sizes) > LARGEST_LIMIT:
        failures.append(f"cycles: {statistics.mean(sizes):.1f} % on average, {max(sizes):.1f} % at most")
    stale = compared.keep_table(pathlib.Path("docs/tensor-cores.md"), "held", text)
    failures += [stale] if stale else []
    sys.exit("\n".join(failures) if failures else 0)


main()
