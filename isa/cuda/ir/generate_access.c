// SPDX-License-Identifier: Apache-2.0
// Reading and writing what lies at a place: scalars, bit-fields, aggregates part by part.
#include "isa/cuda/ir/generate.h"

// The alignment of an address that far after an aligned one.
uint32_t align_at(uint32_t align_bytes, uint64_t offset_bytes)
{
    uint64_t lowest = offset_bytes & (~offset_bytes + 1);
    return offset_bytes != 0 && lowest < align_bytes ? (uint32_t)lowest : align_bytes;
}

static IrInstruction *load_unit(Generator *g, Place place, IrMemory memory)
{
    IrInstruction *value = make_load(g, place.pointer, memory, place.align_bytes);
    IrInstruction *load = value->op == IR_LOAD ? value : NULL;
    if (load != NULL) {
        load->is_volatile = place.is_volatile;
        load->is_readonly = place.is_readonly;
        load->element = place.element;
    }
    return value;
}

// The unit of a bit-field, without sign.
static IrMemory unit_memory(const Field *field)
{
    switch (type_size(field->type)) {
    case 1: return IR_MEMORY_U8;
    case 2: return IR_MEMORY_U16;
    case 4: return IR_MEMORY_B32;
    default: return IR_MEMORY_B64;
    }
}

static IrInstruction *shift(Generator *g, IrOp op, IrInstruction *value, uint32_t amount)
{
    return amount == 0 ? value
                       : make_binary(g, op, value->type, value, make_integer(g, IR_I32, amount));
}

