// SPDX-License-Identifier: Apache-2.0
// If all names are plain, nvcc gets them unchanged. Otherwise it works in a folder with a plain
// name, on links with plain names, and the real names are put into the PTX afterwards.
#include "sim/program/nvcc.h"

#include "isa/cuda/cuda.h"
#include "sim/program/file.h"
#include "sim/program/file_names.h"
#include "sim/program/folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Nvcc {
    Build *build;
    BuildUnit *unit;
    const char *start;  // the folder that the build was started in
    const char *folder; // that nvcc works in; NULL: where the build was started
    bool is_own_folder; // besides the workspace
    bool is_silent;
    bool is_relocatable; // -rdc=true, which kernels that launch kernels need
    FilePrefix *aliases; // from links to what they stand for, all absolute
    uint32_t alias_count;
} Nvcc;

// Whether a shell takes the text for itself, between double quotes or without.
static bool is_plain(const char *text)
{
    for (const unsigned char *at = (const unsigned char *)text; *at != 0; at++) {
        bool is_letter = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || *at >= 0x80;
        if (!is_letter && (*at < '0' || *at > '9') && strchr("_-./+,=:@% ", *at) == NULL) {
            return false;
        }
    }
    return true;
}

static bool are_plain(const ProgramList *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (!is_plain(list->at[i])) {
            return false;
        }
    }
    return true;
}

static bool are_all_plain(const Nvcc *nvcc)
{
    const ProgramOptions *options = nvcc->build->options;
    const char *temporary = getenv("TMPDIR");
    return is_plain(nvcc->unit->path) && is_plain(nvcc->start) &&
           is_plain(nvcc->build->workspace) && are_plain(&options->include_folders) &&
           are_plain(&options->defines) && (temporary == NULL || is_plain(temporary));
}

static bool choose_folder(Nvcc *nvcc)
{
    Build *build = nvcc->build;
    char pattern[] = "/tmp/lockstep.XXXXXX";
    if (is_plain(build->workspace)) {
        nvcc->folder = build->workspace;
        return true;
    }
    const char *problem = folder_problem("/tmp", build->arena);
    const char *made = problem == NULL ? mkdtemp(pattern) : NULL;
    if (made == NULL) {
        return build_error(build, "no folder for nvcc, whose shell cannot be given %s: %s",
                           build->workspace, problem == NULL ? strerror(errno) : problem);
    }
    nvcc->folder = arena_text(build->arena, made, strlen(made));
    nvcc->is_own_folder = true;
    return true;
}

// A link in the folder to a path of the user's; what nvcc is told instead.
static const char *alias_of(Nvcc *nvcc, const char *path)
{
    Arena *arena = nvcc->build->arena;
    const char *real = path[0] == '/' ? path : arena_printf(arena, "%s/%s", nvcc->start, path);
    const char *alias =
        arena_printf(arena, "%s/link%u-%u", nvcc->folder,
                     (unsigned)(nvcc->unit - nvcc->build->units), nvcc->alias_count);
    nvcc->aliases[nvcc->alias_count++] = (FilePrefix){alias, real};
    return symlink(real, alias) == 0 || errno == EEXIST ? alias : real; // from a try before
}

static bool write_defines(const Nvcc *nvcc, const char *path)
{
    const ProgramList *defines = &nvcc->build->options->defines;
    Text text = {0};
    for (uint32_t i = 0; i < defines->count; i++) {
        const char *define = defines->at[i];
        size_t name = strcspn(define, "=");
        const char *value = define[name] == 0 ? "1" : define + name + 1;
        text_printf(&text, "#define %.*s %.*s\n", (int)name, define, (int)strcspn(value, "\n"),
                    value);
    }
    bool is_good = file_write(path, text_string(&text), text.size_bytes);
    text_destroy(&text);
    return is_good;
}

static bool add_source(Nvcc *nvcc, Command *command, const char *path)
{
    Build *build = nvcc->build;
    BuildUnit unit = *nvcc->unit; // under another name, which #line then has, too
    size_t size_bytes;
    bool is_lifted;
    unit.path = alias_of(nvcc, path);
    const char *text = build_text(build, &unit, &size_bytes, &is_lifted);
    if (text == NULL) {
        return false;
    }
    command_add(command, "-x");
    command_add(command, "cu");
    command_add(command, unit.path);
    return !is_lifted || (unlink(unit.path) == 0 && file_write(unit.path, text, size_bytes)) ||
           build_error(build, "cannot write to %s: %s", unit.path, strerror(errno));
}

static bool add_aliases(Nvcc *nvcc, Command *command)
{
    Build *build = nvcc->build;
    const ProgramList *folders = &build->options->include_folders;
    const char *path = nvcc->unit->path, *slash = strrchr(path, '/');
    const char *defines = arena_printf(build->arena, "%s/defines.h", nvcc->folder);
    const char *beside =
        slash == NULL ? "." : arena_text(build->arena, path, (size_t)(slash - path) + 1);
    nvcc->aliases = arena_alloc(build->arena, (folders->count + 2) * sizeof *nvcc->aliases);
    if (!write_defines(nvcc, defines)) {
        return build_error(build, "cannot write to %s: %s", defines, strerror(errno));
    }
    command_add(command, "-include");
    command_add(command, defines);
    command_add(command, arena_printf(build->arena, "-I%s", alias_of(nvcc, beside)));
    for (uint32_t i = 0; i < folders->count; i++) {
        command_add(command, arena_printf(build->arena, "-I%s", alias_of(nvcc, folders->at[i])));
    }
    return add_source(nvcc, command, path);
}

