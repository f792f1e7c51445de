# SPDX-License-Identifier: Apache-2.0
"""Pages of programs that are wrong: they open where the kernel faults, and lead to both sides of a race and
to where an uninitialized value was read.
python3 test_wrong.py NAME LOCKSTEP KERNELS FOLDER"""
import os
import subprocess
import sys
import unittest

from browser import Browser, require_browser

LOCKSTEP, FOLDER = sys.argv[2], sys.argv[4]

FAULT = """__global__ void far(float *out, int n)
{
    int i = threadIdx.x;
    if (i > 36) {
        out[i + n] = 1;
    }
}
int main()
{
    float *out;
    cudaMalloc(&out, 512);
    far<<<1, 64>>>(out, 0);
    far<<<%d, 64>>>(out, 1024);
    return cudaDeviceSynchronize() == cudaSuccess;
}
"""
WRONG = """__global__ void reverse(int *out, const int *fresh)
{
    __shared__ int tile[64];
    int i = threadIdx.x;
    tile[i] = i;
    int other = tile[63 - i];
    int value = fresh[i];
    out[i] = other + value;
}
int main()
{
    int *out, *fresh;
    cudaMalloc(&out, 256);
    cudaMalloc(&fresh, 256);
    reverse<<<1, 64>>>(out, fresh);
    cudaDeviceSynchronize();
    cudaFree(out);
}
"""


class Wrong(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.makedirs(FOLDER, exist_ok=True)
        cls.browser = Browser()
        cls.browser.size(1280, 720)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    def view(self, name, text, code, *options, says=""):
        path, page = os.path.join(FOLDER, name + ".cu"), os.path.join(FOLDER, name + ".html")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run([LOCKSTEP, "view", path, "-o", page, *options],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn(says, done.stderr)
        self.browser.open(page)

    def text(self, selector):
        return self.browser.do("document.querySelector('%s').textContent" % selector)

    def where(self):
        return self.browser.do("[pane().launch.id, pane().step.line, pane().step.warp.number]")

    def press(self, selector):
        self.browser.do("document.querySelector('%s').click()" % selector)

    def test_a_fault_opens_at_its_lane(self):
        self.view("fault", FAULT % 1, 0, "--out-of-bounds", "stop")
        self.assertEqual(self.where(), [1, 5, 1])
        self.assertRegex(self.text("#verdict"), "^stopped line 5 .*'out.1061.'")
        self.assertIn("'out[1061]'", self.text("[data-problem=fault]"))
        self.assertNotIn("Nothing", self.text(".panel"))
        self.assertIn("fault, lane 5", self.text("#status"))
        self.assertIn("block 0, warp 1, lane 5", self.text("[data-side]"))
        self.assertEqual(self.text("[data-panel=findings] .badge"), "1")
        self.browser.key("1")
        self.assertEqual(self.browser.do("[...document.querySelectorAll('[data-wrong]')]"
                                         ".map((mark) => mark.dataset.wrong)"), ["5"])
        self.browser.key("Home")
        self.browser.key("5")
        self.press("[data-side]")
        self.assertEqual(self.where(), [1, 5, 1])

    def test_a_fault_in_another_block(self):
        text = FAULT.replace("i > 36", "blockIdx.x == 3") % 4
        self.view("block", text, 0, "--out-of-bounds", "stop", says="far stopped in block 3: the program ran once more to record this block")
        self.assertEqual(self.where(), [1, 5, 0])
        self.assertEqual(self.browser.do("pane().step.warp.block.index"), 3)
        self.view("block", text, 0, "--block", "0", "--out-of-bounds", "stop", says="which the page does not have; --block 3 records it")
        self.assertEqual(self.browser.do("pane().step.warp.block.index"), 0)
        self.assertIn("(not recorded)", self.browser.do("LAUNCHES[1].problems.map((problem, i) => "
                                                        "problemCard(LAUNCHES[1], problem, i)).join('')"))

    def test_a_kernel_goes_on_after_an_access_out_of_bounds(self):
        self.view("beyond", FAULT % 1, 1)
        self.assertRegex(self.text("#verdict"), "^out of bounds line 5 .*'out.1061.'")
        self.assertIn("went on", self.text("[data-problem=fault]"))
        self.view("beyond", FAULT.replace("i > 36", "blockIdx.x == 3") % 4, 1, says="far went out of bounds in block 3: the program ran once more")
        self.assertEqual(self.browser.do("pane().step.warp.block.index"), 3)

    def test_both_sides_can_be_stepped_to(self):
        self.view("wrong", WRONG, 5, "--check")
        self.assertTrue(self.browser.do("LAUNCHES[0].hasClock"))
        races = self.browser.do("LAUNCHES[0].problems.map((problem) => problem.name)")
        self.assertEqual(sorted(set(races)), ["race-raw", "uninit-result"])
        raw = races.index("race-raw")
        lines = []
        for side in (0, 1):
            self.browser.key("5")
            self.press("[data-side=\"%d.%d\"]" % (raw, side))
            lines.append(self.where()[1:])
        self.assertEqual([line for line, _ in lines], [6, 5])
        self.assertNotEqual(lines[0][1], lines[1][1])
        self.assertIn("race, read after write, lane", self.text("#status"))
        self.assertRegex(self.text("#verdict"), r"^error: .*\(and \d+ more errors?\)$")
        origin = self.browser.do("LAUNCHES[0].problems.findIndex((problem) => problem.sides[1].line === 7)")
        self.press("[data-side=\"%d.1\"]" % origin)
        self.assertEqual(self.where()[1], 7)
        self.assertIn("wrong.cu:14", self.text("[data-problem=leak]"))


if __name__ == "__main__":
    require_browser()
    suite = unittest.TestLoader().loadTestsFromTestCase(Wrong)
    sys.exit(0 if unittest.TextTestRunner(verbosity=1).run(suite).wasSuccessful() else 1)
