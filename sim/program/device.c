// SPDX-License-Identifier: Apache-2.0
// Device code of one .cu file, by our compiler, clang or nvcc.
#include "isa/cuda/cuda.h"
#include "sim/program/build.h"
#include "sim/program/clang.h"
#include "sim/program/file.h"
#include "sim/program/include.h"
#include "sim/program/library.h"
#include "sim/program/nvcc.h"
#include "sim/program/toolkit.h"

#include <errno.h>
#include <string.h>

static void keep_templates(Build *build, BuildUnit *unit, const CudaResult *result)
{
    const char **at = arena_alloc(build->arena, (result->kernel_count + 1) * sizeof *at);
    unit->templates = (ProgramList){at, 0};
    for (uint32_t i = 0; i < result->kernel_count; i++) {
        const char *name = result->kernels[i].name;
        if (result->kernels[i].is_template) {
            at[unit->templates.count++] = arena_text(build->arena, name, strlen(name));
        }
    }
}

// What our compiler says of the file goes into `diagnostics`.
static bool compile(Build *build, BuildUnit *unit, ProgramList instantiations,
                    Diagnostics *diagnostics)
{
    const ProgramOptions *options = build->options;
    size_t size_bytes;
    bool is_lifted;
    const char *text = build_text(build, unit, &size_bytes, &is_lifted);
    if (text == NULL) {
        return false;
    }
    IncludeSearch search = {.arena = build->arena, .folders = options->include_folders};
    CudaOptions cuda = {.compute_capability = options->compute_capability,
                        .feature = options->feature,
                        .defines = options->defines.at,
                        .define_count = options->defines.count,
                        .instantiations = instantiations.at,
                        .instantiation_count = instantiations.count,
                        .is_relocatable = options->is_relocatable,
                        .is_contraction_off = options->is_contraction_off,
                        .relaxed = options->relaxed,
                        .shows_unset = options->is_checked && !options->is_library,
                        .checks_indices = options->checks_indices && !options->is_library,
                        .find = include_find,
                        .find_context = &search};
    if (options->is_library) {
        cuda.find = toolkit_find;
    }
    CudaResult result;
    bool is_good = cuda_compile(unit->path, text, size_bytes, &cuda, &result, diagnostics);
    unit->is_refused_by_all = result.is_refused_by_all;
    for (uint32_t i = 0; i < search.found_count; i++) {
        build_depends_on(build, search.found[i].path);
    }
    if (is_good) {
        unit->holds_instances = false; // but those asked for
        unit->ptx = arena_text(build->arena, result.ptx, result.ptx_bytes);
        unit->ptx_bytes = result.ptx_bytes;
        keep_templates(build, unit, &result);
    }
    cuda_result_clear(&result);
    return is_good;
}

static bool take_given(Build *build, BuildUnit *unit)
{
    const char *path = build->options->ptx;
    unit->ptx = file_text(path, &unit->ptx_bytes, build->arena);
    unit->holds_instances = true;
    return unit->ptx != NULL || build_error(build, "cannot read %s: %s", path, strerror(errno));
}

// Says at the first error of ours who compiled the file instead, on every run.
static void tell_instead(Build *build, const Diagnostics *refusal, const char *compiler)
{
    Diagnostics said = {0};
    const Diagnostic *first = &refusal->items[0];
    for (uint32_t i = 0; i < refusal->count && first->level != DIAGNOSTIC_ERROR; i++) {
        first = &refusal->items[i];
    }
    Diagnostic note = *first;
    note.level = DIAGNOSTIC_NOTE;
    note.message =
        arena_printf(build->arena, "device code is compiled by %s; the built-in compiler says: %s",
                     compiler, first->message);
    diagnostics_copy(&said, &note);
    build_tell(build, STAGE_DEVICE, &said);
    diagnostics_clear(&said);
}

const char *build_device_instead(Build *build, BuildUnit *unit)
{
    unit->compiler = build->clang != NULL && clang_compile(build, unit, true) ? build->clang
                     : build->nvcc != NULL && nvcc_compile(build, unit, true) ? build->nvcc
                                                                              : NULL;
    return unit->compiler;
}

// Our compiler, then the others. If all of them refuse a program, ours says what is wrong.
static bool compile_by_any(Build *build, BuildUnit *unit, ProgramList instantiations)
{
    Diagnostics diagnostics = {0};
    bool is_good = compile(build, unit, instantiations, &diagnostics);
    bool may_ask = build->options->compiler == COMPILER_AUTOMATIC && diagnostics.error_count > 0 &&
                   !unit->is_refused_by_all;
    const char *other = is_good || !may_ask ? NULL : build_device_instead(build, unit);
    if (other != NULL) {
        tell_instead(build, &diagnostics, other);
    } else {
        build_tell(build, STAGE_DEVICE, &diagnostics);
    }
    diagnostics_clear(&diagnostics);
    return is_good || other != NULL;
}

