// SPDX-License-Identifier: Apache-2.0
#include "sim/explain/guards.h"

// How far after a comparison its guards are searched for.
#define GUARDS_REACH 256u

static bool writes_predicate(const Micro *micro, Predicate predicate)
{
    return micro->kind == MICRO_SETP &&
           ((Predicate)micro->d == predicate || (Predicate)micro->d2 == predicate);
}

Guarded guarded_by(const MachineProgram *program, uint32_t from, Predicate predicate)
{
    Guarded guarded = {0, GUARDED_NONE};
    for (uint32_t pc = from + 1; pc < program->code_count && pc < from + GUARDS_REACH; pc++) {
        const Micro *micro = &program->code[pc];
        if (writes_predicate(micro, predicate)) {
            break;
        }
        if ((micro->flags & MICRO_IF_CONVERTED) != 0 && micro->guard == predicate) {
            guarded.issued += micro->issues;
            guarded.first_pc = guarded.first_pc == GUARDED_NONE ? pc : guarded.first_pc;
        }
    }
    return guarded;
}

Guarded guarded_by_comparison(const MachineProgram *program, uint32_t pc)
{
    const Micro *micro = &program->code[pc];
    Row rows[2] = {micro->d, micro->d2};
    Guarded guarded = {0, GUARDED_NONE};
    for (uint32_t i = 0; i < 2 && micro->kind == MICRO_SETP; i++) {
        if (rows[i] == ROW_NONE || (rows[i] & ROW_CONSTANT) != 0) {
            continue;
        }
        guarded = guarded_by(program, pc, (Predicate)rows[i]);
        if (guarded.first_pc != GUARDED_NONE) {
            break;
        }
    }
    return guarded;
}
