// SPDX-License-Identifier: Apache-2.0
// The compiler, pass by pass.
#include "isa/cuda/cuda.h"

#include "isa/cuda/emit/emit.h"
#include "isa/cuda/ir/fault.h"
#include "isa/cuda/ir/target.h"
#include "isa/cuda/library/library.h"
#include "isa/cuda/optimize/optimize.h"
#include "isa/cuda/output.h"
#include "isa/cuda/syntax/syntax.h"
#include "isa/cuda/warn/warn.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define PRELUDE "lockstep_device.h" // what nvcc includes before every file

enum { OLDEST_TARGET = 10, DEFAULT_TARGET = 90, DEFAULT_LEVEL = 3 };

// What nvcc 13's device pass defines, as far as programs ask for it.
static const char *const own_defines[] = {
    "__LOCKSTEP__=1",
    "__CUDACC__=1",
    "__NVCC__=1",
    "__CUDACC_VER_MAJOR__=13",
    "__CUDACC_VER_MINOR__=0",
    "__CUDACC_VER_BUILD__=0",
    "__CUDA_API_VER_MAJOR__=13",
    "__CUDA_API_VER_MINOR__=0",
    "__CUDACC_EXTENDED_LAMBDA__=1",
    "__CUDACC_RELAXED_CONSTEXPR__=1",
    "__cplusplus=201703L",
    "__STDC_HOSTED__=1",
    "__LP64__=1",
    "_LP64=1",
    "__CHAR_BIT__=8",
    "__SIZEOF_INT__=4",
    "__SIZEOF_LONG__=8",
    "__SIZEOF_POINTER__=8",
    "__SCHAR_MAX__=127",
    "__SHRT_MAX__=32767",
    "__INT_MAX__=2147483647",
    "__LONG_MAX__=9223372036854775807L",
    "__LONG_LONG_MAX__=9223372036854775807LL",
    "__FLT_MAX__=3.40282346638528859811704183484516925e+38F",
    "__FLT_MIN__=1.17549435082228750796873653722224568e-38F",
    "__FLT_EPSILON__=1.19209289550781250000000000000000000e-7F",
    "__DBL_MAX__=1.79769313486231570814527423731704357e+308",
    "__DBL_MIN__=2.22507385850720138309023271733240406e-308",
    "__DBL_EPSILON__=2.22044604925031308084726333618164062e-16",
    "__SIZE_TYPE__=long unsigned int",
    "__PTRDIFF_TYPE__=long int",
    "__x86_64__=1",
    "__linux__=1",
    "__unix__=1",
    "__GNUC__=12",
    "__GNUC_MINOR__=0",
    "__GNUC_PATCHLEVEL__=0"};

#ifdef NDEBUG
#define IS_DEBUG_BUILD false
#else
#define IS_DEBUG_BUILD true
#endif

enum { OWN_DEFINES = sizeof own_defines / sizeof own_defines[0], FEATURE_DEFINES = 3 };

static uint32_t target_of(const CudaOptions *options)
{
    uint32_t wanted =
        options->compute_capability == 0 ? DEFAULT_TARGET : options->compute_capability;
    return wanted < OLDEST_TARGET ? OLDEST_TARGET : wanted;
}

static const char *print(Arena *arena, const char *format, uint32_t number)
{
    char text[48];
    int size = snprintf(text, sizeof text, format, number);
    return arena_text(arena, text, size < 0 ? 0 : (size_t)size);
}

// What sm_90a and sm_100f define: which instructions of one GPU or its family may be used.
static uint32_t add_feature_defines(Arena *arena, const CudaOptions *options, const char **defines)
{
    uint32_t count = 0, target = target_of(options);
    if (options->feature == 'a') {
        defines[count++] = print(arena, "__CUDA_ARCH_FEAT_SM%" PRIu32 "_ALL=1", target);
        defines[count++] = print(arena, "__CUDA_ARCH_SPECIFIC__=%" PRIu32 "0", target);
    }
    if (options->feature != '\0') {
        defines[count++] = print(arena, "__CUDA_ARCH_FAMILY_SPECIFIC__=%" PRIu32 "0", target);
    }
    return count;
}

static bool is_in_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

typedef enum NameUse {
    USE_UNKNOWN,
    USE_OF_TEMPLATE, // texture<...>: CUDA's
    USE_OF_OWN,      // a variable, function or parameter
    USE_AS_CLASS     // struct texture: whatever else stands there is the program's
} NameUse;

static bool ends_with_word(const char *text, size_t end, const char *word)
{
    size_t length = strlen(word);
    while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\t' || text[end - 1] == '\n')) {
        end--;
    }
    return end >= length && memcmp(text + end - length, word, length) == 0 &&
           (end == length || !is_in_name(text[end - length - 1]) || !is_in_name(word[0]));
}

