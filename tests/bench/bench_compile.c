// SPDX-License-Identifier: Apache-2.0
// How fast CUDA files are compiled, in one thread: compilations per second, and per million rows of
// the bare loop of bench.h, which is what is compared over time.
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

static bool run_case(const Case *test, double bare)
{
    Text text = {0};
    make(test, &text);
    double best = 0;
    bool is_good = true;
    for (uint32_t try = 0; try < BEST_OF; try++) {
        CudaResult result;
        Diagnostics diagnostics = {0};
        double start = seconds();
        is_good = cuda_compile("bench.cu", text_string(&text), text.size_bytes, NULL, &result,
                               &diagnostics) &&
                  is_good;
        double rate = 1 / (seconds() - start);
        best = rate > best ? rate : best;
        cuda_result_clear(&result);
        diagnostics_clear(&diagnostics);
    }
    double ratio = best / (bare / 1e6), before = recorded_ratio(test->what);
    printf("%-34s %10.1f %9.3f %9.3f %8.2f%s\n", test->what, best, ratio, before,
           before > 0 ? ratio / before : 0, is_good ? "" : " (does not compile)");
    text_destroy(&text);
    return is_good;
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
    return is_good ? 0 : 1;
}
