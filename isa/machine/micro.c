// SPDX-License-Identifier: Apache-2.0
// The kinds of micro-ops as a table, and the operands of one micro-op, both from micro.def.
#include "isa/machine/program.h"

#define READS(type)        (OPERAND_READ | OPERAND_##type)
#define WRITES(type)       (OPERAND_WRITTEN | OPERAND_##type)
#define FIELD_NONE         0
#define FIELD_R_U32        READS(U32)
#define FIELD_R_S32        READS(S32)
#define FIELD_R_U64        READS(U64)
#define FIELD_R_P          READS(P)
#define FIELD_R_LANE       READS(LANE)
#define FIELD_R_DATA       READS(DATA)
#define FIELD_R_ADDRESS    READS(ADDRESS)
#define FIELD_R_STATE      READS(STATE)
#define FIELD_R_POINTER    READS(POINTER)
#define FIELD_R_COORDINATE READS(COORDINATE)
#define FIELD_W_U32        WRITES(U32)
#define FIELD_W_S32        WRITES(S32)
#define FIELD_W_U64        WRITES(U64)
#define FIELD_W_P          WRITES(P)
#define FIELD_W_LANE       WRITES(LANE)
#define FIELD_W_DATA       WRITES(DATA)
#define FIELD_W_ADDRESS    WRITES(ADDRESS)
#define FIELD_W_VERDICT    WRITES(VERDICT)
#define FIELD_W_STATE      WRITES(STATE)
#define FIELD_W_MAPPED     WRITES(MAPPED)
#define FIELD_R_W_DATA     (OPERAND_READ | OPERAND_WRITTEN | OPERAND_DATA)

// Traits by their names in the table.
enum {
    PURE = TRAIT_PURE,
    ACCESS = TRAIT_ACCESS,
    JUMP = TRAIT_JUMP,
    PLACE = TRAIT_PLACE,
    MEET = TRAIT_MEET,
    GUARD = TRAIT_GUARD,
    STOP = TRAIT_STOP,
    END = TRAIT_END,
    WAIT = TRAIT_WAIT,
    OFFSET = TRAIT_OFFSET,
    FOLLOW = TRAIT_FOLLOW,
    COMMON = TRAIT_COMMON
};

const MicroInfo micro_info[MICRO_KIND_COUNT] = {
#define MICRO(kind, text, issues_, pipe_, time, path, executor, traits_, d_, d2_, a_, b_, c_, e_,  \
              data_, addend_)                                                                      \
    {.name = #text,                                                                                \
     .issues = issues_,                                                                            \
     .pipe = PIPE_##pipe_,                                                                         \
     .traits = traits_,                                                                            \
     .d = FIELD_##d_,                                                                              \
     .d2 = FIELD_##d2_,                                                                            \
     .data = FIELD_##data_,                                                                        \
     .addend = FIELD_##addend_,                                                                    \
     .a = FIELD_##a_,                                                                              \
     .b = FIELD_##b_,                                                                              \
     .c = FIELD_##c_,                                                                              \
     .e = FIELD_##e_},
#include "isa/machine/micro.def"
#undef MICRO
};

bool micro_is_access(MicroKind kind)
{
    return (micro_info[kind].traits & TRAIT_ACCESS) != 0;
}

bool micro_is_branch(MicroKind kind)
{
    return kind == MICRO_BRANCH || kind == MICRO_BRANCH_INDEX;
}

bool lane_type_is_wide(LaneType type)
{
    return type == LANE_TYPE_U64 || type == LANE_TYPE_S64 || type == LANE_TYPE_F64;
}

LaneType lane_type_of(PtxType type)
{
    unsigned bits = ptx_type_bits(type);
    switch (ptx_type_kind(type)) {
    case PTX_KIND_PREDICATE: return LANE_TYPE_P;
    case PTX_KIND_FLOAT:
        return bits == 64   ? LANE_TYPE_F64
               : bits == 32 ? LANE_TYPE_F32
                            : (type == PTX_TYPE_F16 ? LANE_TYPE_F16 : LANE_TYPE_BF16);
    case PTX_KIND_UNSIGNED: return bits == 64 ? LANE_TYPE_U64 : LANE_TYPE_U32;
    case PTX_KIND_PACKED: return bits == 64 ? LANE_TYPE_U64 : LANE_TYPE_F16X2;
    default: return bits == 64 ? LANE_TYPE_S64 : LANE_TYPE_S32;
    }
}

