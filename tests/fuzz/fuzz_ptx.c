// SPDX-License-Identifier: Apache-2.0
// Any bytes are parsed; what is accepted is printed, and that must be accepted and print the same.
// With clang this is a libFuzzer target. Otherwise it replays the golden files, each whole, cut
// short, and with bytes changed by a fixed sequence of numbers.
#include "isa/ptx/ptx.h"
#include "tests/fuzz/ptx_words.h"
#include "tests/fuzz/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
int main(int argc, char **argv)
{
    return replay(argc, argv, 60);
}
#endif
