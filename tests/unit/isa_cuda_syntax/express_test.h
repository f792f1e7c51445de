// SPDX-License-Identifier: Apache-2.0
// For tests of expressions and statements: the statements of one kernel in, its body as text out.
#ifndef LOCKSTEP_TESTS_EXPRESS_TEST_H
#define LOCKSTEP_TESTS_EXPRESS_TEST_H

#include "front_test.h"

#include <stdlib.h>

// What the library's prelude declares for every program.
static const char express_prelude[] = "struct uint3 { unsigned int x, y, z; };\n"
                                      "struct dim3 { unsigned int x, y, z; };\n"
                                      "extern __device__ const uint3 threadIdx, blockIdx;\n"
                                      "extern __device__ const dim3 blockDim, gridDim;\n"
                                      "extern const int warpSize;\n";

static inline const char *express_find_prelude(const char *name, size_t *size_bytes)
{
    if (strcmp(name, "prelude.h") != 0) {
        return NULL;
    }
    if (size_bytes != NULL) {
        *size_bytes = sizeof express_prelude - 1;
    }
    return express_prelude;
}

static inline Checked *express_check(const char *text)
{
    static Checked checked;
    arena_clear(&checked.arena);
    diagnostics_clear(&checked.diagnostics);
    text_destroy(&checked.printed);
    text_destroy(&checked.messages);
    checked = (Checked){0};
    SourceOptions options = {.find_library = express_find_prelude, .prelude = "prelude.h"};
    Source *source = source_preprocess(&checked.arena, "test.cu", text, strlen(text), &options,
                                       &checked.diagnostics);
    SyntaxOptions syntax = {.compute_capability = 90, .is_full_check = true};
    checked.tree = syntax_check(&checked.arena, source, &syntax, &checked.diagnostics);
    for (uint32_t i = 0; i < checked.diagnostics.count; i++) {
        const Diagnostic *item = &checked.diagnostics.items[i];
        text_printf(&checked.messages, "%u:%u: %s%s\n", item->position.line, item->position.column,
                    item->level == DIAGNOSTIC_WARNING ? "warning: "
                    : item->level == DIAGNOSTIC_NOTE  ? "note: "
                                                      : "",
                    item->message);
    }
    if (checked.diagnostics.error_count == 0) {
        tree_print(checked.tree, &checked.printed);
    }
    return &checked;
}

// The messages, one a line: "line:column: text", with "warning: " or "note: " before the text.
static inline const char *express_messages(const char *text)
{
    return text_string(&express_check(text)->messages);
}

// The body of kernel k, which has parameters of many types, without its braces; or the messages.
// The text holds until the next call.
static inline const char *express_body(const char *declarations, const char *statements)
{
    static Text text, body;
    text_destroy(&text);
    text_destroy(&body);
    text = body = (Text){0};
    text_printf(&text,
                "%s\n__global__ void k(int i, unsigned u, long l, float f, double d, short h,"
                " bool b, int *p, float *q)\n{%s}\n",
                declarations, statements);
    Checked *checked = express_check(text_string(&text));
    if (checked->diagnostics.count > 0) {
        return text_string(&checked->messages);
    }
    const char *kernel = strstr(text_string(&checked->printed), "kernel _Z1k");
    const char *open = kernel == NULL ? NULL : strstr(kernel, "{\n");
    const char *close = open == NULL ? NULL : strstr(open, "\n}\n");
    if (close == NULL) {
        return "no kernel";
    }
    if (close > open + 1) {
        text_add(&body, open + 2, (size_t)(close - open - 1));
    }
    return text_string(&body);
}

#endif
