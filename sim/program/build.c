// SPDX-License-Identifier: Apache-2.0
#include "sim/program/build.h"

#include "sim/program/cache.h"
#include "sim/program/folder.h"
#include "sim/program/header.h"
#include "sim/program/keep.h"
#include "sim/program/toolkit.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool build_error(Build *build, const char *format, ...)
{
    va_list arguments;
    if (build->signal != 0) {
        return false; // what follows from the interruption is no error
    }
    va_start(arguments, format);
    text_put(build->messages, "lockstep: error: ");
    text_vprintf(build->messages, format, arguments);
    text_put(build->messages, "\n");
    va_end(arguments);
    return false;
}

// "lockstep: note: ..." into the messages, unless the user wants none.
TEXT_PRINTF(2, 3) static void build_note(Build *build, const char *format, ...)
{
    va_list arguments;
    if (build->options->is_quiet) {
        return;
    }
    va_start(arguments, format);
    text_put(build->messages, "lockstep: note: ");
    text_vprintf(build->messages, format, arguments);
    text_put(build->messages, "\n");
    va_end(arguments);
}

void build_tell(Build *build, BuildStage stage, const Diagnostics *diagnostics)
{
    bool is_colored = build->options->is_colored;
    if (diagnostics->error_count > 0) {
        diagnostics_print(diagnostics, is_colored, build->messages);
        return;
    }
    for (uint32_t i = 0; i < diagnostics->count; i++) {
        if (diagnostics_copy_new(&build->said[stage], &diagnostics->items[i])) {
            diagnostic_print(&diagnostics->items[i], is_colored, build->messages);
        }
    }
}

bool build_refused(Build *build, const char *compiler, const char *path, int code)
{
    return code < 0 ? build_error(build, "%s cannot be started: %s", compiler, strerror(errno))
           : code > 128 && code <= 128 + SIGRTMAX
               ? build_error(build, "%s was ended by signal %d, for %s", compiler, code - 128, path)
               : build_error(build, "%s refused %s (exit code %d)", compiler, path, code);
}

int build_run(Build *build, const Command *command, const char *output)
{
    int code = process_run(command, output);
    if (code >= PROCESS_INTERRUPTED) {
        build->signal = code - PROCESS_INTERRUPTED;
    }
    return code;
}

void build_depends_on(Build *build, const char *file)
{
    if (access(file, R_OK) != 0 || strchr(file, '\n') != NULL) {
        build->is_uncacheable = true; // the compiler's list or ours lost its name
        return;
    }
    for (uint32_t i = 0; i < build->file_count; i++) {
        if (strcmp(build->files[i], file) == 0) {
            return;
        }
    }
    build->files = arena_room(build->arena, build->files, build->file_count, &build->file_room,
                              sizeof *build->files);
    build->files[build->file_count++] = file;
}

void build_add_standard(const Build *build, Command *command, Language language)
{
    const ProgramOptions *options = build->options;
    const char *standard = options->standard == NULL ? "c++17" : options->standard;
    bool has_extensions = strncmp(standard, "gnu++", 5) == 0; // which nvcc leaves to the host
    if (language == LANGUAGE_CUDA && has_extensions) {
        standard = arena_printf(build->arena, "c++%s", standard + 5);
    }
    if (language != LANGUAGE_C) {
        command_add(command, arena_printf(build->arena, "-std=%s", standard));
    }
}

void build_add_options(const Build *build, Command *command, Language language)
{
    const ProgramOptions *options = build->options;
    for (uint32_t i = 0; i < options->include_folders.count; i++) {
        command_add(command, arena_printf(build->arena, "-I%s", options->include_folders.at[i]));
    }
    for (uint32_t i = 0; i < options->defines.count; i++) {
        command_add(command, arena_printf(build->arena, "-D%s", options->defines.at[i]));
    }
    build_add_standard(build, command, language);
}

