// SPDX-License-Identifier: Apache-2.0
// Selection of wmma: loads and stores of fragments become ordinary accesses of each lane, and a
// multiplication the machine's multiplications. Since Turing, 16-bit elements of a and b come from
// shared memory by ldmatrix; those whose pairs do not lie side by side are otherwise loaded as if
// their rows were columns, and transposed (MOVM), as in ptxas's code (docs/tensor-cores.md).
#include "isa/machine/op.h"
#include "isa/machine/operand.h"
#include "isa/machine/select.h"
#include "isa/machine/select_tile.h"
#include "isa/machine/wmma.h"

#include <string.h>

#define LANES_OF_GROUP 4
#define MATRIX_COUNT   4 // of an ldmatrix, at most
#define MATRIX_LINES   8
// Instructions that are searched backwards for the cvta of an address.
#define CVTA_WINDOW 64

// How the elements of a fragment come into the registers.
typedef enum Moving { MOVED_EACH, MOVED_TRANSPOSED, MOVED_MATRICES } Moving;

// Where a lane finds the elements of a fragment: at `address`, plus for an element at distance
// (line, along) line * stride + along elements.
typedef struct Walk {
    const Wmma *wmma;
    TileMatrix matrix;
    bool is_column;  // columns lie one after the other in memory, not rows
    uint32_t bytes;  // of an element, or of 32 one-bit and 8 four-bit ones together
    uint32_t packed; // elements in these bytes, if they are narrower than a byte
    Address address; // of the lane's first element
    Value stride;    // elements between two lines
    Moving moving;
} Walk;

typedef struct Distance {
    uint32_t line, along;
} Distance;

static Distance distance_of(const Walk *walk, uint32_t lane, uint32_t element)
{
    TilePlace place = wmma_place(walk->wmma, walk->matrix, lane, element);
    uint32_t along = walk->is_column ? place.row : place.column;
    return (Distance){.line = walk->is_column ? place.column : place.row,
                      .along = along / walk->packed};
}

static Value lane_value(Unit *unit, const char *key, Value a, Value b, Value c)
{
    Value d = unit_register(unit, VALUE_32);
    unit_lane(unit, key, d, a, b, c);
    return d;
}

// base + elements * bytes, as wide as the address.
static Value shifted_address(Unit *unit, Value base, Value elements, uint32_t bytes)
{
    bool is_wide = value_class(unit, base) == VALUE_64;
    Value sum = unit_register(unit, is_wide ? VALUE_64 : VALUE_32);
    unit_lane(unit, is_wide ? "mad.wide.u32" : "mad.lo.u32", sum, elements,
              literal_32(unit->lowering, bytes), base);
    return sum;
}

static Value lane_number(Unit *unit)
{
    const PtxOperand operand = {.kind = PTX_OPERAND_SPECIAL, .special = PTX_SPECIAL_LANEID};
    return operand_value(unit, &operand, PTX_TYPE_U32);
}

// The distance of a lane from lane 0 is the sum of what its group and its place in it contribute.
static void move_to_lane(Unit *unit, Walk *walk)
{
    Lowering *lowering = unit->lowering;
    Distance group = distance_of(walk, LANES_OF_GROUP, 0), member = distance_of(walk, 1, 0);
    if (walk->moving == MOVED_TRANSPOSED) { // a row of eight elements for each group
        group = (Distance){.line = 1};
        member = (Distance){.along = 2};
    }
    Value lane = lane_number(unit);
    Value high = lane_value(unit, "shr.u32", lane, literal_32(lowering, 2), VALUE_NONE);
    Value low = lane_value(unit, "and.b32", lane, literal_32(lowering, 3), VALUE_NONE);
    bool is_line_high = group.line != 0;
    uint32_t step = is_line_high ? group.line : member.line;
    uint32_t beside = is_line_high ? member.along : group.along;
    Value line = is_line_high ? high : low, along = is_line_high ? low : high;
    Value scaled =
        step == 1 ? line
                  : lane_value(unit, "mul.lo.u32", line, literal_32(lowering, step), VALUE_NONE);
    Value offset = beside == 1 ? along
                               : lane_value(unit, "mul.lo.u32", along, literal_32(lowering, beside),
                                            VALUE_NONE);
    Value elements = lane_value(unit, "mad.lo.u32", scaled, walk->stride, offset);
    Value base = walk->address.base;
    if (base == VALUE_NONE) {
        base = literal_32(lowering, 0);
    }
    walk->address.base = shifted_address(unit, base, elements, walk->bytes);
}

