// SPDX-License-Identifier: Apache-2.0
// For the tests of this room: text in, tokens and messages out as text.
#ifndef LOCKSTEP_TESTS_PREPROCESS_H
#define LOCKSTEP_TESTS_PREPROCESS_H

#include "isa/cuda/source/source.h"

#include "tests/test.h"

#include <inttypes.h>

// The files that #include finds, in pairs of name and text up to a NULL; a test may set its own.
static const char *const *test_files;
static const char *const *test_library;

static inline bool test_find(void *context, const char *name, bool is_angled, const char *from,
                             const char **path, const char **text, size_t *size_bytes)
{
    (void)context, (void)is_angled, (void)from;
    for (const char *const *at = test_files; at != NULL && *at != NULL; at += 2) {
        if (strcmp(*at, name) == 0) {
            *path = *at;
            *text = at[1];
            *size_bytes = strlen(at[1]);
            return true;
        }
    }
    return false;
}

static inline const char *test_find_library(const char *name, size_t *size_bytes)
{
    for (const char *const *at = test_library; at != NULL && *at != NULL; at += 2) {
        if (strcmp(*at, name) == 0) {
            *size_bytes = strlen(at[1]);
            return at[1];
        }
    }
    return NULL;
}

typedef struct Preprocessed {
    Arena arena;
    Diagnostics diagnostics;
    Source *source;
    Text text;
} Preprocessed;

static inline void preprocess_with(Preprocessed *it, const char *text, size_t size_bytes,
                                   SourceOptions options)
{
    *it = (Preprocessed){0};
    options.find = test_find;
    options.find_library = test_find_library;
    it->source =
        source_preprocess(&it->arena, "a.cu", text, size_bytes, &options, &it->diagnostics);
}

static inline void preprocess(Preprocessed *it, const char *text)
{
    preprocess_with(it, text, strlen(text), (SourceOptions){0});
}

static inline void preprocess_done(Preprocessed *it)
{
    text_destroy(&it->text);
    diagnostics_clear(&it->diagnostics);
    arena_clear(&it->arena);
}

// All tokens with one space between two, "{pragma x}" for a pragma.
static inline const char *preprocess_tokens(Preprocessed *it)
{
    text_destroy(&it->text);
    it->text = (Text){0};
    for (uint32_t i = 0; i < it->source->token_count; i++) {
        const Token *token = &it->source->tokens[i];
        text_printf(&it->text, token->kind == TOKEN_PRAGMA ? "%s{pragma %.*s}" : "%s%.*s",
                    i == 0 ? "" : " ", (int)token->length, token->text);
    }
    return text_string(&it->text);
}

// All messages, a line each: "a.cu:1:2: error: ...".
static inline const char *preprocess_messages(Preprocessed *it)
{
    static const char *const level[] = {"error", "warning", "note"};
    text_destroy(&it->text);
    it->text = (Text){0};
    for (uint32_t i = 0; i < it->diagnostics.count; i++) {
        const Diagnostic *item = &it->diagnostics.items[i];
        text_printf(&it->text, "%s%s:%" PRIu32 ":%" PRIu32 ": %s: %s", i == 0 ? "" : "\n",
                    item->position.file, item->position.line, item->position.column,
                    level[item->level], item->message);
    }
    return text_string(&it->text);
}

#define EXPECT_TOKENS(input, wanted)                                                               \
    do {                                                                                           \
        Preprocessed it_;                                                                          \
        preprocess(&it_, input);                                                                   \
        EXPECT_TEXT(preprocess_tokens(&it_), wanted);                                              \
        EXPECT_TEXT(preprocess_messages(&it_), "");                                                \
        preprocess_done(&it_);                                                                     \
    } while (0)

#define EXPECT_MESSAGES(input, wanted)                                                             \
    do {                                                                                           \
        Preprocessed it_;                                                                          \
        preprocess(&it_, input);                                                                   \
        EXPECT_TEXT(preprocess_messages(&it_), wanted);                                            \
        preprocess_done(&it_);                                                                     \
    } while (0)

#endif
