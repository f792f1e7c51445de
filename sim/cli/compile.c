// SPDX-License-Identifier: Apache-2.0
// `lockstep compile`: our own compiler alone, from CUDA C++ to PTX.
#include "sim/cli/compile.h"

#include "sim/cli/choice.h"
#include "sim/gpu/gpu.h"
#include "sim/program/host_header.h"
#include "sim/program/include.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_compiler_options(const Options *options, CudaOptions *cuda, Arena *arena)
{
    const char *fmad = option_value(options, OPTION_FMAD);
    int64_t level;
    if (!option_number(options, OPTION_OPTIMIZE, 0, 3, &level)) {
        return false;
    }
    cuda->is_contraction_off = fmad != NULL && strcmp(fmad, "false") == 0;
    cuda->relaxed = relaxed_floats(options);
    cuda->is_relocatable = device_code_is_linked(options);
    cuda->level = level > 3 ? 3 : (uint32_t)level;
    cuda->is_level_given = true;
    cuda->is_checked = option_is_given(options, OPTION_CHECK_PASSES);
    cuda->defines = option_values(options, OPTION_DEFINE, &cuda->define_count, arena);
    return true;
}

static void show(const Options *options, const Diagnostics *diagnostics)
{
    Text text = {0};
    diagnostics_print(diagnostics, options->style.is_err_colored, &text);
    fputs(text_string(&text), stderr);
    text_destroy(&text);
}

// How long the kernel's name is that an option gives: all of -k NAME, the first part of --launch
// 'NAME<<<1, 256>>>()'. 0: it gives none.
static size_t kernel_name_size(const OptionUse *use)
{
    if ((use->id != OPTION_KERNEL && use->id != OPTION_LAUNCH) ||
        strncmp(use->value, "regex:", 6) == 0) {
        return 0;
    }
    const char *end = strstr(use->value, "<<<");
    return end == NULL ? strlen(use->value) : (size_t)(end - use->value);
}

// The instances of kernel templates that options name: "reduce<256>".
static void read_instantiations(const Options *options, CudaOptions *cuda, Arena *arena)
{
    const char **names = arena_alloc(arena, (options->use_count + 1) * sizeof *names);
    for (uint32_t i = 0; i < options->use_count; i++) {
        const char *text = options->uses[i].value;
        size_t size = kernel_name_size(&options->uses[i]);
        if (size > 0 && memchr(text, '<', size) != NULL) {
            names[cuda->instantiation_count++] = arena_text(arena, text, size);
        }
    }
    cuda->instantiations = names;
}

static void keep_result(const CudaResult *result, InstanceNames instances, CompiledFile *file,
                        Arena *arena)
{
    CudaKernel *kernels = arena_alloc(arena, (result->kernel_count + 1) * sizeof *kernels);
    for (uint32_t i = 0; i < result->kernel_count; i++) {
        const CudaKernel *from = &result->kernels[i];
        kernels[i] = (CudaKernel){
            .name = arena_text(arena, from->name, strlen(from->name)),
            .mangled = from->mangled == NULL
                           ? NULL
                           : arena_text(arena, from->mangled, strlen(from->mangled)),
            .is_template = from->is_template,
        };
    }
    const char **names = arena_alloc(arena, (instances.count + 1) * sizeof *names);
    for (uint32_t i = 0; i < instances.count; i++) {
        names[i] = arena_text(arena, result->instances[i], strlen(result->instances[i]));
    }
    instances.ptx_names = names;
    *file = (CompiledFile){.ptx = arena_text(arena, result->ptx, result->ptx_bytes),
                           .ptx_bytes = result->ptx_bytes,
                           .kernels = kernels,
                           .kernel_count = result->kernel_count,
                           .fault_count = result->fault_count,
                           .instances = instances};
}

bool compile_file(const Options *options, const char *path, Architecture architecture,
                  CompiledFile *file, Arena *arena)
{
    IncludeSearch search = {.arena = arena};
    CudaOptions cuda = {.compute_capability = architecture.capability,
                        .feature = architecture.feature,
                        .find = include_find,
                        .find_context = &search,
                        .has_host_header = host_has_header};
    search.folders.at = option_values(options, OPTION_INCLUDE, &search.folders.count, arena);
    if (!read_compiler_options(options, &cuda, arena)) {
        return false;
    }
    read_instantiations(options, &cuda, arena);
    size_t source_bytes;
    const char *source = file_text(path, &source_bytes, arena);
    if (source == NULL) {
        cli_error(&options->style, "cannot read %s: %s", path, strerror(errno));
        return false;
    }
    Diagnostics diagnostics = {0};
    CudaResult result = {0};
    bool is_good = cuda_compile(path, source, source_bytes, &cuda, &result, &diagnostics);
    if (is_good) {
        InstanceNames instances = {.wanted = cuda.instantiations,
                                   .count = cuda.instantiation_count};
        keep_result(&result, instances, file, arena);
    }
    show(options, &diagnostics);
    if (is_good) {
        file->warnings = diagnostics;
    } else {
        diagnostics_clear(&diagnostics);
    }
    cuda_result_clear(&result);
    return is_good;
}