static Value times(Unit *unit, Value a, uint32_t factor)
{
    return factor == 1
               ? a
               : lane_value(unit, "mul.lo.u32", a, literal_32(unit->lowering, factor), VALUE_NONE);
}

// Adds `factor` where this bit of the lane is set.
static Value plus_bit(Unit *unit, Value sum, Value lane, uint32_t bit, uint32_t factor)
{
    Lowering *lowering = unit->lowering;
    if (factor == 0) {
        return sum;
    }
    Value high = lane_value(unit, "shr.u32", lane, literal_32(lowering, bit), VALUE_NONE);
    Value is_set = lane_value(unit, "and.b32", high, literal_32(lowering, 1), VALUE_NONE);
    return sum == VALUE_NONE
               ? times(unit, is_set, factor)
               : lane_value(unit, "mad.lo.u32", is_set, literal_32(lowering, factor), sum);
}

// Lane 8 i + r gives the address of line r of the matrix that register i has, 0 <= i < 4.
static void move_to_line(Unit *unit, Walk *walk)
{
    Lowering *lowering = unit->lowering;
    Distance first = distance_of(walk, 0, 0);
    uint32_t count = wmma_registers(walk->wmma, walk->matrix);
    Value lane = lane_number(unit), along = VALUE_NONE;
    Value line =
        lane_value(unit, "and.b32", lane, literal_32(lowering, MATRIX_LINES - 1), VALUE_NONE);
    for (uint32_t bit = 0; 1u << bit < count && 1u << bit < MATRIX_COUNT; bit++) {
        Distance other = distance_of(walk, 0, 2u << bit);
        line = plus_bit(unit, line, lane, 3 + bit, other.line - first.line);
        along = plus_bit(unit, along, lane, 3 + bit, other.along - first.along);
    }
    Value elements = lane_value(unit, "mad.lo.u32", line, walk->stride,
                                along == VALUE_NONE ? literal_32(lowering, 0) : along);
    Value base = walk->address.base == VALUE_NONE ? literal_32(lowering, 0) : walk->address.base;
    walk->address.base = shifted_address(unit, base, elements, walk->bytes);
}

// In units of `bytes`; the instruction's counts elements. Without one, the lines lie side by side.
static Value stride_of(Unit *unit, const PtxInstruction *instruction, const Walk *walk,
                       uint32_t operand)
{
    Lowering *lowering = unit->lowering;
    const Wmma *wmma = walk->wmma;
    if (operand >= instruction->operand_count) {
        uint32_t rows = walk->matrix == TILE_B ? wmma->k : wmma->m;
        uint32_t columns = walk->matrix == TILE_A ? wmma->k : wmma->n;
        return literal_32(lowering, (walk->is_column ? rows : columns) / walk->packed);
    }
    Value stride = operand_value(unit, &instruction->operands[operand], PTX_TYPE_U32);
    uint64_t literal;
    if (value_literal(lowering, stride, &literal)) {
        return literal_32(lowering, (uint32_t)literal / walk->packed);
    }
    return walk->packed == 1
               ? stride
               : lane_value(unit, "shr.u32", stride,
                            literal_32(lowering, walk->packed == 32 ? 5 : 3), VALUE_NONE);
}

static bool is_beside(const Walk *walk, uint32_t element, uint32_t next)
{
    Distance first = distance_of(walk, 0, element), second = distance_of(walk, 0, next);
    return first.line == second.line && first.along + (next - element) == second.along;
}

