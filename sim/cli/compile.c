// SPDX-License-Identifier: Apache-2.0
// `lockstep compile`: our own compiler alone, from CUDA C++ to PTX.
#include "sim/cli/compile.h"

#include "isa/cuda/cuda.h"
#include "sim/gpu/gpu.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Includes {
    Arena *arena;
    const char **folders; // of -I
    uint32_t folder_count;
} Includes;

static const char *joined(Arena *arena, const char *folder, size_t folder_bytes, const char *name)
{
    Text path = {0};
    text_add(&path, folder, folder_bytes);
    text_put(&path, folder_bytes > 0 && folder[folder_bytes - 1] != '/' ? "/" : "");
    text_put(&path, name);
    const char *copy = arena_text(arena, text_string(&path), path.size_bytes);
    text_destroy(&path);
    return copy;
}

static bool read_at(Includes *includes, const char *candidate, const char **path, const char **text,
                    size_t *size_bytes)
{
    *text = file_read(candidate, TEXT_BYTES_MAX, size_bytes, includes->arena);
    *path = candidate;
    return *text != NULL;
}

// "name" is looked for beside the file that asks for it, then both kinds along -I.
static bool find_include(void *context, const char *name, bool is_angled, const char *from,
                         const char **path, const char **text, size_t *size_bytes)
{
    Includes *includes = context;
    const char *slash = strrchr(from, '/');
    if (name[0] == '/') {
        return read_at(includes, name, path, text, size_bytes);
    }
    if (!is_angled) {
        size_t folder_bytes = slash == NULL ? 0 : (size_t)(slash - from) + 1;
        const char *beside = joined(includes->arena, from, folder_bytes, name);
        if (read_at(includes, beside, path, text, size_bytes)) {
            return true;
        }
    }
    for (uint32_t i = 0; i < includes->folder_count; i++) {
        const char *folder = includes->folders[i];
        const char *candidate = joined(includes->arena, folder, strlen(folder), name);
        if (read_at(includes, candidate, path, text, size_bytes)) {
            return true;
        }
    }
    return false;
}

static const char **values_of(const Options *options, OptionId id, uint32_t *count, Arena *arena)
{
    const char **values = arena_alloc(arena, (options->use_count + 1) * sizeof *values);
    *count = 0;
    for (uint32_t i = 0; i < options->use_count; i++) {
        if (options->uses[i].id == id) {
            values[(*count)++] = options->uses[i].value;
        }
    }
    return values;
}

static bool read_compiler_options(const Options *options, CudaOptions *cuda, Arena *arena)
{
    const char *fmad = option_value(options, OPTION_FMAD);
    int64_t level;
    if (fmad != NULL && strcmp(fmad, "true") != 0 && strcmp(fmad, "false") != 0) {
        cli_error(&options->style, "--fmad is true or false, not '%s'", fmad);
        return false;
    }
    if (!option_number(options, OPTION_OPTIMIZE, 0, 3, &level)) {
        return false;
    }
    cuda->is_contraction_off = fmad != NULL && strcmp(fmad, "false") == 0;
    cuda->level = level > 3 ? 3 : (uint32_t)level;
    cuda->is_level_given = true;
    cuda->defines = values_of(options, OPTION_DEFINE, &cuda->define_count, arena);
    return true;
}

static void show(const Options *options, const Diagnostics *diagnostics)
{
    Text text = {0};
    diagnostics_print(diagnostics, options->style.is_err_coloured, &text);
    fputs(text_string(&text), stderr);
    text_destroy(&text);
}

// The names of kernel templates: "reduce<256>" of -k, and of --launch 'reduce<256><<<1, 256>>>()'.
static void read_instantiations(const Options *options, CudaOptions *cuda, Arena *arena)
{
    const char **names = arena_alloc(arena, (options->use_count + 1) * sizeof *names);
    for (uint32_t i = 0; i < options->use_count; i++) {
        OptionId id = options->uses[i].id;
        const char *text = options->uses[i].value;
        if (id != OPTION_KERNEL && id != OPTION_LAUNCH) {
            continue;
        }
        const char *end = strstr(text, "<<<");
        const char *name =
            arena_text(arena, text, end == NULL ? strlen(text) : (size_t)(end - text));
        if (strchr(name, '<') != NULL && strncmp(name, "regex:", 6) != 0) {
            names[cuda->instantiation_count++] = name;
        }
    }
    cuda->instantiations = names;
}

