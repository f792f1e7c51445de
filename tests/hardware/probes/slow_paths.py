#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Brings together what slow_paths.cu prints and what ncu counts of it.

slow_paths.py --metrics          the counters that it needs, comma-separated
slow_paths.py PRINTED NCU FOLDER writes slow_paths.csv and slow_path_sweep.csv; NCU: of `slow_paths counts`, which launches once
                                 what each printed row stands for
"""
import csv
import sys

METRICS = {
    "instructions": "smsp__inst_executed.sum",
    "threads": "smsp__thread_inst_executed.sum",
    "branches": "smsp__inst_executed_op_branch.sum",
    "targets": "smsp__sass_branch_targets.sum",
    "divergent": "smsp__sass_branch_targets_threads_divergent.sum",
    "alu": "smsp__inst_executed_pipe_alu.sum",
    "fma": "smsp__inst_executed_pipe_fma.sum",
    "fp64": "smsp__inst_executed_pipe_fp64.sum",
    "xu": "smsp__inst_executed_pipe_xu.sum",
    "cbu": "smsp__inst_executed_pipe_cbu.sum",
}


def main():
    if sys.argv[1:] == ["--metrics"]:
        print(",".join(METRICS.values()))
        return
    printed, ncu, folder = sys.argv[1:]
    with open(printed) as lines:
        rows = [line.rstrip("\n") for line in lines]
    with open(ncu) as counted:
        launches = list(csv.DictReader(counted))[1:]
    classes = [row for row in rows if not row.startswith("sweep,")]
    if len(classes) != len(launches):
        sys.exit(f"{len(classes)} rows were printed, {len(launches)} launches counted")
    with open(folder + "/slow_paths.csv", "w") as out:
        print(",".join(["kind,operation,a,b,lanes,cycles", *METRICS]), file=out)
        for row, launch in zip(classes, launches):
            print(",".join([row] + [launch[metric].replace(",", "") for metric in METRICS.values()]), file=out)
    with open(folder + "/slow_path_sweep.csv", "w") as out:
        out.writelines(row + "\n" for row in rows if row.startswith("sweep,"))


main()