// Whether a kernel is called so, with or without its namespaces; of an instance counts the
// template's name: "reduce" and "ns::reduce" call "ns::reduce<256>".
static bool is_called(const CudaKernel *kernel, const char *name, size_t size)
{
    size_t full = strcspn(kernel->name, "<");
    if (size > full || memcmp(kernel->name + full - size, name, size) != 0) {
        return false;
    }
    return size == full ||
           (full - size >= 2 && memcmp(kernel->name + full - size - 2, "::", 2) == 0);
}

// The template that is called so, when no kernel in the PTX is.
static const char *template_called(const CompiledFile *file, const char *name, size_t size)
{
    for (uint32_t i = 0; i < file->kernel_count; i++) { // templates come last
        if (is_called(&file->kernels[i], name, size)) {
            return file->kernels[i].is_template ? file->kernels[i].name : NULL;
        }
    }
    return NULL;
}

static const char template_advice[] = "'%s' is a kernel template; choose an instance: -k '%s<...>'";

bool compile_refuse_templates(const Options *options, const CompiledFile *file)
{
    bool is_refused = false;
    for (uint32_t i = 0; i < options->use_count; i++) {
        size_t size = kernel_name_size(&options->uses[i]);
        const char *name = size == 0 ? NULL : template_called(file, options->uses[i].value, size);
        if (name != NULL) {
            cli_error(&options->style, template_advice, name, name);
            is_refused = true;
        }
    }
    bool has_templates_alone = file->kernel_count > 0 && file->kernels[0].is_template;
    for (uint32_t i = 0; i < file->kernel_count && has_templates_alone && !is_refused; i++) {
        cli_error(&options->style, template_advice, file->kernels[i].name, file->kernels[i].name);
    }
    return is_refused || has_templates_alone;
}

// Templates that the PTX has no instance of.
static void note_templates(const Options *options, const CompiledFile *file)
{
    for (uint32_t i = 0; i < file->kernel_count; i++) {
        const char *name = file->kernels[i].name;
        bool is_ours = strncmp(name, "lockstep::", strlen("lockstep::")) == 0; // Thrust's and CUB's
        if (file->kernels[i].is_template && !is_ours &&
            template_called(file, name, strlen(name)) != NULL) {
            cli_note(&options->style, template_advice, name, name);
        }
    }
}

Architecture architecture_named(const char *name)
{
    static const char *const starts[] = {"sm_", "compute_", ""};
    for (int i = 0; i < 3; i++) {
        size_t size = strlen(starts[i]);
        if (strncmp(name, starts[i], size) == 0 && name[size] >= '0' && name[size] <= '9') {
            char *end;
            unsigned long number = strtoul(name + size, &end, 10);
            bool is_whole = *end == 0 || strcmp(end, "a") == 0 || strcmp(end, "f") == 0;
            return is_whole && number >= 10 && number < 1000
                       ? (Architecture){(uint32_t)number, *end}
                       : (Architecture){0};
        }
    }
    return (Architecture){0};
}

Architecture architecture_of_gpu(uint32_t capability)
{
    return (Architecture){capability, capability >= 90 ? 'a' : '\0'};
}

// What --arch or --gpu asks for; a capability of 0, with a message, when there is no such thing.
static Architecture wanted_architecture(const Options *options)
{
    const char *arch = option_value(options, OPTION_ARCH);
    const char *gpu = option_value(options, OPTION_GPU);
    arch = arch == NULL ? option_value(options, OPTION_ARCH_OF_NVCC) : arch;
    arch = arch == NULL ? gpu : arch;
    Architecture wanted = architecture_named(arch == NULL ? "sm_90" : arch);
    const Gpu *preset = wanted.capability == 0 ? gpu_preset(arch) : NULL;
    if (preset != NULL) {
        wanted = architecture_of_gpu(preset->compute_capability);
    }
    if (wanted.capability == 0) {
        cli_error(&options->style, "unknown architecture '%s' (expected sm_NN or a GPU)", arch);
    }
    return wanted;
}

static bool compile_page(const Options *options, Arena *arena, Text *page)
{
    CompiledFile file;
    if (options->operand_count != 1) {
        cli_error(&options->style, "lockstep compile expects one .cu file");
        return false;
    }
    Architecture wanted = wanted_architecture(options);
    if (wanted.capability == 0 ||
        !compile_file(options, options->operands[0], wanted, &file, arena)) {
        return false;
    }
    note_templates(options, &file);
    diagnostics_clear(&file.warnings);
    text_add(page, file.ptx, file.ptx_bytes);
    return file.fault_count == 0;
}

int command_compile(Options *options)
{
    Arena arena = {0};
    Text page = {0};
    bool is_good = compile_page(options, &arena, &page) &&
                   page_write(&options->style, option_value(options, OPTION_OUTPUT), &page);
    text_destroy(&page);
    arena_clear(&arena);
    return is_good ? CLI_DONE : CLI_USAGE;
}
