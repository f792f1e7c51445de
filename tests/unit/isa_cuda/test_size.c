// SPDX-License-Identifier: Apache-2.0
// Long kernels compile in a time that grows little faster than they do. Where it grew with the
// cube, a switch of 20,000 cases took hours; here it has minutes.
#include "isa/base/text.h"
#include "isa/cuda/cuda.h"
#include "tests/test.h"

#include <unistd.h>

#define CASES        20000u
#define SECONDS_MOST 300u // of a slow machine, with sanitizers

TEST(a_switch_may_have_thousands_of_cases)
{
    Text source = {0};
    text_put(&source, "__global__ void k(int *o, int x) { switch (x) {");
    for (uint32_t i = 0; i < CASES; i++) {
        text_printf(&source, "case %u: o[%u] = %u; break;\n", i * 7919u % 1000003u, i, i);
    }
    text_put(&source, "} }");
    CudaResult result;
    Diagnostics diagnostics = {0};
    alarm(SECONDS_MOST);
    EXPECT(cuda_compile("switch.cu", text_string(&source), source.size_bytes, NULL, &result,
                        &diagnostics));
    cuda_result_clear(&result);
    diagnostics_clear(&diagnostics);
    text_destroy(&source);
}
