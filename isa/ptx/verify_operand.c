// SPDX-License-Identifier: Apache-2.0
// Operands against the rules of a form: kind, count, type, state space.
#include "isa/ptx/verify.h"

#include <stdio.h>
#include <string.h>

// The check of one instruction against one form.
typedef struct Check {
    const PtxModule *module;
    const PtxFunction *function;
    const Form *form;
    const PtxInstruction *instruction;
    OperandProblem *problem; // or NULL: only the answer is wanted
} Check;

#define fail(check, ...) verify_fail((check)->problem, __VA_ARGS__)

static const char *kind_name(const PtxOperand *operand)
{
    static const char *const names[] = {
        [PTX_OPERAND_NONE] = "nothing",
        [PTX_OPERAND_REGISTER] = "a register",
        [PTX_OPERAND_INTEGER] = "an integer",
        [PTX_OPERAND_FLOAT] = "a floating-point constant",
        [PTX_OPERAND_SPECIAL] = "a special register",
        [PTX_OPERAND_VARIABLE] = "a variable",
        [PTX_OPERAND_FUNCTION] = "a function",
        [PTX_OPERAND_ADDRESS] = "an address",
        [PTX_OPERAND_VECTOR] = "a vector",
        [PTX_OPERAND_PAIR] = "a pair",
        [PTX_OPERAND_LABEL] = "a label",
        [PTX_OPERAND_ARGUMENTS] = "a list",
        [PTX_OPERAND_TEXTURE] = "texture coordinates",
        [PTX_OPERAND_SINK] = "'_'",
    };
    return names[operand->kind];
}

// What may stand behind a register of this video instruction: scalar ones take a byte or a half;
// SIMD ones gather sources from two or four of both, and write those that a mask names in order.
static bool is_selector_of(const PtxInstruction *instruction, const OperandRule *rule,
                           const char *selector)
{
    const char *name = ptx_opcode_name(instruction->opcode);
    char last = name[strlen(name) - 1];
    bool is_bytes = selector[1] == 'b', is_simd = last == '2' || last == '4';
    size_t lanes = is_bytes ? 4 : 2, digits = strlen(selector + 2);
    bool is_source = is_simd && !rule->is_destination;
    if (is_simd ? is_bytes != (last == '4') : digits != 1) {
        return false;
    }
    for (size_t i = 0; i < digits; i++) {
        size_t digit = (size_t)(selector[2 + i] - '0');
        bool descends = i == 0 || selector[2 + i] < selector[1 + i];
        if (digit >= (is_source ? 2 * lanes : lanes) || (!is_source && !descends)) {
            return false;
        }
    }
    return is_source ? digits == lanes : digits <= lanes;
}

static bool check_selector(const Check *check, const OperandRule *rule, const PtxOperand *operand)
{
    const char *name = ptx_opcode_name(check->instruction->opcode);
    char last = name[strlen(name) - 1];
    if (operand->selector == NULL) {
        bool is_needed =
            rule->may_be_selected && rule->is_destination && last != '2' && last != '4';
        return !is_needed || fail(check, operand, "expected a byte .b0 or a half .h0 of '%s'",
                                  operand->reg->name);
    }
    if (!rule->may_be_selected) {
        return fail(check, operand, "'%s' is not allowed here", operand->selector);
    }
    return is_selector_of(check->instruction, rule, operand->selector) ||
           fail(check, operand, "'%s' is no selector of this operand", operand->selector);
}

// Registers of bits hold what is packed, and tf32.
static bool is_held_as_bits(PtxType type)
{
    return ptx_type_kind(type) == PTX_KIND_PACKED || type == PTX_TYPE_TF32;
}

// What fits besides the type of an operand, for a message.
static const char *other_types(const OperandRule *rule, PtxType wanted)
{
    return rule->may_be_wider                                       ? " or wider"
           : is_held_as_bits(wanted) && ptx_type_bits(wanted) == 32 ? " or .b32"
                                                                    : "";
}

