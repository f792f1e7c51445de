// SPDX-License-Identifier: Apache-2.0
// Any bytes are parsed; what is accepted is printed, and that must be accepted and print the same.
// With clang this is a libFuzzer target. Otherwise it replays the golden files, each whole, cut
// short, and with bytes changed by a fixed sequence of numbers.
#include "isa/ptx/ptx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Prints what was parsed from `text`, which must have been accepted.
static void print_or_abort(const PtxModule *module, const Diagnostics *diagnostics,
                           const Text *text, Text *out)
{
    if (module == NULL) {
        Text messages = {0};
        diagnostics_print(diagnostics, false, &messages);
        fprintf(stderr, "fuzz_ptx: what was printed is refused\n%s\n%s", text_string(text),
                text_string(&messages));
        abort();
    }
    ptx_print(module, out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Diagnostics diagnostics = {0};
    PtxModule *module = ptx_parse((const char *)data, size, "fuzz", &diagnostics);
    if (module != NULL) {
        Text first = {0}, second = {0};
        ptx_print(module, &first);
        PtxModule *again = ptx_parse(first.at, first.size_bytes, "again", &diagnostics);
        print_or_abort(again, &diagnostics, &first, &second);
        if (first.size_bytes != second.size_bytes ||
            memcmp(first.at, second.at, first.size_bytes) != 0) {
            fprintf(stderr, "fuzz_ptx: printing is not stable\n");
            abort();
        }
        ptx_destroy(again);
        text_destroy(&first);
        text_destroy(&second);
    } else if (diagnostics.error_count == 0) {
        fprintf(stderr, "fuzz_ptx: refused without a message\n");
        abort();
    }
    Text messages = {0};
    diagnostics_print(&diagnostics, false, &messages);
    text_destroy(&messages);
    ptx_destroy(module);
    diagnostics_clear(&diagnostics);
    return 0;
}

#ifndef LOCKSTEP_LIBFUZZER
#define MUTATIONS 60 // of each file

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u; // Numerical Recipes' generator
    return *state >> 8;
}

// Changes, repeats or removes a few bytes; returns the new size.
static size_t mutate(uint8_t *data, size_t size, uint32_t *state)
{
    static const char bytes[] = ";{}[](),.%@!|<>=+-0123456789\"_$\0\n axr";
    for (uint32_t i = next_random(state) % 6 + 1; i > 0 && size > 8; i--) {
        size_t at = next_random(state) % size;
        switch (next_random(state) % 4) {
        case 0: data[at] = (uint8_t)bytes[next_random(state) % (sizeof bytes - 1)]; break;
        case 1: data[at] = (uint8_t)next_random(state); break;
        case 2: {
            size_t count = next_random(state) % 16, from = next_random(state) % size;
            if (at + count < size && from + count < size) {
                memmove(data + at, data + from, count);
            }
            break;
        }
        default:
            memmove(data + at, data + at + 1, size - at - 1);
            size--;
            break;
        }
    }
    return size;
}

static void replay(const uint8_t *data, size_t size, uint32_t *state)
{
    uint8_t *copy = malloc(size + 1);
    if (copy == NULL) {
        return;
    }
    LLVMFuzzerTestOneInput(data, size);
    for (int i = 0; i < MUTATIONS; i++) {
        memcpy(copy, data, size);
        size_t kept = i % 8 == 0 ? next_random(state) % (size + 1) : mutate(copy, size, state);
        LLVMFuzzerTestOneInput(copy, kept);
    }
    free(copy);
}

int main(int argc, char **argv)
{
    uint32_t state = 1;
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        uint8_t *data = calloc(1, 1 << 20);
        size_t size = file == NULL || data == NULL ? 0 : fread(data, 1, 1 << 20, file);
        if (size == 0) {
            fprintf(stderr, "fuzz_ptx: cannot read %s\n", argv[i]);
            return 1;
        }
        replay(data, size, &state);
        fclose(file);
        free(data);
    }
    printf("%d files, each with %d mutations\n", argc - 1, MUTATIONS);
    return argc > 1 ? 0 : 1;
}
#endif
