#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Brings together what surface_sectors.cu prints and what ncu counts of it.

surface_sectors.py --metrics          the counters that it needs, comma-separated
surface_sectors.py PRINTED NCU FOLDER writes surface_sectors.csv
"""
import csv
import sys

KINDS = ["ld", "st", "red"]
L2 = {
    "ld": "l1tex__m_xbar2l1tex_read_sectors_mem_surface_op_ld.sum",
    "st": "l1tex__m_l1tex2xbar_write_sectors_mem_surface_op_st.sum",
    "red": "l1tex__m_l1tex2xbar_write_sectors_mem_surface_op_red.sum",
}


def names(kind):
    return [
        f"smsp__inst_executed_op_surface_{kind}.sum",
        f"l1tex__t_requests_pipe_tex_mem_surface_op_{kind}.sum",
        f"l1tex__t_sectors_pipe_tex_mem_surface_op_{kind}.sum",
        L2[kind],
    ]


def main():
    if sys.argv[1:] == ["--metrics"]:
        print(",".join(name for kind in KINDS for name in names(kind)))
        return
    printed, ncu, folder = sys.argv[1:]
    with open(printed) as lines:
        rows = [line.rstrip("\n").split(",") for line in lines]
    with open(ncu) as counted:
        launches = list(csv.DictReader(counted))[1:]
    if len(rows) != len(launches):
        sys.exit(f"{len(rows)} rows were printed, {len(launches)} launches counted")
    with open(folder + "/surface_sectors.csv", "w") as out:
        print("operation,shape,bytes,lanes,instructions,requests,sectors,l2_sectors,places", file=out)
        for row, launch in zip(rows, launches):
            counts = [launch[name].replace(",", "") for name in names(row[0])]
            print(",".join(row[:4] + counts + row[4:]), file=out)


main()