static const struct {
    const char *ending;
    Language language;
} endings[] = {{".cu", LANGUAGE_CUDA},  {".c", LANGUAGE_C},      {".cpp", LANGUAGE_CXX},
               {".cc", LANGUAGE_CXX},   {".cxx", LANGUAGE_CXX},  {".C", LANGUAGE_CXX},
               {".o", LANGUAGE_OBJECT}, {".a", LANGUAGE_OBJECT}, {".so", LANGUAGE_OBJECT}};

static bool language_of(const char *path, Language *language)
{
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof endings / sizeof *endings; i++) {
        if (strcmp(dot, endings[i].ending) == 0) {
            *language = endings[i].language;
            return true;
        }
    }
    return false;
}

bool program_is_source(const char *path, bool *is_cuda)
{
    Language language = LANGUAGE_OBJECT;
    bool is_source = language_of(path, &language);
    *is_cuda = is_source && language == LANGUAGE_CUDA;
    return is_source;
}

// Compilers take "-name" for an option and "@name" for a file of options.
static const char *plain_start(Build *build, const char *path)
{
    return path[0] == '-' || path[0] == '@' ? arena_printf(build->arena, "./%s", path) : path;
}

static const char *file_name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

// A name for the FILE symbol, which compilers and linkers write and read back: of plain characters,
// with a number before it where another unit has the same.
static const char *symbol_of(Build *build, uint32_t index)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    const char *file = file_name_of(build->units[index].path);
    char *name = arena_text(build->arena, file, strlen(file));
    for (char *at = name + strspn(name, plain); *at != 0; at += strspn(at, plain)) {
        *at = '_';
    }
    for (uint32_t i = 0; i < index; i++) {
        if (strcmp(name, build->units[i].name) == 0) {
            return arena_printf(build->arena, "%u-%s", index, name);
        }
    }
    return name;
}

static bool read_units(Build *build)
{
    const ProgramList *sources = &build->options->sources;
    if (build->options->is_library) {
        return toolkit_read(build);
    }
    build->units = arena_alloc(build->arena, (sources->count + 1) * sizeof *build->units);
    for (uint32_t i = 0; i < sources->count; i++) {
        BuildUnit *unit = &build->units[build->unit_count++];
        unit->path = plain_start(build, sources->at[i]);
        unit->name = symbol_of(build, i);
        unit->options = build->options->own == NULL ? NULL : &build->options->own[i];
        if (!language_of(unit->path, &unit->language)) {
            return build_error(build, "%s is not a source file", unit->path);
        }
        const ProgramOptions *options = unit->options == NULL ? build->options : unit->options;
        if (options->is_all_cuda && unit->language != LANGUAGE_OBJECT) {
            unit->language = LANGUAGE_CUDA;
        }
        if (access(unit->path, R_OK) != 0) {
            return build_error(build, "cannot read %s: %s", unit->path, strerror(errno));
        }
    }
    return true;
}

static bool has_one_cuda_unit(const Build *build)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < build->unit_count; i++) {
        count += build->units[i].language == LANGUAGE_CUDA;
    }
    return count == 1;
}

static bool list_units(Build *build, Program *program)
{
    program->files = (ProgramList){build->files, build->file_count};
    program->units = arena_alloc(build->arena, (build->unit_count + 1) * sizeof *program->units);
    for (uint32_t i = 0; i < build->unit_count; i++) {
        const BuildUnit *unit = &build->units[i];
        if (unit->language == LANGUAGE_CUDA && !build_is_relocatable(build, unit)) {
            program->units[program->unit_count++] =
                (ProgramUnit){.name = unit->name, .ptx = unit->ptx, .ptx_bytes = unit->ptx_bytes};
        }
    }
    return build->options->is_part || build_link_device(build, program);
}

bool build_unit(Build *build, BuildUnit *unit, bool (*make)(Build *build, BuildUnit *unit))
{
    const ProgramOptions *whole = build->options;
    build->options = unit->options == NULL ? whole : unit->options;
    bool is_built = make(build, unit);
    build->options = whole;
    return is_built;
}

static bool build_kept_device(Build *build, BuildUnit *unit)
{
    return build_device(build, unit, unit->instances);
}

