# SPDX-License-Identifier: Apache-2.0
"""Pages of programs that are not as lectures are: sources that look like HTML, long ones, PTX alone,
a kernel that faults, blocks with a partial warp on a GPU of half-warps, a launch without steps.
python3 test_odd.py NAME LOCKSTEP KERNELS FOLDER"""
import os
import subprocess
import sys
import unittest

from browser import Browser, require_browser

LOCKSTEP, FOLDER = sys.argv[2], sys.argv[4]

ODD = """// </script><script>document.title = "taken"</script> <!-- --> & é 漢字 \U0001f600 \u2028
__global__ void odd(int *out, int n)
{
\tint i = threadIdx.x; // \t<img src=x onerror="document.title = 'taken'">
\tif (i %% 2) { out[i] = %s; }
\tout[n * i] = i;
}
%s
int main()
{
    int *out;
    cudaMalloc(&out, 1 << 20);
    odd<<<1, 40>>>(out, %d);
    return cudaDeviceSynchronize() != cudaSuccess && %d;
}
"""
RANDOM = """__global__ void random(unsigned *out)
{
    unsigned x = threadIdx.x;
    for (int i = 0; i < 500; i++) {
        x = x * 1664525u + 1013904223u;
        out[x >> 12] = i;
    }
}
int main()
{
    unsigned *out;
    cudaMalloc(&out, 4 << 20);
    random<<<1, 256>>>(out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
"""
PTX = """.version 7.0
.target sm_70
.address_size 64
.visible .entry bare(.param .u64 out)
{
    .reg .u64 %a<4>;
    .reg .u32 %r<2>;
    ld.param.u64 %a1, [out];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %a2, %r1, 8;
    add.u64 %a3, %a1, %a2;
    st.global.u32 [%a3], %r1;
    ret;
}
"""


def write(name, text):
    path = os.path.join(FOLDER, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


class Odd(unittest.TestCase):
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

    def view(self, path, *options):
        page = os.path.join(FOLDER, "page.html")
        if os.path.exists(page):
            os.remove(page)
        done = subprocess.run([LOCKSTEP, "view", path, "-o", page, "-q", *options],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.browser.open(page)

    def text(self, selector):
        return self.browser.do("document.querySelector('%s').textContent" % selector)

    def walk(self):
        """All panels of a few steps."""
        for key in "123456":
            self.browser.key(key)
            for step in ("Home", "ArrowRight", "]", "d", "End"):
                self.browser.key(step)
            self.assertGreater(len(self.text(".panel")), 5)

    def test_a_source_that_looks_like_html(self):
        long = "".join("// %d %s\n" % (i, "x" * 40) for i in range(5000)) + "// " + "y" * 50000
        path = write("odd <b> & é.cu", ODD % ("i << 1", long, 1, 1))
        self.view(path)
        self.assertNotIn("taken", self.browser.do("document.title"))
        self.assertIn("odd <b> & é.cu", self.browser.do("document.title"))
        self.assertEqual(self.browser.do("document.querySelectorAll('img').length"), 0)
        self.assertIn("<img src=x", self.text("[data-kind=cuda]"))
        first = self.browser.do("sourceLine(pane().launch.source, 1)")
        self.assertEqual(first, ODD.split("\n")[0])
        self.walk()

    def test_code_of_helpers_far_away_is_folded(self):
        far = "__device__ int twice(int i)\n{\n    return i * 2 + clock() % 1;\n}\n" + "//\n" * 4000
        path = write("far.cu", far + ODD % ("twice(i)", "", 1, 1))
        self.view(path, "--mode", "counts")
        rows = self.browser.do("document.querySelectorAll('[data-kind=cuda] tr').length")
        self.assertLess(rows, 60)
        self.walk()

    def test_a_partial_warp_on_a_gpu_of_half_warps(self):
        path = write("half.cu", ODD % ("i << 1", "", 3, 1))
        self.view(path, "--gpu", "8800gtx")
        self.assertEqual(self.browser.do("LAUNCHES[0].warps.map((warp) => bits(warp.entered))"),
                         [32, 8])
        self.assertIn("8800", self.browser.do("document.querySelector('#gpu').selectedOptions[0]"
                                              ".textContent"))
        self.walk()
        self.browser.key("ArrowDown")
        self.browser.key("1")
        self.assertIn("8 of 32", self.text("#figure-lanes figcaption"))
        self.walk()

    def test_a_kernel_that_faults(self):
        path = write("fault.cu", ODD % ("i << 1", "", 1 << 28, 0))
        self.view(path)
        self.browser.key("5")
        self.assertIn("stopped, out of bounds", self.text(".panel"))
        self.walk()

    def test_ptx_alone(self):
        path = write("bare.ptx", PTX)
        self.view(path, "-k", "bare", "--grid", "2", "--block", "64", "--arg", "out=u32[4096]",
                  "--mode", "counts")
        self.assertEqual(self.browser.do("document.querySelectorAll('[data-kind=cuda]').length"), 0)
        self.assertIn("st.global.u32", self.text("[data-kind=ptx]"))
        self.walk()

    def test_addresses_from_data_do_not_make_a_big_page(self):
        path = write("random.cu", RANDOM)
        self.view(path)
        page = os.path.join(FOLDER, "page.html")
        self.assertLess(os.path.getsize(page), 3 << 20)
        self.assertGreater(self.browser.do("DATA.maps_left_out"), 0)
        self.assertIn("without a map", self.text("#note"))
        self.assertGreater(self.browser.do("PATTERNS.length"), 100)
        self.browser.do("pane().goToStep([...Array(pane().launch.count).keys()].find((i) => "
                        "pane().launch.step(i).kind === 'm' && !pane().launch.accessOf(i)))")
        self.browser.key("2")
        self.assertIn("left out", self.text(".panel"))

    def test_nothing_recorded_is_refused(self):
        path = write("nothing.cu", ODD % ("i << 1", "", 1, 1))
        done = subprocess.run([LOCKSTEP, "view", path, "-k", "absent", "-o", path + ".html", "-q"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("no launch of a kernel named 'absent'", done.stderr)
        self.assertFalse(os.path.exists(path + ".html"))


if __name__ == "__main__":
    require_browser()
    suite = unittest.TestLoader().loadTestsFromTestCase(Odd)
    sys.exit(0 if unittest.TextTestRunner(verbosity=1).run(suite).wasSuccessful() else 1)