static Moving moving_of(const Unit *unit, const Walk *walk, uint32_t bits)
{
    bool is_factor = walk->matrix == TILE_A || walk->matrix == TILE_B;
    if (bits != 16 || !is_factor || unit->lowering->target.compute_capability < 75) {
        return MOVED_EACH;
    }
    return walk->address.space == PTX_SPACE_SHARED ? MOVED_MATRICES
           : is_beside(walk, 0, 1)                 ? MOVED_EACH
                                                   : MOVED_TRANSPOSED;
}

static bool writes(const PtxInstruction *instruction, const PtxRegister *reg)
{
    const PtxOperand *first = &instruction->operands[0];
    bool is_written =
        instruction->operand_count > 0 && first->kind != PTX_OPERAND_ADDRESS && first->reg == reg;
    for (uint32_t i = 0; instruction->operand_count > 0 && i < first->element_count; i++) {
        is_written |= first->elements[i].reg == reg;
    }
    return is_written;
}

static bool is_label_at(const PtxFunction *function, uint32_t index)
{
    for (uint32_t i = 0; i < function->label_count; i++) {
        if (function->labels[i].kind == PTX_LABEL_CODE &&
            function->labels[i].instruction == index) {
            return true;
        }
    }
    return false;
}

// The cvta that made a generic address, shortly before in the same block, if its own operand is the
// same still. As ptxas does, fragments are then loaded from the space that it names.
static const PtxInstruction *made_generic(const Unit *unit, const PtxInstruction *instruction,
                                          const PtxRegister *reg)
{
    const PtxFunction *function = unit->function;
    uint32_t at = (uint32_t)(instruction - function->instructions);
    for (uint32_t back = 1; back <= CVTA_WINDOW && back <= at; back++) {
        const PtxInstruction *earlier = &function->instructions[at - back];
        if (is_label_at(function, at - back + 1)) {
            return NULL;
        }
        if (!writes(earlier, reg)) {
            continue;
        }
        bool is_cvta = earlier->opcode == PTX_CVTA && !ptx_has(earlier, PTX_DOT_TO) &&
                       earlier->guard == NULL &&
                       earlier->operands[1].kind == PTX_OPERAND_REGISTER &&
                       earlier->operands[1].component == 0;
        for (uint32_t i = at - back; is_cvta && i < at; i++) {
            is_cvta = !writes(&function->instructions[i], earlier->operands[1].reg);
        }
        return is_cvta ? earlier : NULL;
    }
    return NULL;
}

static Address tile_address(Unit *unit, const PtxInstruction *instruction, uint32_t number)
{
    PtxOperand operand = instruction->operands[number];
    PtxSpace space = instruction->space;
    const PtxInstruction *cvta =
        space == PTX_SPACE_GENERIC && operand.reg != NULL && operand.component == 0
            ? made_generic(unit, instruction, operand.reg)
            : NULL;
    if (cvta != NULL && (cvta->space == PTX_SPACE_SHARED || cvta->space == PTX_SPACE_GLOBAL)) {
        operand.reg = cvta->operands[1].reg;
        space = cvta->space;
    }
    Address address = operand_address(unit, &operand, space);
    if (space == PTX_SPACE_SHARED && address.base != VALUE_NONE) {
        address.base = value_convert(unit, address.base, VALUE_32);
    }
    return address;
}

static Walk walk_begin(Unit *unit, const PtxInstruction *instruction, const Wmma *wmma,
                       TileMatrix matrix, uint32_t address_operand)
{
    uint32_t bits = tile_bits(&wmma->inner, wmma_inner(wmma, matrix));
    Walk walk = {.wmma = wmma,
                 .matrix = matrix,
                 .is_column = ptx_has(instruction, PTX_DOT_COL),
                 .bytes = bits < 8 ? 4 : bits / 8,
                 .packed = bits < 8 ? 32 / bits : 1};
    walk.address = tile_address(unit, instruction, address_operand);
    uint32_t stride = matrix == TILE_D ? 2 : address_operand + 1;
    walk.stride = stride_of(unit, instruction, &walk, stride);
    walk.moving = moving_of(unit, &walk, bits);
    if (walk.moving == MOVED_MATRICES) {
        move_to_line(unit, &walk);
    } else {
        move_to_lane(unit, &walk);
    }
    return walk;
}

