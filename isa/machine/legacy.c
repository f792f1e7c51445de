// SPDX-License-Identifier: Apache-2.0
// What old PTX leaves implicit. Up to 1.3 the functions have no .approx and roundings are not
// written. Code for sm_1x, and any code that runs on such a GPU, always flushes subnormal floats,
// and the multiply-add of cc 1.x truncates its product. Source: PTX ISA 9.0, "Floating Point
// Instructions": the PTX ISA Notes of div, rcp, sqrt, rsqrt, sin, cos, lg2 and ex2, "Subnormal
// numbers" of each .f32 instruction, and "mad".
#include "isa/machine/pass.h"
#include "isa/machine/select.h"

static void add_suffix(PtxInstruction *instruction, PtxSuffix suffix)
{
    if (instruction->suffix_count == PTX_SUFFIX_MAX || ptx_has(instruction, suffix)) {
        return;
    }
    for (uint32_t i = instruction->suffix_count; i > 0; i--) {
        instruction->suffix[i] = instruction->suffix[i - 1];
    }
    instruction->suffix[0] = (uint16_t)suffix;
    instruction->suffix_count++;
}

static bool is_rounded(const PtxInstruction *instruction)
{
    static const PtxSuffix roundings[] = {PTX_DOT_RN, PTX_DOT_RZ,     PTX_DOT_RM,
                                          PTX_DOT_RP, PTX_DOT_APPROX, PTX_DOT_FULL};
    for (size_t i = 0; i < sizeof roundings / sizeof roundings[0]; i++) {
        if (ptx_has(instruction, roundings[i])) {
            return true;
        }
    }
    return false;
}

static void name_function(PtxInstruction *instruction)
{
    switch (instruction->opcode) {
    case PTX_DIV:
    case PTX_RCP:
    case PTX_SQRT:
        if (instruction->type == PTX_TYPE_F64) {
            add_suffix(instruction, PTX_DOT_RN);
        } else if (instruction->type == PTX_TYPE_F32) {
            add_suffix(instruction, PTX_DOT_APPROX);
        }
        break;
    case PTX_RSQRT:
    case PTX_SIN:
    case PTX_COS:
    case PTX_LG2:
    case PTX_EX2: add_suffix(instruction, PTX_DOT_APPROX); break;
    default: break;
    }
}

static bool may_flush(const PtxInstruction *instruction)
{
    switch (instruction->opcode) {
    case PTX_ADD:
    case PTX_SUB:
    case PTX_MUL:
    case PTX_MAD:
    case PTX_FMA:
    case PTX_DIV:
    case PTX_RCP:
    case PTX_SQRT:
    case PTX_RSQRT:
    case PTX_SIN:
    case PTX_COS:
    case PTX_LG2:
    case PTX_EX2:
    case PTX_ABS:
    case PTX_NEG:
    case PTX_MIN:
    case PTX_MAX:
    case PTX_SETP: return instruction->type == PTX_TYPE_F32;
    case PTX_SET: return instruction->source_type == PTX_TYPE_F32;
    case PTX_CVT:
        return instruction->source_type == PTX_TYPE_F32 ||
               (instruction->type == PTX_TYPE_F32 && instruction->source_type == PTX_TYPE_F64);
    default: return false;
    }
}

const PtxInstruction *legacy_form(const Lowering *lowering, const PtxInstruction *instruction,
                                  PtxInstruction *room)
{
    const PtxModule *module = lowering->module;
    bool is_unsaid = module->version_major == 1 && module->version_minor < 4;
    bool is_flushed = module->target < 20 || lowering->target.compute_capability < 20;
    if (!is_unsaid && !is_flushed) {
        return instruction;
    }
    *room = *instruction;
    if (is_unsaid && !is_rounded(instruction)) {
        name_function(room);
    }
    if (is_flushed && may_flush(instruction)) {
        add_suffix(room, PTX_DOT_FTZ);
    }
    return room;
}

void unit_truncate(Unit *unit)
{
    static const struct {
        uint16_t fused, truncated;
    } pairs[] = {{LANE_FMA_F32, LANE_MAD_1X_F32},
                 {LANE_FMS_F32, LANE_MSUB_1X_F32},
                 {LANE_FNMA_F32, LANE_MNSUB_1X_F32}};
    if (unit->lowering->target.compute_capability >= 20) {
        return;
    }
    for (uint32_t i = 0; i < unit->op_count; i++) {
        Op *op = &unit->ops[i];
        for (size_t k = 0; op->kind == MICRO_LANE && k < sizeof pairs / sizeof pairs[0]; k++) {
            if (op->function == pairs[k].fused) {
                op->function = pairs[k].truncated;
                break;
            }
        }
    }
}
