// SPDX-License-Identifier: Apache-2.0
#include "sim/program/build.h"

#include "sim/program/cache.h"
#include "sim/program/file.h"
#include "sim/program/header.h"

#include <errno.h>
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
    for (uint32_t i = 0; i < build->file_count; i++) {
        if (strcmp(build->files[i], file) == 0) {
            return;
        }
    }
    if (build->file_count == build->file_room) {
        uint32_t room = build->file_room * 2 + 64;
        build->files =
            arena_grow(build->arena, build->files, build->file_room, room, sizeof *build->files);
        build->file_room = room;
    }
    build->files[build->file_count++] = file;
}

void build_add_options(const Build *build, Command *command, Language language)
{
    const ProgramOptions *options = build->options;
    for (uint32_t i = 0; i < options->include_folders.count; i++) {
        command_add(command, "-I");
        command_add(command, options->include_folders.at[i]);
    }
    for (uint32_t i = 0; i < options->defines.count; i++) {
        command_add(command, arena_printf(build->arena, "-D%s", options->defines.at[i]));
    }
    const char *standard = options->standard == NULL ? "c++17" : options->standard;
    bool has_extensions = strncmp(standard, "gnu++", 5) == 0; // which nvcc leaves to the host
    if (language == LANGUAGE_CUDA && has_extensions) {
        standard = arena_printf(build->arena, "c++%s", standard + 5);
    }
    if (language != LANGUAGE_C) {
        command_add(command, arena_printf(build->arena, "-std=%s", standard));
    }
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

static const char *file_name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static bool read_units(Build *build)
{
    const ProgramList *sources = &build->options->sources;
    build->units = arena_alloc(build->arena, (sources->count + 1) * sizeof *build->units);
    for (uint32_t i = 0; i < sources->count; i++) {
        BuildUnit *unit = &build->units[build->unit_count++];
        unit->path = sources->at[i];
        unit->name = file_name_of(unit->path);
        if (!language_of(unit->path, &unit->language)) {
            return build_error(build, "%s is no source file", unit->path);
        }
        if (access(unit->path, R_OK) != 0) {
            return build_error(build, "can not read %s: %s", unit->path, strerror(errno));
        }
        for (uint32_t k = 0; k < i; k++) {
            if (strcmp(unit->name, build->units[k].name) == 0) {
                unit->name = arena_printf(build->arena, "%u-%s", i, file_name_of(unit->path));
            }
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

// The first of these programs that there is; the environment's choice comes first and is the only
// one when it is set.
static const char *find_tool(Build *build, const char *variable, const char *const *names)
{
    const char *whole = getenv(variable);
    if (whole != NULL && whole[strspn(whole, " ")] != 0) {
        const char *start = whole + strspn(whole, " ");
        const char *chosen = arena_text(build->arena, start, strcspn(start, " "));
        const char *path = process_find(chosen, build->arena);
        if (path == NULL) {
            build_error(build, "there is no program '%s', which %s names", chosen, variable);
        }
        return path;
    }
    for (; *names != NULL; names++) {
        const char *path = process_find(*names, build->arena);
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
    const char *at = getenv(is_c ? "CC" : "CXX");
    command_add(command, is_c ? build->cc : build->cxx);
    at = at == NULL ? "" : at + strspn(at, " ");
    for (at += strcspn(at, " "), at += strspn(at, " "); *at != 0; at += strspn(at, " ")) {
        size_t size = strcspn(at, " ");
        command_add(command, arena_text(build->arena, at, size));
        at += size;
    }
}

static bool find_tools(Build *build)
{
    static const char *const cxx[] = {"c++", "g++", "clang++", NULL};
    static const char *const cc[] = {"cc", "gcc", "clang", NULL};
    static const char *const nvcc[] = {"nvcc", "/usr/local/cuda/bin/nvcc", NULL};
    build->cxx = find_tool(build, "CXX", cxx);
    if (build->cxx == NULL) {
        return build_error(build,
                           "no C++ compiler: a program's own host code needs one (g++ or clang++, "
                           "or what CXX names). A kernel alone runs without: lockstep %s -k NAME "
                           "--grid ... --block ...",
                           build->options->sources.at[0]);
    }
    build->cc = find_tool(build, "CC", cc);
    build->cc = build->cc == NULL ? build->cxx : build->cc;
    build->nvcc = build->options->uses_nvcc ? find_tool(build, "NVCC", nvcc) : NULL;
    return !build->options->uses_nvcc || build->nvcc != NULL ||
           build_error(build, "--compiler nvcc: there is no nvcc in PATH");
}

static void hash_list(Hash *hash, const ProgramList *list)
{
    hash_add(hash, &list->count, sizeof list->count);
    for (uint32_t i = 0; i < list->count; i++) {
        hash_add_text(hash, list->at[i]);
    }
}

// All that decides what the build makes of host code, but for the headers.
static Hash host_key(const Build *build)
{
    const ProgramOptions *options = build->options;
    Hash hash = hash_begin();
    char folder[4096];
    hash_add_program(&hash, "/proc/self/exe");
    hash_add_program(&hash, build->cxx);
    hash_add_program(&hash, build->cc);
    hash_add_program(&hash, build->nvcc);
    hash_add_text(&hash, getcwd(folder, sizeof folder));
    hash_list(&hash, &options->sources);
    hash_list(&hash, &options->include_folders);
    hash_list(&hash, &options->defines);
    hash_list(&hash, &options->libraries);
    hash_list(&hash, &options->library_folders);
    hash_add_text(&hash, options->standard);
    hash_add_text(&hash, options->level);
    hash_add_text(&hash, getenv("CPATH"));
    hash_add_text(&hash, getenv("CXX"));
    hash_add_text(&hash, getenv("CC"));
    for (uint32_t i = 0; i < options->sources.count; i++) {
        hash_add_file(&hash, options->sources.at[i]);
    }
    hash_add_text(&hash, options->ptx);
    if (options->ptx != NULL) {
        hash_add_file(&hash, options->ptx);
    }
    return hash;
}

// And of device code.
static Hash device_key(const Build *build, Hash host)
{
    const ProgramOptions *options = build->options;
    hash_add(&host, &options->compute_capability, sizeof options->compute_capability);
    hash_add_text(&host, options->is_contraction_off ? "off" : "on");
    return host;
}

static bool store(const Build *build, const char *folder, uint32_t index, const char *ending,
                  const char *text, size_t size_bytes)
{
    return file_write(arena_printf(build->arena, "%s/%u.%s", folder, index, ending), text,
                      size_bytes);
}

// 0.instances, 1.instances, ...: a line for each instance that the unit's host code uses.
static bool write_instances(const Build *build)
{
    bool is_good = true;
    for (uint32_t i = 0; i < build->unit_count && is_good; i++) {
        const ProgramList *instances = &build->units[i].instances;
        Text list = {0};
        for (uint32_t k = 0; k < instances->count; k++) {
            text_printf(&list, "%s\n", instances->at[k]);
        }
        is_good =
            store(build, build->workspace, i, "instances", text_string(&list), list.size_bytes);
        text_destroy(&list);
    }
    return is_good;
}

static bool read_instances(Build *build, const char *folder)
{
    for (uint32_t i = 0; i < build->unit_count; i++) {
        size_t size_bytes = 0;
        const char *list = file_text(arena_printf(build->arena, "%s/%u.instances", folder, i),
                                     &size_bytes, build->arena);
        const char **at = arena_alloc(build->arena, (size_bytes + 1) * sizeof *at);
        ProgramList *instances = &build->units[i].instances;
        *instances = (ProgramList){at, 0};
        for (const char *from = list; from != NULL && *from != 0;) {
            size_t size = strcspn(from, "\n");
            at[instances->count++] = arena_text(build->arena, from, size);
            from += size + (from[size] == '\n');
        }
        if (list == NULL) {
            return false;
        }
    }
    return true;
}

// 0.ptx, 1.ptx, ...: of the units in CUDA.
static bool write_ptx(const Build *build, const char *folder)
{
    bool is_good = true;
    for (uint32_t i = 0; i < build->unit_count && is_good; i++) {
        const BuildUnit *unit = &build->units[i];
        is_good = unit->language != LANGUAGE_CUDA ||
                  store(build, folder, i, "ptx", unit->ptx, unit->ptx_bytes);
    }
    return is_good;
}

static bool read_ptx(Build *build, const char *folder)
{
    for (uint32_t i = 0; i < build->unit_count; i++) {
        BuildUnit *unit = &build->units[i];
        if (unit->language == LANGUAGE_CUDA) {
            unit->ptx = file_text(arena_printf(build->arena, "%s/%u.ptx", folder, i),
                                  &unit->ptx_bytes, build->arena);
            if (unit->ptx == NULL) {
                return false;
            }
        }
    }
    return true;
}

static void list_units(const Build *build, Program *program)
{
    program->units = arena_alloc(build->arena, (build->unit_count + 1) * sizeof *program->units);
    for (uint32_t i = 0; i < build->unit_count; i++) {
        const BuildUnit *unit = &build->units[i];
        if (unit->language == LANGUAGE_CUDA) {
            program->units[program->unit_count++] =
                (ProgramUnit){unit->name, unit->ptx, unit->ptx_bytes};
        }
    }
}

static bool build_unit(Build *build, BuildUnit *unit)
{
    ProgramList none = {0};
    if (unit->language != LANGUAGE_CUDA) {
        return build_host(build, unit);
    }
    if (!build_device(build, unit, none) || !build_host(build, unit)) {
        return false;
    }
    if (build->options->uses_nvcc || build->options->ptx != NULL) {
        return true; // which hold the instances
    }
    unit->instances = build_instances(build, unit);
    return unit->instances.count == 0 || build_device(build, unit, unit->instances);
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
}

static bool build_all(Build *build, const char *cache)
{
    build->headers = header_folder(cache, build->workspace, build->arena);
    if (build->headers == NULL) {
        return build_error(build, "can not write to %s: %s", build->workspace, strerror(errno));
    }
    for (uint32_t i = 0; i < build->unit_count; i++) {
        if (!build_unit(build, &build->units[i])) {
            return false;
        }
    }
    if (!build_link(build)) {
        return false;
    }
    remove_drafts(build);
    return write_instances(build) ||
           build_error(build, "can not write to %s: %s", build->workspace, strerror(errno));
}

// Device code alone, when the host's is in the cache.
static bool build_devices(Build *build)
{
    for (uint32_t i = 0; i < build->unit_count; i++) {
        BuildUnit *unit = &build->units[i];
        if (unit->language == LANGUAGE_CUDA && !build_device(build, unit, unit->instances)) {
            return false;
        }
    }
    return true;
}

static bool build_new(Build *build, const char *cache, const Hash *key, Program *program)
{
    program->folder = build->workspace;
    program->is_temporary = true;
    if (!build_all(build, cache)) {
        return false;
    }
    if (cache != NULL) {
        program->folder = cache_store(cache, key, build->workspace, build->files, build->file_count,
                                      &program->is_temporary, build->arena);
    }
    return true;
}

// Without a word when it fails: device code is compiled anew then.
static void keep_ptx(Build *build, const char *cache, const Hash *key)
{
    bool is_temporary = true;
    const char *workspace = cache_workspace(cache, build->arena);
    if (workspace != NULL && write_ptx(build, workspace)) {
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
    bool is_new = program->folder == NULL;
    build->workspace = cache_workspace(cache, build->arena);
    if (build->workspace == NULL) {
        return build_error(build, "no place for temporary files: %s", strerror(errno));
    }
    bool is_built = is_new ? build_new(build, cache, host, program) : build_devices(build);
    program->signal = build->signal;
    if (!is_new) {
        folder_remove(build->workspace);
    }
    return is_built;
}

bool program_build(const ProgramOptions *options, Program *program, Text *messages)
{
    Build build = {.options = options, .arena = &program->arena, .messages = messages};
    if (!read_units(&build) || !find_tools(&build)) {
        return false;
    }
    if (options->ptx != NULL && !has_one_cuda_unit(&build)) {
        return build_error(&build, "--ptx has the device code of one .cu file, not of several");
    }
    const char *cache = options->has_no_cache ? NULL : cache_folder(build.arena);
    Hash host = cache == NULL ? hash_begin() : host_key(&build);
    Hash device = device_key(&build, host);
    program->folder = cache == NULL ? NULL : cache_find(cache, &host, build.arena);
    if (program->folder != NULL && !read_instances(&build, program->folder)) {
        program->folder = NULL;
    }
    const char *kept = program->folder == NULL ? NULL : cache_find(cache, &device, build.arena);
    if (kept == NULL || !read_ptx(&build, kept)) {
        if (!build_parts(&build, cache, &host, program)) {
            return false;
        }
        if (cache != NULL) {
            keep_ptx(&build, cache, &device);
        }
    }
    list_units(&build, program);
    return true;
}

void program_forget(Program *program)
{
    if (program->is_temporary && program->folder != NULL) {
        folder_remove(program->folder);
    }
    program->is_temporary = false;
}

void program_clear(Program *program)
{
    program_forget(program);
    arena_clear(&program->arena);
    *program = (Program){0};
}
