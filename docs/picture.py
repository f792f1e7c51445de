#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Remakes docs/page.png, the picture of the teaching page in the README, with Chromium.
docs/picture.py LOCKSTEP, in the root folder of the repository"""
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests", "view"))
sys.dont_write_bytecode = True
from browser import Browser, require_browser  # noqa: E402

if len(sys.argv) != 2:
    sys.exit(__doc__)
require_browser()
with tempfile.TemporaryDirectory() as folder:
    page = os.path.join(folder, "page.html")
    subprocess.run([sys.argv[1], "view", "kernels/transpose.cu", "-k", "regex:transpose_(tiled|padded)",
                    "-o", page, "-q"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    browser = Browser()
    browser.size(1280, 860)
    browser.open(page)  # at the bank conflict of the slower kernel
    browser.picture(os.path.join(ROOT, "docs", "page.png"))
    browser.close()