static bool check_register(const Check *check, const OperandRule *rule, const PtxOperand *operand,
                           PtxType wanted)
{
    const PtxRegister *reg = operand->reg;
    if (operand->is_negated && !rule->may_be_negated) {
        return fail(check, operand, "only a predicate can be negated");
    }
    if (!check_selector(check, rule, operand)) {
        return false;
    }
    if (reg->vector > 1 && operand->component == 0) {
        return fail(check, operand, "'%s' is a vector; a component is expected", reg->name);
    }
    if (rule->type_from == RULE_TYPE_ADDRESS) {
        return verify_type_fits(reg->type, PTX_TYPE_U64, false) ||
               verify_type_fits(reg->type, PTX_TYPE_U32, false) ||
               fail(check, operand, "expected an address of 32 or 64 bits, found '%s' of type %s",
                    reg->name, ptx_suffix_name(reg->type));
    }
    return verify_type_fits(reg->type, wanted, rule->may_be_wider) ||
           fail(check, operand, "expected a register of type %s%s, found '%s' of type %s",
                ptx_suffix_name(wanted), other_types(rule, wanted), reg->name,
                ptx_suffix_name(reg->type));
}

static bool is_integer_or_bits(PtxType type)
{
    PtxTypeKind kind = ptx_type_kind(type);
    return kind == PTX_KIND_SIGNED || kind == PTX_KIND_UNSIGNED || kind == PTX_KIND_BITS;
}

static bool check_constant(const Check *check, const PtxOperand *operand, PtxType wanted)
{
    bool is_float = operand->kind == PTX_OPERAND_FLOAT;
    unsigned width = operand->is_double ? 64 : 32;
    bool fits = is_float
                    ? wanted == PTX_TYPE_F32 || wanted == PTX_TYPE_F64 ||
                          (ptx_type_kind(wanted) == PTX_KIND_BITS && ptx_type_bits(wanted) == width)
                    : is_integer_or_bits(wanted);
    return fits || fail(check, operand, "cannot use %s as a value of type %s", kind_name(operand),
                        ptx_suffix_name(wanted));
}

static bool check_symbol(const Check *check, const OperandRule *rule, const PtxOperand *operand,
                         PtxType wanted)
{
    unsigned width = ptx_type_bits(wanted);
    bool fits = rule->may_be_symbol && (rule->type_from == RULE_TYPE_ADDRESS ||
                                        (is_integer_or_bits(wanted) && width >= 32));
    return fits || fail(check, operand, "unexpected %s; expected a register of type %s",
                        kind_name(operand), ptx_suffix_name(wanted));
}

// One value: a register, a constant, a special register, an address of a symbol, `_`.
static bool check_scalar(const Check *check, const OperandRule *rule, const PtxOperand *operand,
                         PtxType wanted)
{
    switch (operand->kind) {
    case PTX_OPERAND_REGISTER:
        return rule->is_constant
                   ? fail(check, operand, "expected a constant, found '%s'", operand->reg->name)
                   : check_register(check, rule, operand, wanted);
    case PTX_OPERAND_INTEGER:
    case PTX_OPERAND_FLOAT:
        return rule->is_destination
                   ? fail(check, operand, "expected a register to write, found a constant")
                   : check_constant(check, operand, wanted);
    case PTX_OPERAND_SPECIAL:
        return rule->may_be_special || fail(check, operand,
                                            "a special register can only be read with "
                                            "mov or cvt");
    case PTX_OPERAND_VARIABLE:
    case PTX_OPERAND_FUNCTION: return check_symbol(check, rule, operand, wanted);
    case PTX_OPERAND_SINK:
        return rule->may_be_sink || fail(check, operand, "'_' is not allowed here");
    default:
        return fail(check, operand, "expected %s of type %s, found %s",
                    rule->is_destination ? "a register" : "a value", ptx_suffix_name(wanted),
                    kind_name(operand));
    }
}

