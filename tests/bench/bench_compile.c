// SPDX-License-Identifier: Apache-2.0
// How fast CUDA files are compiled, in one thread: compilations per second, and per million rows of
// the bare loop of bench.h, which is what is compared over time. And how the time grows with a
// function: five times the loops may cost at most GROWTH_LIMIT times as much, or the run fails.
#include "isa/cuda/cuda.h"
#include "tests/bench/bench.h"

typedef struct Case {
    const char *what;
    uint32_t kernels;    // of ten lines each: a tiled matrix product
    uint32_t statements; // in one more kernel: branches, stores and loops
} Case;

static const Case cases[] = {
    {"compile, empty file", 0, 0},
    {"compile, 100 kernels of 10 lines", 100, 0},
    {"compile, 1 kernel of 250 lines", 0, 250},
};

static void put_kernel(uint32_t number, Text *text)
{
    text_printf(text,
                "__global__ void kernel_%u(const float *a, float *b, int n)\n{\n"
                "    __shared__ float tile[16][17];\n"
                "    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;\n"
                "    float sum = %u.0f;\n"
                "    for (int m = 0; m < n / 16; m++) {\n"
                "        tile[threadIdx.y][threadIdx.x] = a[y * n + m * 16 + threadIdx.x];\n"
                "        __syncthreads();\n"
                "        for (int k = 0; k < 16; k++) sum += tile[threadIdx.y][k] * tile[k][0];\n"
                "        __syncthreads(); }\n    b[y * n + x] = sum;\n}\n",
                number, number);
}

static void put_statement(uint32_t i, Text *text)
{
    switch (i % 4) {
    case 0: text_printf(text, "  if (x > %u.0f) x = x * 0.5f + a[(i + %u) %% n];\n", i, i); break;
    case 1: text_printf(text, "  b[i + %u] = x * %u;\n", i, i); break;
    case 2: text_printf(text, "  for (int j = 0; j < n; j++) x += b[j * %u];\n", i); break;
    default: text_printf(text, "  x = fmaf(x, %u.0f, a[i + %u]);\n", i, i);
    }
}

static void make(const Case *test, Text *text)
{
    for (uint32_t i = 0; i < test->kernels; i++) {
        put_kernel(i, text);
    }
    if (test->statements > 0) {
        text_put(text, "__global__ void big(const float *a, float *b, int n)\n{\n"
                       "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  float x = a[i];\n");
        for (uint32_t i = 0; i < test->statements; i++) {
            put_statement(i, text);
        }
        text_put(text, "}\n");
    }
}

static bool compile(Text *text)
{
    CudaResult result;
    Diagnostics diagnostics = {0};
    bool is_good =
        cuda_compile("bench.cu", text_string(text), text->size_bytes, NULL, &result, &diagnostics);
    cuda_result_clear(&result);
    diagnostics_clear(&diagnostics);
    return is_good;
}

static bool run_case(const Case *test, double bare)
{
    Text text = {0};
    make(test, &text);
    double best = 0;
    bool is_good = true;
    for (uint32_t try = 0; try < BEST_OF; try++) {
        clock_t start = clock();
        is_good = compile(&text) && is_good;
        double rate = CLOCKS_PER_SEC / (double)(clock() - start);
        best = rate > best ? rate : best;
    }
    double ratio = best / (bare / 1e6), before = recorded_ratio(test->what);
    bool has_dropped = is_slower(ratio, before);
    printf("%-34s %10.1f %9.3f %9.3f %8.2f%s%s\n", test->what, best, ratio, before,
           before > 0 ? ratio / before : 0, is_good ? "" : " (does not compile)",
           has_dropped ? " (slower)" : "");
    text_destroy(&text);
    return is_good && !has_dropped;
}

typedef struct Growth {
    const char *what;
    const char *statement; // repeated in one kernel; %u: different in each
} Growth;

#define GROWTH_FEW  100u
#define GROWTH_MANY 500u
// Linear is 5; what no longer fits into the caches, and live ranges, made it 15 to 25. Passes that
// went over the whole function once a loop had 49 and 38.
#define GROWTH_LIMIT 35.0

static const Growth growths[] = {
    {"growth, loops", "  for (int j = 0; j < n; j++) x += b[j * %u];\n"},
    {"growth, loops and branches in loops",
     "  for (int j = 0; j < n; j++) {\n    for (int k = 0; k < n; k++) x += b[j + k * %u];\n"
     "    if (x > a[j]) x = x * 0.5f + a[j %% 7];\n  }\n"},
};

// The processor's time, which other work on the machine lengthens little; the best of some tries.
static double time_of(const Growth *growth, uint32_t count, bool *is_good)
{
    Text text = {0};
    double best = 0;
    text_put(&text, "__global__ void big(const float *a, float *b, int n)\n{\n  float x = a[0];\n");
    for (uint32_t i = 0; i < count; i++) {
        text_printf(&text, growth->statement, i + 3);
    }
    text_put(&text, "  b[0] = x;\n}\n");
    for (uint32_t try = 0; try < BEST_OF; try++) {
        clock_t start = clock();
        *is_good = compile(&text) && *is_good;
        double one = (double)(clock() - start) / CLOCKS_PER_SEC;
        best = try == 0 || one < best ? one : best;
    }
    text_destroy(&text);
    return best;
}

static bool run_growth(const Growth *growth)
{
    bool is_good = true;
    double few = time_of(growth, GROWTH_FEW, &is_good);
    double many = time_of(growth, GROWTH_MANY, &is_good), ratio = many / few;
    bool is_slow = ratio > GROWTH_LIMIT;
    printf("%-34s %10.1f %9s %9s %8.1f%s%s\n", growth->what, 1 / many, "", "", ratio,
           is_good ? "" : " (does not compile)", is_slow ? " (grows too fast)" : "");
    return is_good && !is_slow;
}

int main(void)
{
    double bare = bare_loop();
    bool is_good = true;
    printf("%-34s %10s %9s %9s %8s\n", "file (sm_90)", "per second", "of bare", "recorded",
           "ratio");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        is_good = run_case(&cases[i], bare) && is_good;
    }
    printf("%-34s %10s %29s\n", "one kernel of 500 (sm_90)", "per second", "time, to 100");
    for (size_t i = 0; i < sizeof growths / sizeof *growths; i++) {
        is_good = run_growth(&growths[i]) && is_good;
    }
    return is_good ? 0 : 1;
}
