// SPDX-License-Identifier: Apache-2.0
#include "sim/program/sanitize.h"

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
    return options->is_checked && !options->is_library && !has_sanitizer(&options->host_options);
}

// By the name of the compiler, whose options come after it: "/usr/bin/clang++-19".
static bool is_clang(const Command *command)
{
    for (uint32_t i = 0; i < command->count; i++) {
        const char *slash = strrchr(command->at[i], '/');
        const char *name = slash == NULL ? command->at[i] : slash + 1;
        if (name[0] != '-' && strncmp(name, "clang", 5) == 0) {
            return true;
        }
    }
    return false;
}

void sanitize_add_compiler(const Build *build, Command *command)
{
    static const char *const gcc[] = {"-fsanitize=kernel-address",
                                      "--param",
                                      "asan-instrumentation-with-call-threshold=0",
                                      "--param",
                                      "asan-stack=0",
                                      "--param",
                                      "asan-globals=0"};
    static const char *const clang[] = {"-fsanitize=kernel-address",
                                        "-mllvm",
                                        "-asan-instrumentation-with-call-threshold=0",
                                        "-mllvm",
                                        "-asan-stack=0",
                                        "-mllvm",
                                        "-asan-globals=0"};
    _Static_assert(sizeof gcc == sizeof clang, "one count for both");
    if (is_wanted(build)) {
        command_add_all(command, is_clang(command) ? clang : gcc, sizeof gcc / sizeof *gcc);
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
