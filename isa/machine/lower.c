// SPDX-License-Identifier: Apache-2.0
// Lowering of a kernel: runs the passes in order.
#include "isa/machine/operand.h"
#include "isa/machine/pass.h"

#include <stdlib.h>

static bool has_errors(const Lowering *lowering, uint32_t errors_before)
{
    return lowering->diagnostics->error_count != errors_before;
}

static void optimize(Unit *unit)
{
    unit_fold(unit);
    unit_number(unit);
    unit_fold(unit);
    unit_fuse(unit);
    unit_sink(unit);
    unit_cost(unit);
    unit_contract(unit); // before, since products stand in the blocks of their sums only here
    unit_cost(unit);
    unit_predicate(unit); // for the next pass, a loop whose body has short branches is one block
    unit_rotate(unit);
    unit_unroll(unit);
    unit_fold(unit); // copies of rounds
    unit_share(unit);
    unit_fold(unit);
    unit_truncate(unit);
    unit_fuse(unit);
    unit_trim(unit);
    unit_vectorize(unit);
    unit_aggregate(unit);
    unit_cost(unit);
    unit_predicate(unit);
    unit_guard(unit);
    unit_converge(unit);
    unit_materialize(unit);
    unit_coalesce(unit);
    unit_schedule(unit);
    unit_spill(unit);
    unit_allocate(unit);
}

MachineProgram *machine_lower(const PtxModule *module, const PtxFunction *entry,
                              MachineTarget target, Diagnostics *diagnostics)
{
    MachineProgram *program = calloc(1, sizeof *program);
    uint32_t errors_before = diagnostics->error_count;
    Lowering lowering = {
        .module = module, .target = target, .diagnostics = diagnostics, .program = program};
    if (program == NULL) {
        return NULL;
    }
    program->module = module;
    program->entry = entry;
    program->target = target;
    if (require_module(&lowering, entry)) {
        reach_functions(&lowering, entry);
        shared_layout(&lowering);
        for (uint32_t u = 0; u < lowering.unit_count; u++) {
            unit_build(lowering.units[u]);
        }
    }
    if (!has_errors(&lowering, errors_before)) {
        for (uint32_t u = 0; u < lowering.unit_count; u++) {
            optimize(lowering.units[u]);
        }
        lowering_emit(&lowering);
        lowering_summarize(&lowering);
    }
    arena_clear(&lowering.scratch);
    if (has_errors(&lowering, errors_before)) {
        machine_destroy(program);
        return NULL;
    }
    return program;
}

void machine_destroy(MachineProgram *program)
{
    if (program != NULL) {
        arena_clear(&program->arena);
        free(program);
    }
}
