// SPDX-License-Identifier: Apache-2.0
// The compilers of host and device code: those that the environment names, else those in PATH.
#include "sim/program/build.h"

#include <stdlib.h>
#include <string.h>

// What the variable holds: a program and its first arguments. NULL: nothing, or Lockstep itself, as
// after `make NVCC='lockstep nvcc'`.
static const char *named_by(const char *variable, Arena *arena)
{
    const char *value = getenv(variable);
    value = value == NULL ? "" : value + strspn(value, " ");
    if (value[0] == 0) {
        return NULL;
    }
    const char *name = arena_text(arena, value, strcspn(value, " "));
    bool is_own = process_find(name, arena) != NULL && process_find_other(name, arena) == NULL;
    return is_own ? NULL : value;
}

// The first of these programs that there is; the environment's choice comes first and is the only
// one when it is set.
static const char *find_tool(Build *build, const char *variable, const char *const *names,
                             bool is_needed)
{
    const char *start = named_by(variable, build->arena);
    if (start != NULL) {
        const char *chosen = arena_text(build->arena, start, strcspn(start, " "));
        const char *path = process_find_other(chosen, build->arena);
        if (path == NULL && is_needed) {
            build_error(build, "cannot find the program '%s', which %s names", chosen, variable);
        }
        return path;
    }
    for (; *names != NULL; names++) {
        const char *path = process_find_other(*names, build->arena);
        if (path != NULL) {
            return path;
        }
    }
    return NULL;
}

// CXX="ccache g++ -m64": the program and its first arguments.
void build_add_compiler(const Build *build, Command *command, Language language)
{
    bool is_c = language == LANGUAGE_C && build->cc != build->cxx;
    const char *at = named_by(is_c ? "CC" : "CXX", build->arena);
    command_add(command, is_c ? build->cc : build->cxx);
    at = at == NULL ? "" : at;
    for (at += strcspn(at, " "), at += strspn(at, " "); *at != 0; at += strspn(at, " ")) {
        size_t size = strcspn(at, " ");
        command_add(command, arena_text(build->arena, at, size));
        at += size;
    }
}

// Those that the options may come to.
static bool find_device_compilers(Build *build)
{
    static const char *const clang[] = {"clang++-22", "clang++-21", "clang++-20",
                                        "clang++-19", "clang++",    NULL};
    static const char *const nvcc[] = {"nvcc", "/usr/local/cuda/bin/nvcc", NULL};
    DeviceCompiler wanted = build->options->compiler;
    if (wanted == COMPILER_CLANG || wanted == COMPILER_AUTOMATIC) {
        build->clang = find_tool(build, "CLANG", clang, wanted == COMPILER_CLANG);
    }
    if (wanted == COMPILER_NVCC || wanted == COMPILER_AUTOMATIC) {
        build->nvcc = find_tool(build, "NVCC", nvcc, wanted == COMPILER_NVCC);
    }
    if (wanted == COMPILER_CLANG && build->clang == NULL) {
        return build_error(build,
                           "--compiler clang: there is no clang++ in PATH (Debian: clang-19)");
    }
    return wanted != COMPILER_NVCC || build->nvcc != NULL ||
           build_error(build, "--compiler nvcc: there is no nvcc in PATH");
}

bool build_find_tools(Build *build)
{
    static const char *const cxx[] = {"c++", "g++", "clang++", NULL};
    static const char *const cc[] = {"cc", "gcc", "clang", NULL};
    build->cxx = find_tool(build, "CXX", cxx, true);
    if (build->cxx == NULL && named_by("CXX", build->arena) != NULL) {
        return false; // find_tool said so
    }
    if (build->cxx == NULL) {
        return build_error(build,
                           "no C++ compiler: a program's own host code needs one (g++ or clang++, "
                           "or what CXX names). A kernel alone runs without: lockstep %s -k NAME "
                           "--grid ... --block ...",
                           build->options->sources.at[0]);
    }
    build->cc = find_tool(build, "CC", cc, true);
    build->cc = build->cc == NULL ? build->cxx : build->cc;
    return find_device_compilers(build);
}
