// SPDX-License-Identifier: Apache-2.0
// Selection: which function turns each PTX opcode into ops, and the key of an instruction in
// lane.def. A key is the opcode and its suffixes in source order without those that the micro-op
// carries itself: rounding and .ftz of floats, .sat to [0, 1], hints.
#include "isa/machine/select.h"

#include "isa/machine/op.h"
#include "isa/machine/operand.h"

#include <string.h>

static bool is_float_type(PtxType type)
{
    PtxTypeKind kind = ptx_type_kind(type);
    return kind == PTX_KIND_FLOAT || kind == PTX_KIND_PACKED;
}

static bool is_carried(const PtxInstruction *instruction, PtxSuffix suffix)
{
    switch (suffix) {
    case PTX_DOT_RZ:
    case PTX_DOT_RP: return instruction->type != PTX_TYPE_UE8M0X2;
    case PTX_DOT_RN:
    case PTX_DOT_RM:
    case PTX_DOT_NOFTZ:
    case PTX_DOT_UNI: return true;
    case PTX_DOT_FTZ:
        return instruction->type != PTX_TYPE_F64 || instruction->source_type != PTX_TYPE_F64;
    case PTX_DOT_SAT: return is_float_type(instruction->type);
    default: return false;
    }
}

bool select_key(const PtxInstruction *instruction, char *key, size_t size)
{
    size_t length = 0;
    const char *part = ptx_opcode_name(instruction->opcode);
    for (uint32_t i = 0;; i++) {
        size_t part_length = strlen(part);
        if (length + part_length + 1 > size) {
            return false;
        }
        memcpy(key + length, part, part_length + 1);
        length += part_length;
        while (i < instruction->suffix_count &&
               is_carried(instruction, (PtxSuffix)instruction->suffix[i])) {
            i++;
        }
        if (i >= instruction->suffix_count) {
            return true;
        }
        part = ptx_suffix_name((PtxSuffix)instruction->suffix[i]);
    }
}

void select_modifiers(Op *op, const PtxInstruction *instruction)
{
    for (uint32_t i = 0; i < instruction->suffix_count; i++) {
        switch ((int)instruction->suffix[i]) {
        case PTX_DOT_RN: op->round = MICRO_RN; break;
        case PTX_DOT_RZ: op->round = MICRO_RZ; break;
        case PTX_DOT_RM: op->round = MICRO_RM; break;
        case PTX_DOT_RP: op->round = MICRO_RP; break;
        case PTX_DOT_FTZ: op->flags |= MICRO_FTZ; break;
        case PTX_DOT_SAT: op->flags |= is_float_type(instruction->type) ? MICRO_SAT : 0; break;
        default: break;
        }
    }
}

LaneOp select_find(Unit *unit, const char *key)
{
    LaneOp found = lane_find(key);
    if (found == LANE_OP_COUNT) {
        if (unit->current != NULL) {
            lowering_unsupported(unit, unit->current);
        }
        return (LaneOp)0;
    }
    return found;
}

