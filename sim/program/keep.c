// SPDX-License-Identifier: Apache-2.0
#include "sim/program/keep.h"

#include "isa/base/diagnostics_pack.h"
#include "sim/program/file.h"
#include "sim/program/folder.h"
#include "sim/program/toolkit.h"

#include <stdlib.h>
#include <string.h>

static void hash_list(Hash *hash, const ProgramList *list)
{
    hash_add(hash, &list->count, sizeof list->count);
    for (uint32_t i = 0; i < list->count; i++) {
        hash_add_text(hash, list->at[i]);
    }
}

// What a source is compiled with.
static void hash_source_options(Hash *hash, const ProgramOptions *options)
{
    hash_list(hash, &options->include_folders);
    hash_list(hash, &options->defines);
    hash_list(hash, &options->host_options);
    hash_add_text(hash, options->standard);
    hash_add_text(hash, options->level);
    hash_add(hash, &options->is_all_cuda, sizeof options->is_all_cuda);
    hash_add(hash, &options->is_checked, sizeof options->is_checked);
    hash_add(hash, &options->checks_indices, sizeof options->checks_indices);
    hash_add(hash, &options->is_relocatable, sizeof options->is_relocatable);
}

static bool all_absolute(const ProgramList *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->at[i][0] != '/') {
            return false;
        }
    }
    return true;
}

// Whether no option names a file or folder; -rpath has an effect only where a program is loaded.
static bool all_without_files(const ProgramList *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const char *word = list->at[i];
        bool is_plain =
            word[0] == '-' && strchr("WfmOgDUp", word[1]) != NULL && strpbrk(word, "/=,") == NULL;
        if (!is_plain && strncmp(word, "-Wl,-rpath,/", strlen("-Wl,-rpath,/")) != 0) {
            return false;
        }
    }
    return true;
}

static bool all_without_folder(const ProgramOptions *options)
{
    return all_absolute(&options->sources) && all_absolute(&options->include_folders) &&
           all_absolute(&options->library_folders) && all_without_files(&options->host_options) &&
           all_without_files(&options->link_options);
}

// Whether the program is another one if it is built in another folder.
static bool depends_on_folder(const ProgramOptions *options)
{
    bool depends = getenv("CPATH") != NULL || !all_without_folder(options);
    for (uint32_t i = 0; options->own != NULL && i < options->sources.count; i++) {
        depends = depends || !all_without_folder(&options->own[i]);
    }
    return depends && !options->is_library;
}