// The address of an element.
static Address element_address(Unit *unit, const Walk *walk, uint32_t element)
{
    Distance distance = distance_of(walk, 0, element);
    Address address = walk->address;
    uint64_t stride;
    address.offset += (int64_t)distance.along * walk->bytes;
    if (value_literal(unit->lowering, walk->stride, &stride)) {
        address.offset += (int64_t)(distance.line * (uint32_t)stride * walk->bytes);
    } else if (distance.line != 0) {
        address.base =
            shifted_address(unit, address.base, walk->stride, distance.line * walk->bytes);
    }
    return address;
}

static Op *add_access(Unit *unit, const Walk *walk, MicroKind kind, PtxType type, uint32_t vector,
                      uint32_t element)
{
    Address address = element_address(unit, walk, element);
    Op *op = unit_add(unit, kind);
    op->type = (uint8_t)type;
    op->vector = (uint8_t)vector;
    op->width_bytes = (uint8_t)(ptx_type_bits(type) / 8 * vector);
    op_set_address(unit, op, address);
    return op;
}

// How a fragment's registers lie in memory.
typedef struct Packing {
    uint32_t elements; // of a register
    bool is_whole;     // they lie side by side: one access
    uint32_t vector;   // registers whose elements lie side by side
    PtxType type;      // of an access
} Packing;

static Packing packing_of(const Walk *walk)
{
    uint32_t bits = tile_bits(&walk->wmma->inner, wmma_inner(walk->wmma, walk->matrix));
    Packing packing = {.elements = bits < 32 ? 32 / bits : 1, .vector = 1};
    packing.is_whole =
        packing.elements == 1 || bits < 8 || is_beside(walk, 0, packing.elements - 1);
    bool is_pair = packing.elements == 1 && walk->matrix != TILE_A && walk->matrix != TILE_B;
    packing.vector = is_pair && is_beside(walk, 0, 1) ? 2 : 1;
    packing.type = bits == 64         ? PTX_TYPE_B64
                   : packing.is_whole ? PTX_TYPE_B32
                   : bits == 16       ? PTX_TYPE_U16
                                      : PTX_TYPE_U8;
    return packing;
}

static Value joined(Unit *unit, const char *key, Value low, Value high)
{
    return lane_value(unit, key, low, high, VALUE_NONE);
}

// Up to four registers, each of a matrix of 8 x 8 elements.
static void load_matrices(Unit *unit, const Walk *walk, const Packing *packing, uint32_t first,
                          uint32_t count, const Value *loaded)
{
    Op *op = add_access(unit, walk, MICRO_MATRIX_LOAD, PTX_TYPE_B16, count, 2 * first);
    op->width_bytes = (uint8_t)(4 * count);
    op->function = packing->is_whole ? 0 : PTX_DOT_TRANS;
    memcpy(op->data, loaded, count * sizeof *loaded);
}

static void load_transposed(Unit *unit, const Walk *walk, uint32_t number, Value result)
{
    Value row = unit_register(unit, VALUE_32);
    add_access(unit, walk, MICRO_LOAD, PTX_TYPE_B32, 1, 2 * number)->data[0] = row;
    Op *op = unit_add(unit, MICRO_MATRIX_TRANSPOSE);
    op->a = row;
    op->d = result;
}

// A register of elements that do not lie side by side.
static void load_scattered(Unit *unit, const Walk *walk, const Packing *packing, uint32_t number,
                           Value result)
{
    Value parts[4] = {VALUE_NONE, VALUE_NONE, VALUE_NONE, VALUE_NONE};
    for (uint32_t i = 0; i < packing->elements && i < 4; i++) {
        parts[i] = unit_register(unit, VALUE_32);
        add_access(unit, walk, MICRO_LOAD, packing->type, 1, number * packing->elements + i)
            ->data[0] = parts[i];
    }
    if (packing->elements == 4) {
        parts[0] = joined(unit, "pack.b16.b8", parts[0], parts[1]);
        parts[1] = joined(unit, "pack.b16.b8", parts[2], parts[3]);
    }
    unit_lane(unit, "pack.b32.b16", result, parts[0], parts[1], VALUE_NONE);
}