static uint64_t low_bits(uint32_t width)
{
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static IrInstruction *load_bits(Generator *g, Place place)
{
    const Field *field = place.bits;
    IrInstruction *unit = load_unit(g, place, unit_memory(field));
    uint32_t width = field->bit_width, low = field->bit_offset;
    uint32_t all = unit->type == IR_I64 ? 64 : 32;
    if (type_is_signed(type_beneath(field->type))) {
        unit = shift(g, IR_SHL, unit, all - low - width);
        return shift(g, IR_SHR_S, unit, all - width);
    }
    unit = shift(g, IR_SHR_U, unit, low);
    IrInstruction *mask = make_integer(g, unit->type, low_bits(width));
    unit = make_binary(g, IR_AND, unit->type, unit, mask);
    return ir_type_of(field->type) == IR_I1 ? generate_truth(g, unit) : unit;
}

static void store_bits(Generator *g, Place place, IrInstruction *value)
{
    const Field *field = place.bits;
    IrMemory memory = unit_memory(field);
    uint64_t mask = low_bits(field->bit_width);
    if (value->type == IR_I1) {
        value = make_unary(g, IR_ZERO_EXTEND, IR_I32, value);
    }
    IrType type = value->type;
    value = make_binary(g, IR_AND, type, value, make_integer(g, type, mask));
    value = shift(g, IR_SHL, value, field->bit_offset);
    IrInstruction *unit = load_unit(g, place, memory);
    uint64_t others = ~(mask << field->bit_offset);
    unit = make_binary(g, IR_AND, type, unit, make_integer(g, type, others));
    unit = make_binary(g, IR_OR, type, unit, value);
    make_store(g, place.pointer, unit, memory, place.align_bytes);
    g->block->last->is_volatile = place.is_volatile;
}

IrInstruction *generate_load(Generator *g, Place place)
{
    if (place.pointer == NULL) {
        return make_undefined(g, place.type);
    }
    generate_checks(g, place);
    return place.bits != NULL ? load_bits(g, place) : load_unit(g, place, ir_memory_of(place.type));
}

void generate_store(Generator *g, Place place, IrInstruction *value)
{
    if (place.pointer == NULL || value == NULL) {
        return;
    }
    generate_checks(g, place);
    if (place.bits != NULL) {
        store_bits(g, place, value);
        return;
    }
    make_store(g, place.pointer, value, ir_memory_of(place.type), place.align_bytes);
    g->block->last->is_volatile = place.is_volatile;
}

static void add_leaf(Leaves *leaves, uint64_t offset, IrMemory memory)
{
    for (uint32_t i = 0; i < leaves->count; i++) {
        if (leaves->list[i].offset_bytes == offset && leaves->list[i].memory == memory) {
            return; // another bit-field of the same unit
        }
    }
    if (leaves->count == AGGREGATE_LEAF_LIMIT) {
        leaves->is_too_many = true;
        return;
    }
    leaves->list[leaves->count++] = (IrLeaf){offset, memory};
}

// A union's bytes in units of its alignment.
static void add_union_leaves(Leaves *leaves, const Type *type, uint64_t offset)
{
    uint32_t align = type_align(type) > 8 ? 8 : type_align(type);
    IrMemory memory = align == 8   ? IR_MEMORY_B64
                      : align == 4 ? IR_MEMORY_B32
                      : align == 2 ? IR_MEMORY_U16
                                   : IR_MEMORY_U8;
    uint64_t bytes = ir_memory_bytes(memory);
    for (uint64_t at = 0; at < type_size(type) && !leaves->is_too_many; at += bytes) {
        add_leaf(leaves, offset + at, memory);
    }
}

static void add_leaves(Leaves *leaves, const Type *type, uint64_t offset)
{
    type = type->unqualified;
    if (type->kind == TYPE_ARRAY) {
        for (uint64_t i = 0; i < type->count && !leaves->is_too_many; i++) {
            add_leaves(leaves, type->base, offset + i * type_size(type->base));
        }
        return;
    }
    if (type->kind != TYPE_CLASS) {
        add_leaf(leaves, offset, ir_memory_of(type));
        return;
    }
    if (type->class_->is_union) {
        add_union_leaves(leaves, type, offset);
        return;
    }
    for (uint32_t i = 0; i < type->class_->field_count && !leaves->is_too_many; i++) {
        const Field *field = &type->class_->fields[i];
        if (field->bit_width > 0) {
            add_leaf(leaves, offset + field->offset_bytes, unit_memory(field));
        } else if (field->name != NULL || type_is_aggregate(field->type->unqualified)) {
            add_leaves(leaves, field->type, offset + field->offset_bytes);
        }
    }
}

static bool find_leaves(const Type *type, Leaves *leaves)
{
    *leaves = (Leaves){.count = 0};
    add_leaves(leaves, type, 0);
    return !leaves->is_too_many;
}

static uint64_t aggregate_bytes(const Type *type)
{
    return type_size(type->unqualified);
}

static void copy_bytes(Generator *g, Place to, Place from)
{
    IrInstruction *copy = make_binary(g, IR_COPY, IR_VOID, to.pointer, from.pointer);
    copy->size_bytes = aggregate_bytes(to.type);
    copy->align_bytes = to.align_bytes < from.align_bytes ? to.align_bytes : from.align_bytes;
    copy->is_volatile = to.is_volatile || from.is_volatile;
}

static uint8_t element_of(const Leaves *leaves, uint32_t i, Place place)
{
    return ir_element(leaves->list, leaves->count, i, place.align_bytes,
                      aggregate_bytes(place.type));
}

uint8_t generate_element(Place whole, const Field *field)
{
    const Class *class_ = whole.type->unqualified->class_;
    Leaves leaves;
    if (class_ == NULL || class_->field_count != 4 || !find_leaves(whole.type, &leaves) ||
        leaves.count != 4) {
        return 0;
    }
    for (uint32_t i = 0; i < 4; i++) {
        if (leaves.list[i].memory != leaves.list[0].memory) {
            return 0;
        }
    }
    return element_of(&leaves, (uint32_t)(field - class_->fields), whole);
}

void generate_copy(Generator *g, Place to, Place from)
{
    Leaves leaves;
    IrInstruction *values[AGGREGATE_LEAF_LIMIT];
    if (to.pointer == NULL || from.pointer == NULL) {
        return;
    }
    generate_checks(g, from);
    generate_checks(g, to);
    if (!find_leaves(to.type, &leaves)) {
        copy_bytes(g, to, from);
        return;
    }
    for (uint32_t i = 0; i < leaves.count; i++) {
        Place part = from;
        part.pointer = make_offset(g, from.pointer, (int64_t)leaves.list[i].offset_bytes);
        part.align_bytes = align_at(from.align_bytes, leaves.list[i].offset_bytes);
        values[i] = load_unit(g, part, leaves.list[i].memory);
        if (values[i]->op == IR_LOAD) {
            values[i]->element = element_of(&leaves, i, from);
            values[i]->is_copied = true;
        }
    }
    for (uint32_t i = 0; i < leaves.count; i++) {
        uint64_t offset = leaves.list[i].offset_bytes;
        make_store(g, make_offset(g, to.pointer, (int64_t)offset), values[i], leaves.list[i].memory,
                   align_at(to.align_bytes, offset));
        g->block->last->is_volatile = to.is_volatile;
        g->block->last->element = element_of(&leaves, i, to);
        g->block->last->is_copied = true;
    }
}

static IrInstruction *zero_of(Generator *g, IrMemory memory)
{
    switch (memory) {
    case IR_MEMORY_BOOL: return make_integer(g, IR_I1, 0);
    case IR_MEMORY_F32: return ir_real(g->function, IR_F32, 0);
    case IR_MEMORY_F64: return ir_real(g->function, IR_F64, 0);
    case IR_MEMORY_B64: return make_integer(g, IR_I64, 0);
    case IR_MEMORY_POINTER:
        return make_unary(g, IR_INTEGER_TO_POINTER, IR_POINTER, make_integer(g, IR_I64, 0));
    default: return make_integer(g, IR_I32, 0);
    }
}

void generate_zero(Generator *g, Place to)
{
    Leaves leaves;
    if (to.pointer == NULL) {
        return;
    }
    generate_checks(g, to);
    if (!find_leaves(to.type, &leaves)) {
        IrInstruction *fill =
            make_binary(g, IR_FILL, IR_VOID, to.pointer, make_integer(g, IR_I32, 0));
        fill->size_bytes = aggregate_bytes(to.type);
        fill->align_bytes = to.align_bytes;
        return;
    }
    for (uint32_t i = 0; i < leaves.count; i++) {
        uint64_t offset = leaves.list[i].offset_bytes;
        make_store(g, make_offset(g, to.pointer, (int64_t)offset),
                   zero_of(g, leaves.list[i].memory), leaves.list[i].memory,
                   align_at(to.align_bytes, offset));
    }
}
