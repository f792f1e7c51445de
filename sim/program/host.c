// SPDX-License-Identifier: Apache-2.0
// Host code of one source file: a .cu file is preprocessed, rewritten and compiled, or compiled by
// clang as it is; C and C++ files are compiled as they are.
#include "isa/cuda/cuda.h"
#include "sim/program/build.h"
#include "sim/program/clang.h"
#include "sim/program/file.h"
#include "sim/program/header.h"
#include "sim/program/rewrite.h"
#include "sim/program/sanitize.h"

#include <string.h>

void build_read_dependencies(Build *build, const char *path)
{
    size_t size_bytes;
    char *rule = file_text(path, &size_bytes, build->arena), *at = rule;
    at = at == NULL ? NULL : strstr(at, ": ");
    Text name = {0};
    for (at = at == NULL ? NULL : at + 1; at != NULL && *at != 0;) {
        at += strspn(at, " \n");
        if (at[0] == '\\' && at[1] == '\n') {
            at += 2;
            continue;
        }
        while (*at != 0 && *at != ' ' && *at != '\n') {
            at += at[0] == '\\' && (at[1] == ' ' || at[1] == '#' || at[1] == '\\');
            at += at[0] == '$' && at[1] == '$';
            text_add(&name, at++, 1);
        }
        size_t folder = strlen(build->workspace);
        if (name.size_bytes > 0 && strncmp(text_string(&name), build->workspace, folder) != 0) {
            build_depends_on(build, arena_text(build->arena, name.at, name.size_bytes));
        }
        name.size_bytes = 0;
        if (name.at != NULL) {
            name.at[0] = 0;
        }
    }
    text_destroy(&name);
}

void build_add_dependencies(Command *command, const char *list)
{
    command_add(command, "-MMD");
    command_add(command, "-MF");
    command_add(command, list);
    command_add(command, "-MT");
    command_add(command, "x");
}

static const char *number_path(Build *build, const BuildUnit *unit, const char *ending)
{
    return arena_printf(build->arena, "%s/%u%s", build->workspace, (unsigned)(unit - build->units),
                        ending);
}

static void add_headers(Build *build, Command *command)
{
    const char *parallel = header_add_parallel(build->headers, build->arena);
    command_add(command, "-isystem");
    command_add(command, build->headers);
    if (parallel != NULL) {
        command_add(command, "-isystem");
        command_add(command, parallel);
    }
    if (build->options->is_library) {
        command_add(command, "-isystem");
        command_add(command, arena_printf(build->arena, "%s/lockstep", build->headers));
    }
}

// The compiler itself reports what is wrong with the file, but not what is wrong with the compiler.
static bool run_compiler(Build *build, const Command *command, const BuildUnit *unit,
                         const char *output)
{
    Command said = *command;
    said.is_silent = build->is_silent;
    int code = build_run(build, &said, output);
    return code == 0 || build_refused(build, command->at[0], unit->path, code);
}

static bool preprocess(Build *build, const BuildUnit *unit, const char *output)
{
    Command command = {.arena = build->arena};
    const char *list = number_path(build, unit, ".d");
    static const char *const first[] = {"-E",
                                        "-x",
                                        "c++",
                                        "-D__CUDACC__=1",
                                        "-D__NVCC__=1",
                                        "-w",
                                        "-D__LOCKSTEP__=1",
                                        "-D__LOCKSTEP_REWRITE__=1",
                                        "-include",
                                        "cuda_runtime.h",
                                        "-include",
                                        "lockstep/object.h"};
    build_add_compiler(build, &command, LANGUAGE_CXX);
    command_add_all(&command, first, sizeof first / sizeof *first);
    command_add_all(&command, build->options->host_options.at, build->options->host_options.count);
    size_t size_bytes = 0;
    const char *text = build_unit_text(build, unit, &size_bytes);
    if (text != NULL && cuda_has_own_texture(text, size_bytes)) {
        command_add(&command, "-D" CUDA_OWN_TEXTURE "=1");
    }
    add_headers(build, &command);
    build_add_options(build, &command, LANGUAGE_CXX);
    build_add_dependencies(&command, list);
    if (!build_add_source(build, &command, unit)) {
        return false;
    }
    bool is_good = run_compiler(build, &command, unit, output);
    build_read_dependencies(build, list);
    return is_good;
}

// The column in a line as it was written of what the preprocessor left in this column, with other
// white space; 0 where it left something else.
static uint32_t written_column(const char *written, const char *left, uint32_t column)
{
    uint32_t at = 0, end = (uint32_t)strcspn(written, "\n");
    for (uint32_t i = 0; i + 1 < column; i++) {
        if (left[i] != ' ' && left[i] != '\t') {
            at += (uint32_t)strspn(written + at, " \t");
            if (at >= end || written[at] != left[i]) {
                return 0;
            }
            at++;
        }
    }
    at += (uint32_t)strspn(written + at, " \t");
    return at < end && written[at] == left[column - 1] ? at + 1 : 0;
}