// Registers of ldmatrix and stmatrix: one of each matrix, two of a matrix of 16x16.
static uint32_t matrix_registers(const PtxInstruction *instruction)
{
    uint32_t count = ptx_has(instruction, PTX_DOT_X4)   ? 4
                     : ptx_has(instruction, PTX_DOT_X2) ? 2
                                                        : 1;
    return ptx_has(instruction, PTX_DOT_M16N16) ? 2 * count : count;
}

// The number of elements that a rule requires; 0: a scalar.
static uint32_t element_count(const OperandRule *rule, const PtxInstruction *instruction)
{
    if (rule->vector == RULE_VECTOR_BY_MATRIX) {
        return matrix_registers(instruction);
    }
    if (rule->vector == RULE_VECTOR_BY_TENSOR) {
        return ptx_tensor_registers(instruction);
    }
    if (rule->vector == RULE_VECTOR_BY_IMAGE) {
        return ptx_tensor_rank(instruction) - 2;
    }
    if (rule->vector == RULE_VECTOR_BY_GROUP) {
        uint32_t columns = 0, depth = 0;
        bool is_packed = instruction->type == PTX_TYPE_F16;
        ptx_group_shape(instruction, &columns, &depth);
        return columns / (is_packed ? 4 : 2);
    }
    if (rule->vector == RULE_VECTOR_BY_SUFFIX) {
        return instruction->vector > 1 ? instruction->vector : 0;
    }
    return rule->vector;
}

// Registers of a fragment hold several numbers, or one of tf32: a constant means their bits.
static bool is_fragment_bits(const OperandRule *rule, const PtxOperand *operand, PtxType wanted)
{
    return is_held_as_bits(wanted) && operand->kind == PTX_OPERAND_INTEGER && !rule->is_destination;
}

static bool check_vector(const Check *check, const OperandRule *rule, const PtxOperand *operand,
                         PtxType wanted, uint32_t count)
{
    if (operand->kind == PTX_OPERAND_REGISTER && operand->reg->vector == count &&
        operand->component == 0 && count > 1) {
        return verify_type_fits(operand->reg->type, wanted, rule->may_be_wider) ||
               fail(check, operand, "expected a vector of type %s, found '%s' of type %s",
                    ptx_suffix_name(wanted), operand->reg->name,
                    ptx_suffix_name(operand->reg->type));
    }
    if (operand->kind != PTX_OPERAND_VECTOR || operand->element_count != count) {
        return fail(check, operand, "expected a vector of %u elements in braces", count);
    }
    OperandRule element = *rule;
    element.may_be_sink = rule->is_destination;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_fragment_bits(rule, &operand->elements[i], wanted) &&
            !check_scalar(check, &element, &operand->elements[i], wanted)) {
            return false;
        }
    }
    return true;
}

static bool is_predicate(const PtxOperand *operand)
{
    return operand->kind == PTX_OPERAND_REGISTER && operand->reg->type == PTX_TYPE_PRED;
}

static bool check_predicate_destination(const Check *check, const PtxOperand *operand)
{
    bool fits =
        operand->kind == PTX_OPERAND_SINK || (is_predicate(operand) && !operand->is_negated);
    return fits || fail(check, operand, "expected a predicate register to write, found %s",
                        kind_name(operand));
}

static bool check_value(const Check *check, const OperandRule *rule, const PtxOperand *operand)
{
    PtxType wanted = verify_rule_type(rule, check->instruction);
    uint32_t count = element_count(rule, check->instruction);
    if (rule->has_predicate && operand->kind == PTX_OPERAND_PAIR) {
        OperandRule first = *rule;
        first.may_be_sink = true;
        first.has_predicate = false;
        return check_value(check, &first, &operand->elements[0]) &&
               check_predicate_destination(check, &operand->elements[1]);
    }
    if (rule->may_be_sink && operand->kind == PTX_OPERAND_SINK) {
        return true;
    }
    // `{a}` is as good as `a`.
    if (count == 0 && rule->vector != 0 && operand->kind == PTX_OPERAND_VECTOR) {
        count = 1;
    }
    return count == 0 ? check_scalar(check, rule, operand, wanted)
                      : check_vector(check, rule, operand, wanted, count);
}

