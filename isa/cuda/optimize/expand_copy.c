// SPDX-License-Identifier: Apache-2.0
// COPY and FILL of small objects as loads and stores of their scalars, found by the object's type.
#include "isa/cuda/optimize/promote.h"

typedef struct Layout {
    IrLeaf leaves[LEAVES_MAX];
    uint32_t count;
    uint64_t first_byte, end_byte; // of the object: what is asked for
    uint32_t depth;
} Layout;

static bool add_leaf(Layout *layout, uint64_t offset, IrMemory memory)
{
    uint64_t end = offset + ir_memory_bytes(memory);
    if (end <= layout->first_byte || offset >= layout->end_byte) {
        return true;
    }
    if (offset < layout->first_byte || end > layout->end_byte || layout->count == LEAVES_MAX) {
        return false;
    }
    layout->leaves[layout->count++] = (IrLeaf){offset - layout->first_byte, memory};
    return true;
}

static bool scalar_memory(const Type *type, IrMemory *memory)
{
    bool is_signed = type_is_signed(type);
    if (type->kind == TYPE_POINTER || type->kind == TYPE_NULLPTR || type_is_reference(type)) {
        *memory = IR_MEMORY_POINTER;
    } else if (type->kind == TYPE_BOOL) {
        *memory = IR_MEMORY_BOOL;
    } else if (type->kind == TYPE_FLOAT) {
        *memory = IR_MEMORY_F32;
    } else if (type_is_double(type)) {
        *memory = IR_MEMORY_F64;
    } else {
        switch (type_size(type)) {
        case 1: *memory = is_signed ? IR_MEMORY_S8 : IR_MEMORY_U8; break;
        case 2: *memory = is_signed ? IR_MEMORY_S16 : IR_MEMORY_U16; break;
        case 4: *memory = IR_MEMORY_B32; break;
        case 8: *memory = IR_MEMORY_B64; break;
        default: return false;
        }
    }
    return true;
}

static bool add_type(Layout *layout, const Type *type, uint64_t offset);

static bool has_bit_fields(const Class *class_)
{
    for (uint32_t i = 0; i < class_->field_count; i++) {
        if (class_->fields[i].bit_width != 0) {
            return true;
        }
    }
    return false;
}

// Unions, bit-fields and padding have no scalars of their own; they are copied in units of the
// alignment.
static bool add_units(Layout *layout, uint64_t offset, uint64_t size_bytes, uint32_t align_bytes)
{
    for (uint64_t at = offset; at < offset + size_bytes;) {
        uint64_t left = offset + size_bytes - at;
        uint32_t unit = 8;
        while (unit > left || unit > align_bytes || at % unit != 0) {
            unit /= 2;
        }
        IrMemory memory = unit == 8   ? IR_MEMORY_B64
                          : unit == 4 ? IR_MEMORY_B32
                          : unit == 2 ? IR_MEMORY_U16
                                      : IR_MEMORY_U8;
        if (!add_leaf(layout, at, memory)) {
            return false;
        }
        at += unit;
    }
    return true;
}

static bool add_class(Layout *layout, const Type *type, uint64_t offset)
{
    const Class *class_ = type->class_;
    if (type_is_pair_of_halves(type) && offset >= layout->first_byte &&
        offset + type_size(type) <= layout->end_byte) {
        return add_leaf(layout, offset, IR_MEMORY_B32);
    }
    if (class_->is_union || has_bit_fields(class_)) {
        return add_units(layout, offset, type_size(type), type_align(type));
    }
    for (uint32_t i = 0; i < class_->field_count; i++) {
        const Field *field = &class_->fields[i];
        if (!add_type(layout, field->type, offset + field->offset_bytes)) {
            return false;
        }
    }
    return true;
}

static bool add_type(Layout *layout, const Type *type, uint64_t offset)
{
    IrMemory memory;
    uint64_t size_bytes = type_size(type);
    if (offset >= layout->end_byte || offset + size_bytes <= layout->first_byte ||
        size_bytes == 0) {
        return true;
    }
    if (layout->depth > 32) {
        return false;
    }
    bool is_good = true;
    layout->depth++;
    if (type->kind == TYPE_CLASS) {
        is_good = add_class(layout, type, offset);
    } else if (type->kind == TYPE_ARRAY) {
        uint64_t element = type_size(type->base);
        uint64_t first = layout->first_byte > offset ? (layout->first_byte - offset) / element : 0;
        for (uint64_t i = first;
             is_good && i < type->count && offset + i * element < layout->end_byte; i++) {
            is_good = add_type(layout, type->base, offset + i * element);
        }
    } else {
        is_good = scalar_memory(type, &memory) ? add_leaf(layout, offset, memory)
                                               : add_units(layout, offset, size_bytes, 8);
    }
    layout->depth--;
    return is_good;
}