static bool compile_by_own(Build *build, BuildUnit *unit, ProgramList instantiations)
{
    Diagnostics diagnostics = {0};
    bool is_good = compile(build, unit, instantiations, &diagnostics);
    build_tell(build, STAGE_DEVICE, &diagnostics);
    diagnostics_clear(&diagnostics);
    return is_good;
}

static void tell_library(Build *build, const LibraryUse *use, const char *compiler)
{
    Diagnostics said = {0};
    SourcePosition position = {.file = use->file, .line = use->line};
    diagnostics_add(&said, DIAGNOSTIC_NOTE, position, NULL, "uses <%s>: compiled by %s",
                    use->header, compiler);
    build_tell(build, STAGE_DEVICE, &said);
    diagnostics_clear(&said);
}

static bool refuse_library(Build *build, const LibraryUse *use)
{
    const char *name = use->name;
    if (build->options->compiler == COMPILER_NVCC) {
        return library_error(build, use,
                             "Lockstep compiles programs with %s by clang or its own compiler "
                             "(--compiler clang, builtin or auto)",
                             name);
    }
    return library_error(build, use,
                         "not found; Lockstep's own %s lacks this header, %s comes with Debian's "
                         "%s, or -I names the folder of a checkout, and clang compiles it (Debian: "
                         "clang-19)",
                         name, name, use->package);
}

static bool is_clangs(const Build *build, const LibraryUse *use)
{
    return use->is_found && build->clang != NULL;
}

// Whether our compiler compiles a file with such a library, with Lockstep's own headers. The user's
// own, along -I, are for clang.
static bool is_own(const Build *build, const BuildUnit *unit, const LibraryUse *use)
{
    DeviceCompiler wanted = build->options->compiler;
    bool is_better = use->is_own && !(use->is_users && is_clangs(build, use));
    return wanted == COMPILER_AUTOMATIC
               ? unit->host == HOST_SYSTEM || (unit->host == HOST_UNDECIDED && is_better)
               : wanted == COMPILER_BUILTIN && use->is_own;
}

bool build_may_change_host(Build *build, const BuildUnit *unit)
{
    LibraryUse use = {0};
    if (build->options->compiler == COMPILER_AUTOMATIC && unit->host == HOST_UNDECIDED) {
        use = library_use(build, unit);
    }
    return use.package != NULL && is_own(build, unit, &use) && is_clangs(build, &use);
}

void build_tell_other_library(Build *build, const BuildUnit *unit)
{
    LibraryUse use = library_use(build, unit);
    if (use.package != NULL && use.is_own && !build->options->is_quiet) {
        text_printf(build->messages,
                    "%s:%u: note: <%s>: if Lockstep's own %s lacks what the program uses, clang "
                    "compiles NVIDIA's (Debian: clang-19 and %s)\n",
                    use.file, use.line, use.header, use.name, use.package);
    }
}

// A file that uses a library of headers: our compiler with Lockstep's own headers, or clang, which
// compiles both halves with NVIDIA's.
static bool compile_with_library(Build *build, BuildUnit *unit, const LibraryUse *use,
                                 ProgramList instantiations)
{
    if (is_own(build, unit, use)) {
        unit->host = HOST_SYSTEM;
        return compile_by_own(build, unit, instantiations);
    }
    if (!is_clangs(build, use) || build->options->compiler == COMPILER_BUILTIN) {
        return refuse_library(build, use);
    }
    unit->host = HOST_CLANG;
    if (!clang_compile(build, unit, false)) {
        return false;
    }
    tell_library(build, use, build->clang);
    return true;
}

bool build_device(Build *build, BuildUnit *unit, ProgramList instantiations)
{
    if (build->options->ptx != NULL) {
        return take_given(build, unit);
    }
    LibraryUse use = library_use(build, unit);
    if (use.header != NULL && use.package == NULL) {
        return library_error(build, &use,
                             "Lockstep does not have %s, a library of NVIDIA's for real GPUs",
                             use.name);
    }
    if (use.header != NULL) {
        return compile_with_library(build, unit, &use, instantiations);
    }
    switch (build->options->compiler) {
    case COMPILER_CLANG: return clang_compile(build, unit, false);
    case COMPILER_NVCC: return nvcc_compile(build, unit, false);
    default: return compile_by_any(build, unit, instantiations);
    }
}
