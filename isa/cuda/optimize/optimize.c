// SPDX-License-Identifier: Apache-2.0
// The order of the passes. Functions are made small before they are inlined; after that, every
// function that is emitted goes through the same list.
#include "isa/cuda/ir/fault.h"
#include "isa/cuda/optimize/flow.h"

#include <stdio.h>

typedef struct Pass {
    const char *name;
    bool (*run)(IrFunction *function);
} Pass;

#define PASS(name)                                                                                 \
    {                                                                                              \
#name, name                                                                                \
    }

static const Pass before_inlining[] = {
    PASS(simplify_flow), PASS(promote_locals), PASS(simplify_values),
    PASS(simplify_flow), PASS(number_values),  PASS(remove_dead),
};

// Run twice: a pass may expose work for those before it.
static const Pass scalar[] = {
    PASS(simplify_values), PASS(infer_spaces),  PASS(promote_locals),       PASS(simplify_values),
    PASS(simplify_flow),   PASS(number_values), PASS(propagate_conditions), PASS(simplify_values),
    PASS(simplify_flow),   PASS(remove_dead),   PASS(forward_memory),       PASS(remove_dead),
};

static const Pass loops[] = {
    PASS(rotate_loops), PASS(simplify_values), PASS(number_values),
    PASS(delete_loops), PASS(unroll_loops),    PASS(hoist_invariants),
};

static const Pass last[] = {
    PASS(hoist_common),         PASS(sink_common),     PASS(simplify_flow),
    PASS(convert_branches),     PASS(simplify_values), PASS(simplify_flow),
    PASS(lower_switches),       PASS(simplify_flow),   PASS(number_values),
    PASS(propagate_conditions), PASS(simplify_values), PASS(simplify_flow),
    PASS(remove_dead),
};

// Once, before loops are unrolled.
static const Pass ordering[] = {PASS(order_sums)};

// Behind everything that moves or removes products and sums.
static const Pass contraction[] = {PASS(contract_floats)};

static const Pass placing[] = {PASS(sink_values)};

static const Pass memory[] = {
    PASS(forward_memory), PASS(simplify_values),  PASS(number_values),
    PASS(remove_dead),    PASS(vectorize_memory), PASS(mark_readonly),
};

static const Pass lowering[] = {
    PASS(share_offsets),   PASS(number_values),       PASS(simplify_values), PASS(reduce_strength),
    PASS(step_indexes),    PASS(share_bases),         PASS(remove_dead),     PASS(merge_counters),
    PASS(simplify_values), PASS(bypass_divisions),    PASS(lower_addresses), PASS(hoist_invariants),
    PASS(simplify_flow),   PASS(select_instructions), PASS(number_values),   PASS(remove_dead),
};

// Without optimization: only what emission needs.
static const Pass needed[] = {PASS(simplify_flow), PASS(lower_switches), PASS(lower_addresses)};

static void check(IrFunction *function, const char *pass)
{
    IrFault fault;
    if (!ir_verify(function, function->module->arena, &fault)) {
        char where[64];
        snprintf(where, sizeof where, "after %s", pass);
        fault_report(function, where, fault);
    }
}

static void run_passes(const OptimizeOptions *options, IrFunction *function, const Pass *passes,
                       size_t count)
{
    for (size_t i = 0; i < count && !function->is_broken; i++) {
        passes[i].run(function);
        if (options->is_checked) {
            check(function, passes[i].name);
        }
    }
}

#define RUN(options, function, passes)                                                             \
    run_passes(options, function, passes, sizeof(passes) / sizeof *(passes))

// ASSUMEs are no longer needed.
static void drop_assumptions(IrFunction *function)
{
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (IrInstruction *at = block->first, *next; at != NULL; at = next) {
            next = at->next;
            if (at->op == IR_ASSUME) {
                ir_remove(at);
            }
        }
    }
}

static void optimize_function(const OptimizeOptions *options, IrFunction *function)
{
    RUN(options, function, scalar);
    RUN(options, function, ordering);
    RUN(options, function, loops);
    RUN(options, function, scalar);
    RUN(options, function, loops); // those that stand behind what was unrolled
    RUN(options, function, scalar);
    drop_assumptions(function);
    RUN(options, function, last);
    RUN(options, function, memory);
    RUN(options, function, lowering);
    if (!options->is_contraction_off) {
        RUN(options, function, contraction);
    }
    RUN(options, function, placing);
}

// Checks once more what is emitted, whether or not each pass was checked.
static void check_all(IrModule *module, const char *pass)
{
    for (uint32_t i = 0; i < module->function_count; i++) {
        IrFunction *function = module->functions[i];
        if (function->entry != NULL && function->is_emitted) {
            check(function, pass);
        }
    }
    fault_spread(module);
}

static void optimize_emitted(IrModule *module, const OptimizeOptions *options)
{
    inline_calls(module);
    if (options->is_checked) {
        check_all(module, "inline_calls");
    }
    for (uint32_t i = 0; i < module->function_count; i++) {
        IrFunction *function = module->functions[i];
        if (function->entry != NULL && function->is_emitted) {
            optimize_function(options, function);
        }
    }
}

void optimize_module(IrModule *module, const OptimizeOptions *options)
{
    for (uint32_t i = 0; i < module->function_count; i++) {
        IrFunction *function = module->functions[i];
        if (function->entry != NULL && options->level > 0) {
            RUN(options, function, before_inlining);
        } else if (function->entry != NULL) {
            RUN(options, function, needed);
        }
    }
    fault_spread(module);
    if (options->level > 0) {
        optimize_emitted(module, options);
    }
    check_all(module, "the last pass");
}
