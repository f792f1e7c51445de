// SPDX-License-Identifier: Apache-2.0
// realpath is of the X/Open part of POSIX.
#define _XOPEN_SOURCE 700
#include "sim/program/sanitize.h"

#include <stdlib.h>
#include <string.h>

// A program may have a sanitizer of its own, which excludes this one.
static bool has_sanitizer(const ProgramList *options)
{
    for (uint32_t i = 0; i < options->count; i++) {
        if (strncmp(options->at[i], "-fsanitize", 10) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_wanted(const Build *build)
{
    const ProgramOptions *options = build->options;
    bool has_own = has_sanitizer(&options->host_options);
    for (uint32_t i = 0; options->own != NULL && i < options->sources.count; i++) {
        has_own |= has_sanitizer(&options->own[i].host_options);
    }
    return options->is_checked && !options->is_library && !has_own;
}

// Whether a word of the command is clang, by its own name or by that of what it links to: c++ is
// clang on some systems, and may come after ccache.
static bool names_clang(const char *word, Arena *arena)
{
    const char *path = word[0] == '-' ? NULL : process_find(word, arena);
    char *real = path == NULL ? NULL : realpath(path, NULL);
    const char *slash = real == NULL ? NULL : strrchr(real, '/');
    bool is_clang = slash != NULL && strncmp(slash + 1, "clang", 5) == 0;
    free(real);
    return is_clang;
}

static bool is_clang(const Build *build, const Command *command)
{
    bool is = false;
    for (uint32_t i = 0; i < command->count && i < 3; i++) {
        is |= names_clang(command->at[i], build->arena);
    }
    return is;
}

void sanitize_add_compiler(const Build *build, Command *command)
{
    // Loads that the program does not ask for would be reported: no vectors with gaps, no loads
    // before the condition that they depend on.
    static const char *const gcc[] = {"-fsanitize=kernel-address",
                                      "--param",
                                      "asan-instrumentation-with-call-threshold=0",
                                      "--param",
                                      "asan-stack=0",
                                      "--param",
                                      "asan-globals=0",
                                      "-fno-tree-vectorize",
                                      "-fno-tree-loop-if-convert",
                                      "-fno-hoist-adjacent-loads"};
    static const char *const clang[] = {"-fsanitize=kernel-address",
                                        "-mllvm",
                                        "-asan-instrumentation-with-call-threshold=0",
                                        "-mllvm",
                                        "-asan-stack=0",
                                        "-mllvm",
                                        "-asan-globals=0",
                                        "-fno-vectorize",
                                        "-fno-slp-vectorize"};
    if (!is_wanted(build)) {
        return;
    }
    if (is_clang(build, command)) {
        command_add_all(command, clang, sizeof clang / sizeof *clang);
    } else {
        command_add_all(command, gcc, sizeof gcc / sizeof *gcc);
    }
}

void sanitize_add_linker(const Build *build, Command *command)
{
    static const char *const names[] = {
#define ACCESS(name, bytes, is_write) #name,
#define SPAN(name, is_write)          #name,
#define NOTHING(name)                 #name,
#include "sim/runtime/host_access.def"
#undef ACCESS
#undef SPAN
#undef NOTHING
    };
    for (size_t i = 0; i < sizeof names / sizeof *names && is_wanted(build); i++) {
        command_add(command, arena_printf(build->arena, "-Wl,--wrap=__asan_%s", names[i]));
    }
}