static bool check_predicate(const Check *check, const PtxOperand *operand)
{
    bool fits = is_predicate(operand) || operand->kind == PTX_OPERAND_INTEGER ||
                (operand->kind == PTX_OPERAND_SPECIAL &&
                 ptx_special_type(operand->special) == PTX_TYPE_PRED);
    return fits || fail(check, operand, "expected a predicate, found %s", kind_name(operand));
}

static bool check_setp(const Check *check, const PtxOperand *operand)
{
    if (operand->kind != PTX_OPERAND_PAIR) {
        return check_predicate_destination(check, operand);
    }
    return check_predicate_destination(check, &operand->elements[0]) &&
           check_predicate_destination(check, &operand->elements[1]);
}

static bool is_space_reachable(PtxSpace wanted, PtxSpace variable)
{
    if (wanted == PTX_SPACE_GENERIC || wanted == variable) {
        return true;
    }
    return wanted == PTX_SPACE_CLUSTER && variable == PTX_SPACE_SHARED;
}

static bool check_address(const Check *check, const OperandRule *rule, const PtxOperand *operand)
{
    if (operand->kind != PTX_OPERAND_ADDRESS) {
        return fail(check, operand, "expected an address in brackets, found %s",
                    kind_name(operand));
    }
    if (rule->is_tensor) {
        bool fits = operand->reg != NULL && operand->reg->vector == 1 &&
                    verify_type_fits(operand->reg->type, PTX_TYPE_B32, false);
        return fits ||
               fail(check, operand, "expected an address in tensor memory: a register of 32 bits");
    }
    PtxSpace space = rule->is_any_space                 ? PTX_SPACE_GENERIC
                     : rule->space != PTX_SPACE_GENERIC ? rule->space
                                                        : check->instruction->space;
    if (operand->reg != NULL) {
        bool fits = operand->reg->vector == 1 && is_integer_or_bits(operand->reg->type) &&
                    ptx_type_bits(operand->reg->type) >= 32;
        return fits || fail(check, operand, "cannot use '%s' of type %s as an address",
                            operand->reg->name, ptx_suffix_name(operand->reg->type));
    }
    if (operand->variable != NULL && !is_space_reachable(space, operand->variable->space)) {
        return fail(check, operand, "'%s' is not in the state space of this instruction",
                    operand->variable->name);
    }
    return true;
}

// A texture, sampler or surface: a variable of an opaque type, or a handle in a register.
static bool check_handle(const Check *check, const PtxOperand *operand)
{
    bool is_plain = operand->integer == 0 && operand->component == 0 && !operand->is_negated;
    bool is_handle =
        operand->reg != NULL && verify_type_fits(operand->reg->type, PTX_TYPE_U64, false);
    bool is_variable =
        operand->variable != NULL && (ptx_type_kind(operand->variable->type) == PTX_KIND_OPAQUE ||
                                      operand->variable->space == PTX_SPACE_PARAM);
    return (is_plain && (is_handle || is_variable)) ||
           fail(check, operand, "expected a texture or surface: a variable or a .u64 register");
}

typedef struct Geometry {
    PtxSuffix suffix;
    uint32_t coordinates;
    bool is_array;
} Geometry;

static Geometry geometry_of(const PtxInstruction *instruction)
{
    static const Geometry geometries[] = {
        {PTX_DOT_1D, 1, false},   {PTX_DOT_2D, 2, false}, {PTX_DOT_3D, 3, false},
        {PTX_DOT_A1D, 2, true},   {PTX_DOT_A2D, 3, true}, {PTX_DOT_CUBE, 3, false},
        {PTX_DOT_ACUBE, 4, true},
    };
    for (size_t i = 0; i < sizeof geometries / sizeof geometries[0]; i++) {
        if (ptx_has(instruction, geometries[i].suffix)) {
            return geometries[i];
        }
    }
    return (Geometry){PTX_TYPE_NONE, 1, false};
}

