// SPDX-License-Identifier: Apache-2.0
// unsetenv is POSIX's.
#define _POSIX_C_SOURCE 200809L
#include "sim/cli/nvcc_linker.h"

#include <stdlib.h>
#include <string.h>

// Those that GCC's -fuse-ld= and Clang's name.
static const char *const names[] = {"ld", "ld.bfd", "ld.gold", "ld.lld", "ld.mold"};

// How an option of ld is handed on. Options that are not here are the user's, and kept.
typedef enum LinkerUse { DROP, DROP_PAIR, KEEP_PAIR } LinkerUse;

typedef struct LinkerOption {
    const char *name; // or, ending with '*', how it starts
    LinkerUse use;
} LinkerOption;

// What GCC 12's and Clang 14's own specifications hand to ld (`g++ -###`), and what does not fit
// the shared object that a program becomes.
static const LinkerOption options[] = {
    {"-plugin", DROP_PAIR},
    {"-plugin-opt=*", DROP},
    {"-m", DROP_PAIR},
    {"-z", DROP_PAIR},
    {"-dynamic-linker", DROP_PAIR},
    {"-soname", DROP_PAIR},
    {"-soname=*", DROP},
    {"--sysroot=*", DROP},
    {"--build-id*", DROP},
    {"--eh-frame-hdr", DROP},
    {"--hash-style=*", DROP},
    {"-pie", DROP},
    {"-no-pie", DROP},
    {"-static", DROP},
    {"-s", DROP},
    {"--strip-all", DROP},
    {"-rpath", KEEP_PAIR},
    {"-rpath-link", KEEP_PAIR},
    {"-u", KEEP_PAIR},
    {"-Map", KEEP_PAIR},
};

// The objects that begin and end every program of the C library's and GCC's.
static const char *const frames[] = {"crt1.o", "Scrt1.o",   "gcrt1.o", "crti.o",
                                     "crtn.o", "crtbegin*", "crtend*"};

enum {
    NAME_COUNT = sizeof names / sizeof *names,
    OPTION_COUNT = sizeof options / sizeof *options,
    FRAME_COUNT = sizeof frames / sizeof *frames
};

const char *nvcc_linker_name(uint32_t index)
{
    return index < NAME_COUNT ? names[index] : NULL;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

bool nvcc_linker_is_called(const char *program)
{
    uint32_t i = 0;
    while (i < NAME_COUNT && strcmp(last_part(program), names[i]) != 0) {
        i++;
    }
    return i < NAME_COUNT;
}

static bool fits(const char *word, const char *pattern)
{
    size_t size = strlen(pattern);
    return pattern[size - 1] == '*' ? strncmp(word, pattern, size - 1) == 0
                                    : strcmp(word, pattern) == 0;
}

static const LinkerOption *find_option(const char *word)
{
    for (uint32_t i = 0; i < OPTION_COUNT; i++) {
        if (fits(word, options[i].name)) {
            return &options[i];
        }
    }
    return NULL;
}

static bool is_frame(const char *path)
{
    uint32_t i = 0;
    while (i < FRAME_COUNT && !fits(last_part(path), frames[i])) {
        i++;
    }
    return path[0] == '/' && i < FRAME_COUNT;
}

// Words that nvcc has too.
static bool is_shared_word(const char *word)
{
    return word[0] != '-' || strncmp(word, "-L", 2) == 0 || strncmp(word, "-l", 2) == 0 ||
           strcmp(word, "-shared") == 0;
}

// GCC's driver tells its linker by these where it looks for programs and libraries. The compiler
// that links the program would read them, too, and find Lockstep in place of ld again.
static void forget_driver(void)
{
    static const char *const variables[] = {"COMPILER_PATH", "LIBRARY_PATH", "GCC_EXEC_PREFIX",
                                            "COLLECT_GCC", "COLLECT_GCC_OPTIONS"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        unsetenv(variables[i]);
    }
}

void nvcc_linker_put(const Command *words, Command *line)
{
    forget_driver();
    for (uint32_t i = 1; i < words->count; i++) {
        const char *word = words->at[i];
        const char *next = i + 1 < words->count ? words->at[i + 1] : "";
        const LinkerOption *option = find_option(word);
        if (strcmp(word, "-o") == 0) {
            command_add(line, word);
            command_add(line, next);
            i++;
        } else if (option != NULL && option->use != KEEP_PAIR) {
            i += option->use == DROP_PAIR;
        } else if (option != NULL) {
            command_add(line, arena_printf(line->arena, "-Xlinker=%s,%s", word, next));
            i++;
        } else if (is_shared_word(word)) {
            if (!is_frame(word)) {
                command_add(line, word);
            }
        } else {
            command_add(line, arena_printf(line->arena, "-Xlinker=%s", word));
        }
    }
}