Hash keep_host_key(const Build *build)
{
    const ProgramOptions *options = build->options;
    Hash hash = hash_begin();
    hash_add_program(&hash, "/proc/self/exe");
    hash_add_program(&hash, build->cxx);
    hash_add_program(&hash, build->cc);
    hash_add_program(&hash, build->clang);
    hash_add_program(&hash, build->nvcc);
    hash_add(&hash, &options->compiler, sizeof options->compiler);
    hash_add(&hash, &options->is_part, sizeof options->is_part);
    hash_add_text(&hash, depends_on_folder(options) ? folder_here(build->arena) : NULL);
    hash_list(&hash, &options->sources);
    hash_source_options(&hash, options);
    hash_list(&hash, &options->libraries);
    hash_list(&hash, &options->library_folders);
    hash_list(&hash, &options->link_options);
    for (uint32_t i = 0; options->own != NULL && i < options->sources.count; i++) {
        hash_source_options(&hash, &options->own[i]);
    }
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

Hash keep_device_key(const Build *build, Hash host)
{
    const ProgramOptions *options = build->options;
    hash_add(&host, &options->compute_capability, sizeof options->compute_capability);
    hash_add(&host, &options->feature, sizeof options->feature);
    hash_add_text(&host, options->is_contraction_off ? "off" : "on");
    hash_add(&host, &options->relaxed, sizeof options->relaxed);
    return host;
}

static bool write_part(const Build *build, const char *folder, uint32_t index, const char *ending,
                       const char *text, size_t size_bytes)
{
    return file_write(arena_printf(build->arena, "%s/%u.%s", folder, index, ending), text,
                      size_bytes);
}

static char *read_part(const Build *build, const char *folder, uint32_t index, const char *ending,
                       size_t *size_bytes)
{
    return file_text(arena_printf(build->arena, "%s/%u.%s", folder, index, ending), size_bytes,
                     build->arena);
}

static bool write_messages(const Build *build, BuildStage stage, const char *folder)
{
    Text packed = {0};
    diagnostics_pack(&build->said[stage], &packed);
    bool is_good =
        write_part(build, folder, 0, "messages", text_string(&packed), packed.size_bytes);
    text_destroy(&packed);
    return is_good;
}

static bool read_messages(Build *build, BuildStage stage, const char *folder)
{
    size_t size_bytes;
    Diagnostics said = {0};
    const char *packed = read_part(build, folder, 0, "messages", &size_bytes);
    bool is_good = packed != NULL && diagnostics_unpack(packed, size_bytes, &said);
    if (is_good) {
        build_tell(build, stage, &said);
    }
    diagnostics_clear(&said);
    return is_good;
}

static bool write_toolkits(const Build *build, const char *folder)
{
    Text list = {0};
    toolkit_list(build, &list);
    bool is_good = write_part(build, folder, 0, "libraries", text_string(&list), list.size_bytes);
    text_destroy(&list);
    return is_good;
}

// A line for each instance that the unit's host code uses, and what compiled that.
bool keep_write_host(const Build *build, const char *folder)
{
    bool is_good = write_messages(build, STAGE_HOST, folder) && write_toolkits(build, folder);
    for (uint32_t i = 0; i < build->unit_count && is_good; i++) {
        const ProgramList *instances = &build->units[i].instances;
        Text list = {0};
        for (uint32_t k = 0; k < instances->count; k++) {
            text_printf(&list, "%s\n", instances->at[k]);
        }
        const char *host = build->units[i].host == HOST_CLANG ? "clang" : "system";
        is_good = write_part(build, folder, i, "instances", text_string(&list), list.size_bytes) &&
                  write_part(build, folder, i, "host", host, strlen(host));
        text_destroy(&list);
    }
    return is_good;
}

static void read_instances(Build *build, BuildUnit *unit, const char *list, size_t size_bytes)
{
    const char **at = arena_alloc(build->arena, (size_bytes + 1) * sizeof *at);
    unit->instances = (ProgramList){at, 0};
    for (const char *from = list; *from != 0;) {
        size_t size = strcspn(from, "\n");
        at[unit->instances.count++] = arena_text(build->arena, from, size);
        from += size + (from[size] == '\n');
    }
}

bool keep_read_host(Build *build, const char *folder)
{
    for (uint32_t i = 0; i < build->unit_count; i++) {
        size_t size_bytes = 0;
        const char *list = read_part(build, folder, i, "instances", &size_bytes);
        if (list == NULL) {
            return false;
        }
        read_instances(build, &build->units[i], list, size_bytes);
        const char *host = read_part(build, folder, i, "host", &size_bytes);
        if (host == NULL) {
            return false;
        }
        build->units[i].host = strcmp(host, "clang") == 0 ? HOST_CLANG : HOST_SYSTEM;
    }
    size_t list_bytes = 0;
    const char *libraries = read_part(build, folder, 0, "libraries", &list_bytes);
    if (libraries == NULL) {
        return false;
    }
    toolkit_read_list(build, libraries);
    return read_messages(build, STAGE_HOST, folder);
}

bool keep_write_device(const Build *build, const char *folder)
{
    bool is_good = write_messages(build, STAGE_DEVICE, folder);
    for (uint32_t i = 0; i < build->unit_count && is_good; i++) {
        const BuildUnit *unit = &build->units[i];
        is_good = unit->language != LANGUAGE_CUDA ||
                  write_part(build, folder, i, "ptx", unit->ptx, unit->ptx_bytes);
    }
    return is_good;
}

bool keep_read_device(Build *build, const char *folder)
{
    for (uint32_t i = 0; i < build->unit_count; i++) {
        BuildUnit *unit = &build->units[i];
        if (unit->language == LANGUAGE_CUDA) {
            unit->ptx = read_part(build, folder, i, "ptx", &unit->ptx_bytes);
            if (unit->ptx == NULL) {
                return false;
            }
        }
    }
    return read_messages(build, STAGE_DEVICE, folder);
}
