#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the recorded tables of the suite from what record_suite.sh brought back.

    medians.py FROM TO

FROM holds NAME.csv with all counters and NAME.2.csv, NAME.3.csv with the times of two more runs. TO gets NAME.csv: the
launches with their counters, the times being the medians of the three runs. Prints how far the runs are apart.
"""
import csv
import pathlib
import statistics
import sys

TIMES = ["sm__cycles_elapsed.max", "gpu__time_duration.sum"]
LEFT_OUT = ("device__attribute", "c2clink__", "Process", "Host", "Context", "Stream", "Device", "nvlink", "numa", "pcie__")


def number(text):
    return float(text.replace(",", ""))


def main():
    source, target = map(pathlib.Path, sys.argv[1:3])
    target.mkdir(parents=True, exist_ok=True)
    spreads = []
    for path in sorted(source.glob("*.csv")):
        if "." in path.stem:
            continue
        runs = [list(csv.DictReader(open(source / f"{path.stem}{run}.csv"))) for run in ("", ".2", ".3")]
        rows = runs[0]
        if any(len(run) != len(rows) for run in runs):
            sys.exit(f"{path.stem}: the three runs differ in their launches")
        for i, row in enumerate(rows[1:], 1):  # row 0 holds the units
            for name in TIMES:
                values = [number(run[i][name]) for run in runs]
                row[name] = f"{statistics.median(values):g}" if name != TIMES[0] else f"{statistics.median(values):.0f}"
                if name == TIMES[0]:
                    spreads.append((max(values) / min(values) - 1, f"{path.stem} {row['Kernel Name']}"))
        names = [name for name in rows[0] if not name.startswith(LEFT_OUT)]
        with open(target / path.name, "w", newline="") as out:
            writer = csv.DictWriter(out, names, quoting=csv.QUOTE_ALL, extrasaction="ignore", lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    spreads.sort()
    print(f"{len(spreads)} launches; three runs are {100 * statistics.mean(s for s, _ in spreads):.1f} % apart in the mean,"
          f" {100 * spreads[-1][0]:.0f} % at most ({spreads[-1][1]})")


main()
