// SPDX-License-Identifier: Apache-2.0
// Objects to a shared object, whose calls of the CUDA runtime this process answers.
#include "isa/base/demangle.h"
#include "sim/program/build.h"
#include "sim/program/direct.h"
#include "sim/program/file.h"
#include "sim/program/fresh.h"
#include "sim/program/hint.h"
#include "sim/program/openmp.h"
#include "sim/program/sanitize.h"
#include "sim/program/toolkit.h"
#include "sim/runtime/symbols.h"

#include <string.h>

// Whether there is a main(); notes which libraries are called.
static bool read_result(Build *build, const char *path)
{
    Symbol symbol;
    SymbolFile *symbols = symbols_open(path);
    bool has_main =
        symbols != NULL && symbols_find(symbols, "main", NULL, &symbol) && symbol.is_function;
    if (symbols != NULL) {
        toolkit_note_uses(build, symbols);
        symbols_close(symbols);
    }
    return has_main;
}

// The file's kernels, by name; from the PTX, which every compiler writes.
static void list_kernels(const BuildUnit *unit, Arena *arena, Text *names, const char **first)
{
    for (const char *at = unit->ptx; at != NULL && (at = strstr(at, ".entry ")) != NULL;) {
        at += 7;
        text_put(names, names->size_bytes > 0 ? ", " : "");
        demangle(arena_text(arena, at, strcspn(at, " (\n\t")), DEMANGLE_SHORT, names);
        *first = *first == NULL ? at : *first;
    }
}

static bool refuse_without_main(Build *build)
{
    Text names = {0};
    const char *first = NULL, *path = build->units[0].path;
    for (uint32_t i = 0; i < build->unit_count; i++) {
        list_kernels(&build->units[i], build->arena, &names, &first);
    }
    const ProgramList *templates = &build->units[0].templates;
    if (first == NULL && templates->count > 0) {
        build_error(build,
                    "%s has no main(); '%s' is a kernel template. An instance of it alone: "
                    "lockstep %s -k '%s<...>'",
                    path, templates->at[0], path, templates->at[0]);
    } else if (first == NULL) {
        build_error(build, "%s has neither a main() nor a kernel", path);
    } else {
        Text hint = {0};
        hint_add(first, build->arena, &hint);
        build_error(build, "%s has no main(); its kernels: %s. One of them alone: lockstep %s %s",
                    path, text_string(&names), path, text_string(&hint));
        text_destroy(&hint);
    }
    text_destroy(&names);
    return false;
}

static bool has_foreign_objects(const Build *build)
{
    uint32_t i = 0;
    while (i < build->unit_count && build->units[i].language != LANGUAGE_OBJECT) {
        i++;
    }
    return i < build->unit_count;
}

bool build_link(Build *build)
{
    const ProgramOptions *options = build->options;
    Command command = {.arena = build->arena};
    bool has_foreign = has_foreign_objects(build);
    const char *output = arena_printf(build->arena, "%s/program.so", build->workspace);
    build_add_compiler(build, &command, LANGUAGE_CXX);
    command_add(&command, "-shared");
    command_add(&command, "-Wl,-Bsymbolic");
    command_add(&command, "-o");
    command_add(&command, output);
    for (uint32_t i = 0; i < build->unit_count; i++) {
        command_add(&command, build->units[i].object);
    }
    if (!openmp_add_link(build, &command, &options->host_options) ||
        !openmp_add_link(build, &command, &options->link_options)) {
        return false;
    }
    for (uint32_t i = 0; i < options->library_folders.count; i++) {
        command_add(&command, arena_printf(build->arena, "-L%s", options->library_folders.at[i]));
    }
    for (uint32_t i = 0; i < options->libraries.count; i++) {
        if (!toolkit_has(options->libraries.at[i])) {
            command_add(&command, arena_printf(build->arena, "-l%s", options->libraries.at[i]));
        }
    }
    sanitize_add_linker(build, &command);
    if (!has_foreign) {
        fresh_add_linker(build, &command);
    }
    command_add(&command, "-lpthread");
    if (has_foreign && !direct_add_link(build, &command)) {
        return false;
    }
    int code = build_run(build, &command, NULL);
    if (code != 0) {
        return build_error(build, "%s cannot be linked by %s (exit code %d)%s",
                           build->units[0].path, command.at[0], code,
                           has_foreign
                               ? "; objects of other compilers must be position-independent: "
                                 "compile them with -fPIC"
                               : "");
    }
    return read_result(build, output) || options->is_library || options->is_part ||
           refuse_without_main(build);
}
