// SPDX-License-Identifier: Apache-2.0
#include "sim/program/openmp.h"

#include "sim/program/file.h"

#include <string.h>
#include <unistd.h>

static bool is_option(const char *option)
{
    return strcmp(option, "-fopenmp") == 0;
}

static bool is_wanted(const ProgramList *options)
{
    for (uint32_t i = 0; i < options->count; i++) {
        if (is_option(options->at[i])) {
            return true;
        }
    }
    return false;
}

// The path under which the compiler knows a file of its own; NULL: it has none.
static const char *file_of(Build *build, const char *compiler, const char *name)
{
    Command command = {.arena = build->arena, .is_silent = true};
    const char *output = arena_printf(build->arena, "%s/file.name", build->workspace);
    size_t size_bytes;
    command_add(&command, compiler);
    command_add(&command, arena_printf(build->arena, "-print-file-name=%s", name));
    char *path = build_run(build, &command, output) == 0
                     ? file_text(output, &size_bytes, build->arena)
                     : NULL;
    unlink(output);
    if (path == NULL || path[0] != '/') {
        return NULL;
    }
    path[strcspn(path, "\n")] = 0;
    return access(path, R_OK) == 0 ? path : NULL;
}

static bool has_clang_unit(const Build *build)
{
    for (uint32_t i = 0; i < build->unit_count; i++) {
        const BuildUnit *unit = &build->units[i];
        const ProgramOptions *options = unit->options == NULL ? build->options : unit->options;
        if (unit->host == HOST_CLANG && is_wanted(&options->host_options)) {
            return true;
        }
    }
    return false;
}

static const char *runtime_of_clang(Build *build)
{
    static const char *const names[] = {"libomp.so", "libomp.so.5"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *path = file_of(build, build->clang, names[i]);
        path = path == NULL ? file_of(build, build->cxx, names[i]) : path;
        if (path != NULL) {
            return path;
        }
    }
    return NULL;
}

bool openmp_add_link(Build *build, Command *command, const ProgramList *options)
{
    const char *runtime = NULL;
    if (has_clang_unit(build)) {
        runtime = runtime_of_clang(build);
        if (runtime == NULL) {
            return build_error(build,
                               "-fopenmp: %s compiles the host code, and LLVM's OpenMP "
                               "library (libomp) is not installed (Debian: apt install "
                               "libomp5-19)",
                               build->clang);
        }
        command_add(command, runtime);
    }
    for (uint32_t i = 0; i < options->count; i++) {
        if (runtime == NULL || !is_option(options->at[i])) {
            command_add(command, options->at[i]);
        }
    }
    return true;
}
