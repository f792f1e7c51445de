// SPDX-License-Identifier: Apache-2.0
// Layout of classes by the Itanium C++ ABI (2.4): base classes, then members in order; empty bases
// take no room; bit-fields share units; a derived class may use the tail padding of a base that is
// not a POD; the primary base, which has the vptr, goes first. Leaves out: virtual bases.
#include "isa/cuda/syntax/class.h"

#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/scope.h"
#include "isa/cuda/syntax/virtual.h"

typedef struct Layout {
    uint64_t bits; // used so far
    uint64_t align_bytes;
    bool is_packed, is_union;
    uint64_t union_bytes;
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

static bool has_same_empty_base(const Type *first, const Type *type, uint32_t depth)
{
    while (first->kind == TYPE_ARRAY) {
        first = first->base;
    }
    if (first->unqualified == type->unqualified) {
        return true;
    }
    Scope *scope = class_scope(first);
    if (scope == NULL || depth > 32u) {
        return false;
    }
    for (uint32_t i = 0; i < first->class_->field_count; i++) {
        const Field *field = &first->class_->fields[i];
        if (field->offset_bytes == 0 && has_same_empty_base(field->type, type, depth + 1u)) {
            return true;
        }
    }
    return false;
}

static uint64_t empty_base_offset(const Layout *layout, const Scope *scope, uint32_t index)
{
    for (uint32_t i = 0; i < index; i++) {
        const Field *other = &scope->drafts[i].field;
        if (other->is_base && other->offset_bytes == 0 &&
            has_same_empty_base(other->type, scope->drafts[index].field.type, 0)) {
            return round_up(layout->bits, 8) / 8u;
        }
    }
    return 0;
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
    if (draft->field.is_base && class_ != NULL && class_->is_empty) {
        draft->field.offset_bytes = empty_base_offset(layout, scope, index);
        if (draft->field.offset_bytes * 8u >= layout->bits && draft->field.offset_bytes > 0) {
            layout->bits = (draft->field.offset_bytes + 1u) * 8u;
        }
        return;
    }
    uint64_t offset = layout->is_union ? 0 : round_up(round_up(layout->bits, 8) / 8u, align_bytes);
    if (class_ != NULL && class_->is_empty && index > 0 && scope->drafts[index - 1].field.is_base &&
        offset == 0 &&
        has_same_empty_base(scope->drafts[index - 1].field.type, draft->field.type, 0)) {
        offset = align_bytes;
    }
    draft->field.offset_bytes = offset;
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
    uint32_t first = index_of_primary(scope);
    for (uint32_t i = 0; i < scope->draft_count; i++) {
        uint32_t index = i == 0 ? first : i <= first ? i - 1 : i;
        FieldDraft *draft = &scope->drafts[index];
        if (draft->is_bit_field) {
            place_bit_field(&layout, draft);
        } else {
            place_field(&layout, scope, index);
        }
        uint64_t bytes = round_up(layout.bits, 8) / 8u;
        if (bytes > TYPE_BYTES_MAX) {
            front_error_always(front, draft->field.location,
                               "'%s' is too large: an object has at most 2^40 bytes",
                               class_->name == NULL ? "the class" : class_->name);
            layout.bits = 0;
        }
        layout.union_bytes = bytes > layout.union_bytes ? bytes : layout.union_bytes;
        const Scope *base = class_scope(draft->field.type);
        is_empty = is_empty && draft->field.is_base && base != NULL && base->is_empty;
    }
    raise_align(&layout, specifiers->align_bytes);
    uint64_t bytes = class_->is_union ? layout.union_bytes : round_up(layout.bits, 8) / 8u;
    scope->is_empty = is_empty;
    scope->data_bytes = bytes;
    class_->align_bytes = (uint32_t)layout.align_bytes;
    class_->size_bytes = round_up(bytes == 0 ? 1u : bytes, layout.align_bytes);
    finish_fields(front, class_);
    scope->is_pod_for_layout = is_pod(class_);
    for (uint32_t i = 0; i < class_->field_count; i++) {
        const Field *field = &class_->fields[i];
        if (field->name == NULL && !field->is_base && class_scope(field->type) != NULL) {
            lift_anonymous(front, class_, field);
        }
    }
}
