// SPDX-License-Identifier: Apache-2.0
// Layout of classes by the Itanium C++ ABI (2.4): base classes, then members in order; empty bases
// take no room; bit-fields share units; a derived class may use the tail padding of a base that is
// not a POD; the primary base, which has the vptr, goes first. Leaves out: virtual bases.
#include "isa/cuda/syntax/class.h"

#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/scope.h"
#include "isa/cuda/syntax/virtual.h"

typedef struct Layout {
    uint64_t bits;       // where the next field may begin
    uint64_t size_bytes; // the end of all fields so far
    uint64_t align_bytes;
    bool is_packed, is_union;
    uint32_t first, current; // drafts: the one placed first; the one being placed
} Layout;

static uint64_t round_up(uint64_t value, uint64_t to)
{
    return to == 0 ? value : (value + to - 1) / to * to;
}

static void raise_align(Layout *layout, uint64_t align_bytes)
{
    if (align_bytes > layout->align_bytes) {
        layout->align_bytes = align_bytes;
    }
}

static void raise_size(Layout *layout, uint64_t end_bytes)
{
    if (end_bytes > layout->size_bytes) {
        layout->size_bytes = end_bytes;
    }
}

static void place_bit_field(Layout *layout, FieldDraft *draft)
{
    uint64_t size_bits = type_size(draft->field.type) * 8u;
    uint64_t align_bits = layout->is_packed ? 8u : type_align(draft->field.type) * 8u;
    uint64_t width = draft->field.bit_width;
    if (layout->is_union) {
        layout->bits = 0;
    }
    if (width == 0) {
        layout->bits = round_up(layout->bits, align_bits);
        return;
    }
    if (!layout->is_packed && layout->bits / size_bits != (layout->bits + width - 1) / size_bits) {
        layout->bits = round_up(layout->bits, align_bits);
    }
    uint64_t unit = layout->bits / size_bits;
    draft->field.offset_bytes = unit * (size_bits / 8u);
    draft->field.bit_offset = (uint8_t)(layout->bits - unit * size_bits);
    layout->bits += width;
    if (draft->field.name != NULL && !layout->is_packed) {
        raise_align(layout, align_bits / 8u);
    }
}

// Whether an object of this type has a subobject of this empty class at this byte.
static bool has_empty_at(const Type *type, uint64_t byte, const Type *empty)
{
    if (byte >= type_size(type)) {
        return false;
    }
    if (type->kind == TYPE_ARRAY) {
        return has_empty_at(type->base, byte % type_size(type->base), empty);
    }
    if (class_scope(type) == NULL) {
        return false;
    }
    if (byte == 0 && type->unqualified == empty->unqualified) {
        return true;
    }
    for (uint32_t i = 0; i < type->class_->field_count; i++) {
        const Field *field = &type->class_->fields[i];
        if (field->offset_bytes <= byte &&
            has_empty_at(field->type, byte - field->offset_bytes, empty)) {
            return true;
        }
    }
    return false;
}

static bool is_placed(const Layout *layout, uint32_t index)
{
    return layout->current != layout->first && (index == layout->first || index < layout->current);
}

static bool is_empty_placed(const Layout *layout, const Scope *scope, const Type *empty,
                            uint64_t byte)
{
    for (uint32_t i = 0; i < scope->draft_count; i++) {
        const Field *other = &scope->drafts[i].field;
        if (is_placed(layout, i) && other->offset_bytes <= byte &&
            has_empty_at(other->type, byte - other->offset_bytes, empty)) {
            return true;
        }
    }
    return false;
}

// Whether an object of this type at this byte would have an empty subobject where there already is
// one of the same class: two objects of a class never share an address.
static bool is_taken(const Layout *layout, const Scope *scope, const Type *type, uint64_t byte)
{
    if (layout->is_union || byte >= layout->size_bytes) {
        return false;
    }
    if (type->kind == TYPE_ARRAY) {
        uint64_t step = type_size(type->base), end = byte + type_size(type);
        for (uint64_t at = byte; step > 0 && at < end && at < layout->size_bytes; at += step) {
            if (is_taken(layout, scope, type->base, at)) {
                return true;
            }
        }
        return false;
    }
    const Scope *class_ = class_scope(type);
    if (class_ == NULL) {
        return false;
    }
    if (class_->is_empty && is_empty_placed(layout, scope, type, byte)) {
        return true;
    }
    for (uint32_t i = 0; i < type->class_->field_count; i++) {
        const Field *field = &type->class_->fields[i];
        if (is_taken(layout, scope, field->type, byte + field->offset_bytes)) {
            return true;
        }
    }
    return false;
}

static uint64_t occupied_bytes(const Field *field)
{
    const Scope *scope = field->is_base ? class_scope(field->type) : NULL;
    return scope != NULL && !scope->is_pod_for_layout ? scope->data_bytes : type_size(field->type);
}

