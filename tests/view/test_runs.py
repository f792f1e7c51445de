# SPDX-License-Identifier: Apache-2.0
"""A tile read by columns on the page: other paddings, and the same step on two generations and two GPUs.
python3 test_runs.py NAME LOCKSTEP KERNELS FOLDER"""
import os
import subprocess
import sys
import unittest

from browser import Browser, require_browser

LOCKSTEP, FOLDER = sys.argv[2], sys.argv[4]

TURN = """__global__ void turn(float *out, const float *in, int n)
{
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8)
        tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8)
        out[(y + i) * n + x] = tile[threadIdx.x][threadIdx.y + i];
}
int main()
{
    float *in, *out;
    cudaMalloc(&in, 128 * 128 * 4);
    cudaMalloc(&out, 128 * 128 * 4);
    cudaMemset(in, 0, 128 * 128 * 4);
    turn<<<dim3(4, 4), dim3(32, 8)>>>(out, in, 128);
    return cudaDeviceSynchronize() != cudaSuccess;
}
"""
COLUMN_LINE = 10


# Reads the rows of `tile` through a pointer: with other rows it reads something else.
FLAT = """#include <stdio.h>
__global__ void flat(int *out)
{
    __shared__ int tile[32][48];
    int t = threadIdx.x, *start = &tile[0][0];
    for (int i = 0; i < 48; i++) start[i * 32 + t] = i * 32 + t;
    __syncthreads();
    out[t] = tile[t][3];
}
int main()
{
    int *out, sum = 0, host[32];
    cudaMalloc(&out, sizeof host);
    flat<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) sum += host[i] * (i + 1);
    printf("%d\\n", sum);
    return 0;
}
"""