// What a name at text[i] is, judged by the characters around it.
static NameUse use_of_name(const char *text, size_t size_bytes, size_t i, size_t length)
{
    if ((i > 0 && is_in_name(text[i - 1])) || is_in_name(text[i + length]) ||
        ends_with_word(text, i, "::")) {
        return USE_UNKNOWN;
    }
    if (ends_with_word(text, i, "struct") || ends_with_word(text, i, "class") ||
        ends_with_word(text, i, "union") || ends_with_word(text, i, "enum")) {
        return USE_AS_CLASS;
    }
    size_t after = i + length;
    while (after < size_bytes && (text[after] == ' ' || text[after] == '\t')) {
        after++;
    }
    if (after == size_bytes) {
        return USE_UNKNOWN;
    }
    return text[after] == '<'                       ? USE_OF_TEMPLATE
           : strchr("(=;[,){", text[after]) != NULL ? USE_OF_OWN
                                                    : USE_UNKNOWN;
}

bool cuda_has_own_texture(const char *text, size_t size_bytes)
{
    static const char *const names[] = {"texture", "surface"};
    NameUse found = USE_UNKNOWN;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        size_t length = strlen(names[k]);
        for (size_t i = 0; i + length < size_bytes; i++) {
            NameUse use = memcmp(text + i, names[k], length) == 0
                              ? use_of_name(text, size_bytes, i, length)
                              : USE_UNKNOWN;
            bool is_stronger = use == USE_AS_CLASS || found == USE_UNKNOWN ||
                               (use == USE_OF_TEMPLATE && found != USE_AS_CLASS);
            found = is_stronger && use != USE_UNKNOWN ? use : found;
        }
    }
    return found == USE_OF_OWN || found == USE_AS_CLASS;
}

// Ours first, then the user's.
static const char *const *all_defines(Arena *arena, const CudaOptions *options,
                                      bool has_own_texture, uint32_t *count)
{
    uint32_t total = OWN_DEFINES + 4 + FEATURE_DEFINES + options->define_count, at = 0;
    const char **defines = arena_alloc(arena, total * sizeof *defines);
    for (uint32_t i = 0; i < OWN_DEFINES; i++) {
        defines[at++] = own_defines[i];
    }
    defines[at++] = print(arena, "__CUDA_ARCH__=%" PRIu32 "0", target_of(options));
    at += add_feature_defines(arena, options, &defines[at]);
    if (has_own_texture) {
        defines[at++] = CUDA_OWN_TEXTURE "=1";
    }
    if ((options->relaxed & CUDA_FLUSH) != 0) {
        defines[at++] = "__LOCKSTEP_FLUSH__=1";
    }
    if ((options->relaxed & CUDA_FAST_FUNCTIONS) != 0) {
        defines[at++] = "__USE_FAST_MATH__=1";
    }
    for (uint32_t i = 0; i < options->define_count; i++) {
        defines[at++] = options->defines[i];
    }
    *count = at;
    return defines;
}

static Source *preprocess(Arena *arena, const char *path, const char *text, size_t size_bytes,
                          const CudaOptions *options, Diagnostics *diagnostics)
{
    SourceOptions source = {.find = options->find,
                            .find_context = options->find_context,
                            .has_host_header = options->has_host_header,
                            .find_library = library_find};
    if (!options->is_preprocessed) {
        source.defines = all_defines(arena, options, cuda_has_own_texture(text, size_bytes),
                                     &source.define_count);
        source.prelude = library_find(PRELUDE, NULL) == NULL ? NULL : PRELUDE;
    }
    return source_preprocess(arena, path, text, size_bytes, &source, diagnostics);
}

static bool is_left_out(const IrModule *module, const Function *kernel)
{
    for (uint32_t i = 0; i < module->function_count; i++) {
        if (module->functions[i]->function == kernel) {
            return module->functions[i]->is_broken;
        }
    }
    return false;
}

static void list_kernels(const IrModule *module, CudaResult *result)
{
    const Tree *tree = module->tree;
    Arena *arena = &result->arena;
    result->kernels = arena_alloc(arena, (tree->function_count + tree->kernel_template_count + 1) *
                                             sizeof *result->kernels);
    for (uint32_t i = 0; i < tree->function_count; i++) {
        const Function *function = tree->functions[i];
        if (function->is_kernel && !is_left_out(module, function)) {
            result->kernels[result->kernel_count++] = (CudaKernel){
                .name = arena_text(arena, function->name, strlen(function->name)),
                .mangled = arena_text(arena, function->mangled, strlen(function->mangled))};
        }
    }
    for (uint32_t i = 0; i < tree->kernel_template_count; i++) {
        const char *name = tree->kernel_templates[i];
        result->kernels[result->kernel_count++] =
            (CudaKernel){.name = arena_text(arena, name, strlen(name)), .is_template = true};
    }
}