const char *compile_file(const Options *options, const char *path, uint32_t compute_capability,
                         size_t *size_bytes, Arena *arena)
{
    Includes includes = {.arena = arena};
    CudaOptions cuda = {
        .compute_capability = compute_capability, .find = find_include, .find_context = &includes};
    includes.folders = values_of(options, OPTION_INCLUDE, &includes.folder_count, arena);
    if (!read_compiler_options(options, &cuda, arena)) {
        return NULL;
    }
    read_instantiations(options, &cuda, arena);
    size_t source_bytes;
    const char *source = file_read(path, TEXT_BYTES_MAX, &source_bytes, arena);
    if (source == NULL) {
        cli_error(&options->style, "can not read %s: %s", path, strerror(errno));
        return NULL;
    }
    Diagnostics diagnostics = {0};
    CudaResult result = {0};
    const char *ptx = NULL;
    if (cuda_compile(path, source, source_bytes, &cuda, &result, &diagnostics)) {
        ptx = arena_text(arena, result.ptx, result.ptx_bytes);
        *size_bytes = result.ptx_bytes;
    }
    show(options, &diagnostics);
    diagnostics_clear(&diagnostics);
    cuda_result_clear(&result);
    return ptx;
}

uint32_t architecture_capability(const char *name)
{
    static const char *const starts[] = {"sm_", "compute_", ""};
    for (int i = 0; i < 3; i++) {
        size_t size = strlen(starts[i]);
        if (strncmp(name, starts[i], size) == 0 && name[size] >= '0' && name[size] <= '9') {
            char *end;
            unsigned long number = strtoul(name + size, &end, 10);
            bool is_whole = *end == 0 || strcmp(end, "a") == 0 || strcmp(end, "f") == 0;
            return is_whole && number >= 10 && number < 1000 ? (uint32_t)number : 0;
        }
    }
    return 0;
}

// What --arch or --gpu asks for; 0, with a message, when there is no such thing.
static uint32_t wanted_capability(const Options *options)
{
    const char *arch = option_value(options, OPTION_ARCH);
    const char *gpu = option_value(options, OPTION_GPU);
    arch = arch == NULL ? option_value(options, OPTION_ARCH_OF_NVCC) : arch;
    arch = arch == NULL ? gpu : arch;
    const Gpu *preset = arch == NULL ? NULL : gpu_preset(arch);
    uint32_t capability = arch == NULL     ? 90
                          : preset != NULL ? preset->compute_capability
                                           : architecture_capability(arch);
    if (capability == 0) {
        cli_error(&options->style, "'%s' is neither sm_NN nor a GPU", arch);
    }
    return capability;
}

static bool compile_page(const Options *options, Arena *arena, Text *page)
{
    size_t size_bytes = 0;
    if (options->operand_count != 1) {
        cli_error(&options->style, "lockstep compile takes one .cu file");
        return false;
    }
    uint32_t capability = wanted_capability(options);
    const char *ptx = capability == 0 ? NULL
                                      : compile_file(options, options->operands[0], capability,
                                                     &size_bytes, arena);
    if (ptx != NULL) {
        text_add(page, ptx, size_bytes);
    }
    return ptx != NULL;
}

int command_compile(int count, char **arguments)
{
    Options options = {0};
    Arena arena = {0};
    Text page = {0};
    bool is_good = options_read(count, arguments, COMMAND_COMPILE, &options);
    if (is_good && option_is_given(&options, OPTION_HELP)) {
        text_put(&page, "lockstep compile program.cu [-o program.ptx] [--arch sm_NN] [-I FOLDER] "
                        "[-D NAME=VALUE]\n\n");
        options_describe(COMMAND_COMPILE, &page);
    } else if (is_good) {
        is_good = compile_page(&options, &arena, &page);
    }
    is_good = is_good && page_write(&options.style, option_value(&options, OPTION_OUTPUT), &page);
    text_destroy(&page);
    arena_clear(&arena);
    options_clear(&options);
    return is_good ? CLI_DONE : CLI_USAGE;
}
