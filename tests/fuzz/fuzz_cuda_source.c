// SPDX-License-Identifier: Apache-2.0
// Any bytes are preprocessed, including themselves by any name; every literal that comes out is
// read, and every place in the result must lie in a file. With clang this is a libFuzzer target.
// Otherwise it replays its corpus and fixed mutations of it.
#include "isa/cuda/source/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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
#define MUTATIONS 60 // of each file

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u; // Numerical Recipes' generator
    return *state >> 8;
}

// Changes or moves a few bytes.
static void mutate(uint8_t *data, size_t size, uint32_t *state)
{
    static const char bytes[] = "#()\\\n\"'/*,.<>?:0ABCR \t";
    for (uint32_t i = next_random(state) % 12 + 1; i > 0 && size > 8; i--) {
        size_t at = next_random(state) % size, from = next_random(state) % size;
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
            fprintf(stderr, "fuzz_cuda_source: cannot read %s\n", argv[i]);
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