static void list_instances(const Tree *tree, uint32_t count, CudaResult *result)
{
    result->instances = arena_alloc(&result->arena, (count + 1) * sizeof *result->instances);
    for (uint32_t i = 0; i < count; i++) {
        const Function *function = tree->instances[i];
        result->instances[i] = function == NULL ? NULL
                                                : arena_text(&result->arena, function->mangled,
                                                             strlen(function->mangled));
    }
}

// Emits until what was emitted is good: each time without the functions that were not.
static bool emit(IrModule *module, const EmitOptions *options, Text *ptx)
{
    OutputVerdict verdict;
    do {
        text_destroy(ptx);
        emit_module(module, options, ptx);
        verdict = output_check(module, ptx);
        fault_spread(module);
    } while (verdict == OUTPUT_LESS);
    return verdict == OUTPUT_GOOD;
}

static const char *target_format(char feature)
{
    return feature == 'a' ? "sm_%" PRIu32 "a" : feature == 'f' ? "sm_%" PRIu32 "f" : "sm_%" PRIu32;
}

// As nvcc's PTX: without --use_fast_math a fast division still takes every divisor.
static void relax(EmitOptions *emission, uint8_t relaxed)
{
    emission->is_flushed = (relaxed & CUDA_FLUSH) != 0;
    emission->divide = (relaxed & CUDA_FAST_FUNCTIONS) != 0 ? "div.approx"
                       : (relaxed & CUDA_FAST_DIVIDE) != 0  ? "div.full"
                                                            : NULL;
    emission->root = (relaxed & CUDA_FAST_ROOT) != 0 ? "sqrt.approx" : NULL;
}

// `arena` holds what is needed while compiling; what stays is copied to the result.
static bool compile(Arena *arena, Source *source, const CudaOptions *options, CudaResult *result,
                    Diagnostics *diagnostics)
{
    uint32_t target = target_of(options);
    SyntaxOptions syntax = {.instantiations = options->instantiations,
                            .instantiation_count = options->instantiation_count,
                            .is_full_check = true,
                            .is_relocatable = options->is_relocatable,
                            .compute_capability = target};
    Tree *tree = syntax_check(arena, source, &syntax, diagnostics);
    if (diagnostics->error_count > 0) {
        return false;
    }
    warn_tree(tree, target, diagnostics);
    IrModule *module = ir_generate(arena, tree, target, options->is_relocatable,
                                   options->checks_indices && target >= 20, diagnostics);
    result->is_refused_by_all = module->is_refused_by_all;
    if (diagnostics->error_count > 0) {
        return false;
    }
    module->shows_unset = options->shows_unset;
    OptimizeOptions optimize = {.is_contraction_off = options->is_contraction_off,
                                .is_checked = options->is_checked || IS_DEBUG_BUILD,
                                .level = options->is_level_given ? options->level : DEFAULT_LEVEL};
    optimize_module(module, &optimize);
    target_demote_doubles(module);
    target_write_generic(module);
    target_check(module);
    if (diagnostics->error_count > module->fault_count) {
        return false;
    }
    EmitOptions emission = {.compute_capability = target,
                            .target = print(arena, target_format(options->feature), target),
                            .is_line_info_off = options->is_line_info_off,
                            .is_contraction_off = options->is_contraction_off};
    relax(&emission, options->relaxed);
    Text ptx = {0};
    bool is_emitted = emit(module, &emission, &ptx);
    result->is_refused_by_all = module->is_refused_by_all;
    if (is_emitted && diagnostics->error_count == module->fault_count) {
        result->ptx = arena_text(&result->arena, text_string(&ptx), ptx.size_bytes);
        result->ptx_bytes = ptx.size_bytes;
        list_kernels(module, result);
        list_instances(tree, options->instantiation_count, result);
    }
    text_destroy(&ptx);
    result->fault_count = module->fault_count;
    return result->ptx != NULL;
}

bool cuda_compile(const char *path, const char *text, size_t size_bytes, const CudaOptions *options,
                  CudaResult *result, Diagnostics *diagnostics)
{
    static const CudaOptions defaults = {0};
    Arena arena = {0};
    *result = (CudaResult){0};
    options = options == NULL ? &defaults : options;
    Source *source = preprocess(&arena, path, text, size_bytes, options, diagnostics);
    bool is_good =
        diagnostics->error_count == 0 && compile(&arena, source, options, result, diagnostics);
    arena_clear(&arena);
    return is_good;
}

void cuda_result_clear(CudaResult *result)
{
    arena_clear(&result->arena);
    *result = (CudaResult){0};
}
