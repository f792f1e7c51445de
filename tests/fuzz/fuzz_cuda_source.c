// SPDX-License-Identifier: Apache-2.0
// Any bytes are preprocessed, including themselves by any name; every literal that comes out is
// read, and every place in the result must lie in a file. With clang this is a libFuzzer target.
// Otherwise it replays its corpus and fixed mutations of it.
#include "isa/cuda/source/source.h"
#include "tests/fuzz/cuda_words.h"
#include "tests/fuzz/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Input {
    const char *text;
    size_t size_bytes;
    uint32_t left; // times that it may include itself
} Input;

static bool find(void *context, const char *name, bool is_angled, const char *from,
                 const char **path, const char **text, size_t *size_bytes)
{
    Input *input = context;
    (void)from, (void)is_angled;
    if (input->left == 0 || name[0] == 'n') {
        return false;
    }
    input->left--;
    *path = name[0] == 'f' ? "fuzz" : "other";
    *text = input->text;
    *size_bytes = input->size_bytes;
    return true;
}

static void check(bool is_good, const char *what)
{
    if (!is_good) {
        fprintf(stderr, "fuzz_cuda_source: %s\n", what);
        abort();
    }
}

static void read_literals(const Source *source, Diagnostics *diagnostics)
{
    for (uint32_t i = 0; i < source->token_count; i++) {
        const Token *token = &source->tokens[i];
        uint32_t before = diagnostics->error_count;
        Literal literal;
        size_t size_bytes;
        check(token->kind > TOKEN_END && token->kind <= TOKEN_PRAGMA, "a token of no kind");
        check(token->location.file < source->file_count, "a token of no file");
        if (token->kind == TOKEN_NUMBER || token->kind == TOKEN_CHARACTER) {
            check(source_literal(source, token, diagnostics, &literal) ||
                      diagnostics->error_count > before,
                  "a literal refused without a message");
        } else if (token->kind == TOKEN_STRING) {
            check(source_string(source, token, diagnostics, &size_bytes) != NULL ||
                      diagnostics->error_count > before,
                  "a string refused without a message");
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const defines[] = {"A", "B=A + 1", "C(x, ...)=x ## __VA_ARGS__ #x"};
    Input input = {(const char *)data, size, 3};
    SourceOptions options = {
        .find = find, .find_context = &input, .defines = defines, .define_count = 3};
    Arena arena = {0};
    Diagnostics diagnostics = {0};
    Source *source =
        source_preprocess(&arena, "fuzz", (const char *)data, size, &options, &diagnostics);
    check(source->tokens[source->token_count].kind == TOKEN_END, "no end");
    read_literals(source, &diagnostics);
    Text messages = {0};
    diagnostics_print(&diagnostics, false, &messages);
    text_destroy(&messages);
    diagnostics_clear(&diagnostics);
    arena_clear(&arena);
    return 0;
}

#ifndef LOCKSTEP_LIBFUZZER
int main(int argc, char **argv)
{
    return replay(argc, argv, 60);
}
#endif