// What the compilers left besides the result.
static void remove_drafts(const Build *build)
{
    static const char *const drafts[] = {".i", ".ii", ".d", ".o", ".cu"};
    for (uint32_t i = 0; i < build->unit_count; i++) {
        for (size_t k = 0; k < sizeof drafts / sizeof *drafts; k++) {
            unlink(arena_printf(build->arena, "%s/%u%s", build->workspace, i, drafts[k]));
        }
    }
    unlink(arena_printf(build->arena, "%s/nvcc.ptx", build->workspace));
    unlink(arena_printf(build->arena, "%s/clang.ptx", build->workspace));
    unlink(arena_printf(build->arena, "%s/clang.image", build->workspace));
    unlink(arena_printf(build->arena, "%s/clang.d", build->workspace));
    folder_remove(build->headers);
}

static bool build_all(Build *build)
{
    build->headers = header_folder(build->workspace, build->arena);
    if (build->headers == NULL) {
        return build_error(build, "cannot write to %s: %s", build->workspace, strerror(errno));
    }
    for (uint32_t i = 0; i < build->unit_count; i++) {
        if (!build_unit(build, &build->units[i], build_halves)) {
            return false;
        }
    }
    if (!build_agree(build) || (!build->options->is_part && !build_check_device_link(build)) ||
        !build_link(build)) {
        return false;
    }
    remove_drafts(build);
    return keep_write_host(build, build->workspace) ||
           build_error(build, "cannot write to %s: %s", build->workspace, strerror(errno));
}

// Device code alone, when the host's is in the cache.
static bool build_devices(Build *build)
{
    for (uint32_t i = 0; i < build->unit_count; i++) {
        BuildUnit *unit = &build->units[i];
        if (unit->language == LANGUAGE_CUDA && !build_unit(build, unit, build_kept_device)) {
            return false;
        }
    }
    return build_agree(build);
}

static bool build_new(Build *build, const char *cache, const Hash *key, Program *program)
{
    program->folder = build->workspace;
    program->is_temporary = true;
    if (!build_all(build)) {
        return false;
    }
    if (cache != NULL && !build->is_uncacheable) {
        program->folder = cache_store(cache, key, build->workspace, build->files, build->file_count,
                                      &program->is_temporary, build->arena);
    }
    return true;
}

// Without a word when it fails: device code is compiled anew then.
static void keep_device(Build *build, const char *cache, const Hash *key)
{
    bool is_temporary = true;
    const char *problem, *workspace = cache_workspace(cache, &problem, build->arena);
    if (workspace != NULL && keep_write_device(build, workspace)) {
        cache_store(cache, key, workspace, build->files, build->file_count, &is_temporary,
                    build->arena);
    }
    if (workspace != NULL && is_temporary) {
        folder_remove(workspace);
    }
    cache_prune(cache);
}

// Host code from the cache or anew, and device code with it.
static bool build_parts(Build *build, const char *cache, const Hash *host, Program *program)
{
    const char *problem = NULL;
    bool is_new = program->folder == NULL;
    build->workspace = cache_workspace(cache, &problem, build->arena);
    if (build->workspace == NULL) {
        return build_error(build, "no safe place for temporary files: %s (TMPDIR chooses another)",
                           problem);
    }
    bool is_built = is_new ? build_new(build, cache, host, program) : build_devices(build);
    program->signal = build->signal;
    if (!is_new) {
        folder_remove(build->workspace);
    }
    return is_built;
}

// The program from the cache, or built there; in a temporary folder when cache is NULL.
static bool build_in(Build *build, const char *cache, Program *program)
{
    const char *problem = NULL;
    Hash host = cache == NULL ? hash_begin() : keep_host_key(build);
    Hash device = keep_device_key(build, host);
    program->folder = cache == NULL ? NULL : cache_find(cache, &host, &problem, build->arena);
    if (program->folder != NULL && !keep_read_host(build, program->folder)) {
        program->folder = NULL;
    }
    const char *kept =
        program->folder == NULL ? NULL : cache_find(cache, &device, &problem, build->arena);
    if (problem != NULL) {
        build_note(build, "built again: in the cached build, %s", problem);
    }
    if (kept != NULL && keep_read_device(build, kept)) {
        return true;
    }
    if (!build_parts(build, cache, &host, program)) {
        return false;
    }
    if (cache != NULL && !build->is_uncacheable) {
        keep_device(build, cache, &device);
    }
    return true;
}

