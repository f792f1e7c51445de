// SPDX-License-Identifier: Apache-2.0
#include "isa/machine/lower.h"

void unit_cost(Unit *unit)
{
    for (uint32_t i = 0; i < unit->op_count; i++) {
        unit->ops[i].issues = unit->ops[i].is_free ? 0 : 1;
        unit->ops[i].pipe = PIPE_ALU;
    }
}
void unit_contract(Unit *unit)
{
    (void)unit;
}
void unit_fuse(Unit *unit)
{
    (void)unit;
}
void unit_predicate(Unit *unit)
{
    (void)unit;
}
