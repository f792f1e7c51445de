// SPDX-License-Identifier: Apache-2.0
// Random functions compute the same before and after each pass and after all of them. The
// environment variable LOCKSTEP_RANDOM_FUNCTIONS says how many: 10000 for a night.
#include "isa/cuda/optimize/optimize.h"
#include "tests/test.h"
#include "tests/unit/isa_cuda_optimize/interpret.h"
#include "tests/unit/isa_cuda_optimize/random_function.h"

#define FUNCTIONS 300u // unless the environment says more
#define INPUTS    4u

static Function function_of_test = {.name = "random", .mangled = "random"};

static void run(const IrFunction *function, uint64_t seed, Machine *machine, uint64_t *result)
{
    uint64_t arguments[4] = {0, (seed * 2654435761u) & UINT32_MAX, (seed * 40503u) & 0xff,
                             seed * UINT64_C(0x9e3779b97f4a7c15)};
    if (seed == 0) {
        arguments[1] = UINT64_C(0x80000000);
        arguments[2] = UINT32_MAX;
    }
    memset(machine, 0, sizeof *machine);
    for (uint32_t i = 0; i < 512; i++) {
        machine->memory[i] = (uint8_t)(i * 37 + seed);
    }
    *result = interpret(machine, function, arguments);
}

static uint64_t function_count(void)
{
    const char *wanted = getenv("LOCKSTEP_RANDOM_FUNCTIONS");
    return wanted == NULL ? FUNCTIONS : strtoull(wanted, NULL, 10);
}

typedef struct Before {
    Machine machines[INPUTS];
    uint64_t results[INPUTS];
} Before;

static void record(const IrFunction *function, uint64_t seed, Before *before)
{
    for (uint32_t i = 0; i < INPUTS; i++) {
        run(function, seed * INPUTS + i, &before->machines[i], &before->results[i]);
    }
}

static bool agrees(const IrFunction *function, uint64_t seed, const Before *before)
{
    static Machine machine;
    for (uint32_t i = 0; i < INPUTS; i++) {
        uint64_t result;
        run(function, seed * INPUTS + i, &machine, &result);
        if (machine.is_bad || result != before->results[i] ||
            memcmp(machine.memory, before->machines[i].memory, LOCALS_AT) != 0) {
            return false;
        }
    }
    return true;
}

static void show(const IrFunction *function, const char *what, uint64_t seed)
{
    Text text = {0};
    ir_print(function, &text);
    fprintf(stderr, "%s, seed %llu:\n%s\n", what, (unsigned long long)seed, text_string(&text));
    text_destroy(&text);
}

typedef bool (*PassFunction)(IrFunction *function);

typedef struct NamedPass {
    const char *name;
    PassFunction run;
} NamedPass;

static const NamedPass passes[] = {
    {"simplify_flow", simplify_flow},
    {"promote_locals", promote_locals},
    {"simplify_values", simplify_values},
    {"simplify_flow", simplify_flow},
    {"number_values", number_values},
    {"infer_spaces", infer_spaces},
    {"forward_memory", forward_memory},
    {"propagate_conditions", propagate_conditions},
    {"simplify_values", simplify_values},
    {"simplify_flow", simplify_flow},
    {"rotate_loops", rotate_loops},
    {"simplify_values", simplify_values},
    {"simplify_flow", simplify_flow},
    {"unroll_loops", unroll_loops},
    {"simplify_values", simplify_values},
    {"hoist_invariants", hoist_invariants},
    {"hoist_common", hoist_common},
    {"sink_common", sink_common},
    {"rotate_loops", rotate_loops},
    {"simplify_values", simplify_values},
    {"number_values", number_values},
    {"hoist_invariants", hoist_invariants},
    {"unroll_loops", unroll_loops},
    {"hoist_invariants", hoist_invariants},
    {"simplify_values", simplify_values},
    {"simplify_flow", simplify_flow},
    {"forward_memory", forward_memory},
    {"remove_dead", remove_dead},
    {"convert_branches", convert_branches},
    {"simplify_values", simplify_values},
    {"lower_switches", lower_switches},
    {"simplify_flow", simplify_flow},
    {"propagate_conditions", propagate_conditions},
    {"simplify_values", simplify_values},
    {"remove_dead", remove_dead},
    {"share_offsets", share_offsets},
    {"simplify_values", simplify_values},
    {"vectorize_memory", vectorize_memory},
    {"reduce_strength", reduce_strength},
    {"bypass_divisions", bypass_divisions},
    {"lower_addresses", lower_addresses},
    {"number_values", number_values},
    {"select_instructions", select_instructions},
    {"sink_values", sink_values},
};

// A quarter for cc 1.3, whose products are selected differently; a quarter for cc 10.0.
static uint32_t capability_of(uint64_t seed)
{
    return seed % 4 == 0 ? 13 : seed % 4 == 1 ? 100 : 90;
}

static bool check_one(uint64_t seed)
{
    static Before before;
    IrFault fault = {.what = ""};
    Arena arena = {0};
    IrModule module = {.compute_capability = capability_of(seed), .arena = &arena};
    IrFunction *function = random_function(&module, &function_of_test, seed);
    ir_verify(function, &arena, &fault);
    bool is_good = EXPECT_TEXT(fault.what, "");
    record(function, seed, &before);
    is_good = EXPECT(!before.machines[0].is_bad) && is_good;
    for (uint32_t i = 0; is_good && i < sizeof passes / sizeof passes[0]; i++) {
        passes[i].run(function);
        ir_verify(function, &arena, &fault);
        is_good = EXPECT_TEXT(fault.what, "") && EXPECT(agrees(function, seed, &before));
        if (!is_good) {
            show(function, passes[i].name, seed);
        }
    }
    arena_clear(&arena);
    return is_good;
}

TEST(passes_keep_what_random_functions_compute)
{
    uint64_t count = function_count();
    for (uint64_t seed = 0; seed < count; seed++) {
        if (!check_one(seed)) {
            break;
        }
    }
}

TEST(passes_in_a_row_remove_the_locals_of_random_functions)
{
    OptimizeOptions options = {.is_checked = true, .level = 3, .is_contraction_off = true};
    static Before before;
    uint64_t count = function_count();
    for (uint64_t seed = count; seed < count + count / 3; seed++) {
        Arena arena = {0};
        Diagnostics diagnostics = {0};
        IrModule module = {.compute_capability = capability_of(seed),
                           .arena = &arena,
                           .diagnostics = &diagnostics};
        function_of_test.is_kernel = true;
        IrFunction *function = random_function(&module, &function_of_test, seed);
        record(function, seed, &before);
        optimize_module(&module, &options);
        bool is_good = EXPECT_EQ(diagnostics.error_count, 0);
        is_good = EXPECT(agrees(function, seed, &before)) && is_good;
        if (!is_good) {
            show(function, "all passes", seed);
        }
        diagnostics_clear(&diagnostics);
        arena_clear(&arena);
        if (!is_good) {
            break;
        }
    }
    function_of_test.is_kernel = false;
}
