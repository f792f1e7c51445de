// SPDX-License-Identifier: Apache-2.0
// Host code of one source file: a .cu file is preprocessed, rewritten and compiled; C and C++ files
// are compiled as they are.
#include "isa/cuda/cuda.h"
#include "sim/program/build.h"
#include "sim/program/file.h"
#include "sim/program/rewrite.h"

#include <string.h>

// The files that a rule `target: file file \ file` of the preprocessor's lists.
static void read_dependencies(Build *build, const char *path)
{
    size_t size_bytes;
    char *at = file_text(path, &size_bytes, build->arena);
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

static void add_dependencies(Build *build, Command *command, const char *list)
{
    (void)build;
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
    command_add(command, "-isystem");
    command_add(command, build->headers);
    if (build->options->is_library) {
        command_add(command, "-isystem");
        command_add(command, arena_printf(build->arena, "%s/lockstep", build->headers));
    }
}

// The compiler says itself what is wrong with the file; not what is wrong with the compiler.
static bool run_compiler(Build *build, const Command *command, const BuildUnit *unit,
                         const char *output)
{
    int code = build_run(build, command, output);
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
                                        "cuda_runtime.h"};
    build_add_compiler(build, &command, LANGUAGE_CXX);
    command_add_all(&command, first, sizeof first / sizeof *first);
    size_t size_bytes = 0;
    const char *text = build_unit_text(build, unit, &size_bytes);
    if (text != NULL && cuda_has_own_texture(text, size_bytes)) {
        command_add(&command, "-D" CUDA_OWN_TEXTURE "=1");
    }
    add_headers(build, &command);
    build_add_options(build, &command, LANGUAGE_CXX);
    add_dependencies(build, &command, list);
    if (!build_add_source(build, &command, unit)) {
        return false;
    }
    bool is_good = run_compiler(build, &command, unit, output);
    read_dependencies(build, list);
    return is_good;
}

// Tells the runtime where the object lies before the program's own constructors run, which may
// launch kernels: __ehdr_start is the linker's name for the object's first byte.
static bool add_registration(Text *text)
{
    text_put(text, "\nextern \"C\" { extern const char __ehdr_start[] "
                   "__attribute__((__visibility__(\"hidden\"))); "
                   "void __lockstepObjectIsAt(const void *); }\n"
                   "__attribute__((__constructor__(101))) static void __lockstep_register() "
                   "{ ::__lockstepObjectIsAt(__ehdr_start); }\n");
    return true;
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
    bool is_good = before != NULL && rewrite_host(before, size_bytes, &text, &diagnostics) &&
                   add_registration(&text) && file_write(output, text.at, text.size_bytes);
    add_source_lines(build, &diagnostics);
    build_tell(build, STAGE_HOST, &diagnostics);
    diagnostics_clear(&diagnostics);
    text_destroy(&text);
    return is_good;
}

static void add_code_options(const Build *build, Command *command)
{
    static const char *const fixed[] = {"-c", "-fPIC", "-g1", "-w"};
    const char *level = build->options->level;
    command_add_all(command, fixed, sizeof fixed / sizeof *fixed);
    command_add(command, arena_printf(build->arena, "-O%s", level == NULL ? "1" : level));
}

static bool compile_rewritten(Build *build, BuildUnit *unit, const char *input)
{
    Command command = {.arena = build->arena};
    const char *standard = build->options->standard;
    build_add_compiler(build, &command, LANGUAGE_CXX);
    add_code_options(build, &command);
    command_add(&command,
                arena_printf(build->arena, "-std=%s", standard == NULL ? "c++17" : standard));
    command_add(&command, "-x");
    command_add(&command, "c++-cpp-output");
    command_add(&command, input);
    command_add(&command, "-o");
    command_add(&command, unit->object);
    return run_compiler(build, &command, unit, NULL);
}

static bool compile_plain(Build *build, BuildUnit *unit)
{
    Command command = {.arena = build->arena};
    const char *list = number_path(build, unit, ".d");
    build_add_compiler(build, &command, unit->language);
    add_code_options(build, &command);
    add_headers(build, &command);
    build_add_options(build, &command, unit->language);
    add_dependencies(build, &command, list);
    command_add(&command, unit->path);
    command_add(&command, "-o");
    command_add(&command, unit->object);
    bool is_good = run_compiler(build, &command, unit, NULL);
    read_dependencies(build, list);
    return is_good;
}

bool build_host(Build *build, BuildUnit *unit)
{
    const char *before = number_path(build, unit, ".i"), *after = number_path(build, unit, ".ii");
    unit->object = number_path(build, unit, ".o");
    switch (unit->language) {
    case LANGUAGE_OBJECT: unit->object = unit->path; return true;
    case LANGUAGE_CUDA:
        return preprocess(build, unit, before) && rewrite(build, unit, before, after) &&
               compile_rewritten(build, unit, after);
    default: return compile_plain(build, unit);
    }
}
