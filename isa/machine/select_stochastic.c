// SPDX-License-Identifier: Apache-2.0
// Selection of cvt.rs, conversions that round stochastically. Of four narrow floats, two lane
// functions convert two each, as ptxas 13.0 has two machine instructions (sim/lane/stochastic.h).
#include "isa/machine/op.h"
#include "isa/machine/operand.h"
#include "isa/machine/select.h"

#include <stdio.h>

static bool is_of_four(const PtxInstruction *instruction)
{
    return instruction->operands[1].kind == PTX_OPERAND_VECTOR;
}

void select_stochastic(Unit *unit, const PtxInstruction *instruction)
{
    char key[64];
    const PtxOperand *operands = instruction->operands;
    uint32_t found = unit->lowering->target.compute_capability;
    if (found < 100 || found >= 110) { // PTX ISA 9.0, "cvt", Target ISA Notes
        lowering_error(unit->lowering, instruction,
                       "stochastic rounding: not available on compute capability %u.%u, only on "
                       "10.0 and 10.3",
                       found / 10, found % 10);
        return;
    }
    snprintf(key, sizeof key, "stochastic%s%s%s", ptx_has(instruction, PTX_DOT_RELU) ? ".relu" : "",
             ptx_has(instruction, PTX_DOT_SATFINITE) ? ".satfinite" : "",
             ptx_suffix_name(instruction->type));
    if (!is_of_four(instruction)) {
        select_lane_key(unit, instruction, key);
        return;
    }
    Value value[4];
    for (uint32_t i = 0; i < 4; i++) {
        value[i] = operand_value(unit, &operands[1].elements[i], PTX_TYPE_F32);
    }
    Value random = operand_value(unit, &operands[2], PTX_TYPE_B32);
    Value upper = unit_register(unit, VALUE_32), result = operand_result(unit, &operands[0]);
    bool is_byte = instruction->type == PTX_TYPE_E2M1X4;
    Value both = is_byte ? unit_register(unit, VALUE_32) : result;
    unit_lane(unit, key, upper, value[0], value[1], random);
    unit_lane(unit, key, both, value[2], value[3], upper);
    if (is_byte) {
        unit_lane(unit, "stochastic.e2m1x4", result, upper, both, VALUE_NONE)->is_free = true;
    }
}
