# SPDX-License-Identifier: Apache-2.0
"""Throughput against resident warps: a kernel of dependent additions on the page of --occupancy-sweep.
python3 test_occupancy.py NAME LOCKSTEP KERNELS FOLDER"""
import os
import subprocess
import sys
import unittest

from browser import Browser, require_browser

LOCKSTEP, FOLDER = sys.argv[2], sys.argv[4]

ADDS = """__global__ void dependent_adds(float *out, float x)
{
    float sum = x;
#pragma unroll
    for (int i = 0; i < 512; i++)
        sum += x;
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
int main()
{
    float *out;
    cudaMalloc(&out, 132 * 16 * 128 * 4);
    dependent_adds<<<132 * 16, 128>>>(out, 1.0f);
    return cudaDeviceSynchronize() != cudaSuccess;
}
"""

COLUMN = """__global__ void column(float *out)
{
    __shared__ float tile[32][32];
    float sum = 0;
    for (int i = 0; i < 64; i++)
        sum += tile[threadIdx.x][(i + threadIdx.y) % 32];
    out[threadIdx.y * 32 + threadIdx.x] = sum;
}
int main()
{
    float *out;
    cudaMalloc(&out, 4096);
    column<<<132, dim3(32, 32)>>>(out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
"""


class Occupancy(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.makedirs(FOLDER, exist_ok=True)
        cls.path, cls.page = os.path.join(FOLDER, "adds.cu"), os.path.join(FOLDER, "adds.html")
        with open(cls.path, "w", encoding="utf-8") as file:
            file.write(ADDS)
        done = cls.view("-o", cls.page, "--occupancy-sweep")
        assert done.returncode == 0, done.stderr
        cls.browser = Browser()
        cls.browser.size(1280, 720)
        cls.browser.open(cls.page, "#panel=sm")

    @classmethod
    def view(cls, *options):
        return subprocess.run([LOCKSTEP, "view", cls.path, *options], stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    def runs(self, field):
        return self.browser.do("LAUNCHES[0].runs.map((run) => run.%s)" % field)

    # A block is a warp for each of 4 schedulers; an addition of an H200 takes 4 cycles and issues every cycle.
    def test_throughput_grows_until_the_latency_is_filled(self):
        self.assertEqual(self.runs("blocks"), [1, 2, 4, 8, 16])
        rates = self.runs("ipc")
        for rate, expected in zip(rates[:2], (1, 2)):
            self.assertAlmostEqual(rate, expected, delta=0.05)
        self.assertGreater(rates[2], 3.4)
        for rate in rates[3:]:
            self.assertGreater(rate, 3.7)
            self.assertLessEqual(rate, 4)

    def test_the_slider_chooses_a_run(self):
        self.assertEqual(self.browser.do("document.querySelectorAll('[data-figure=latency] [data-point]').length"), 5)
        for run, share in ((0, "25 % issued"), (4, "% issued")):
            self.browser.do("{ const slider = document.querySelector('[data-run]'); slider.value = %d;"
                            "slider.dispatchEvent(new Event('input', {bubbles: true})); }" % run)
            self.assertIn(share, self.browser.do("document.querySelector('[data-figure=latency]').textContent"))
        self.browser.do("{ const slider = document.querySelector('[data-run]'); slider.value = 0;"
                        "slider.dispatchEvent(new Event('input', {bubbles: true})); }")
        says = self.browser.do("document.querySelector('.run-says').textContent")
        self.assertIn("4 warps, up to 1 block:", says)
        self.assertEqual(self.browser.do("[0, 1, 2].map((i) => isGridShort([{warps_active: 8}, {warps_active: 14.4}, {warps_active: 14.42}], i))"),
                         [False, False, True])
        self.assertRegex(says, r"Warps spent 7\d % of their time in wait")
        ticks = self.browser.do("[...document.querySelectorAll('[data-figure=latency] [data-tick]')].map((each) => each.textContent)")
        self.assertEqual(ticks, ["0", "1", "2", "3", "4"])

    # 16 blocks of 4 warps fill an SM's 64 slots; each scheduler has one warp of each block.
    def test_the_sm_over_time_has_all_its_warps(self):
        drawn = "[...document.querySelectorAll('[data-figure=track] [data-scheduler]')]"
        self.assertEqual(self.browser.do(drawn + ".map((each) => each.querySelectorAll('[data-slot]').length)"), [16] * 4)
        self.assertEqual(self.browser.do("LAUNCHES[0].record.track.blocks.length"), 16)
        issued = [float(each) for each in self.browser.do(drawn + ".map((each) => each.dataset.issued)")]
        slots = self.browser.do("LAUNCHES[0].record.track.cycles.map((_, i) => sumsOf(LAUNCHES[0].record.track, i)"
                                ".reduce((sum, bin) => sum + (bin.get(0) || 0), 0))")
        steps = self.browser.do("LAUNCHES[0].code.issues.reduce((sum, n) => sum + n, 0)")
        self.assertEqual(slots, [16 * steps] * 4)
        for share in issued:
            self.assertGreater(share, 0.6)
        self.assertIn("% nobody could", self.browser.do("document.querySelector('[data-figure=track]').textContent"))

    def test_the_sm_is_zoomed_with_the_timeline(self):
        label = "[...document.querySelectorAll('[data-figure=%s] text')].map((each) => each.textContent)" \
                ".filter((text) => /^[0-9,]+$/.test(text)).pop()"
        before = self.browser.do(label % "track")
        self.browser.do("document.querySelector('.track [data-zoom=\"+\"]').click()")
        self.browser.do("document.querySelector('.track [data-zoom=\"+\"]').click()")
        self.assertNotEqual(self.browser.do(label % "track"), before)
        self.assertEqual(self.browser.do("state.zoom"), 4)
        span, all_bins, issued = self.browser.do("{ const {track} = pane().launch.record; [trackSpan(pane(), track),"
                                                 " track.bins * track.bin, pane().step.issued]; }")
        self.assertAlmostEqual(span[1] - span[0], all_bins / 4, delta=1)
        self.assertTrue(span[0] <= issued <= span[1])
        self.assertEqual(self.browser.do("document.querySelectorAll('[data-figure=track] [data-mark=timeline]').length"), 1)
        self.browser.do("document.querySelector('.track [data-zoom=\"0\"]').click()")
        self.assertEqual(self.browser.do(label % "track"), before)

    def test_a_finding_shows_its_measured_speedup(self):
        path, page = os.path.join(FOLDER, "column.cu"), os.path.join(FOLDER, "column.html")
        with open(path, "w", encoding="utf-8") as file:
            file.write(COLUMN)
        subprocess.run([LOCKSTEP, "view", path, "-o", page, "--measure-speedups"], check=True)
        self.browser.open(page, "#panel=findings")
        self.assertRegex(self.browser.do("document.querySelector('.speedup').textContent"), "speedup: [5-9][0-9]")
        saved = self.browser.do("LAUNCHES[0].findings[0].speedup")
        self.assertTrue(50 < saved < 100, saved)
        self.browser.open(self.page, "#panel=sm")

    def test_labels_of_large_numbers_stay_apart(self):
        path, page = os.path.join(FOLDER, "long.cu"), os.path.join(FOLDER, "long.html")
        with open(path, "w", encoding="utf-8") as file:
            file.write(COLUMN.replace("<<<132,", "<<<2640,"))
        subprocess.run([LOCKSTEP, "view", path, "-o", page], check=True)
        self.addCleanup(self.browser.open, self.page, "#panel=sm")
        for panel, selector in (("sm", "[data-figure=track] text"), ("memory", "#figure-memory text")):
            self.browser.open(page, "#panel=" + panel)
            overlaps = self.browser.do("""(() => {
                const all = [...document.querySelectorAll("%s")].map((each) => [each.textContent, each.getBoundingClientRect()]);
                return all.flatMap(([a, x], i) => all.slice(i + 1).filter(([, y]) =>
                    Math.min(x.right, y.right) - Math.max(x.left, y.left) > 0.5 &&
                    Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top) > 4).map(([b]) => `${a} | ${b}`)); })()""" % selector)
            self.assertEqual(overlaps, [])
        wide, box = self.browser.do("[...document.querySelectorAll('#figure-memory [data-counter=shared_ld_wavefronts]')]"
                                    ".concat(document.querySelector('#figure-memory svg')).map((each) => each.getBoundingClientRect().width)")
        self.assertLess(wide, 170 / 740 * box)

    def test_a_grid_that_fills_no_sm_has_no_curve(self):
        path, page = os.path.join(FOLDER, "few.cu"), os.path.join(FOLDER, "few.html")
        with open(path, "w", encoding="utf-8") as file:
            file.write(COLUMN.replace("<<<132,", "<<<12,"))
        subprocess.run([LOCKSTEP, "view", path, "-o", page, "--occupancy-sweep"], check=True)
        self.addCleanup(self.browser.open, self.page, "#panel=sm")
        self.browser.open(page, "#panel=sm")
        self.assertEqual(self.browser.do("document.querySelectorAll('[data-figure=latency]').length"), 0)
        self.assertIn("warps on average, since the grid has 12 blocks for 132 SMs",
                      self.browser.do("document.querySelector('.run-says').textContent"))

    def test_what_makes_no_sense_is_refused(self):
        for options, reason in ((("--mode", "counts"), "needs --mode cycles"),
                                (("--blocks-per-sm", "2"), "give one")):
            done = self.view("-o", self.page + ".none", "--occupancy-sweep", *options)
            self.assertEqual(done.returncode, 1)
            self.assertIn(reason, done.stderr)


if __name__ == "__main__":
    require_browser()
    suite = unittest.TestLoader().loadTestsFromTestCase(Occupancy)
    sys.exit(0 if unittest.TextTestRunner(verbosity=1).run(suite).wasSuccessful() else 1)
