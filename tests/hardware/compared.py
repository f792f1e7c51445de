# SPDX-License-Identifier: Apache-2.0
"""What suite.py and tensor/held.py share: programs compared with their recordings, and tables of pages that tests keep true."""
import concurrent.futures
import csv
import io
import os
import subprocess
import sys


def compare(lockstep, folder, recorded, program, gpu, *options):
    """Runs the PTX of a program with a clock, beside recorded/PROGRAM.csv. Returns the rows of each launch by metric's name, by its number, and
    what the program printed."""
    command = [lockstep, "compare", folder / f"{program}.cu", "--ptx", folder / f"ptx/{program}.ptx", "--gpu", gpu, "--import",
               recorded / f"{program}.csv", "--mode", "cycles", "--csv", "--quiet", "--threads", "1", "--output", "/dev/stderr", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 4):
        sys.exit(f"{program}: exit code {done.returncode}\n{done.stderr}")
    launches = {}
    for row in csv.DictReader(io.StringIO(done.stderr)):
        launches.setdefault(row["ID"], {})[row["Metric Name"]] = row
    return launches, done.stdout


def in_parallel(run, programs):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(run, programs))


def keep_table(page, name, text):
    """What is wrong if the page has another table between <!-- table NAME --> and <!-- end -->; with LOCKSTEP_REGOLD it is written."""
    old, mark = page.read_text(), f"<!-- table {name} -->\n"
    start = old.index(mark) + len(mark)
    new = old[:start] + text + old[old.index("<!-- end -->", start):]
    if new != old and os.environ.get("LOCKSTEP_REGOLD"):
        page.write_text(new)
    elif new != old:
        return f"{page} is stale: LOCKSTEP_REGOLD=1 ctest writes it anew"
    return None