static void place_field(Layout *layout, const Scope *scope, uint32_t index)
{
    FieldDraft *draft = &scope->drafts[index];
    const Scope *class_ = class_scope(draft->field.type);
    uint64_t align_bytes = layout->is_packed ? 1u : type_align(draft->field.type);
    if (draft->align_bytes > align_bytes) {
        align_bytes = draft->align_bytes;
    }
    raise_align(layout, align_bytes);
    bool is_empty_base = draft->field.is_base && class_ != NULL && class_->is_empty;
    uint64_t offset = 0;
    if (!layout->is_union && (!is_empty_base || is_taken(layout, scope, draft->field.type, 0))) {
        offset = round_up(round_up(layout->bits, 8) / 8u, align_bytes);
        while (is_taken(layout, scope, draft->field.type, offset)) {
            offset += align_bytes;
        }
    }
    draft->field.offset_bytes = offset;
    if (is_empty_base) {
        raise_size(layout, offset + 1u);
        return;
    }
    layout->bits = (offset + occupied_bytes(&draft->field)) * 8u;
}

static void finish_fields(Front *front, Class *class_)
{
    Scope *scope = class_->scope;
    class_->field_count = scope->draft_count;
    class_->fields = arena_alloc(front->arena, (scope->draft_count + 1u) * sizeof(Field));
    uint32_t base = 0;
    for (uint32_t i = 0; i < scope->draft_count; i++) {
        class_->fields[i] = scope->drafts[i].field;
        if (scope->drafts[i].symbol != NULL) {
            scope->drafts[i].symbol->field = &class_->fields[i];
        }
        if (class_->fields[i].is_base && base < scope->base_count) {
            scope->base_offsets[base++] = class_->fields[i].offset_bytes;
        }
    }
}

// Members of an anonymous struct or union are found in the class around it.
static void lift_anonymous(Front *front, Class *class_, const Field *outer)
{
    const Scope *inner = class_scope(outer->type);
    for (Symbol *symbol = inner->first_symbol; symbol != NULL; symbol = symbol->next_in_scope) {
        if (symbol->kind != SYMBOL_FIELD) {
            continue;
        }
        Symbol *lifted =
            scope_add(front, class_->scope, SYMBOL_FIELD, symbol->name, symbol->location);
        lifted->type = symbol->type;
        lifted->field = symbol->field; // the way to it is found through the fields
    }
}

// POD as the ABI defines it (2.2): a class that C could have declared, here without constructors
// and bases.
static bool is_pod(const Class *class_)
{
    const Scope *scope = class_->scope;
    if (scope->has_constructor || scope->base_count > 0 || scope->has_private_field ||
        scope->is_dynamic) {
        return false;
    }
    for (uint32_t i = 0; i < class_->field_count; i++) {
        const Scope *inner = class_scope(class_->fields[i].type);
        if (inner != NULL && !inner->is_pod_for_layout) {
            return false;
        }
    }
    return true;
}

static uint32_t index_of_primary(const Scope *scope)
{
    uint32_t index = 0;
    while (scope->primary_base != NULL &&
           class_scope(scope->drafts[index].field.type) != scope->primary_base) {
        index++;
    }
    return index;
}

void class_layout(Front *front, Class *class_, const Specifiers *specifiers)
{
    Scope *scope = class_->scope;
    Layout layout = {
        .align_bytes = 1, .is_packed = specifiers->is_packed, .is_union = class_->is_union};
    bool is_empty = !class_->is_union;
    virtual_begin(front, class_);
    layout.first = index_of_primary(scope);
    for (uint32_t i = 0; i < scope->draft_count; i++) {
        uint32_t index = i == 0 ? layout.first : i <= layout.first ? i - 1 : i;
        layout.current = index;
        FieldDraft *draft = &scope->drafts[index];
        if (draft->is_bit_field) {
            place_bit_field(&layout, draft);
        } else {
            place_field(&layout, scope, index);
        }
        raise_size(&layout, round_up(layout.bits, 8) / 8u);
        if (layout.size_bytes > TYPE_BYTES_MAX) {
            front_error_always(front, draft->field.location,
                               "'%s' is too large: an object has at most 2^40 bytes",
                               class_->name == NULL ? "the class" : class_->name);
            layout.bits = layout.size_bytes = 0;
        }
        const Scope *base = class_scope(draft->field.type);
        is_empty = is_empty && draft->field.is_base && base != NULL && base->is_empty;
    }
    raise_align(&layout, specifiers->align_bytes);
    scope->is_empty = is_empty;
    scope->data_bytes = layout.size_bytes;
    class_->align_bytes = (uint32_t)layout.align_bytes;
    raise_size(&layout, 1u);
    class_->size_bytes = round_up(layout.size_bytes, layout.align_bytes);
    finish_fields(front, class_);
    scope->is_pod_for_layout = is_pod(class_);
    for (uint32_t i = 0; i < class_->field_count; i++) {
        const Field *field = &class_->fields[i];
        if (field->name == NULL && !field->is_base && class_scope(field->type) != NULL) {
            lift_anonymous(front, class_, field);
        }
    }
}