static SelectFunction *const select_functions[PTX_OPCODE_COUNT] = {
    [PTX_ADD] = select_arithmetic,
    [PTX_SUB] = select_arithmetic,
    [PTX_MUL] = select_arithmetic,
    [PTX_MAD] = select_arithmetic,
    [PTX_FMA] = select_lane,
    [PTX_DIV] = select_lane,
    [PTX_REM] = select_lane,
    [PTX_ABS] = select_lane,
    [PTX_NEG] = select_lane,
    [PTX_MIN] = select_extreme,
    [PTX_MAX] = select_extreme,
    [PTX_SAD] = select_lane,
    [PTX_MUL24] = select_lane,
    [PTX_MAD24] = select_lane,
    [PTX_ADDC] = select_carry,
    [PTX_SUBC] = select_carry,
    [PTX_MADC] = select_carry,
    [PTX_RCP] = select_lane,
    [PTX_SQRT] = select_lane,
    [PTX_RSQRT] = select_lane,
    [PTX_SIN] = select_lane,
    [PTX_COS] = select_lane,
    [PTX_LG2] = select_lane,
    [PTX_EX2] = select_lane,
    [PTX_TANH] = select_lane,
    [PTX_COPYSIGN] = select_lane,
    [PTX_TESTP] = select_lane,
    [PTX_DP4A] = select_lane,
    [PTX_DP2A] = select_lane,
    [PTX_AND] = select_lane,
    [PTX_OR] = select_lane,
    [PTX_XOR] = select_lane,
    [PTX_NOT] = select_lane,
    [PTX_CNOT] = select_lane,
    [PTX_LOP3] = select_lop3,
    [PTX_SHL] = select_lane,
    [PTX_SHR] = select_lane,
    [PTX_SHF] = select_lane,
    [PTX_POPC] = select_lane,
    [PTX_CLZ] = select_lane,
    [PTX_BREV] = select_lane,
    [PTX_BFIND] = select_lane,
    [PTX_BFE] = select_lane,
    [PTX_BFI] = select_lane,
    [PTX_BMSK] = select_lane,
    [PTX_FNS] = select_lane,
    [PTX_SZEXT] = select_lane,
    [PTX_PRMT] = select_lane,
    [PTX_SETP] = select_setp,
    [PTX_SET] = select_set,
    [PTX_SELP] = select_lane,
    [PTX_SLCT] = select_lane,
    [PTX_MOV] = select_mov,
    [PTX_CVT] = select_cvt,
    [PTX_CVTA] = select_cvta,
    [PTX_ISSPACEP] = select_isspacep,
    [PTX_ISTYPEP] = select_istypep,
    [PTX_MAPA] = select_cluster_map,
    [PTX_GETCTARANK] = select_cluster_map,
    [PTX_LD] = select_ld,
    [PTX_LDU] = select_ld,
    [PTX_ST] = select_st,
    [PTX_PREFETCH] = select_nothing,
    [PTX_PREFETCHU] = select_nothing,
    [PTX_APPLYPRIORITY] = select_nothing,
    [PTX_DISCARD] = select_nothing,
    [PTX_CREATEPOLICY] = select_policy,
    [PTX_ATOM] = select_atom,
    [PTX_RED] = select_atom,
    [PTX_LDMATRIX] = select_matrix,
    [PTX_STMATRIX] = select_matrix,
    [PTX_MOVMATRIX] = select_movmatrix,
    [PTX_MMA] = select_mma,
    [PTX_WMMA] = select_wmma,
    [PTX_WGMMA] = select_wgmma,
    [PTX_TCGEN05] = select_tcgen05,
    [PTX_CP] = select_cp,
    [PTX_MBARRIER] = select_mbarrier,
    [PTX_TENSORMAP] = select_tensormap,
    [PTX_CLUSTERLAUNCHCONTROL] = select_cancel,
    [PTX_MULTIMEM] = select_multimem,
    [PTX_MEMBAR] = select_fence,
    [PTX_FENCE] = select_fence,
    [PTX_ALLOCA] = select_stack,
    [PTX_STACKSAVE] = select_stack,
    [PTX_STACKRESTORE] = select_stack,
    [PTX_TEX] = select_tex,
    [PTX_TLD4] = select_tex,
    [PTX_TXQ] = select_tex,
    [PTX_SULD] = select_surface,
    [PTX_SUST] = select_surface,
    [PTX_SURED] = select_surface,
    [PTX_SUQ] = select_surface,
    [PTX_SHFL] = select_shfl,
    [PTX_VOTE] = select_vote,
    [PTX_MATCH] = select_match,
    [PTX_ACTIVEMASK] = select_activemask,
    [PTX_REDUX] = select_redux,
    [PTX_ELECT] = select_elect,
    [PTX_BAR] = select_bar,
    [PTX_BARRIER] = select_bar,
    [PTX_BRA] = select_bra,
    [PTX_BRX] = select_brx,
    [PTX_CALL] = select_call,
    [PTX_RET] = select_ret,
    [PTX_EXIT] = select_exit,
    [PTX_TRAP] = select_trap,
    [PTX_BRKPT] = select_trap,
    [PTX_NANOSLEEP] = select_nanosleep,
    [PTX_PMEVENT] = select_nothing,
    [PTX_GRIDDEPCONTROL] = select_nothing,
    [PTX_VADD] = select_video,
    [PTX_VADD2] = select_video,
    [PTX_VADD4] = select_video,
    [PTX_VSUB] = select_video,
    [PTX_VSUB2] = select_video,
    [PTX_VSUB4] = select_video,
    [PTX_VABSDIFF] = select_video,
    [PTX_VABSDIFF2] = select_video,
    [PTX_VABSDIFF4] = select_video,
    [PTX_VMIN] = select_video,
    [PTX_VMIN2] = select_video,
    [PTX_VMIN4] = select_video,
    [PTX_VMAX] = select_video,
    [PTX_VMAX2] = select_video,
    [PTX_VMAX4] = select_video,
    [PTX_VAVRG2] = select_video,
    [PTX_VAVRG4] = select_video,
    [PTX_VSET] = select_video,
    [PTX_VSET2] = select_video,
    [PTX_VSET4] = select_video,
    [PTX_VSHL] = select_video,
    [PTX_VSHR] = select_video,
    [PTX_VMAD] = select_video,
    [PTX_SETMAXNREG] = select_setmaxnreg,
};

void select_instruction(Unit *unit, const PtxInstruction *instruction)
{
    SelectFunction *function = select_functions[instruction->opcode];
    PtxInstruction room, spread;
    if (function == NULL) {
        function = lowering_unsupported;
    }
    instruction = legacy_form(unit->lowering, instruction, &room);
    function(unit, operand_spread(unit, instruction, &spread));
}