static void select_load(Unit *unit, const PtxInstruction *instruction, const Wmma *wmma,
                        TileMatrix matrix)
{
    const PtxOperand *to = &instruction->operands[0];
    Walk walk = walk_begin(unit, instruction, wmma, matrix, 1);
    Packing packing = packing_of(&walk);
    uint32_t count = wmma_registers(wmma, matrix);
    bool is_wide = packing.type == PTX_TYPE_B64;
    Value loaded[8];
    for (uint32_t r = 0; r < count && r < 8; r++) {
        loaded[r] = unit_register(unit, is_wide ? VALUE_64 : VALUE_32);
    }
    for (uint32_t r = 0; r < count && r < 8 && walk.moving == MOVED_MATRICES; r += MATRIX_COUNT) {
        uint32_t left = count - r;
        load_matrices(unit, &walk, &packing, r, left < MATRIX_COUNT ? left : MATRIX_COUNT,
                      loaded + r);
    }
    for (uint32_t r = 0; r < count && r < 8 && walk.moving != MOVED_MATRICES; r += packing.vector) {
        if (walk.moving == MOVED_TRANSPOSED) {
            load_transposed(unit, &walk, r, loaded[r]);
            continue;
        }
        if (!packing.is_whole) {
            load_scattered(unit, &walk, &packing, r, loaded[r]);
            continue;
        }
        Op *op =
            add_access(unit, &walk, MICRO_LOAD, packing.type, packing.vector, r * packing.elements);
        for (uint32_t i = 0; i < packing.vector; i++) {
            op->data[i] = loaded[r + i];
        }
    }
    for (uint32_t r = 0; r < to->element_count; r++) {
        Value result = operand_result(unit, &to->elements[r]);
        if (result != VALUE_NONE) {
            select_copy(unit, result, loaded[r % count]);
            unit->ops[unit->op_count - 1].is_free = true;
        }
    }
}

static void store_scattered(Unit *unit, const Walk *walk, const Packing *packing, uint32_t number,
                            Value value)
{
    static const char *const halves[] = {"unpack.lo.b32.b16", "unpack.hi.b32.b16"};
    for (uint32_t i = 0; i < packing->elements && i < 2; i++) {
        Value half = lane_value(unit, halves[i], value, VALUE_NONE, VALUE_NONE);
        add_access(unit, walk, MICRO_STORE, packing->type, 1, number * packing->elements + i)
            ->data[0] = half;
    }
}

static void select_store(Unit *unit, const PtxInstruction *instruction, const Wmma *wmma)
{
    const PtxOperand *from = &instruction->operands[1];
    Walk walk = walk_begin(unit, instruction, wmma, TILE_D, 0);
    Packing packing = packing_of(&walk);
    Value values[8];
    PtxType type = instruction->type == PTX_TYPE_F16 ? PTX_TYPE_B32 : instruction->type;
    for (uint32_t r = 0; r < from->element_count && r < 8; r++) {
        values[r] = operand_value(unit, &from->elements[r], type);
    }
    for (uint32_t r = 0; r < from->element_count && r < 8; r += packing.vector) {
        if (!packing.is_whole) {
            store_scattered(unit, &walk, &packing, r, values[r]);
            continue;
        }
        Op *op = add_access(unit, &walk, MICRO_STORE, packing.type, packing.vector,
                            r * packing.elements);
        for (uint32_t i = 0; i < packing.vector; i++) {
            op->data[i] = values[r + i];
        }
    }
}

// A machine instruction multiplies four elements of tf32 along k at a time.
static void multiply_part(Unit *unit, const MatrixTile *tile, const Value *d, const Value *a,
                          const Value *b, const Value *c)
{
    TilePart part = {.tile = *tile};
    if (tile->type[TILE_A] != PTX_TYPE_TF32) {
        tile_add_part(unit, &part, d, a, b, c);
        return;
    }
    Value middle[4];
    for (uint32_t i = 0; i < 4; i++) {
        middle[i] = unit_register(unit, VALUE_32);
    }
    part.tile.k = 4;
    const Value low[] = {a[0], a[1], VALUE_NONE, VALUE_NONE};
    const Value high[] = {a[2], a[3], VALUE_NONE, VALUE_NONE};
    const Value first[] = {b[0], VALUE_NONE}, second[] = {b[1], VALUE_NONE};
    tile_add_part(unit, &part, middle, low, first, c);
    tile_add_part(unit, &part, d, high, second, middle);
}

