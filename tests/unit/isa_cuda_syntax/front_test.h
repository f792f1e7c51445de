// SPDX-License-Identifier: Apache-2.0
// For the front end's tests: a CUDA text in, the checked tree as text and the messages out.
#ifndef LOCKSTEP_TESTS_FRONT_TEST_H
#define LOCKSTEP_TESTS_FRONT_TEST_H

#include "isa/cuda/syntax/syntax.h"
#include "tests/test.h"

typedef struct Checked {
    Arena arena;
    Diagnostics diagnostics;
    Tree *tree;
    Text printed, messages;
} Checked;

static inline Checked *front_check(const char *text, const SyntaxOptions *options)
{
    static Checked checked;
    arena_clear(&checked.arena);
    diagnostics_clear(&checked.diagnostics);
    text_destroy(&checked.printed);
    text_destroy(&checked.messages);
    checked = (Checked){0};
    SourceOptions none = {0};
    Source *source = source_preprocess(&checked.arena, "test.cu", text, strlen(text), &none,
                                       &checked.diagnostics);
    checked.tree = syntax_check(&checked.arena, source, options, &checked.diagnostics);
    tree_print(checked.tree, &checked.printed);
    diagnostics_print(&checked.diagnostics, false, &checked.messages);
    return &checked;
}

// The tree as text, or the messages when there was an error.
static inline const char *front_print(const char *text)
{
    SyntaxOptions options = {.compute_capability = 90};
    Checked *checked = front_check(text, &options);
    return checked->diagnostics.error_count > 0 ? text_string(&checked->messages)
                                                : text_string(&checked->printed);
}

// The first error, without its place; "" when there is none.
static inline const char *front_first_error(const char *text)
{
    SyntaxOptions options = {.compute_capability = 90, .is_full_check = true};
    Checked *checked = front_check(text, &options);
    for (uint32_t i = 0; i < checked->diagnostics.count; i++) {
        if (checked->diagnostics.items[i].level == DIAGNOSTIC_ERROR) {
            return checked->diagnostics.items[i].message;
        }
    }
    return "";
}

static inline uint32_t front_errors(const char *text)
{
    SyntaxOptions options = {.compute_capability = 90, .is_full_check = true};
    return front_check(text, &options)->diagnostics.error_count;
}

// The value that a kernel's first statement, "*p = value;", stores: constants are folded.
static inline int64_t front_value(const char *text)
{
    SyntaxOptions options = {.compute_capability = 90};
    Checked *checked = front_check(text, &options);
    if (checked->diagnostics.error_count > 0) {
        fprintf(stderr, "%s", text_string(&checked->messages));
        return INT64_MIN;
    }
    const Statement *body = checked->tree->functions[0]->body;
    const Statement *first = body != NULL ? body->first : NULL;
    const Expression *store = first != NULL ? first->a : NULL;
    return store != NULL && store->kind == EXPRESSION_ASSIGN && store->b->kind == EXPRESSION_INTEGER
               ? (int64_t)store->b->integer
               : INT64_MIN;
}

#endif
