// SPDX-License-Identifier: Apache-2.0
// Golden pairs of the PTX room. Each x.ptx here is parsed: x.out.ptx holds what is printed then,
// with what is refused as comments behind it, or x.err the messages. With LOCKSTEP_REGOLD=1 in the
// environment they are written instead of compared. Each nvcc/*.ptx must come back unchanged when
// what is printed of it is parsed and printed.
#include "isa/ptx/ptx.h"
#include "tests/test.h"

#include <dirent.h>
#include <stdlib.h>

#define FOLDER         LOCKSTEP_SOURCE_DIR "/tests/golden/ptx"
#define NAME_MAX_COUNT 512

static int order_names(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

// The names of the PTX inputs in a folder, without ".ptx", sorted; the caller frees them.
static size_t list_inputs(const char *folder, char *names[NAME_MAX_COUNT])
{
    size_t count = 0;
    DIR *directory = opendir(folder);
    for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
        bool is_input = ends_with(entry->d_name, ".ptx") && !ends_with(entry->d_name, ".out.ptx");
        if (is_input && count < NAME_MAX_COUNT) {
            names[count] = calloc(1, strlen(entry->d_name) + 1);
            memcpy(names[count++], entry->d_name, strlen(entry->d_name) - 4);
        }
    }
    if (directory != NULL) {
        closedir(directory);
    }
    qsort(names, count, sizeof *names, order_names);
    return count;
}

static bool read_file(const char *path, Text *text)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return false;
    }
    char bytes[4096];
    for (size_t size; (size = fread(bytes, 1, sizeof bytes, file)) > 0;) {
        text_add(text, bytes, size);
    }
    fclose(file);
    return true;
}

static void write_file(const char *path, const Text *text)
{
    FILE *file = fopen(path, "wb");
    if (EXPECT(file != NULL)) {
        fwrite(text_string(text), 1, text->size_bytes, file);
        fclose(file);
    }
}

static void list_refusals(const PtxModule *module, Text *output)
{
    for (uint32_t i = 0; i < module->function_count; i++) {
        const PtxFunction *function = module->functions[i];
        for (uint32_t j = 0; j < function->refusal_count; j++) {
            const PtxRefusal *refusal = &function->refusals[j];
            text_printf(output, "// %s:%u:%u: %s\n", function->name, refusal->line, refusal->column,
                        refusal->message);
        }
    }
}

// Parses a file under its bare name; prints the module, or the messages if there is none.
static bool run(const char *folder, const char *name, bool with_refusals, Text *output)
{
    Text input = {0}, path = {0}, bare = {0};
    text_printf(&path, "%s/%s.ptx", folder, name);
    text_printf(&bare, "%s.ptx", name);
    EXPECT(read_file(text_string(&path), &input));
    Diagnostics diagnostics = {0};
    PtxModule *module =
        ptx_parse(text_string(&input), input.size_bytes, text_string(&bare), &diagnostics);
    bool is_parsed = module != NULL;
    if (is_parsed) {
        ptx_print(module, output);
        if (with_refusals) {
            list_refusals(module, output);
        }
    } else {
        diagnostics_print(&diagnostics, false, output);
    }
    ptx_destroy(module);
    diagnostics_clear(&diagnostics);
    text_destroy(&input);
    text_destroy(&path);
    text_destroy(&bare);
    return is_parsed;
}

static void check_pair(const char *name)
{
    Text found = {0}, wanted = {0}, path = {0};
    bool is_parsed = run(FOLDER, name, true, &found);
    text_printf(&path, FOLDER "/%s%s", name, is_parsed ? ".out.ptx" : ".err");
    if (getenv("LOCKSTEP_REGOLD") != NULL) {
        write_file(text_string(&path), &found);
    }
    if (!EXPECT(read_file(text_string(&path), &wanted))) {
        fprintf(stderr, "    no %s\n", text_string(&path));
    } else if (!EXPECT_TEXT(text_string(&found), text_string(&wanted))) {
        fprintf(stderr, "    in %s\n", text_string(&path));
    }
    text_destroy(&found);
    text_destroy(&wanted);
    text_destroy(&path);
}

TEST(each_input_gives_its_expected_text_or_messages)
{
    char *names[NAME_MAX_COUNT];
    size_t count = list_inputs(FOLDER, names);
    EXPECT(count > 0);
    for (size_t i = 0; i < count; i++) {
        check_pair(names[i]);
        free(names[i]);
    }
}

static void check_round_trip(const char *folder, const char *name)
{
    Text first = {0}, second = {0};
    if (!run(folder, name, false, &first)) {
        if (!ends_with(folder, "/nvcc")) {
            text_destroy(&first);
            return; // an input that is wrong on purpose
        }
        EXPECT_TEXT(text_string(&first), "");
    }
    Diagnostics diagnostics = {0};
    PtxModule *module = ptx_parse(text_string(&first), first.size_bytes, name, &diagnostics);
    if (EXPECT(module != NULL)) {
        ptx_print(module, &second);
        EXPECT_TEXT(text_string(&second), text_string(&first));
    }
    ptx_destroy(module);
    diagnostics_clear(&diagnostics);
    text_destroy(&first);
    text_destroy(&second);
}

static void check_folder(const char *folder)
{
    char *names[NAME_MAX_COUNT];
    size_t count = list_inputs(folder, names);
    EXPECT(count > 0);
    for (size_t i = 0; i < count; i++) {
        check_round_trip(folder, names[i]);
        free(names[i]);
    }
}

TEST(what_nvcc_writes_survives_printing_and_parsing)
{
    check_folder(FOLDER "/nvcc");
}

TEST(what_we_print_prints_the_same_again)
{
    check_folder(FOLDER);
}