static LaneType width(bool is_wide)
{
    return is_wide ? LANE_TYPE_U64 : LANE_TYPE_U32;
}

// A wait returns its success as a predicate and reads a state, or a parity. An arrival returns the
// state.
static LaneType state_type(const Micro *micro, bool is_result)
{
    bool is_wait = micro->function == PTX_DOT_TEST_WAIT || micro->function == PTX_DOT_TRY_WAIT;
    bool is_query = micro->function == PTX_DOT_PENDING_COUNT;
    if (is_result) {
        return is_wait ? LANE_TYPE_P : width(!is_query);
    }
    return width(is_query || (is_wait && micro->combine != PTX_DOT_PARITY));
}

// `column`: the type that the lane function gives the field.
static LaneType type_of(const Micro *micro, uint8_t use, LaneType column)
{
    switch ((OperandType)(use & OPERAND_TYPE_MASK)) {
    case OPERAND_S32: return LANE_TYPE_S32;
    case OPERAND_U64: return LANE_TYPE_U64;
    case OPERAND_P: return LANE_TYPE_P;
    case OPERAND_LANE: return column;
    case OPERAND_DATA: return lane_type_of((PtxType)micro->type);
    case OPERAND_ADDRESS: return width((micro->flags & MICRO_WIDE_ADDRESS) != 0);
    case OPERAND_VERDICT:
        return micro->function == PTX_DOT_BALLOT || micro->combine == PTX_DOT_POPC ? LANE_TYPE_S32
                                                                                   : LANE_TYPE_P;
    case OPERAND_STATE: return state_type(micro, (use & OPERAND_WRITTEN) != 0);
    case OPERAND_MAPPED:
        return width(micro->function == PTX_MAPA && (micro->flags & MICRO_WIDE_ADDRESS) != 0);
    case OPERAND_POINTER: return width(micro->type == PTX_SPACE_GLOBAL);
    case OPERAND_COORDINATE:
        return (micro->flags & MICRO_SIGNED) != 0 ? LANE_TYPE_S32 : LANE_TYPE_F32;
    default: return LANE_TYPE_U32;
    }
}

typedef struct OperandList {
    const Micro *micro;
    MicroOperand *at;
    uint32_t count;
} OperandList;

static void add(OperandList *list, Row row, uint8_t use, LaneType column, bool is_result)
{
    if (row != ROW_NONE && use != 0) {
        LaneType type = type_of(list->micro, use, column);
        list->at[list->count++] = (MicroOperand){row, type, is_result};
    }
}

uint32_t micro_operands(const Micro *micro, MicroOperand operands[MICRO_OPERANDS_MAX])
{
    static const LaneInfo none = {0};
    MicroKind kind = (MicroKind)micro->kind;
    const MicroInfo *info = &micro_info[kind];
    bool has_function = kind == MICRO_LANE || kind == MICRO_SETP;
    const LaneInfo *lane = has_function          ? &lane_info[micro->function]
                           : kind == MICRO_LANE4 ? &lane4_info[micro->function]
                                                 : &none;
    OperandList list = {.micro = micro, .at = operands};
    if (micro->guard != PREDICATE_NONE) {
        add(&list, (Row)micro->guard, READS(P), LANE_TYPE_P, false);
    }
    add(&list, micro->a, info->a, lane->a, false);
    add(&list, micro->b, info->b, lane->b, false);
    add(&list, micro->c, info->c, lane->c, false);
    add(&list, micro->e, info->e, lane->e, false);
    add(&list, micro->d, info->d, lane->d, micro_writes_d(kind));
    add(&list, micro->d2, info->d2, lane->d, micro_writes_d(kind));
    for (int i = 0; i < 4 && info->addend != 0; i++) {
        add(&list, micro->addend[i], info->addend, LANE_TYPE_NONE, false);
    }
    for (int i = 0; i < 4; i++) {
        add(&list, micro->data[i], info->data, LANE_TYPE_NONE,
            micro_writes_data(kind, micro->target));
    }
    return list.count;
}