class Runs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.makedirs(FOLDER, exist_ok=True)
        cls.source, cls.page = os.path.join(FOLDER, "turn.cu"), os.path.join(FOLDER, "turn.html")
        with open(cls.source, "w", encoding="utf-8") as file:
            file.write(TURN)
        cls.lockstep("view", cls.source, "--gpu", "h200,gtx480", "-o", cls.page, "-q")
        cls.browser = Browser()
        cls.browser.size(1280, 720)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def setUp(self):
        self.browser.open(self.page)

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    @classmethod
    def lockstep(cls, *arguments, code=0):
        done = subprocess.run([LOCKSTEP, *arguments], capture_output=True, encoding="utf-8", check=False)
        assert done.returncode == code, done.stdout + done.stderr
        return done

    def do(self, expression):
        return self.browser.do(expression)

    def alone(self):
        """One pane, at the first read of a column."""
        self.browser.open(self.page, "#launch=0&warp=0&step=0&panel=access")
        self.browser.key("c")
        self.assertEqual(self.do("pane().step.line"), COLUMN_LINE)

    def turn(self, knob, choice):
        self.do("turnKnob(pane(), '%s', %s)" % (knob, choice))

    def shown(self):
        return self.do("[document.querySelector('[data-what-if]').dataset.whatIf, document.querySelector('.big').dataset.cost].map(Number)")

    def test_a_padded_tile_has_no_conflict(self):
        self.alone()
        self.assertEqual(self.do("[...document.querySelectorAll('[data-knob]')].map((each) => each.dataset.knob)"),
                         ["padding", "swizzle", "stride", "block"])
        self.do("document.querySelector('[data-knob=padding]').click()")
        self.assertEqual(self.do("[...document.querySelectorAll('[data-turned]')].map((each) => Number(each.dataset.costOf))"),
                         [32, 1, 2, 1, 4, 1, 2, 1, 8])
        self.assertEqual(self.shown(), [32, 32])
        self.do("document.querySelector('[data-turned=\"padding:1\"]').click()")
        self.assertEqual(self.shown(), [1, 1])
        self.assertIn("tile[32][33]", self.do("document.querySelector('.what-if code').textContent"))
        self.assertIn("--apply padding=1", self.do("document.querySelector('.panel').textContent"))
        self.assertEqual(self.do("document.querySelectorAll('[data-passes=\"1\"]').length"), 32)
        self.turn("swizzle", 1)
        self.assertEqual(self.shown(), [1, 1])
        self.turn("block", 0)
        self.assertEqual(self.shown(), [1, 1])
        self.browser.key("ArrowRight")  # another instruction is as it is
        self.assertEqual(self.do("document.querySelectorAll('[data-what-if]').length"), 0)

    def test_the_knobs_follow_the_generation(self):
        self.alone()
        self.turn("padding", 1)
        self.do("setGpu(pane(), DATA.generations.findIndex((each) => each.name === 'gtx280'))")
        self.assertEqual(self.do("[...document.querySelectorAll('[data-turned]')].map((each) => Number(each.dataset.costOf))")[:3],
                         [32, 2, 4])
        self.assertIn("under the rules of h200 only", self.do("document.querySelector('.panel').textContent"))

    def test_one_step_under_two_generations(self):
        self.browser.open(self.page, "#launch=0&warp=0&step=0&panel=access")
        self.do("LAUNCHES.length = 1")  # as on the page of one GPU
        self.browser.key("v")
        self.assertEqual(self.do("state.panes.map((each) => each.launch.index)"), [0, 0])
        self.assertEqual(len(set(self.do("state.panes.map((each) => rule(each))"))), 2)
        self.do("move(state.panes[0], 3)")
        self.assertEqual(self.do("state.panes.map((each) => each.at)"), [3, 3])

    def test_two_gpus_stand_side_by_side_at_the_same_step(self):
        self.assertEqual(self.do("state.panes.map((each) => each.launch.run.gpu.name)"), ["h200", "gtx480"])
        self.assertEqual(self.do("state.panes.map((each) => DATA.generations[each.gpu].name)"), ["h200", "gtx480"])
        self.assertEqual(self.do("TABLE.length"), 2)
        self.assertEqual(self.do("[...document.querySelectorAll('#launch option')].map((each) => each.textContent)"),
                         ["%s #0: turn <<<4×4, 32×8>>>" % name for name in ("h200", "gtx480")])
        self.do("setPanel('access')")
        for _ in range(6):
            self.browser.key("]")
            places = self.do("state.panes.map((each) => [each.step.line, each.step.access.parts[0].pattern.what])")
            self.assertEqual(places[0], places[1])
        self.browser.key("ArrowDown")
        self.assertEqual(self.do("state.panes.map((each) => each.launch.warps[each.warp].number)"), [1, 1])
        fragment = self.do("location.hash")
        self.browser.open(self.page, fragment)
        self.assertEqual(self.do("location.hash"), fragment)

    def test_each_run_is_as_on_a_page_of_its_own(self):
        alone = os.path.join(FOLDER, "alone.html")
        self.lockstep("view", self.source, "--gpu", "gtx480", "-o", alone, "-q")
        facts = """((run) => JSON.stringify(LAUNCHES.filter((each) => each.run === run).map((launch) => [launch.name, launch.counters,
                   launch.ofWarp.flat().map((i) => { const at = launch.step(i), made = at.access && at.access.parts.map((part) =>
                   [part.pattern.what, part.pattern.under(run.own_rule), part.whatIf.map(([knob, own, choices]) => [knob, own,
                   choices.map(([value, source, choice]) => [value, source, CHOICES[choice].under(run.own_rule)])])]);
                   return [at.line, at.on, at.issued, sourceLine(at.source, at.line), made]; })])))(RUNS[RUNS.length - 1])"""
        joined = self.do(facts)
        self.browser.open(alone)
        self.assertEqual(self.do(facts), joined)

    def test_a_change_is_applied_to_a_copy(self):
        done = self.lockstep("explain", "%s:%d" % (self.source, COLUMN_LINE), "--apply", "padding=1", "-q")
        copy = os.path.join(FOLDER, "turn.padding-1.cu")
        with open(copy, encoding="utf-8") as file:
            self.assertEqual(file.read(), TURN.replace("tile[32][32]", "tile[32][33]"))
        rows = {line[2:26].strip(): line[26:].split() for line in done.stdout[done.stdout.index("as it is"):].splitlines()[1:] if line.startswith("  ")}
        self.assertEqual(rows["of bank conflicts"], ["15,872", "0", "-100.0", "%"])
        self.assertLess(float(rows["time, us"][1]), float(rows["time, us"][0]))
        with open(copy, "a", encoding="utf-8") as file:
            file.write("// mine\n")
        done = self.lockstep("explain", "%s:%d" % (self.source, COLUMN_LINE), "--apply", "padding=1", "-q", code=1)
        self.assertIn("holds something else", done.stderr)
        done = self.lockstep("explain", "%s:6" % self.source, "--apply", "stride=2", code=1)
        self.assertIn("--apply takes padding=N", done.stderr)
        os.unlink(copy)

    def test_a_copy_that_prints_something_else_is_told_of(self):
        path = os.path.join(FOLDER, "flat.cu")
        with open(path, "w", encoding="utf-8") as file:
            file.write(FLAT)
        done = self.lockstep("explain", "%s:8" % path, "--apply", "padding=1", "-q", code=3)
        self.assertIn("It prints something else: the change breaks the program.", done.stdout)
        done = self.lockstep("explain", "%s:8" % path, "--apply", "swizzle", "-q", code=1)
        self.assertIn("its rows have no power of two of elements", done.stderr)

    def test_other_commands_take_one_gpu(self):
        done = self.lockstep("explain", "%s:%d" % (self.source, COLUMN_LINE), "--gpu", "h200,gtx480", code=1)
        self.assertIn("takes one GPU, and there are several", done.stderr)


if __name__ == "__main__":
    require_browser()
    unittest.main(argv=sys.argv[:1])
