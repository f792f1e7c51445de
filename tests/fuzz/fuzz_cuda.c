// SPDX-License-Identifier: Apache-2.0
// Any bytes are compiled, with every pass verified. What is refused must have a message; what is
// accepted must be PTX that our own parser takes (unless there is asm, which is the user's text).
// A text that begins with "//+" is compiled with the library's headers, others without them, which
// is faster by far. With clang this is a libFuzzer target. Otherwise it replays its corpus and
// fixed mutations of it.
#include "isa/cuda/cuda.h"
#include "isa/ptx/ptx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool contains(const char *text, size_t size, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= size; i++) {
        if (memcmp(text + i, word, length) == 0) {
            return true;
        }
    }
    return false;
}

// Names in other scripts are kept as they are written, which PTX does not take.
static bool is_ascii(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (data[i] >= 0x80) {
            return false;
        }
    }
    return true;
}

static void fail(const Diagnostics *diagnostics, const char *what)
{
    Text messages = {0};
    diagnostics_print(diagnostics, false, &messages);
    fprintf(stderr, "fuzz_cuda: %s\n%s", what, text_string(&messages));
    abort();
}

static void check_ptx(const CudaResult *result)
{
    Diagnostics diagnostics = {0};
    PtxModule *module = ptx_parse(result->ptx, result->ptx_bytes, "fuzz.ptx", &diagnostics);
    if (module == NULL) {
        fail(&diagnostics, "what was emitted is refused");
    }
    ptx_destroy(module);
    diagnostics_clear(&diagnostics);
}

static void check_messages(const Diagnostics *diagnostics)
{
    for (uint32_t i = 0; i < diagnostics->count; i++) {
        if (strstr(diagnostics->items[i].message, "internal error") != NULL) {
            fail(diagnostics, "a pass broke the intermediate form");
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
        if (!contains(text, size, "asm") && is_ascii(data, size)) {
            check_ptx(&result);
        }
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
#define MUTATIONS 40 // of each file

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u; // Numerical Recipes' generator
    return *state >> 8;
}

// Changes or moves a few bytes behind the first line.
static void mutate(uint8_t *data, size_t size, uint32_t *state)
{
    static const char bytes[] = "(){}[];,.<>=:&*+-!~0aT \"'#";
    for (uint32_t i = next_random(state) % 6 + 1; i > 0 && size > 8; i--) {
        size_t at = 4 + next_random(state) % (size - 4), from = next_random(state) % size;
        size_t count = next_random(state) % 24;
        if (next_random(state) % 2 == 0) {
            data[at] = (uint8_t)bytes[next_random(state) % (sizeof bytes - 1)];
        } else if (at + count < size && from + count < size) {
            memmove(data + at, data + from, count);
        }
    }
}

int main(int argc, char **argv)
{
    static uint8_t data[1 << 20], copy[1 << 20];
    uint32_t state = 1;
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        size_t size = file == NULL ? 0 : fread(data, 1, sizeof data, file);
        if (size == 0) {
            fprintf(stderr, "fuzz_cuda: cannot read %s\n", argv[i]);
            return 1;
        }
        fclose(file);
        LLVMFuzzerTestOneInput(data, size);
        for (int round = 0; round < MUTATIONS; round++) {
            memcpy(copy, data, size);
            mutate(copy, size, &state);
            LLVMFuzzerTestOneInput(copy, round % 8 == 0 ? next_random(&state) % size : size);
        }
    }
    printf("%d files, each with %d mutations\n", argc - 1, MUTATIONS);
    return argc > 1 ? 0 : 1;
}
#endif
