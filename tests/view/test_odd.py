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
STRIDES = """__global__ void strided(float *out, const float *in, int stride)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride % (1 << 16);
    out[i] = in[i];
}
__global__ void divided(int *out, int step)
{
    int sum = 0;
    for (int i = 1; i < 64; i++) {
        sum += (int)threadIdx.x % (step * i);
    }
    if (threadIdx.x % 2) {
        sum = clock();
        __syncwarp(0xaaaaaaaa);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
int main()
{
    float *in, *out;
    cudaMalloc(&in, 4 << 16);
    cudaMalloc(&out, 4 << 16);
    cudaMemset(in, 0, 4 << 16);
    for (int stride = 1; stride <= 4; stride *= 2) {
        strided<<<16, 256>>>(out, in, stride);
    }
    divided<<<256, 256>>>((int *)out, 3);
    return cudaDeviceSynchronize() != cudaSuccess;
}
"""
TILE = """__device__ int grid[4][16][16];
__global__ void tiles(int *bins)
{
    __shared__ int tile[16][16];
    int row = threadIdx.y, column = threadIdx.x;
    tile[row][column] = row;
    __syncthreads();
    grid[blockIdx.x][threadIdx.y][15 - column] = tile[column][row];
    bins[column * column + 1] = row;
}
int main()
{
    int *bins;
    cudaMalloc(&bins, 4096);
    tiles<<<1, dim3(16, 16)>>>(bins);
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
CALLS = """__device__ __noinline__ int slow(int value, int depth)
{
    return depth == 0 ? value : slow(value * 3 + 1, depth - 1);
}
__global__ void calls(int *bins, const int *in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&bins[slow(in[i], 2) & 3], 1);
}
int main()
{
    int *bins, *in;
    cudaMalloc(&bins, 16);
    cudaMalloc(&in, 4 << 16);
    cudaMemset(in, 0, 4 << 16);
    calls<<<256, 256>>>(bins, in);
    return cudaDeviceSynchronize() != cudaSuccess;
}
"""
REDUCE = """__global__ void reduce(const float *in, float *out)
{
    __shared__ float sums[64];
    int t = threadIdx.x;
    sums[t] = in[t]; //? how many lanes take this branch
    __syncthreads();
    for (int step = 1; step < blockDim.x; step *= 2) {
        //? how many lanes take this branch?
        if (t % (2 * step) == 0)
            sums[t] += sums[t + step];
        __syncthreads();
    }
    out[t] = sums[0];
}
int main()
{
    float *in, *out;
    cudaMalloc(&in, 256);
    cudaMalloc(&out, 256);
    cudaMemset(in, 0, 256);
    reduce<<<1, 64>>>(in, out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
"""
# Pairs of labels of one figure that lie over each other.
OVERLAPS = """[...document.querySelectorAll(".panel svg")].flatMap((svg) => {
  const all = [...svg.querySelectorAll("text")].filter((each) => each.textContent.trim())
    .map((each) => [each.textContent, each.getBoundingClientRect()]);
  return all.flatMap(([a, x], i) => all.slice(i + 1).filter(([, y]) =>
    Math.min(x.right, y.right) - Math.max(x.left, y.left) > 2 &&
    Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top) > 4).map(([b]) => `${a} | ${b}`));
})"""
# Text that stands out from what is behind it by less than 4.5 to 1 (WCAG AA).
CONTRAST = """(() => {
  const channels = (color) => (color.match(/[\\d.]+/g) || []).map(Number);
  const light = (color) => channels(color).slice(0, 3).map((c) => c / 255)
    .map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => { // a heat is mixed with what is behind it
    if (!element) return "rgb(255, 255, 255)";
    const color = getComputedStyle(element).backgroundColor, parts = channels(color);
    if (parts.length === 3 || parts[3] === 1) return color;
    const back = channels(behind(element.parentElement));
    return `rgb(${[0, 1, 2].map((i) => parts[3] * parts[i] + (1 - parts[3]) * back[i]).join(", ")})`;
  };
  const poor = new Set();
  for (const element of document.querySelectorAll("body *:not(svg *):not(script):not(option)")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    const back = own && element.checkVisibility() ? behind(element) : null;
    if (!back) continue;
    const [a, b] = [light(getComputedStyle(element).color), light(back)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) poor.add(`${element.tagName}.${element.className}: ${ratio.toFixed(2)}`);
  }
  return [...poor];
})()"""


# Many more blocks than an old GPU holds at a time, all of which take as long.
MANY = """__global__ void many(float *out)
{
    float sum = threadIdx.x;
    for (int i = 0; i < 20; i++) sum = sum * 0.5f + 1.0f;
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
int main()
{
    float *out;
    cudaMalloc(&out, 4096 * 32 * 4);
    many<<<4096, 32>>>(out);
    return cudaDeviceSynchronize() != cudaSuccess;
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

    pages = {}  # of each program with its options, which several tests look at

    def view(self, path, *options):
        with open(path, encoding="utf-8") as file:
            key = (path, file.read(), options)
        if key not in self.pages:
            page = os.path.join(FOLDER, "page-%d.html" % len(self.pages))
            if os.path.exists(page):
                os.remove(page)
            done = subprocess.run([LOCKSTEP, "view", path, "-o", page, "-q", *options],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.pages[key] = page
        self.page = self.pages[key]
        self.browser.open(self.page)

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
        self.assertLess(os.path.getsize(self.page), 3 << 20)
        self.assertGreater(self.browser.do("DATA.maps_left_out"), 0)
        self.assertIn("without a map", self.text("#note"))
        self.assertGreater(self.browser.do("PATTERNS.length"), 100)
        self.browser.do("pane().goToStep([...Array(pane().launch.count).keys()].find((i) => "
                        "pane().launch.step(i).kind === 'm' && !pane().launch.accessOf(i)))")
        self.browser.key("2")
        self.assertIn("left out", self.text(".panel"))

    def test_launches_stand_in_a_table_and_the_worst_is_shown_first(self):
        path = write("strides.cu", STRIDES)
        self.view(path)
        self.assertEqual(self.browser.do("pane().launch.name"), "divided")
        verdict = self.browser.do("pane().launch.bottleneck")
        self.assertIn(verdict["name"], self.text("#verdict"))
        self.assertIn("line 10", self.text("#verdict"))
        step = self.browser.do("[pane().step.line, pane().launch.code.issues[pane().launch.record.pc[pane().step.index]]]")
        self.assertEqual(step[0], 10)
        self.assertGreater(step[1], 10)  # the division, of all on its line
        self.browser.key("5")
        self.assertEqual(self.browser.do("document.querySelector('.panel article').dataset.verdict"), verdict["name"])
        self.assertNotIn("Nothing", self.text(".panel"))
        self.assertEqual(self.browser.do("document.querySelector('[role=tab]').dataset.panel"), "launches")
        self.browser.key("7")
        rows = self.browser.do("[...document.querySelectorAll('.launches tbody tr')].map((row) => row.textContent)")
        self.assertEqual(len(rows), 4)
        for row, stride in zip(rows, (1, 2, 4)):
            self.assertIn("strided stride=%d" % stride, row)
            self.assertIn("µs", row)
        self.assertIn("uncoalesced-access at line 4", rows[2])
        self.browser.do("document.querySelectorAll('[data-choose]')[1].click()")
        self.assertEqual(self.browser.do("pane().launch.id"), 1)
        self.assertIn("#1: strided stride=2", self.browser.do("document.querySelector('#launch').selectedOptions[0].textContent"))
        self.view(path, "-k", "#2")
        self.assertEqual(self.browser.do("LAUNCHES.map((launch) => launch.id)"), [2])

    def test_numbers_have_their_change_since_a_baseline(self):
        old, path = os.path.join(FOLDER, "old.json"), write("strides.cu", STRIDES)
        subprocess.run([LOCKSTEP, path, "--json", "-o", old, "-q"], check=True, stdout=subprocess.DEVNULL)
        new = STRIDES.replace("* stride % (1 << 16)", "% (1 << 16)")
        self.assertNotEqual(new, STRIDES)
        self.view(write("strides.cu", new), "-k", "#2", "--mode", "counts", "--baseline", old)
        self.browser.key("5")
        self.assertIn("since old.json", self.text(".panel .changes"))
        self.assertIn("global_sectors", self.text(".panel .changes"))
        self.browser.key("6")
        self.assertIn("Changes since launch #2 of", self.text(".panel"))
        change = self.browser.do("[...document.querySelectorAll('.counters tbody tr')].find((row) => row.querySelector("
                                 "'th').textContent === 'global_ld_sectors').querySelector('.change').textContent")
        self.assertEqual(change, "-75.0 %")
        report = subprocess.run([LOCKSTEP, os.path.join(FOLDER, "strides.cu"), "--baseline", old, "-k", "#2"], check=True,
                                capture_output=True, text=True).stdout
        self.assertIn("-75.0 %", report)
        alone = subprocess.run([LOCKSTEP, os.path.join(FOLDER, "strides.cu"), "--baseline", old], check=True,
                               capture_output=True, text=True).stdout
        self.assertIn("-75.0 %", alone)
        self.assertEqual(self.browser.do(CONTRAST), [])

    def test_without_a_clock_the_first_finding_leads(self):
        self.view(write("strides.cu", STRIDES), "-k", "#2", "--mode", "counts")
        self.assertTrue(self.text("#verdict").startswith("uncoalesced access line 4 uncoalesced global"), self.text("#verdict"))

    def test_branches_say_who_jumps(self):
        self.view(write("strides.cu", STRIDES), "-k", "divided", "--mode", "counts")
        self.browser.key("d")
        self.assertIn("16 jump, 16 fall through: 32 of 32 active", self.text("#figure-lanes figcaption"))
        states = self.browser.do("[...document.querySelectorAll(`#figure-lanes [data-at='${pane().at}'] [data-state]`)]"
                                 ".map((cell) => cell.dataset.state)")
        self.assertEqual(states, ["active"] * 32)
        guard = self.browser.do("pane().launch.heat.get(`${pane().step.source}:12`)"
                                "[DATA.heat.findIndex(([id]) => id === 'threads_on_per_inst')]")
        self.assertEqual(guard, 32)

    def test_a_guess_is_judged(self):
        self.view(write("strides.cu", STRIDES), "-k", "#2", "--mode", "counts")
        self.browser.key("]")
        self.browser.key("p")
        self.assertEqual(self.text("[data-cost]"), "?")
        self.assertEqual(len(self.browser.do("[...document.querySelectorAll('.addresses span')].map((each) => each.textContent)")), 32)
        self.browser.do("document.querySelector('[data-guess]').focus()")
        for key in "15":
            self.browser.key(key)
        self.browser.do("document.querySelector('[data-reveal]').click()")
        self.assertIn("Your guess: 15, it is 16 · 0 of 1 right", self.text(".guess"))
        self.browser.key("1")
        self.browser.key("ArrowRight")
        self.assertEqual(self.browser.do("document.querySelectorAll(`#figure-lanes [data-at='${pane().at}'] [data-lane]`).length"), 0)
        self.assertIn("?", self.text("#figure-stack"))
        self.assertEqual(self.browser.do("document.querySelectorAll('#figure-stack [data-change=push]').length"), 0)

    def test_questions_of_the_source_are_asked_and_guesses_saved(self):
        asked = STRIDES.replace("    out[i] = in[i];", "    //? How many sectors does the load take?\n    out[i] = in[i];") \
                       .replace("if (threadIdx.x % 2) {", "if (threadIdx.x % 2) { //? How many lanes jump past this = 16")
        self.view(write("asked.cu", asked), "-k", "#2", "--mode", "counts")
        self.browser.key("p")
        self.browser.do("document.querySelector('#question').click()")
        self.assertIn("How many sectors does the load take?", self.text(".guess"))
        self.browser.do("{ const field = document.querySelector('[data-guess]'); field.value = '16';"
                        " field.dispatchEvent(new Event('input', {bubbles: true})); }")
        self.browser.key("r")
        self.assertIn("Your guess: 16, right · 1 of 1 right", self.text(".guess"))
        self.browser.do("saveText = (text) => { window.saved = text; }; document.querySelector('[data-guesses=csv]').click()")
        self.assertEqual(self.browser.do("saved").splitlines()[0],
                         '"launch","warp","step","line","array","question","guess","answer","right"')
        self.assertEqual(self.browser.do("saved").splitlines()[1].split(",")[-8:],
                         ['"0"', f'"{self.browser.do("pane().at") + 1}"', '"5"', '"out"', '"How many sectors does the load take?"', '"16"', '"16"', '"true"'])
        self.browser.do("document.querySelector('[data-guesses=json]').click()")
        self.assertEqual(self.browser.do("JSON.parse(saved).guesses[0].right"), True)
        self.assertEqual(self.browser.do("['a[i] = b[i];', 'a[i] = 1;'].map((text) => isAbout({text: 'how many sectors does b take'},"
                                         " text, {elements: 'a[lane]'}))"), [False, True])
        self.assertEqual(self.browser.do("[questionOn('f(); //? why = 3').answer, questionOn('a; //?'), questionOn('// ?x')]"),
                         [3, None, None])
        self.assertEqual(self.browser.do("['f(); //? a = -3', '; //? a = 16.5', '; //? when a == 1', 'f(\\x22//? x\\x22);'].map((text) => (questionOn(text) || {answer: null}).answer)"),
                         [-3, 16.5, None, None])
        self.assertEqual(self.browser.do("['1e3', '32.9', ''].map((value) => { takeGuess(pane(), {value, dataset: {guess: 'x'}});"
                                         " return (guesses.get(guessKey(pane(), 'x')) || {guess: null}).guess; })"), [1000, None, None])
        self.view(write("asked.cu", asked), "-k", "divided", "--mode", "counts")
        self.browser.key("q")
        self.browser.key("p")
        self.assertIn("How many lanes jump past this", self.text(".guess"))
        self.browser.key("r")
        self.assertEqual(self.browser.do("state.panel"), "warp")

    def test_a_branch_under_guards_is_asked_about_once_where_it_is_decided(self):
        path = write("reduce.cu", REDUCE)
        self.view(path, "--mode", "counts")
        asked = ("[...Array(pane().launch.count).keys()].filter((i) => pane().launch.record.warp[i] === 0 && askedIn(pane().launch, i))"
                 ".map((i) => [pane().launch.lineOf(pane().launch.record.pc[i]).line, "
                 "lanesAnswer(pane().launch, pane().launch.step(i), questionAt(pane().step.source, pane().launch.step(i).line))])")
        rounds = [[9, lanes] for lanes in (16, 8, 4, 2, 1, 1)]
        self.assertEqual(self.browser.do(asked), [[5, None]] + rounds)
        threads = self.browser.do("[...pane().launch.code.line.keys()].filter((pc) => pane().launch.code.line[pc] === 10).map((pc) => "
                                  "pane().launch.ptxHeat.get(`${[...pane().launch.ptxHeat.keys()][0].split(':')[0]}:"
                                  "${pane().launch.code.ptx_line[pc]}`)[DATA.heat.findIndex(([id]) => id === 'threads_on_per_inst')])")
        self.assertGreater(len(threads), 2)
        self.assertEqual(len(set(threads)), 1, threads)
        explained = subprocess.run([LOCKSTEP, "explain", path + ":9"], capture_output=True, text=True).stdout
        self.assertIn("16 predicated off", explained)
        for key in ("Home", "p", "q", "Q"):
            self.browser.key(key)
        self.assertIn("No answer: line 5 has no branch", self.text(".guess"))
        self.browser.key("q")
        self.browser.do("pane().go(pane().steps.length - 1)")
        self.browser.key("q")
        self.assertEqual(self.browser.do("pane().warp"), 1)
        self.browser.key("q")
        self.assertIn("setp", self.browser.do("stepText(pane().launch, pane().step)"))
        self.view(write("reduce.cu", REDUCE.replace("this branch?", "this branch when step is 4?")), "--mode", "counts")
        self.assertEqual(self.browser.do(asked), [[5, None], [9, 4]])

    def test_bars_of_the_timeline_reach_to_their_ends(self):
        self.view(write("strides.cu", STRIDES), "-k", "divided", "--mode", "cycles")
        self.browser.do("state.zoom = commonSpan()[1] - commonSpan()[0]; state.zoom /= 40;"
                        " const {record} = pane().launch, busy = (i) => record.busy[i];"
                        " pane().goToStep(pane().steps.reduce((most, i) => busy(i) > busy(most) ? i : most)); render();")
        wide, short, outside = self.browser.do("""(() => {
          const owner = pane(), {launch} = owner, svg = document.querySelector("[data-figure=timeline]");
          const width = svg.viewBox.baseVal.width, [from, until] = shownSpan(owner);
          const x = (at) => LABEL + (at - from) / (until - from) * (width - LABEL - 8);
          const bars = [...svg.querySelectorAll(`[data-warp="${owner.warp}"] path`)].flatMap((each) =>
            [...each.getAttribute("d").matchAll(/M(\\S+) \\d+h([\\d.]+)v/g)].map(([, left, wide]) => [+left, +left + +wide]));
          const ends = owner.steps.map((i) => [launch.issued[i], launch.issued[i] + Math.max(1, launch.record.busy[i])])
            .filter(([at, end]) => end > from && at < until).map(([at, end]) => [x(Math.max(at, from)), x(Math.min(end, until))]);
          return [Math.max(...ends.map(([left, right]) => right - left)),
                  ends.filter(([left, right]) => !bars.some(([begin, end]) => begin < left + 0.5 && end > right - 0.5)).length,
                  bars.filter(([, end]) => end > width - 6).length];
        })()""")
        self.assertGreater(wide, 400)
        self.assertEqual([short, outside], [0, 0])

    def test_counters_can_be_searched_and_edges_moved(self):
        self.view(write("strides.cu", STRIDES), "-k", "#2", "--mode", "counts")
        self.browser.key("6")
        self.browser.do("{ const field = document.querySelector('[data-search]'); field.value = 'global load sectors';"
                        " field.dispatchEvent(new Event('input', {bubbles: true})); }")
        left = self.browser.do("[...document.querySelectorAll('.counters tbody tr:not([hidden]) th')].map((cell) => cell.textContent)")
        self.assertIn("global_ld_sectors", left)
        self.assertLess(len(left), 12)
        before = self.browser.do("document.querySelector('.code').clientWidth")
        self.browser.do("document.querySelector('.edge.side').focus()")
        self.browser.key("ArrowRight")
        self.assertGreater(self.browser.do("document.querySelector('.code').clientWidth"), before + 20)

    def test_the_dark_scheme_can_be_read(self):
        self.browser.page_call("Emulation.setEmulatedMedia", media="",
                               features=[{"name": "prefers-color-scheme", "value": "dark"}])
        self.view(write("said.cu", STRIDES.replace("out[i] = in[i];", "out[i] = in[i]; // said")), "-k", "#2", "--mode", "counts")
        for scheme in ("dark", "light"):
            self.browser.page_call("Emulation.setEmulatedMedia", media="",
                                   features=[{"name": "prefers-color-scheme", "value": scheme}])
            poor = self.browser.do(CONTRAST)
            self.assertEqual(poor, [], scheme)
            self.assertEqual(self.browser.do("document.querySelectorAll('[data-kind=cuda] tr.here i.c').length"), 1)

    def test_names_for_screen_readers_are_well_formed(self):
        self.view(write("strides.cu", STRIDES))
        for key in "12345678":
            self.browser.key(key)
            unknown = self.browser.do("[...document.querySelectorAll('*')].flatMap((each) => each.getAttributeNames())"
                                      ".filter((name) => name.startsWith('aria-') && !%r.includes(name.slice(5)))" %
                                      ["label", "labelledby", "pressed", "selected", "hidden", "live", "valuetext", "controls",
                                       "expanded", "current", "describedby", "orientation", "valuemin", "valuemax", "valuenow"])
            self.assertEqual(unknown, [])
            self.assertEqual(self.browser.do("[...document.querySelectorAll('[aria-labelledby]')].filter((each) => "
                                             "!document.getElementById(each.getAttribute('aria-labelledby'))).length"), 0)
            levels = self.browser.do("[...document.querySelectorAll('h1, h2, h3')].filter((each) => each.checkVisibility())"
                                     ".map((each) => Number(each.tagName[1]))")
            self.assertTrue(all(after - before <= 1 for before, after in zip(levels, levels[1:])), levels)

    def test_labels_of_figures_do_not_overlap(self):
        for source, options in ((STRIDES, ("-k", "divided")), (CALLS, ())):
            self.view(write("labels.cu", source), *options)
            for key in "12345":
                self.browser.key(key)
                for step in ("Home", "]", "d"):
                    self.browser.key(step)
                    self.assertEqual(self.browser.do(OVERLAPS), [], "panel %s after %s" % (key, step))

    def test_large_numbers_are_grouped(self):
        self.view(write("calls.cu", CALLS))
        self.browser.key("5")
        text = self.text(".panel")
        self.assertIn("atomic contention", text)
        self.assertRegex(text, r"[0-9],[0-9]{3}")
        self.assertNotRegex(text, "[0-9]{5}")

    def test_the_legend_names_every_kind_of_step(self):
        self.view(write("calls.cu", CALLS))
        legend = self.text("#timeline .legend")
        kinds = self.browser.do("[...new Set(pane().launch.code.kinds)].map((kind) => KINDS[kind][0])")
        self.assertIn("call", kinds)
        for kind in kinds:
            self.assertIn(kind, legend)

    def test_the_bank_map_is_in_sight_on_a_projector(self):
        source = """__global__ void column(float *out) {
    __shared__ float tile[32][32];
    tile[threadIdx.x][threadIdx.y] = 1;
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}
int main() {
    float *out;
    cudaMalloc(&out, 4096);
    column<<<1, dim3(32, 32)>>>(out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
"""
        self.view(write("column.cu", source))
        self.browser.do("localStorage.clear()")  # where other tests moved edges
        self.view(write("column.cu", source))
        self.assertEqual(self.browser.do("state.panel"), "access")
        panel, banks = self.browser.do("[document.querySelector('.panel').getBoundingClientRect().bottom,"
                                       " Math.max(...[...document.querySelectorAll('[data-bank]')].map((each) => each.getBoundingClientRect().bottom))]")
        self.assertLess(banks, panel)
        self.assertIn("32 passes", self.text("#figure-banks figcaption"))
        self.browser.do("document.querySelector('.rule[title^=Kepler]').click()")  # its banks have eight bytes
        self.assertIn("16 words written by several lanes at once", self.text("#figure-banks figcaption"))

    def test_drawings_use_a_large_screen(self):
        self.browser.size(1920, 1080)
        self.view(write("strides.cu", STRIDES), "-k", "#2", "--mode", "counts")
        self.browser.key("1")
        wide = self.browser.do("document.querySelector('#figure-lanes .drawing svg').getBoundingClientRect().width")
        room = self.browser.do("document.querySelector('.panel').clientWidth")
        self.browser.size(1280, 720)
        self.assertGreater(wide, 720)
        self.assertLessEqual(wide, room)

    def test_the_timeline_figure_has_the_colors_of_the_page(self):
        path, figure = write("strides.cu", STRIDES), os.path.join(FOLDER, "timeline.svg")
        subprocess.run([LOCKSTEP, "view", path, "-k", "divided", "--svg", "timeline:from=0", "-o", figure, "-q"], check=True)
        with open(figure, encoding="utf-8") as file:
            text = file.read()
        self.assertLess(len(text), 300000)
        for word in ("compute", "memory", "for a full queue", "for its turn, a result"):
            self.assertIn(">%s<" % word, text)
        self.view(path, "-k", "divided")
        page = self.text("#timeline .legend")
        for word in ("compute", "memory", "exit", "waits for memory", "for its turn, a result"):
            self.assertIn(word, page)
        self.assertIn(self.browser.do("KINDS.a[1]"), text)

    def test_elements_and_indices_are_formulas_of_the_lane(self):
        self.view(write("tile.cu", TILE), "--mode", "counts")
        self.browser.key("Home")
        self.browser.key("2")
        seen = {}
        for _ in range(12):
            self.browser.key("]")
            if self.browser.do("document.querySelectorAll('[data-element]').length"):
                values = self.browser.do("[...document.querySelectorAll('[data-index]')].map((each) => each.textContent)")
                seen[self.text("[data-element]")] = values
        self.assertIn("tile[lane / 16][lane % 16]", seen)
        self.assertEqual(seen["tile[lane / 16][lane % 16]"], ["row = lane / 16", "column = lane % 16"])
        self.assertEqual(seen["grid[0][lane / 16][15 - lane % 16]"],
                         ["blockIdx.x = 0", "threadIdx.y = lane / 16", "column = lane % 16"])
        self.assertIn("bins[1], bins[2], bins[5], …", seen)
        values = self.browser.do("[['2·(lane / 16) + 1', 17], ['31 - lane', 4], ['-(lane % 16)', 17], ['3·(lane % 8) - 2', 9], ['7', 3]]"
                                 ".map(([text, lane]) => formulaAt(text, lane))")
        texts = self.browser.do("[{from: 15, by: -1, run: 16, each: 0}, {from: 0, by: -1, run: 16, each: 2}, {from: 31, by: -1},"
                                " {from: -2, by: 3}, {from: 0, by: -2}, {from: 0, by: -1, run: 8, each: 0}].map(formulaText)")
        self.assertEqual(texts, ["15 - lane % 16", "2·(lane / 16) - lane % 16", "31 - lane", "3·lane - 2", "-2·lane", "-(lane % 8)"])
        self.assertEqual(values, [3, 27, -1, 1, 7])

    def variable_cells(self, name):
        return self.browser.do("[...document.querySelectorAll('[data-variable=\"%s\"] td')].map((cell) => cell.textContent)" % name)

    def test_variables_in_local_memory_have_a_row_an_element(self):
        source = TILE.replace("    bins[column * column + 1] = row;",
                              "    int local[8], large[65];\n    for (int i = 0; i < 8; i++) local[i] = i * row;\n"
                              "    for (int i = 0; i < 65; i++) large[(i * row) & 63] = i;\n"
                              "    bins[column * column + 1] = local[bins[0] & 7] + large[bins[0] & 63];")
        self.assertNotEqual(source, TILE)
        self.view(write("local.cu", source), "--mode", "counts")
        self.browser.key("8")
        self.browser.key("Home")
        seen = []
        for _ in range(8):
            self.browser.key("]")
            self.browser.key("8")
            seen += self.variable_cells("local[0] to [7]")
        self.assertEqual(seen[:1], ["pending: not yet assigned here in all lanes"])
        self.assertEqual(self.browser.do("[...document.querySelectorAll('[data-memory]')].map((row) => row.textContent)"),
                         ["large[65]in memory"])
        self.browser.key("End")
        self.browser.key("8")
        self.assertEqual(self.variable_cells("local[3]"), [str(3 * (lane // 16)) for lane in range(32)])

    def test_a_large_grid_is_timed_in_part_and_the_page_says_so(self):
        path = write("many.cu", MANY)
        self.view(path, "--gpu", "c2050", "--sample")
        timed, error, cycles = self.browser.do("[pane().launch.blocks_timed, pane().launch.cycles_error, pane().launch.counters.cycles_elapsed]")
        self.assertLess(timed, 4096)
        self.assertIn("%d of 4,096 blocks timed" % timed, self.text("#note"))
        self.view(path, "--gpu", "c2050")
        self.assertNotIn("blocks timed", self.text("#note"))
        whole = self.browser.do("pane().launch.counters.cycles_elapsed")
        self.assertAlmostEqual(cycles, whole, delta=(error + 0.01) * whole)

    def test_a_clock_that_stops_early_is_said_and_ends_the_recording(self):
        path = write("many.cu", MANY)
        self.view(path, "--gpu", "c2050", "--clock-limit", "20000")
        timed, steps = self.browser.do("[pane().launch.instructions_timed, pane().launch.record.pc.length]")
        self.assertIn("The clock stopped after %s warp instructions" % format(timed, ","), self.text("#note"))
        counted = self.browser.do("pane().launch.counters.inst_executed")
        self.assertGreater(counted, timed)
        self.view(path, "--gpu", "c2050", "--clock-limit", "0")
        self.assertNotIn("The clock stopped", self.text("#note"))
        self.assertEqual(self.browser.do("pane().launch.counters.inst_executed"), counted)
        self.assertGreaterEqual(self.browser.do("pane().launch.record.pc.length"), steps)

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
