# SPDX-License-Identifier: Apache-2.0
"""Scripts that read what ncu prints read what Lockstep prints: a roofline of `--metrics … --csv` logs summed by kernel, a table of
the details page by section with its rules, and the raw page with its row of units. Each reads as public scripts for ncu do.
python3 ncu_scripts.py LOCKSTEP FOLDER"""
import csv
import os
import re
import subprocess
import sys
import unittest

LOCKSTEP, FOLDER = sys.argv[1:3]
GRID, BLOCK, ROUNDS, LAUNCHES = 264, 128, 50, 2
PROGRAM = """#include <cstdio>
__global__ void multiply_add(float *out, const float *in)
{
    __shared__ float column[128][32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i];
#pragma unroll 1
    for (int k = 0; k < %d; k++) {
        x = x * 1.5f + 2.0f;
    }
    column[threadIdx.x][0] = x;
    out[i] = column[threadIdx.x][0];
}
int main()
{
    float *in, *out;
    cudaMalloc(&in, %d * 4);
    cudaMalloc(&out, %d * 4);
    cudaMemset(in, 0, %d * 4);
    for (int i = 0; i < %d; i++) multiply_add<<<%d, %d>>>(out, in);
    printf("done, with a comma\\n");
    return cudaDeviceSynchronize() != cudaSuccess;
}
""" % (ROUNDS, GRID * BLOCK, GRID * BLOCK, GRID * BLOCK, LAUNCHES, GRID, BLOCK)
ROOFLINE = ["sm__cycles_elapsed.avg", "sm__cycles_elapsed.avg.per_second",
            "sm__sass_thread_inst_executed_op_dadd_pred_on.sum", "sm__sass_thread_inst_executed_op_dfma_pred_on.sum",
            "sm__sass_thread_inst_executed_op_dmul_pred_on.sum", "sm__sass_thread_inst_executed_op_fadd_pred_on.sum",
            "sm__sass_thread_inst_executed_op_ffma_pred_on.sum", "sm__sass_thread_inst_executed_op_fmul_pred_on.sum",
            "sm__inst_executed_pipe_tensor.sum", "dram__bytes.sum", "lts__t_bytes.sum", "l1tex__t_bytes.sum"]


def number(text):
    return float(text.replace(",", ""))


def profile(*options):
    """As `ncu OPTIONS --log-file LOG program`: the log's lines."""
    path, log = os.path.join(FOLDER, "program.cu"), os.path.join(FOLDER, "log.csv")
    done = subprocess.run([LOCKSTEP, "--mode", "cycles", "--target-processes", "all", "--csv", "--log-file", log, *options, path],
                          check=True, capture_output=True, text=True)
    assert done.stdout == "done, with a comma\n", done.stdout
    with open(log, encoding="utf-8") as file:
        return file.read().splitlines()


def table(lines):
    """From the header on, whatever was printed before."""
    first = next(i for i, line in enumerate(lines) if line.startswith('"ID"'))
    return list(csv.DictReader(lines[first:]))


