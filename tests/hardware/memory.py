#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What loads take in cycles mode, how long streams, gathers and scatters do, and what refreshes, printf and divisions cost, compared with an H200.

    memory.py LOCKSTEP ROOT [--rows]

Runs loads.cu and streams.cu, refreshes.cu, elementwise.cu, prints.cu and remainders.cu of probes/, and compares them with traces/h200/loads.csv and the
recordings of these names in traces/h200/probes. Fails if the mean error of a table is above its limit, or if two lines share a bank of tags here that do not share one there. --rows prints all.
"""
import csv
import io
import pathlib
import subprocess
import sys
import tempfile

LIMITS = {"loads, one after another": 2, "loads, 1 to 32 warps": 6, "streams": 5, "gathers": 10, "scatters": 9, "refreshes": 4,
          "elements": 5, "elements, bytes written": 9, "printf": 5, "printf, instructions": 0.3, "divisions": 10}  # percent
TAG_BITS = 17  # lines further apart than 2^16 are not compared: each bit doubles what the program allocates


def run(lockstep, program, *arguments):
    command = [lockstep, program, "--mode", "cycles", "--gpu", "h200", "--run-every-launch", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{program}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def loads(lockstep, root, errors):
    theirs = list(csv.DictReader((root / "traces/h200/loads.csv").open()))
    printed = run(lockstep, root / "tests/hardware/loads.cu", "--quiet", "--", str(TAG_BITS))
    wrong = []
    for ours, row in zip(csv.DictReader(io.StringIO(printed)), theirs):
        columns = [name for name in row if name.startswith("warps") or name == "chain"]
        if row["memory"] == "tags":
            lists = [[float(line[name]) for name in columns if line[name]] for line in (ours, row)]
            slow = [[value > min(values) + 0.5 for value in values] for values in lists]
            if slow[0] != slow[1]:
                wrong.append(row["bytes"])
            continue
        for name in columns:
            table = "loads, one after another" if name == "chain" else "loads, 1 to 32 warps"
            label = f"{row['memory']} {row['bytes']} {row['pattern']} {name}"
            errors[table].append((label, float(ours[name]), float(row[name])))
    return wrong


def streams(lockstep, root, errors):
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(folder) / "streams.csv"
        run(lockstep, root / "tests/hardware/probes/streams.cu", "--csv", "--page", "raw", "--metrics", "cycles_elapsed",
            "--output", table)
        ours = [row for row in csv.DictReader(io.StringIO(table.read_text())) if row["ID"]]
    theirs = list(csv.DictReader((root / "traces/h200/probes/streams.csv").open()))
    assert len(ours) == len(theirs)
    for mine, row in zip(ours, theirs):
        kind = row["kernel"] if row["kernel"] in LIMITS else "streams"
        label = " ".join(row[name] for name in ("kernel", "elements", "blocks", "words", "run"))
        errors[kind].append((label, float(mine["cycles_elapsed"]), float(row["cycles"])))


def launches(lockstep, root, errors, program, *tables):
    """Each launch of a probe against its recording: tables are triples of a name, our counter and ncu's metric."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "launches.csv"
        run(lockstep, root / f"tests/hardware/probes/{program}.cu", "--csv", "--page", "raw", "--metrics",
            ",".join(ours for _, ours, _ in tables), "--output", report)
        ours = [row for row in csv.DictReader(io.StringIO(report.read_text())) if row["ID"]]
    theirs = [row for row in csv.DictReader((root / f"traces/h200/probes/{program}.csv").open()) if row["ID"]]
    assert len(ours) == len(theirs)
    for mine, row in zip(ours, theirs):
        label = f"{row['Kernel Name'].split('(')[0]} {row['Grid Size']}x{row['Block Size']}"
        for table, counter, metric in tables:
            recorded = float(row[metric].replace(",", ""))
            if counter != "dram_write_bytes" or recorded > 1e6:
                errors[table].append((label, float(mine[counter]), recorded))


def refreshes(lockstep, root, errors):
    printed = run(lockstep, root / "tests/hardware/probes/refreshes.cu", "--quiet", "--", "400", "1")
    recorded = (root / "traces/h200/probes/refreshes.txt").read_text()
    for mine, row in zip(printed.splitlines(), recorded.splitlines(), strict=True):
        label, mean = row.split(" mean ")
        assert mine.startswith(label)
        errors["refreshes"].append((label, float(mine.split(" mean ")[1].split()[0]), float(mean.split()[0])))


def main():
    lockstep, root = sys.argv[1], pathlib.Path(sys.argv[2])
    errors = {name: [] for name in LIMITS}
    wrong = loads(lockstep, root, errors)
    streams(lockstep, root, errors)
    refreshes(lockstep, root, errors)
    launches(lockstep, root, errors, "elementwise", ("elements", "cycles_elapsed", "sm__cycles_elapsed.max"),
             ("elements, bytes written", "dram_write_bytes", "dram__bytes_write.sum"))
    launches(lockstep, root, errors, "prints", ("printf", "cycles_elapsed", "sm__cycles_elapsed.max"),
             ("printf, instructions", "instructions", "smsp__inst_executed.sum"))
    launches(lockstep, root, errors, "remainders", ("divisions", "cycles_elapsed", "sm__cycles_elapsed.max"))
    bad = [f"the banks of tags of lines 2^{bit} apart" for bit in wrong]
    for name, rows in errors.items():
        percent = [100 * (mine / row - 1) for _, mine, row in rows]
        mean, bias = sum(map(abs, percent)) / len(rows), sum(percent) / len(rows)
        print(f"{name}: mean error {mean:.1f} % of {len(rows)}, bias {bias:+.1f} %, largest {max(percent, key=abs):+.0f} %")
        if mean > LIMITS[name]:
            bad.append(f"{name}: {mean:.1f} % is above {LIMITS[name]} %")
        if "--rows" in sys.argv:
            for (label, mine, row), off in zip(rows, percent):
                print(f"  {off:+6.1f} %  {label:44} {mine:10.2f} {row:10.2f}")
    if bad:
        sys.exit("\n".join(bad))


main()