static void add_options(const Nvcc *nvcc, Command *command, const char *output)
{
    const ProgramOptions *options = nvcc->build->options;
    uint32_t capability = options->compute_capability;
    static const char *const fixed[] = {"-lineinfo", "-w", "--expt-relaxed-constexpr",
                                        "--extended-lambda"};
    command_add(command, nvcc->build->nvcc);
    command_add(command, "-ptx");
    command_add(command, arena_printf(nvcc->build->arena, "-arch=sm_%u%.1s",
                                      capability == 0 ? 90 : capability, &options->feature));
    command_add_all(command, fixed, sizeof fixed / sizeof *fixed);
    if (nvcc->is_relocatable) {
        command_add(command, "-rdc=true");
    }
    if (options->is_contraction_off) {
        command_add(command, "-fmad=false");
    }
    if (options->relaxed == CUDA_FAST_MATH) {
        command_add(command, "-use_fast_math");
    } else {
        command_add(command, (options->relaxed & CUDA_FLUSH) != 0 ? "-ftz=true" : "-ftz=false");
        command_add(command, (options->relaxed & CUDA_FAST_DIVIDE) != 0 ? "-prec-div=false"
                                                                        : "-prec-div=true");
        command_add(command, (options->relaxed & CUDA_FAST_ROOT) != 0 ? "-prec-sqrt=false"
                                                                      : "-prec-sqrt=true");
    }
    command_add(command, "-o");
    command_add(command, output);
}

static int run_in_folder(Nvcc *nvcc, Command *command)
{
    const char *before = getenv("TMPDIR");
    before = before == NULL ? NULL : arena_text(nvcc->build->arena, before, strlen(before));
    command->folder = nvcc->folder;
    setenv("TMPDIR", nvcc->folder, 1);
    int code = build_run(nvcc->build, command, NULL);
    if (before == NULL) {
        unsetenv("TMPDIR");
    } else {
        setenv("TMPDIR", before, 1);
    }
    return code;
}

static bool take_ptx(const Nvcc *nvcc, const char *output)
{
    Build *build = nvcc->build;
    BuildUnit *unit = nvcc->unit;
    unit->ptx = file_text(output, &unit->ptx_bytes, build->arena);
    unit->holds_instances = true;
    if (unit->ptx == NULL) {
        return build_error(build, "nvcc wrote no PTX for %s", unit->path);
    }
    FilePrefix start = build_prefix_of_start(build, unit);
    build_rename_files(build, unit, nvcc->aliases, nvcc->alias_count);
    build_rename_files(build, unit, &start, 1);
    return true;
}

static bool compile(Nvcc *nvcc)
{
    Build *build = nvcc->build;
    Command command = {.arena = build->arena,
                       .is_silent = nvcc->is_silent || !nvcc->is_relocatable};
    bool is_plain_build = are_all_plain(nvcc);
    if (!is_plain_build && !choose_folder(nvcc)) {
        return false;
    }
    const char *output =
        arena_printf(build->arena, "%s/nvcc.ptx", is_plain_build ? build->workspace : nvcc->folder);
    add_options(nvcc, &command, output);
    if (is_plain_build) {
        build_add_options(build, &command, LANGUAGE_CUDA);
    } else {
        build_add_standard(build, &command, LANGUAGE_CUDA);
    }
    if (is_plain_build ? !build_add_source(build, &command, nvcc->unit)
                       : !add_aliases(nvcc, &command)) {
        return false;
    }
    int code = is_plain_build ? build_run(build, &command, NULL) : run_in_folder(nvcc, &command);
    if (code != 0 && !nvcc->is_relocatable) {
        nvcc->is_relocatable = true; // whose second try says what is wrong
        nvcc->alias_count = 0;
        return compile(nvcc);
    }
    if (code != 0) {
        return !nvcc->is_silent && build_refused(build, build->nvcc, nvcc->unit->path, code);
    }
    return take_ptx(nvcc, output);
}

bool nvcc_compile(Build *build, BuildUnit *unit, bool is_silent)
{
    Nvcc nvcc = {.build = build,
                 .unit = unit,
                 .start = folder_here(build->arena),
                 .is_silent = is_silent,
                 .is_relocatable = build->options->is_relocatable};
    if (build->options->standard != NULL && !is_plain(build->options->standard)) {
        return build_error(build, "unknown language standard '%s'", build->options->standard);
    }
    bool is_good = compile(&nvcc);
    if (nvcc.is_own_folder) {
        folder_remove(nvcc.folder);
    }
    return is_good;
}