class Scripts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.makedirs(FOLDER, exist_ok=True)
        with open(os.path.join(FOLDER, "program.cu"), "w", encoding="utf-8") as file:
            file.write(PROGRAM)

    def test_a_roofline_sums_metrics_by_kernel(self):
        sums, launches = {}, {}
        for row in table(profile("--metrics", ",".join(ROOFLINE))):
            kernel = sums.setdefault(row["Kernel Name"], {})
            if row["Metric Name"]:
                kernel[row["Metric Name"]] = kernel.get(row["Metric Name"], 0) + number(row["Metric Value"])
                launches.setdefault(row["Kernel Name"], set()).add(row["ID"])
        (name, kernel), = sums.items()
        self.assertEqual(name, "multiply_add(float *, const float *)")
        self.assertEqual(len(launches[name]), LAUNCHES)
        self.assertEqual(set(kernel), set(ROOFLINE))
        seconds = kernel["sm__cycles_elapsed.avg"] / (kernel["sm__cycles_elapsed.avg.per_second"] / LAUNCHES)
        flop = sum((2 if op == "fma" else 1) * kernel["sm__sass_thread_inst_executed_op_%s%s_pred_on.sum" % (size, op)]
                   for size in "df" for op in ("add", "mul", "fma"))
        self.assertEqual(flop, 2 * ROUNDS * GRID * BLOCK * LAUNCHES)
        self.assertTrue(1e-6 < seconds < 1e-3, seconds)
        moved = 4 * GRID * BLOCK * LAUNCHES  # each way
        self.assertEqual(kernel["l1tex__t_bytes.sum"], 2 * moved)
        self.assertEqual(kernel["lts__t_bytes.sum"], 2 * moved)
        self.assertTrue(0 < kernel["dram__bytes.sum"] <= 2 * moved)

    def test_details_are_read_by_section_and_rule(self):
        found, rules = {}, []
        for row in table(profile("--set", "full", "--measure-speedups")):
            if row["Rule Name"]:
                rules.append((row["Section Name"], row["Rule Type"], row["Estimated Speedup"]))
            elif row["ID"] == "0":
                found.setdefault(row["Section Name"], {})[row["Metric Name"]] = (number(row["Metric Value"]), row["Metric Unit"])
        speed, launch = found["GPU Speed Of Light Throughput"], found["Launch Statistics"]
        self.assertEqual([speed[name][1] for name in ("SM Frequency", "Elapsed Cycles", "Duration", "DRAM Throughput")],
                         ["hz", "cycle", "ns", "%"])
        self.assertAlmostEqual(speed["Duration"][0], 1e9 * speed["Elapsed Cycles"][0] / speed["SM Frequency"][0], delta=0.01)
        self.assertEqual((launch["Grid Size"][0], launch["Block Size"][0], launch["Threads"][0]), (GRID, BLOCK, GRID * BLOCK))
        for section, name in (("Occupancy", "Achieved Occupancy"), ("Occupancy", "Theoretical Occupancy"),
                              ("Memory Workload Analysis", "L2 Hit Rate"), ("Source Counters", "Branch Instructions")):
            self.assertIn(name, found[section])
        self.assertTrue({section for section, *_ in rules} <= set(found), rules)
        self.assertEqual(len([kind for section, kind, _ in rules if section == "GPU Speed Of Light Throughput" and kind == "INF"]),
                         LAUNCHES)
        gains = [float(gain) for section, kind, gain in rules if section == "Memory Workload Analysis" and kind == "OPT"]
        self.assertEqual(len(gains), LAUNCHES)
        self.assertTrue(all(0 < gain < 100 for gain in gains), gains)

    def test_the_raw_page_has_a_row_of_units(self):
        units, *launches = table(profile("--page", "raw"))
        self.assertEqual(units["ID"], "")
        self.assertEqual((units["gpu__time_duration.sum"], units["launch__registers_per_thread"]), ("ns", "register/thread"))
        self.assertEqual([row["ID"] for row in launches], ["0", "1"])
        for row in launches:
            self.assertEqual(row["Kernel Name"].split("(")[0], "multiply_add")
            self.assertEqual([int(n) for n in re.findall(r"\d+", row["Block Size"])], [BLOCK, 1, 1])
            self.assertEqual([int(n) for n in re.findall(r"\d+", row["Grid Size"])], [GRID, 1, 1])
            self.assertEqual(number(row["launch__thread_count"]), GRID * BLOCK)
            self.assertGreater(number(row["gpu__time_duration.sum"]), 1000)

    def test_an_executable_is_profiled(self):
        app = os.path.join(FOLDER, "app")
        subprocess.run([LOCKSTEP, "nvcc", "-o", app, os.path.join(FOLDER, "program.cu")], check=True)
        done = subprocess.run([LOCKSTEP, "--section", "LaunchStats", "-c", "1", app, "--of", "its own"], check=True,
                              capture_output=True, text=True)
        self.assertIn("done, with a comma", done.stdout)
        self.assertIn("Section: Launch Statistics", done.stdout)
        refused = subprocess.run([LOCKSTEP, "--section", "Launch Statistics", app], capture_output=True, text=True)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("options with blanks", refused.stderr)

    def test_the_source_page_has_a_row_a_line(self):
        lines = profile("--page", "source", "-c", "1")
        rows = {int(row["#"]): row for row in csv.DictReader(lines)}
        loop = next(i for i, line in enumerate(PROGRAM.splitlines(), 1) if "1.5f" in line)
        self.assertEqual(rows[loop]["Source"].strip(), "x = x * 1.5f + 2.0f;")
        instructions = int(rows[loop]["Instructions Executed"])
        self.assertGreaterEqual(instructions, ROUNDS * GRID * BLOCK // 32)
        self.assertEqual(int(rows[loop]["Thread Instructions Executed"]), 32 * instructions)
        self.assertEqual(number(rows[loop]["Avg. Threads Executed"]), 32)
        self.assertGreater(int(rows[loop]["Warp Stall Sampling (All Cycles)"]), 0)


if __name__ == "__main__":
    suite = unittest.TestLoader().loadTestsFromTestCase(Scripts)
    sys.exit(0 if unittest.TextTestRunner(verbosity=1).run(suite).wasSuccessful() else 1)