static IrInstruction *access_part(IrInstruction *copy, IrOp op, IrType type, IrMemory memory,
                                  IrInstruction *pointer, uint64_t offset)
{
    IrInstruction *made = ir_create(rewrite_function(copy), op, type, copy->location);
    IrInstruction *address =
        offset == 0 ? pointer : rewrite_index(copy, pointer, NULL, false, 1, (int64_t)offset);
    uint32_t align = copy->align_bytes == 0 ? 1 : copy->align_bytes;
    while (offset % align != 0) {
        align /= 2;
    }
    made->memory = memory;
    made->align_bytes = align;
    made->is_volatile = copy->is_volatile;
    ir_add_operand(made, address);
    return made;
}

// All parts are loaded before the first is stored.
static void expand_one_copy(IrInstruction *copy, const Layout *layout)
{
    IrInstruction *values[LEAVES_MAX];
    for (uint32_t i = 0; i < layout->count; i++) {
        IrMemory memory = layout->leaves[i].memory;
        values[i] = access_part(copy, IR_LOAD, ir_memory_type(memory), memory, ir_operand(copy, 1),
                                layout->leaves[i].offset_bytes);
        values[i]->element =
            ir_element(layout->leaves, layout->count, i, copy->align_bytes, copy->size_bytes);
        values[i]->is_copied = true;
        ir_insert_before(copy, values[i]);
    }
    for (uint32_t i = 0; i < layout->count; i++) {
        IrInstruction *store = access_part(copy, IR_STORE, IR_VOID, layout->leaves[i].memory,
                                           ir_operand(copy, 0), layout->leaves[i].offset_bytes);
        store->element = values[i]->element;
        store->is_copied = true;
        ir_add_operand(store, values[i]);
        ir_insert_before(copy, store);
    }
}

static IrInstruction *filled(IrInstruction *fill, IrMemory memory, uint64_t byte)
{
    IrType type = ir_memory_type(memory);
    uint64_t bits = byte * UINT64_C(0x0101010101010101);
    switch (memory) {
    case IR_MEMORY_BOOL: return rewrite_constant(fill, type, byte != 0);
    case IR_MEMORY_U8: return rewrite_constant(fill, type, byte);
    case IR_MEMORY_S8: return rewrite_constant(fill, type, (uint64_t)(int64_t)(int8_t)byte);
    case IR_MEMORY_U16: return rewrite_constant(fill, type, bits & UINT16_MAX);
    case IR_MEMORY_S16:
        return rewrite_constant(fill, type, (uint64_t)(int64_t)(int16_t)(uint16_t)bits);
    case IR_MEMORY_F32:
        return rewrite_unary(fill, IR_BITS, type, rewrite_constant(fill, IR_I32, bits));
    case IR_MEMORY_F64:
        return rewrite_unary(fill, IR_BITS, type, rewrite_constant(fill, IR_I64, bits));
    case IR_MEMORY_POINTER:
        return rewrite_unary(fill, IR_INTEGER_TO_POINTER, type,
                             rewrite_constant(fill, IR_I64, bits));
    default: return rewrite_constant(fill, type, bits);
    }
}

static void expand_one_fill(IrInstruction *fill, const Layout *layout, uint64_t byte)
{
    for (uint32_t i = 0; i < layout->count; i++) {
        IrMemory memory = layout->leaves[i].memory;
        IrInstruction *store = access_part(fill, IR_STORE, IR_VOID, memory, ir_operand(fill, 0),
                                           layout->leaves[i].offset_bytes);
        ir_add_operand(store, filled(fill, memory, byte));
        ir_insert_before(fill, store);
    }
}

bool expand_copy(IrInstruction *copy, const Type *type, uint64_t offset_bytes)
{
    Layout layout = {0};
    uint64_t byte = 0;
    layout.first_byte = offset_bytes;
    layout.end_byte = offset_bytes + copy->size_bytes;
    if (copy->op == IR_FILL && !rewrite_integer(ir_operand(copy, 1), &byte)) {
        return false;
    }
    if (type == NULL || copy->align_bytes < type_align(type) || !add_type(&layout, type, 0)) {
        layout.count = 0;
        layout.first_byte = 0;
        layout.end_byte = copy->size_bytes;
        if (!add_units(&layout, 0, copy->size_bytes,
                       copy->align_bytes == 0 ? 1 : copy->align_bytes)) {
            return false;
        }
    }
    if (copy->op == IR_COPY) {
        expand_one_copy(copy, &layout);
    } else {
        expand_one_fill(copy, &layout, byte & 0xff);
    }
    ir_remove(copy);
    return true;
}