// Coordinates: as many as the geometry has, or more (which are ignored); an array's index comes
// first.
static bool check_coordinates(const Check *check, const PtxOperand *operand, PtxType type)
{
    static const OperandRule any = {.kind = RULE_VALUE};
    Geometry geometry = geometry_of(check->instruction);
    if (operand->kind != PTX_OPERAND_VECTOR) {
        return geometry.coordinates == 1 ? check_scalar(check, &any, operand, type)
                                         : fail(check, operand, "expected coordinates in braces");
    }
    if (operand->element_count < geometry.coordinates || operand->element_count > 4 ||
        operand->element_count == 3) {
        return fail(check, operand, "expected %u coordinates, found %u",
                    geometry.coordinates == 3 ? 4 : geometry.coordinates, operand->element_count);
    }
    for (uint32_t i = 0; i < geometry.coordinates; i++) {
        PtxType wanted = i == 0 && geometry.is_array ? PTX_TYPE_U32 : type;
        if (!check_scalar(check, &any, &operand->elements[i], wanted)) {
            return false;
        }
    }
    return true;
}

static bool check_texture(const Check *check, const PtxOperand *operand)
{
    if (operand->kind != PTX_OPERAND_TEXTURE || operand->element_count < 2 ||
        operand->element_count > 3) {
        return fail(check, operand, "expected [texture, {coordinates}]");
    }
    uint32_t last = operand->element_count - 1u;
    for (uint32_t i = 0; i < last; i++) {
        if (!check_handle(check, &operand->elements[i])) {
            return false;
        }
    }
    PtxOpcode opcode = check->instruction->opcode;
    bool is_texture = opcode == PTX_TEX || opcode == PTX_TLD4;
    return check_coordinates(check, &operand->elements[last],
                             is_texture ? check->instruction->source_type : PTX_TYPE_B32);
}

// A generic address in a register, and as many coordinates as the suffix says.
static bool check_tile(const Check *check, const PtxOperand *operand)
{
    static const OperandRule any = {.kind = RULE_VALUE};
    if (operand->kind != PTX_OPERAND_TEXTURE || operand->element_count != 2 ||
        operand->elements[0].reg == NULL || operand->elements[1].kind != PTX_OPERAND_VECTOR) {
        return fail(check, operand, "expected [address of a tensor map, {coordinates}]");
    }
    uint32_t count = operand->elements[1].element_count;
    if (count != ptx_tensor_coordinates(check->instruction)) {
        return fail(check, operand, "expected %u coordinates, found %u",
                    ptx_tensor_coordinates(check->instruction), count);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!check_scalar(check, &any, &operand->elements[1].elements[i], PTX_TYPE_S32)) {
            return false;
        }
    }
    return check_scalar(check, &any, &operand->elements[0], PTX_TYPE_U64);
}

// The vectors of tex: offsets are integers, gradients floats.
static bool check_tuple(const Check *check, const PtxOperand *operand, PtxType type)
{
    static const OperandRule any = {.kind = RULE_VALUE};
    if (operand->kind != PTX_OPERAND_VECTOR || operand->element_count > 4) {
        return fail(check, operand, "expected a vector in braces");
    }
    for (uint32_t i = 0; i < operand->element_count; i++) {
        if (!check_scalar(check, &any, &operand->elements[i], type)) {
            return false;
        }
    }
    return true;
}

// {a, b} or {a, b, c, d} that make up one register together.
static bool check_parts(const Check *check, const OperandRule *rule, const PtxOperand *operand)
{
    static const PtxType part[] = {PTX_TYPE_B8, PTX_TYPE_B16, PTX_TYPE_B32, PTX_TYPE_B64};
    if (operand->kind != PTX_OPERAND_VECTOR ||
        (operand->element_count != 2 && operand->element_count != 4)) {
        return fail(check, operand, "expected a vector of 2 or 4 elements in braces");
    }
    unsigned width = ptx_type_bits(check->instruction->type) / operand->element_count;
    if (width < 8) {
        return fail(check, operand, "elements would be narrower than 8 bits");
    }
    OperandRule element = {.is_destination = rule->is_destination,
                           .may_be_sink = rule->is_destination};
    for (uint32_t i = 0; i < operand->element_count; i++) {
        PtxType type = part[width == 8 ? 0 : width == 16 ? 1 : width == 32 ? 2 : 3];
        if (!check_scalar(check, &element, &operand->elements[i], type)) {
            return false;
        }
    }
    return true;
}

