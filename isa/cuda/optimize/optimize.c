// SPDX-License-Identifier: Apache-2.0
// The order of the passes. Functions are made small before they are inlined; after that each one
// that is emitted goes through the same list.
#include "isa/cuda/optimize/flow.h"

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

// Twice: what a pass lays open, those before it can use.
static const Pass scalar[] = {
    PASS(simplify_values), PASS(infer_spaces),  PASS(promote_locals),       PASS(simplify_values),
    PASS(simplify_flow),   PASS(number_values), PASS(propagate_conditions), PASS(simplify_values),
    PASS(simplify_flow),   PASS(remove_dead),   PASS(forward_memory),       PASS(remove_dead),
};

static const Pass loops[] = {
    PASS(rotate_loops), PASS(simplify_values),  PASS(number_values),
    PASS(unroll_loops), PASS(hoist_invariants),
};

static const Pass last[] = {
    PASS(sink_common),     PASS(simplify_flow), PASS(convert_branches),
    PASS(simplify_values), PASS(simplify_flow), PASS(lower_switches),
    PASS(simplify_flow),   PASS(number_values), PASS(propagate_conditions),
    PASS(simplify_values), PASS(simplify_flow), PASS(remove_dead),
};

static const Pass contraction[] = {PASS(contract_floats), PASS(simplify_values)};

static const Pass memory[] = {
    PASS(forward_memory), PASS(simplify_values),  PASS(number_values),
    PASS(remove_dead),    PASS(vectorize_memory), PASS(mark_readonly),
};

static const Pass lowering[] = {
    PASS(share_offsets),       PASS(number_values),   PASS(simplify_values),  PASS(reduce_strength),
    PASS(simplify_values),     PASS(lower_addresses), PASS(hoist_invariants), PASS(simplify_flow),
    PASS(select_instructions), PASS(number_values),   PASS(remove_dead),
};

// Without optimization: only what emission asks for.
static const Pass needed[] = {PASS(simplify_flow), PASS(lower_switches), PASS(lower_addresses)};

typedef struct Run {
    IrModule *module;
    const OptimizeOptions *options;
    bool is_broken; // a check failed: nothing more is done to this module
} Run;

static void check(Run *run, IrFunction *function, const char *pass)
{
    const char *fault = NULL;
    if (!run->options->is_checked || ir_verify(function, run->module->arena, &fault)) {
        return;
    }
    run->is_broken = true;
    if (run->module->diagnostics != NULL) {
        const char *name = function->function == NULL ? "?" : function->function->name;
        diagnostics_add(run->module->diagnostics, DIAGNOSTIC_ERROR, (SourcePosition){0}, NULL,
                        "internal error after %s in %s: %s", pass, name, fault);
    }
}

static void run_passes(Run *run, IrFunction *function, const Pass *passes, size_t count)
{
    for (size_t i = 0; i < count && !run->is_broken; i++) {
        passes[i].run(function);
        check(run, function, passes[i].name);
    }
}

#define RUN(run, function, passes)                                                                 \
    run_passes(run, function, passes, sizeof(passes) / sizeof *(passes))

// ASSUMEs have told what they had to.
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

static void optimize_function(Run *run, IrFunction *function)
{
    RUN(run, function, scalar);
    RUN(run, function, loops);
    RUN(run, function, scalar);
    RUN(run, function, loops); // those that stand behind what was unrolled
    RUN(run, function, scalar);
    drop_assumptions(function);
    RUN(run, function, last);
    if (!run->options->is_contraction_off) {
        RUN(run, function, contraction);
    }
    RUN(run, function, memory);
    RUN(run, function, lowering);
}

void optimize_module(IrModule *module, const OptimizeOptions *options)
{
    Run run = {module, options, false};
    for (uint32_t i = 0; i < module->function_count; i++) {
        IrFunction *function = module->functions[i];
        if (function->entry != NULL && options->level > 0) {
            RUN(&run, function, before_inlining);
        } else if (function->entry != NULL) {
            RUN(&run, function, needed);
        }
    }
    if (options->level == 0 || run.is_broken) {
        return;
    }
    inline_calls(module);
    for (uint32_t i = 0; i < module->function_count && !run.is_broken; i++) {
        IrFunction *function = module->functions[i];
        if (function->entry != NULL && function->is_emitted) {
            check(&run, function, "inline_calls");
            optimize_function(&run, function);
        }
    }
}