// Gives messages about preprocessed text the lines of the files, for the caret.
static void add_source_lines(Build *build, Diagnostics *diagnostics)
{
    for (uint32_t i = 0; i < diagnostics->count; i++) {
        Diagnostic *item = &diagnostics->items[i];
        SourcePosition *position = &item->position;
        size_t size_bytes;
        const char *line =
            position->file == NULL ? NULL : file_text(position->file, &size_bytes, build->arena);
        for (uint32_t number = 1; line != NULL && number < position->line; number++) {
            line = strchr(line, '\n');
            line = line == NULL ? NULL : line + 1;
        }
        if (line != NULL && item->source_line != NULL) {
            position->column = written_column(line, item->source_line, position->column);
            item->source_line = arena_text(&diagnostics->arena, line, strcspn(line, "\r\n"));
        }
    }
}

static bool rewrite(Build *build, BuildUnit *unit, const char *input, const char *output)
{
    Text text = {0};
    Diagnostics diagnostics = {0};
    size_t size_bytes;
    const char *before = file_text(input, &size_bytes, build->arena);
    // The first line marker becomes the FILE symbol.
    text_printf(&text, "# 1 \"%s\"\n", unit->name);
    bool is_good = before != NULL &&
                   rewrite_host(before, size_bytes, build->options->is_relocatable, &text,
                                &unit->changes_meaning, &diagnostics) &&
                   file_write(output, text.at, text.size_bytes);
    add_source_lines(build, &diagnostics);
    build_tell(build, STAGE_HOST, &diagnostics);
    diagnostics_clear(&diagnostics);
    text_destroy(&text);
    return is_good;
}

static void add_code_options(const Build *build, Command *command)
{
    static const char *const fixed[] = {"-c", "-g1", "-w", "-Wno-psabi"};
    const char *level = build->options->level;
    command_add_all(command, fixed, sizeof fixed / sizeof *fixed);
    command_add(command, arena_printf(build->arena, "-O%s", level == NULL ? "1" : level));
    command_add_all(command, build->options->host_options.at, build->options->host_options.count);
    command_add(command, "-fPIC"); // the last of its kind, and build systems give -fPIE
}

static bool compile_rewritten(Build *build, BuildUnit *unit, const char *input)
{
    Command command = {.arena = build->arena};
    const char *standard = build->options->standard;
    build_add_compiler(build, &command, LANGUAGE_CXX);
    add_code_options(build, &command);
    sanitize_add_compiler(build, &command);
    command_add(&command,
                arena_printf(build->arena, "-std=%s", standard == NULL ? "c++17" : standard));
    if (unit->changes_meaning) {
        command_add(&command, "-fpermissive");
    }
    command_add(&command, "-x");
    command_add(&command, "c++-cpp-output");
    command_add(&command, input);
    command_add(&command, "-o");
    command_add(&command, unit->object);
    return run_compiler(build, &command, unit, NULL);
}

// As it is written: C and C++, and CUDA by clang.
static bool compile_plain(Build *build, BuildUnit *unit)
{
    Command command = {.arena = build->arena};
    const char *list = number_path(build, unit, ".d");
    if (unit->host == HOST_CLANG) {
        if (!clang_add_host(build, &command, unit)) {
            return false;
        }
    } else {
        build_add_compiler(build, &command, unit->language);
        sanitize_add_compiler(build, &command);
        add_headers(build, &command);
    }
    add_code_options(build, &command);
    build_add_options(build, &command, unit->language);
    build_add_dependencies(&command, list);
    command_add(&command, unit->path);
    command_add(&command, "-o");
    command_add(&command, unit->object);
    bool is_good = run_compiler(build, &command, unit, NULL);
    build_read_dependencies(build, list);
    return is_good;
}

bool build_host(Build *build, BuildUnit *unit)
{
    const char *before = number_path(build, unit, ".i"), *after = number_path(build, unit, ".ii");
    unit->object = number_path(build, unit, ".o");
    if (unit->language == LANGUAGE_OBJECT) {
        unit->object = unit->path;
        return true;
    }
    if (unit->language != LANGUAGE_CUDA || unit->host == HOST_CLANG) {
        return compile_plain(build, unit);
    }
    return preprocess(build, unit, before) && rewrite(build, unit, before, after) &&
           compile_rewritten(build, unit, after);
}
