// SPDX-License-Identifier: Apache-2.0
// The lecture kernels: they lower for every generation that has what they use, and are refused by
// the others for a reason that names it. Their listings for cc 9.0 are kept in tests/golden/machine
// and written anew with LOCKSTEP_REGOLD=1 in the environment.
#include "tests/unit/isa_machine/lowering.h"

static const char *const names[] = {"coalescing",   "constant", "divergence",      "histogram",
                                    "local_memory", "math",     "matrix_multiply", "reduction",
                                    "shared_banks", "stencil",  "transpose",       "vector_add",
                                    "warp"};
#define NAME_COUNT (sizeof names / sizeof names[0])

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    Text text = {0};
    char buffer[4096];
    for (size_t size; file != NULL && (size = fread(buffer, 1, sizeof buffer, file)) > 0;) {
        text_add(&text, buffer, size);
    }
    if (file != NULL) {
        fclose(file);
    }
    return text.at;
}

static PtxModule *parse_kernels(const char *name, Diagnostics *diagnostics)
{
    char path[512];
    snprintf(path, sizeof path, "%s/kernels/ptx/%s.ptx", LOCKSTEP_SOURCE_DIR, name);
    char *text = read_file(path);
    PtxModule *module = text == NULL ? NULL : ptx_parse(text, strlen(text), name, diagnostics);
    free(text);
    return module;
}

static bool check_program(const MachineProgram *program)
{
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        const Micro *micro = &program->code[pc];
        bool is_branch = micro->kind == MICRO_BRANCH;
        if ((is_branch && micro->target >= program->code_count) ||
            (is_branch && micro->reconverge != PC_EXIT &&
             micro->reconverge >= program->code_count) ||
            micro->kind >= MICRO_KIND_COUNT || micro->pipe >= PIPE_COUNT) {
            return false;
        }
    }
    return program->registers_per_thread > 0 && program->registers_per_thread <= 255;
}

static uint32_t lower_all(const PtxModule *module, uint32_t compute_capability,
                          Diagnostics *diagnostics)
{
    uint32_t lowered = 0;
    for (uint32_t i = 0; i < module->function_count; i++) {
        const PtxFunction *function = module->functions[i];
        MachineTarget target = {.compute_capability = compute_capability};
        MachineProgram *program =
            function->is_entry ? machine_lower(module, function, target, diagnostics) : NULL;
        if (program != NULL) {
            EXPECT(check_program(program));
            lowered++;
        }
        machine_destroy(program);
    }
    return lowered;
}

TEST(every_kernel_lowers_for_hopper)
{
    for (size_t i = 0; i < NAME_COUNT; i++) {
        Diagnostics diagnostics = {.limit = 20};
        PtxModule *module = parse_kernels(names[i], &diagnostics);
        if (EXPECT(module != NULL)) {
            EXPECT(lower_all(module, 90, &diagnostics) > 0);
            EXPECT_EQ(diagnostics.error_count, 0);
            ptx_destroy(module);
        }
        diagnostics_clear(&diagnostics);
    }
}

TEST(older_generations_refuse_only_what_they_lack)
{
    static const uint32_t capabilities[] = {10, 11, 12, 13, 20, 21, 30, 35, 50, 52,
                                            60, 61, 70, 75, 80, 86, 89, 90, 100};
    for (size_t i = 0; i < NAME_COUNT; i++) {
        for (size_t j = 0; j < sizeof capabilities / sizeof capabilities[0]; j++) {
            Diagnostics diagnostics = {.limit = 100};
            PtxModule *module = parse_kernels(names[i], &diagnostics);
            if (!EXPECT(module != NULL)) {
                continue;
            }
            lower_all(module, capabilities[j], &diagnostics);
            for (uint32_t k = 0; k < diagnostics.count; k++) {
                bool is_named = strstr(diagnostics.items[k].message,
                                       "not available on compute capability") != NULL;
                if (!EXPECT(is_named && diagnostics.items[k].position.line > 0)) {
                    fprintf(stderr, "    %s\n", diagnostics.items[k].message);
                }
            }
            ptx_destroy(module);
            diagnostics_clear(&diagnostics);
        }
    }
}

TEST(the_oldest_gpu_runs_what_needs_nothing_new)
{
    static const char *const old[] = {"vector_add", "transpose", "coalescing"};
    for (size_t i = 0; i < sizeof old / sizeof old[0]; i++) {
        Diagnostics diagnostics = {.limit = 20};
        PtxModule *module = parse_kernels(old[i], &diagnostics);
        if (EXPECT(module != NULL)) {
            lower_all(module, 10, &diagnostics);
            EXPECT_EQ(diagnostics.error_count, 0);
            ptx_destroy(module);
        }
        diagnostics_clear(&diagnostics);
    }
}

static void list_kernels(const char *name, Text *listing)
{
    Diagnostics diagnostics = {.limit = 20};
    PtxModule *module = parse_kernels(name, &diagnostics);
    for (uint32_t i = 0; module != NULL && i < module->function_count; i++) {
        MachineTarget target = {.compute_capability = 90};
        MachineProgram *program =
            module->functions[i]->is_entry
                ? machine_lower(module, module->functions[i], target, &diagnostics)
                : NULL;
        if (program != NULL) {
            machine_print(program, listing);
        }
        machine_destroy(program);
    }
    ptx_destroy(module);
    diagnostics_clear(&diagnostics);
}

TEST(listings_are_as_recorded)
{
    static const char *const recorded[] = {"reduction", "transpose", "vector_add", "divergence"};
    for (size_t i = 0; i < sizeof recorded / sizeof recorded[0]; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/tests/golden/machine/%s.lst", LOCKSTEP_SOURCE_DIR,
                 recorded[i]);
        Text listing = {0};
        list_kernels(recorded[i], &listing);
        if (getenv("LOCKSTEP_REGOLD") != NULL) {
            FILE *file = fopen(path, "wb");
            EXPECT(file != NULL && fputs(text_string(&listing), file) >= 0);
            if (file != NULL) {
                fclose(file);
            }
        }
        char *golden = read_file(path);
        if (!EXPECT(golden != NULL && strcmp(golden, text_string(&listing)) == 0)) {
            fprintf(stderr, "    %s differs: rerun with LOCKSTEP_REGOLD=1 and review the diff\n",
                    path);
        }
        free(golden);
        text_destroy(&listing);
    }
}
