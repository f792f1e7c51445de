# SPDX-License-Identifier: Apache-2.0
"""Fragments of matrix instructions on the page: lane to elements and back, by mouse and by keys, the banks
of rows under each swizzle, the way of the data, and the roofline of tensor cores.
python3 test_fragments.py NAME LOCKSTEP KERNELS FOLDER"""
import os
import subprocess
import sys
import unittest

from browser import Browser, require_browser

LOCKSTEP, KERNELS, FOLDER = sys.argv[2], sys.argv[3], sys.argv[4]
TESTS = os.path.join(KERNELS, "..", "tests")


class Fragments(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.makedirs(FOLDER, exist_ok=True)
        cls.browser = Browser()
        cls.browser.size(1500, 900)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    def view(self, program, *options):
        page = os.path.join(FOLDER, "page.html")
        if os.path.exists(page):
            os.remove(page)
        done = subprocess.run([LOCKSTEP, "view", os.path.join(TESTS, program), "-o", page, "-q", *options],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.browser.open(page)

    def go_to(self, name):
        """The first step whose fragments have this name, in the access panel."""
        self.browser.key("2")
        self.browser.do("""(() => { const launch = pane().launch;
          const step = [...Array(launch.count).keys()].find((i) => {
            const layout = layoutOf(launch, launch.record.pc[i]);
            return layout && layout.name.startsWith("%s"); });
          pane().goToStep(step); render(); })()""" % name)

    def says(self):
        return self.browser.do("document.querySelector('[data-says]').textContent")

    def marked(self):
        return self.browser.do("[...document.querySelectorAll('[data-marked]')].map((cell) => cell.dataset.held)")

    def set_field(self, name, value):
        self.browser.do("""(() => { const field = document.querySelector('[data-fragment=%s]');
          field.value = %s; field.dispatchEvent(new Event('input', {bubbles: true})); })()""" % (name, value))

    def test_a_product_of_a_warp(self):
        self.view("corpus/mma_inline.cu", "--gpu", "h200", "-c", "1", "--max-events", "3000")
        self.go_to("mma m16n8k16")
        self.assertIn("Fragments of mma m16n8k16", self.browser.do("document.querySelector('#figure-fragments').textContent"))
        # PTX ISA: lane 5 holds row 1, columns 2 and 3 of A in a0, of D in d0 and d1; row 2 and 3, column 1 of B.
        self.browser.do("document.querySelector('[data-strip=\"5\"]').dispatchEvent(new PointerEvent('pointerover', {bubbles: true}))")
        self.assertIn("Lane 5 holds A: [1][2] [1][3] [9][2] [9][3] [1][10]", self.says())
        self.assertEqual(sorted({each.split(".")[1] for each in self.marked()}), ["5"])
        self.assertEqual(len(self.marked()), 4 + 2 + 4)  # registers of A, B and D
        self.browser.do("document.querySelector('[data-held=\"1.14.1\"]').dispatchEvent(new PointerEvent('pointerover', {bubbles: true}))")
        self.assertEqual(self.says(), "B[12][3]: lane 14, register b1, bits 0–15.")
        self.assertEqual(self.browser.do("[...document.querySelectorAll('[data-fragment]')].map((each) => each.value)"), ["14", "1", "12", "3"])
        self.set_field("matrix", 2)
        self.set_field("row", 9)
        self.set_field("column", 3)
        self.assertEqual(self.says(), "C, D[9][3]: lane 5, register d3.")
        self.set_field("lane", 31)
        self.assertIn("Lane 31 holds A: [7][6]", self.says())
        table = self.browser.do("[...document.querySelectorAll('#figure-fragments tbody tr')].map((row) => row.textContent)")
        self.assertEqual(len(table), 32)
        self.assertIn("a3.1 = [9][11]", table[5])
        way = self.browser.do("document.querySelector('.way').textContent")
        for part in ("cp.async: 16 bytes a lane", "shared memory", "ldmatrix x4", "multiplied by"):
            self.assertIn(part, way)
        self.browser.do("[...document.querySelectorAll('.way button')].find((each) => each.textContent.startsWith('ldmatrix x4')).click()")
        self.assertIn("ldmatrix", self.browser.do("layoutOf(pane().launch, pane().step.pc).name"))

    def test_rows_of_ldmatrix_under_each_swizzle(self):
        self.view("corpus/mma_inline.cu", "--gpu", "h200", "-c", "1", "--max-events", "3000", "--mode", "counts")
        self.go_to("ldmatrix x4")
        counted = self.browser.do("pane().step.access.parts[0].pattern.under(pane().launch.run.own_rule).count")
        passes = self.browser.do("document.querySelector('[data-passes-of=\"0\"]').textContent")
        self.assertEqual(passes, "%d passes" % counted)
        self.assertEqual(self.browser.do("document.querySelectorAll('[data-passes-of]').length"), 4)
        self.assertEqual(self.browser.do("document.querySelectorAll('[data-row-bank]').length"), 4 * 32)
        self.assertIn("passes", self.browser.do("document.querySelector('#figure-rows tbody').lastChild.textContent"))
        self.browser.key("p")  # predict first: nothing is told
        self.assertIsNone(self.browser.do("document.querySelector('#figure-rows')"))
        self.assertIsNone(self.browser.do("document.querySelector('#figure-fragments')"))
        self.browser.key("p")

    def test_a_product_of_a_warpgroup(self):
        self.view("hardware/hopper/product.cu", "--gpu", "h200", "--max-events", "8000")
        self.go_to("wgmma m64n64k16")
        text = self.browser.do("document.querySelector('.panel').textContent")
        self.assertIn("B: 16 × 64, .f16, read from shared memory", text)
        way = self.browser.do("document.querySelector('.way').textContent")
        for part in ("TMA (cp.async.bulk.tensor): box of 64 × 128, 2 bytes each", "swizzle 128 bytes", "descriptor of wgmma"):
            self.assertIn(part, way)
        # The descriptor's rows: 128 bytes apart, which one pass serves because of the swizzle.
        self.browser.do("(() => { pane().goToStep(pane().launch.record.rows[0][0]); render(); })()")
        self.assertEqual(self.browser.do("[...document.querySelectorAll('[data-passes-of]')].map((each) => parseInt(each.textContent))"),
                         self.browser.do("pane().launch.record.rows[0][3]"))
        self.assertIn("128 bytes (this)", self.browser.do("document.querySelector('#figure-rows').textContent"))
        passes = self.browser.do("pane().launch.record.rows[0][3]")
        self.assertEqual([each // passes[3] for each in passes], [8, 4, 2, 1])
        self.browser.key("4")
        roof = self.browser.do("document.querySelector('#figure-roofline').textContent")
        self.assertIn("fp16 tensor", roof)
        self.assertEqual(self.browser.do("document.querySelectorAll('#figure-roofline [data-roof]').length"), 1)

    def test_tensor_memory(self):
        self.view("hardware/blackwell/product.cu", "--gpu", "b200", "--max-events", "8000")
        self.go_to("tcgen05.ld 32x32b x8")
        text = self.browser.do("document.querySelector('#figure-fragments').textContent")
        self.assertIn("memory: 32 × 8, .b32", text)
        self.assertIn("rows: lanes of tensor memory from the address on", text)
        self.set_field("row", 9)
        self.set_field("column", 3)
        self.assertEqual(self.says(), "memory[9][3]: lane 9, register r3.")
        self.assertIsNone(self.browser.do("document.querySelector('.way')"))
        self.browser.key("4")
        self.assertIn("fp16 tensor", self.browser.do("document.querySelector('#figure-roofline').textContent"))


if __name__ == "__main__":
    require_browser()
    unittest.main(argv=sys.argv[:1])