static void select_multiply(Unit *unit, const PtxInstruction *instruction, const Wmma *wmma)
{
    Fragments fragments;
    const MatrixTile *tile = &wmma->inner;
    tile_read_fragments(unit, instruction, tile, fragments);
    const Value *a = fragments[wmma_inner(wmma, TILE_A) == TILE_A ? TILE_A : TILE_B];
    const Value *b = fragments[wmma_inner(wmma, TILE_A) == TILE_A ? TILE_B : TILE_A];
    uint32_t step_a = wmma->doubled == TILE_A ? tile_registers(tile, TILE_A) : 0;
    uint32_t step_b = wmma->doubled == TILE_B ? tile_registers(tile, TILE_B) : 0;
    uint32_t step_c = tile_registers(tile, TILE_C), step_d = tile_registers(tile, TILE_D);
    bool is_wide = tile->type[TILE_D] == PTX_TYPE_F64;
    Value results[FRAGMENT_MAX];
    for (uint32_t i = 0; i < FRAGMENT_MAX; i++) {
        results[i] = unit_register(unit, is_wide ? VALUE_64 : VALUE_32);
    }
    for (uint32_t p = 0; p < wmma->parts; p++) {
        Value d[4] = {VALUE_NONE, VALUE_NONE, VALUE_NONE, VALUE_NONE};
        Value c[4] = {VALUE_NONE, VALUE_NONE, VALUE_NONE, VALUE_NONE};
        Value part_a[4] = {VALUE_NONE, VALUE_NONE, VALUE_NONE, VALUE_NONE};
        Value part_b[2] = {VALUE_NONE, VALUE_NONE};
        for (uint32_t i = 0; i < 4; i++) {
            d[i] = i < step_d ? results[p * step_d + i] : VALUE_NONE;
            c[i] = i < step_c ? fragments[TILE_C][p * step_c + i] : VALUE_NONE;
            part_a[i] = i < tile_registers(tile, TILE_A) ? a[p * step_a + i] : VALUE_NONE;
        }
        for (uint32_t i = 0; i < 2; i++) {
            part_b[i] = i < tile_registers(tile, TILE_B) ? b[p * step_b + i] : VALUE_NONE;
        }
        multiply_part(unit, tile, d, part_a, part_b, c);
    }
    for (uint32_t i = 0; i < wmma->parts * step_d; i++) {
        if (fragments[TILE_D][i] != VALUE_NONE) {
            select_copy(unit, fragments[TILE_D][i], results[i]);
            unit->ops[unit->op_count - 1].is_free = true;
        }
    }
}

// wmma.load.x d, [p]{, stride}; wmma.store.d [p], d{, stride}; wmma.mma d, a, b, c
void select_wmma(Unit *unit, const PtxInstruction *instruction)
{
    Wmma wmma;
    if (!wmma_of(instruction, &wmma)) {
        lowering_unsupported(unit, instruction);
    } else if (ptx_has(instruction, PTX_DOT_STORE)) {
        select_store(unit, instruction, &wmma);
    } else if (ptx_has(instruction, PTX_DOT_LOAD)) {
        TileMatrix matrix = ptx_has(instruction, PTX_DOT_A)   ? TILE_A
                            : ptx_has(instruction, PTX_DOT_B) ? TILE_B
                                                              : TILE_C;
        select_load(unit, instruction, &wmma, matrix);
    } else {
        uint32_t first = unit->op_count;
        select_multiply(unit, instruction, &wmma);
        for (uint32_t i = first; i < unit->op_count; i++) {
            if (unit->ops[i].kind == MICRO_MATRIX_MULTIPLY) {
                select_modifiers(&unit->ops[i], instruction);
            }
        }
    }
}
