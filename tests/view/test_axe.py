# SPDX-License-Identifier: Apache-2.0
"""Accessibility by axe-core (https://github.com/dequelabs/axe-core), of which LOCKSTEP_AXE names a copy (axe.min.js): all
panels, light and dark, on a projector and a phone. test_page.py and test_odd.py check names, contrast and focus without it.
python3 test_axe.py NAME LOCKSTEP KERNELS FOLDER"""
import os
import subprocess
import sys
import unittest

from browser import NO_BROWSER, Browser, require_browser

LOCKSTEP, KERNELS, FOLDER = sys.argv[2:5]
AXE = os.environ.get("LOCKSTEP_AXE", "")
RUN = """axe.run(document, {resultTypes: ["violations"]}).then((done) => done.violations
    .map((each) => `${each.id}: ${each.nodes[0].html.slice(0, 120)}`))"""


class Axe(unittest.TestCase):
    def setUp(self):
        os.makedirs(FOLDER, exist_ok=True)
        self.browser = Browser()
        self.addCleanup(self.browser.close)
        with open(AXE, encoding="utf-8") as file:
            self.axe = file.read()

    def violations(self, size, scheme, page):
        self.browser.size(*size)
        self.browser.page_call("Emulation.setEmulatedMedia", media="", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.browser.open(page)
        self.browser.page_call("Runtime.evaluate", expression=self.axe)
        for keys in (("",), *"12345678", ("p",), ("p", "v"), ("?",)):
            for key in filter(None, keys):
                self.browser.key(key)
            yield from ((size, scheme, keys, each) for each in self.browser.do(RUN))

    def test_it_finds_nothing(self):
        page = os.path.join(FOLDER, "page.html")
        subprocess.run([LOCKSTEP, "view", os.path.join(KERNELS, "shared_banks.cu"), "-k", "regex:sum_rows", "--occupancy-sweep",
                        "-o", page, "-q"], check=True, stdout=subprocess.DEVNULL)
        found = [each for size in ((1280, 720), (390, 844)) for scheme in ("light", "dark")
                 for each in self.violations(size, scheme, page)]
        self.assertEqual(found, [])
        self.browser.key("Escape")  # out of the list of keys
        self.browser.do("document.body.insertAdjacentHTML('beforeend', '<img src=x><button></button>')")
        self.assertGreater(len(self.browser.do(RUN)), 1)  # it does look


if __name__ == "__main__":
    if not os.path.exists(AXE):
        print("SKIPPED: LOCKSTEP_AXE names no copy of axe.min.js")
        sys.exit(NO_BROWSER)
    require_browser()
    suite = unittest.TestLoader().loadTestsFromTestCase(Axe)
    sys.exit(0 if unittest.TextTestRunner(verbosity=1).run(suite).wasSuccessful() else 1)