static bool build_with(Build *build, const char *cache, Program *program)
{
    if (!read_units(build) || !build_find_tools(build)) {
        return false;
    }
    if (build->options->ptx != NULL && !has_one_cuda_unit(build)) {
        return build_error(build, "--ptx has the device code of one .cu file, not of several");
    }
    if (!build_in(build, cache, program) || !toolkit_build(build, program)) {
        return false;
    }
    return list_units(build, program);
}

// The program's options for each source, but for those of a compiler of host code.
static const ProgramOptions *own_options(const ProgramOptions *given, Arena *arena)
{
    ProgramOptions *own = arena_alloc(arena, (given->sources.count + 1) * sizeof *own);
    for (uint32_t i = 0; i < given->sources.count; i++) {
        const ProgramOptions *source = &given->own[i];
        own[i] = *given;
        own[i].own = NULL;
        own[i].include_folders = toolkit_leave_out(source->include_folders, arena);
        own[i].defines = source->defines;
        own[i].host_options = source->host_options;
        own[i].standard = source->standard;
        own[i].level = source->level;
        own[i].is_all_cuda = source->is_all_cuda;
        own[i].is_relocatable = source->is_relocatable;
    }
    return own;
}

static bool build_once(const ProgramOptions *given, const char *cache, Program *program,
                       Text *messages)
{
    ProgramOptions options = *given;
    options.include_folders = toolkit_leave_out(given->include_folders, &program->arena);
    options.own = given->own == NULL ? NULL : own_options(given, &program->arena);
    Build build = {.options = &options, .arena = &program->arena, .messages = messages};
    bool is_built = build_with(&build, cache, program);
    diagnostics_clear(&program->warnings);
    for (uint32_t stage = 0; stage < STAGE_COUNT; stage++) {
        Diagnostics *said = &build.said[stage];
        for (uint32_t i = 0; i < said->count; i++) {
            diagnostics_copy_new(&program->warnings, &said->items[i]);
        }
        diagnostics_clear(said);
    }
    return is_built;
}

// What a build left that failed because the cache's disk is full.
static void forget_attempt(Program *program, Text *messages, size_t said_bytes)
{
    program_forget(program);
    program->folder = NULL;
    program->unit_count = 0;
    program->library_count = 0;
    if (messages->size_bytes > said_bytes) {
        messages->size_bytes = said_bytes;
        messages->at[said_bytes] = 0;
    }
}

bool program_build(const ProgramOptions *options, Program *program, Text *messages)
{
    Build build = {.options = options, .arena = &program->arena, .messages = messages};
    const char *problem = NULL;
    const char *cache = options->has_no_cache ? NULL : cache_folder(&problem, &program->arena);
    if (problem != NULL) {
        build_note(&build, "the cache is not used: %s", problem);
    }
    size_t said_bytes = messages->size_bytes;
    bool is_built = build_once(options, cache, program, messages);
    if (is_built || cache == NULL || program->signal != 0 ||
        cache_has_room(cache, &program->arena)) {
        return is_built;
    }
    forget_attempt(program, messages, said_bytes);
    build_note(&build, "built in a temporary folder: no room in the cache %s: %s", cache,
               strerror(errno));
    return build_once(options, NULL, program, messages);
}

void program_forget(Program *program)
{
    if (program->is_temporary && program->folder != NULL) {
        folder_remove(program->folder);
    }
    program->is_temporary = false;
    for (uint32_t i = 0; i < program->library_count; i++) {
        program_forget(&program->libraries[i]);
    }
}

void program_clear(Program *program)
{
    program_forget(program);
    for (uint32_t i = 0; i < program->library_count; i++) {
        program_clear(&program->libraries[i]);
    }
    diagnostics_clear(&program->warnings);
    arena_clear(&program->arena);
    *program = (Program){0};
}