static bool check_label(const Check *check, const PtxOperand *operand, bool is_list)
{
    if (operand->kind != PTX_OPERAND_LABEL) {
        return fail(check, operand, "expected a label, found %s", kind_name(operand));
    }
    if (operand->label >= check->function->label_count) {
        return true; // not defined, which was reported
    }
    bool is_code = check->function->labels[operand->label].kind == PTX_LABEL_CODE;
    bool is_branches = check->function->labels[operand->label].kind == PTX_LABEL_BRANCH_TARGETS;
    return (is_list ? is_branches : is_code) ||
           fail(check, operand,
                is_list ? "expected a list of .branchtargets" : "expected a label of the code");
}

static bool check_operand(const Check *check, const OperandRule *rule, const PtxOperand *operand)
{
    switch (rule->kind) {
    case RULE_VALUE: return check_value(check, rule, operand);
    case RULE_PREDICATE: return check_predicate(check, operand);
    case RULE_SETP: return check_setp(check, operand);
    case RULE_ADDRESS: return check_address(check, rule, operand);
    case RULE_TEXTURE: return check_texture(check, operand);
    case RULE_TILE: return check_tile(check, operand);
    case RULE_HANDLE: return check_handle(check, operand);
    case RULE_OFFSET: return check_tuple(check, operand, PTX_TYPE_S32);
    case RULE_GRADIENT: return check_tuple(check, operand, PTX_TYPE_F32);
    case RULE_PACK:
    case RULE_UNPACK: return check_parts(check, rule, operand);
    case RULE_LABEL: return check_label(check, operand, false);
    case RULE_TARGETS: return check_label(check, operand, true);
    case RULE_SINK:
        return operand->kind == PTX_OPERAND_SINK || fail(check, operand, "expected '_'");
    case RULE_CALL: break;
    }
    return true;
}

// An optional rule is taken if its operand and the rest fit then, and skipped otherwise.
static bool check_from(const Check *check, uint32_t rule_index, uint32_t operand_index)
{
    const Form *form = check->form;
    const PtxInstruction *instruction = check->instruction;
    for (; rule_index < form->rule_count; rule_index++, operand_index++) {
        const OperandRule *rule = &form->rules[rule_index];
        if (rule->is_optional) {
            bool is_taken = operand_index < instruction->operand_count &&
                            check_operand(check, rule, &instruction->operands[operand_index]) &&
                            check_from(check, rule_index + 1, operand_index + 1);
            return is_taken || check_from(check, rule_index + 1, operand_index);
        }
        if (check->problem != NULL && operand_index >= check->problem->operand) {
            check->problem->operand = operand_index;
        }
        if (operand_index >= instruction->operand_count) {
            return fail(check, NULL, "too few operands: got %u", instruction->operand_count);
        }
        if (!check_operand(check, rule, &instruction->operands[operand_index])) {
            return false;
        }
    }
    if (operand_index < instruction->operand_count && check->problem != NULL) {
        check->problem->is_whole = true;
    }
    return operand_index == instruction->operand_count ||
           fail(check, &instruction->operands[operand_index], "too many operands: got %u",
                instruction->operand_count);
}

bool verify_operands(const PtxModule *module, const PtxFunction *function, const Form *form,
                     const PtxInstruction *instruction, OperandProblem *problem)
{
    Check check = {module, function, form, instruction, problem};
    if (form->rule_count == 1 && form->rules[0].kind == RULE_CALL) {
        return verify_call(function, instruction, problem);
    }
    return check_from(&check, 0, 0);
}
