#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The figures that the lectures print, beside modeled time.

    printed.py LOCKSTEP ROOT

Runs the listings of kernels/printed, each on the GPU of its lecture. docs/lectures/figures.md has all figures between
<!-- table figures --> and <!-- end -->, the lecture's page those of a listing after <!-- table figures muni/reduction.cu -->:
another table is a failure (LOCKSTEP_REGOLD=1 writes it), and so is a figure that is further off than LIMIT or printed.table
allow, or one that changes places with another of its program.
"""
import concurrent.futures
import csv
import io
import math
import os
import pathlib
import re
import subprocess
import sys

LIMIT = 15  # percent
TIE = 1.05  # published figures closer than this have no order
GIB = 1024**3 / 1e9  # the program that Ruetsch and Micikevicius describe (CUDA SDK, transposeNew) divides bytes by 1024^3
MUNI, UT, EPFL, GUIDE = (f"kernels/printed/{lecture}" for lecture in ("muni", "ut", "epfl", "guide"))


class Figure:
    def __init__(self, lecture, gpu, program, name, ours, published, unit):
        self.lecture, self.gpu, self.program, self.name = lecture, gpu, program, name
        self.ours, self.published, self.unit = ours, published, unit
        self.difference = 100 * (ours / published - 1)


def output(command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode not in (0, 4) or "WRONG" in done.stdout:
        sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def launches(lockstep, lecture, gpu, program, figures, *arguments):
    """Figures of kernels, as lockstep compare judges them."""
    done = output([lockstep, "compare", "--mode", "cycles", "--csv", "-q", "--gpu", gpu, "--import", figures,
                   "--output", "/dev/stderr", program, *arguments])
    rows = [row for row in csv.DictReader(io.StringIO(done.stderr)) if row["Theirs"]]
    name = lambda row: row["Kernel Name"].split("(")[0].split("<")[0].removeprefix("void ")
    return [Figure(lecture, gpu, program, name(row), float(row["Ours"]), float(row["Theirs"]), row["Metric Unit"])
            for row in rows]


def lines(lockstep, lecture, gpu, program, *options):
    """Figures that a program prints: name, number, unit."""
    text = pathlib.Path(program).with_suffix(".csv").read_text()
    published = {row["line"]: row for row in csv.DictReader(line for line in text.splitlines() if line[0] != "#")}
    printed = output([lockstep, "--mode", "cycles", "-q", "--gpu", gpu, *options, program]).stdout
    return [Figure(lecture, gpu, program, name, float(number), float(published[name]["published"]), unit)
            for name, number, unit in (line.split() for line in printed.splitlines())]


def ratios(figures, ending=""):
    """Of each step to the one before, as lockstep compare judges them, and of the last to the first: EPFL does not name its GPU."""
    first, last = figures[0], figures[-1]
    def of(figure, name, ours, published):
        return Figure(figure.lecture, figure.gpu, figure.program, name + ending, ours, published, "times")
    steps = [of(after, f"{before.name} / {after.name}", after.ours, after.published) for before, after in zip(figures, figures[1:])]
    return steps + [of(last, f"{first.name} / {last.name}", math.prod(figure.ours for figure in figures),
                       math.prod(figure.published for figure in figures))]


def counters(lockstep, gpu, program, *names):
    """Counters of the launches of a program, by kernel; nan where a launch has none."""
    done = output([lockstep, "-q", "--gpu", gpu, "--csv", "--page", "raw", "-m", ",".join(names), "-o", "/dev/stderr", program])
    rows = [row for row in csv.DictReader(io.StringIO(done.stderr[done.stderr.index('"ID"'):])) if row["ID"]]
    kernel = lambda row: row["Kernel Name"].replace("(int)", "").split("(")[0].removeprefix("void ")
    return {kernel(row): [float(row[name] or "nan") for name in names] for row in rows}


def stencil(lockstep, gpu):
    """SHEF prints no code but counts: reads of an 8 x 8 tile that shared memory answers, and the threads that compute."""
    program = "kernels/stencil.cu"
    found = counters(lockstep, gpu, program, "shared_ld_bytes", "global_ld_bytes", "global_st_bytes", "threads_launched")
    figure = lambda name, ours, published, unit: Figure("SHEF", gpu, program, name, ours, published, unit)
    blocks = 960 * 960 / 64
    shared, loaded, _, threads = found["gather_tile<8>"]
    made = [figure("cached, no halo", shared / 4 / blocks, 288 + 132, "reads"),
            figure("not cached, no halo", (loaded / 4 - threads) / blocks, 92, "reads")]
    shared, loaded, _, _ = found["gather_even_loads<8>"]
    made += [figure("loads, halo", loaded / 4 / blocks, 100, "loads"), figure("cached, halo", shared / 4 / blocks, 512, "reads")]
    for size, published in ((8, 64), (12, 73), (16, 79), (20, 83), (24, 85), (28, 87)):
        _, _, stored, threads = found[f"gather_more_threads<{size}>"]
        made.append(figure(f"utilization, tile of {size}", 100 * stored / 4 / threads, published, "percent"))
    return made


def products(lockstep, gpu):
    """EPFL: loads for a multiply-add without tiles, and how much tiles of 32 reduce them."""
    program = f"{EPFL}/matrix_multiply.cu"
    found = counters(lockstep, gpu, program, "global_ld", "flop_sp_fma")
    loads = {kernel: 32 * values[0] / values[1] for kernel, values in found.items()}
    figure = lambda name, ours, published, unit: Figure("EPFL", gpu, program, name, ours, published, unit)
    return [figure("loads, one block", loads["MatrixMulOneBlock"], 2, "a multiply-add"),
            figure("fewer loads, tiles of 32", loads["MatrixMulOneBlock"] / loads["MatrixMulKernel"], 32, "times")]


def large_tiles(lockstep, gpu):
    """EPFL's tiles of 64 x 64, with threads that compute four elements each: what a pair of tiles takes, and how many fit."""
    program, pairs = "kernels/matrix_multiply.cu", (512 // 64) ** 3
    found = counters(lockstep, gpu, program, "global_ld", "flop_sp_fma", "occupancy_limit_shared")
    naive, large = found["multiply_one_thread_per_element"], found["multiply_large_tile<64, 16>"]
    figure = lambda name, ours, published, unit: Figure("EPFL", gpu, program, name, ours, published, unit)
    return [figure("loads, tiles of 64", 32 * large[0] / pairs, 2 * 4096, "loads"),
            figure("operations, tiles of 64", 2 * large[1] / pairs, 524e3, "operations"),
            figure("fewer loads, tiles of 64", naive[0] / large[0], 64, "times"),
            figure("blocks in 96 KB, tiles of 64", large[2], 3, "blocks")]


def registers(lockstep):
    """UT: the same product with one more register a thread."""
    figures = lines(lockstep, "UT", "9800gtx", f"{UT}/matrix_multiply.cu", "--maxrregcount", 10)
    more = lines(lockstep, "UT", "9800gtx", f"{UT}/matrix_multiply.cu", "--maxrregcount", 11)
    more = next(figure for figure in more if figure.name == "16x16-blocks")
    return figures + [Figure("UT", more.gpu, more.program, "16x16-blocks, 11 registers", more.ours, 2, more.unit)]


def camping(lockstep, lecture, size, tiled, padded):
    """The tiled transposes on squares whose columns of tiles lie in one partition of the memory."""
    figures = launches(lockstep, lecture, "gtx280", f"{MUNI}/transpose.cu", f"{MUNI}/transpose.csv", size,
                       "mtran_coalesced", "mtran_padded")
    return [Figure(lecture, "gtx280", figure.program, f"{figure.name}, {size}", figure.ours, published, figure.unit)
            for figure, published in zip(figures, (tiled, padded))]


def gain(figures):
    """What padding gains."""
    tiled, padded = figures
    return [Figure(tiled.lecture, tiled.gpu, tiled.program, f"{padded.name} / {tiled.name}", padded.ours / tiled.ours,
                   padded.published / tiled.published, "times")]


def with_gain(figures):
    tiled, padded = (next(figure for figure in figures if figure.name == name) for name in ("mtran_coalesced", "mtran_padded"))
    return figures + gain((tiled, padded))


def all_figures(lockstep):
    transpose, reduction = f"{MUNI}/transpose", f"{MUNI}/reduction"
    jobs = [
        lambda: with_gain(launches(lockstep, "MUNI", "gtx280", f"{transpose}.cu", f"{transpose}.csv")),
        lambda: gain(camping(lockstep, "MUNI", 4096, 1, 1)),  # "practically unnoticeable"
        lambda: camping(lockstep, "Ruetsch", 2048, 16.5 * GIB, 16.6 * GIB),
        lambda: launches(lockstep, "MUNI", "gtx280", f"{reduction}.cu", f"{reduction}.csv"),
        lambda: lines(lockstep, "MUNI", "gtx280", f"{MUNI}/registers.cu"),
        lambda: lines(lockstep, "MUNI", "gtx480", f"{MUNI}/registers.cu"),
        lambda: ratios(launches(lockstep, "EPFL", "gtx480", f"{EPFL}/reduction.cu", f"{EPFL}/reduction.csv")),
        lambda: ratios(launches(lockstep, "EPFL", "gtx980", f"{EPFL}/reduction.cu", f"{EPFL}/reduction.csv"), ", gtx980"),
        lambda: lines(lockstep, "UT", f"{UT}/9800gtx.gpu", f"{UT}/bandwidths.cu"),
        lambda: registers(lockstep),
        lambda: lines(lockstep, "UT", f"{UT}/200cycles.gpu", f"{UT}/latency.cu"),
        lambda: products(lockstep, "gtx980"),
        lambda: large_tiles(lockstep, "gtx980"),
        lambda: stencil(lockstep, "gtx480"),
        lambda: lines(lockstep, "GUIDE", "b200", f"{GUIDE}/occupancy.cu"),
        lambda: lines(lockstep, "GUIDE", "h200", f"{GUIDE}/clusters.cu"),
        lambda: launches(lockstep, "Harris", "8800gtx", "tests/timing/reduction_published.cu", "traces/g80/harris.csv", 128),
    ]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return [figures for figures in pool.map(lambda job: job(), jobs)]


def read_reasons():
    rows = [line for line in pathlib.Path("tests/lectures/printed.table").read_text().splitlines() if line[0] != "#"]
    cells = ([cell.strip() for cell in row.split("|")] for row in rows)
    return {(program, name): (LIMIT if limit == "input" else float(limit), reason, limit == "input")
            for program, name, limit, reason in cells}


def verdict(figure, is_input):
    if is_input:
        return "input"
    return "equal" if figure.ours == figure.published else f"within {LIMIT} %" if abs(figure.difference) <= LIMIT else "off"


def table(groups, reasons):
    rows = ["| lecture | GPU | listing | figure | published | ours | difference | verdict | remark |", "|---|---|---|---|--:|--:|--:|---|---|"]
    for figure in (figure for group in groups for figure in group):
        _, reason, is_input = reasons.get((figure.program, figure.name), (LIMIT, "", False))
        rows.append(f"| {figure.lecture} | {pathlib.Path(figure.gpu).stem} | [{pathlib.Path(figure.program).name}](../../{figure.program}) "
                    f"| {figure.name} | {figure.published:.4g} {figure.unit} | {figure.ours:.4g} | {figure.difference:+.1f} % | {verdict(figure, is_input)} | {reason} |")
    return rows


def table_of_listing(groups, listing):
    rows = [f"| [{pathlib.Path(listing).name}](../../kernels/printed/{listing}) | published | modeled | difference |", "|---|--:|--:|--:|"]
    for figure in (figure for group in groups for figure in group if figure.program == f"kernels/printed/{listing}"):
        rows.append(f"| {figure.name} | {figure.published:.4g} {figure.unit} | {figure.ours:.4g} | {figure.difference:+.1f} % |")
    return rows


def check_page(page, groups, reasons):
    """What is wrong with the tables of a page, or nothing: they are written when LOCKSTEP_REGOLD is 1."""
    def made(marker):
        rows = table_of_listing(groups, marker[2]) if marker[2] else table(groups, reasons)
        return marker[1] + "\n".join(rows) + "\n<!-- end -->"
    old = page.read_text()
    new = re.sub(r"(<!-- table figures ?(\S*) -->\n).*?<!-- end -->", made, old, flags=re.S)
    if os.environ.get("LOCKSTEP_REGOLD") == "1":
        page.write_text(new)
    elif new != old:
        return [f"{page}: another table (LOCKSTEP_REGOLD=1 writes it):"] + [line for line in new.splitlines() if line not in old]
    return []


def problems(groups, reasons):
    found = []
    for group in groups:
        for figure in group:
            limit, *_ = reasons.get((figure.program, figure.name), (LIMIT,))
            if abs(figure.difference) > limit:
                found.append(f"{figure.program}: {figure.name}: {figure.difference:+.1f} %, allowed are {limit:.0f} %")
        for a in group:
            for b in group:
                has_order = a.unit == b.unit != "times" and a.published * TIE < b.published
                has_reason = any(reasons.get((figure.program, figure.name), (LIMIT,))[0] > LIMIT for figure in (a, b))
                if has_order and not has_reason and a.ours >= b.ours:
                    found.append(f"{a.program}: {a.name} and {b.name} are out of order")
    return found


def main():
    lockstep = pathlib.Path(sys.argv[1]).resolve()
    os.chdir(sys.argv[2])
    groups, reasons = all_figures(lockstep), read_reasons()
    found = problems(groups, reasons)
    for page in sorted(pathlib.Path("docs/lectures").glob("*.md")):
        found += check_page(page, groups, reasons)
    figures = sum(map(len, groups))
    print(f"{figures} figures", *found, sep="\n")
    sys.exit(1 if found or figures < 65 else 0)


main()
