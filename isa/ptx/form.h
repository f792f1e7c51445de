// SPDX-License-Identifier: Apache-2.0
// The rows of form.def, read into structures the first time an opcode needs them.
#ifndef LOCKSTEP_PTX_FORM_H
#define LOCKSTEP_PTX_FORM_H

#include "isa/ptx/name.h"

// Alternatives for one suffix.
typedef struct SuffixGroup {
    uint16_t *alternatives;
    uint8_t count;
    bool is_optional;
} SuffixGroup;

typedef enum RuleKind {
    RULE_VALUE,     // a register or a constant
    RULE_PREDICATE, // p, !p, 0, 1
    RULE_SETP,      // destination p or p|q
    RULE_ADDRESS,
    RULE_TEXTURE, // [t, {x, y}]
    RULE_TILE,    // [tensor map, {x, y}]
    RULE_HANDLE,  // [t]
    RULE_OFFSET,
    RULE_GRADIENT,
    RULE_PACK,
    RULE_UNPACK,
    RULE_LABEL,
    RULE_TARGETS,
    RULE_CALL, // all operands of a call
    RULE_SINK
} RuleKind;

typedef enum RuleType {
    RULE_TYPE_FIXED,
    RULE_TYPE_A,
    RULE_TYPE_B,
    RULE_TYPE_C,
    RULE_TYPE_WIDE,   // twice as wide as A
    RULE_TYPE_ADDRESS // an integer of 32 or 64 bits
} RuleType;

#define RULE_VECTOR_BY_SUFFIX 100 // .v2 .v4 .v8
#define RULE_VECTOR_BY_MATRIX 101 // .x1 .x2 .x4, of .m16n16 twice
#define RULE_VECTOR_BY_GROUP  102 // .m64n8k16: the sums of a thread
#define RULE_VECTOR_BY_TENSOR 103 // .16x128b.x2: of tensor memory
#define RULE_VECTOR_BY_IMAGE  104 // .4d: without channels and images

typedef struct OperandRule {
    RuleKind kind;
    RuleType type_from;
    PtxType type;   // FIXED
    uint8_t vector; // 0: none; a number of elements; or one of the above
    PtxSpace space; // of an ADDRESS; GENERIC: the instruction's own
    bool is_any_space;
    bool is_tensor; // an address in tensor memory
    bool is_destination;
    bool may_be_sink;
    bool is_optional;
    bool may_be_wider;
    bool may_be_special;
    bool may_be_symbol;
    bool is_constant;
    bool may_be_selected; // bytes or halves, by .b0, .h10; one part of a destination must be
    bool may_be_negated;  // -a
    bool has_predicate;   // d|p is allowed
} OperandRule;

#define FORM_GROUP_MAX   12
#define FORM_TYPE_MAX    5
#define FORM_OPERAND_MAX 10

typedef struct Form {
    uint32_t row; // of form.def
    SuffixGroup groups[FORM_GROUP_MAX];
    SuffixGroup types[FORM_TYPE_MAX];
    OperandRule rules[FORM_OPERAND_MAX];
    uint8_t group_count, type_count, rule_count;
    int ptx, sm;
} Form;

typedef struct FormList {
    const Form *items;
    uint32_t count;
    bool is_ready;
} FormList;

typedef struct FormTable {
    Arena *arena;
    NameTable *names;
    FormList lists[PTX_OPCODE_COUNT];
    struct FormMatch **matches; // verify.c: which rows fit which suffixes
    uint32_t match_room;
    uint32_t match_count;
} FormTable;

// All rows of an opcode.
const FormList *form_list(FormTable *table, PtxOpcode opcode);

// How many rows form.def has, and their text, for tests.
uint32_t form_row_count(void);
typedef struct FormRow {
    PtxOpcode opcode;
    const char *modifiers, *types, *operands;
    int ptx, sm;
} FormRow;
const FormRow *form_row(uint32_t index);

// The version and target an instruction of this form needs; negative: the last that has it.
typedef struct FormNeeds {
    int ptx, sm;
} FormNeeds;
FormNeeds form_needs(const Form *form, const PtxInstruction *instruction);

// What the REFUSE row says that these suffixes fall under, or NULL.
const char *form_refusal(const FormTable *table, const PtxInstruction *instruction);

#endif
