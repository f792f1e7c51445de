// SPDX-License-Identifier: Apache-2.0
// Any bytes are compiled, with every pass and the PTX verified: no internal error may come of it.
// What is refused must have a message; of what is accepted the first kernel runs, with bounds, on
// one of the GPUs and is shown in one of the ways there are.
// A text that begins with "//+" is compiled with the library's headers, others without them, which
// is faster by far. With clang this is a libFuzzer target. Otherwise it replays its corpus and
// fixed mutations of it.
#include "isa/cuda/cuda.h"
#include "tests/fuzz/cuda_words.h"
#include "tests/fuzz/launch.h"
#include "tests/fuzz/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const Diagnostics *diagnostics, const char *what)
{
    Text messages = {0};
    diagnostics_print(diagnostics, false, &messages);
    fprintf(stderr, "fuzz_cuda: %s\n%s", what, text_string(&messages));
    abort();
}

static void run_ptx(const CudaResult *result, uint32_t choice)
{
    Diagnostics diagnostics = {0};
    PtxModule *module = ptx_parse(result->ptx, result->ptx_bytes, "fuzz.ptx", &diagnostics);
    if (module != NULL) {
        launch_all(module, result->ptx, result->ptx_bytes, choice);
    }
    ptx_destroy(module);
    diagnostics_clear(&diagnostics);
}

static void check_messages(const Diagnostics *diagnostics)
{
    for (uint32_t i = 0; i < diagnostics->count; i++) {
        if (strstr(diagnostics->items[i].message, "internal error") != NULL) {
            fail(diagnostics, "an internal error");
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    bool is_bare = size < 3 || memcmp(text, "//+", 3) != 0;
    CudaOptions options = {.is_preprocessed = is_bare, .is_checked = true};
    CudaResult result;
    Diagnostics diagnostics = {0};
    if (cuda_compile("fuzz.cu", text, size, &options, &result, &diagnostics)) {
        run_ptx(&result, launch_choice(data, size));
    } else if (diagnostics.error_count == 0) {
        fail(&diagnostics, "refused without a message");
    }
    check_messages(&diagnostics);
    Text messages = {0};
    diagnostics_print(&diagnostics, false, &messages);
    text_destroy(&messages);
    diagnostics_clear(&diagnostics);
    cuda_result_clear(&result);
    return 0;
}

#ifndef LOCKSTEP_LIBFUZZER
int main(int argc, char **argv)
{
    return replay(argc, argv, 40);
}
#endif
