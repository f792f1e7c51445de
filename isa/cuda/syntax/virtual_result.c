// SPDX-License-Identifier: Apache-2.0
// Results of overriding functions, C++17 [class.virtual]/8. Callers through the base get what the
// overrider returns as it is, so a result that would have to be moved to a base class is refused.
#include "isa/cuda/syntax/virtual.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/express_text.h"

typedef enum Covariance { COVARIANT, COVARIANT_ELSEWHERE, NOT_COVARIANT } Covariance;

// Whether a pointer to the class is one to the base as well.
static Covariance base_at_start(const Class *class_, const Class *base, uint64_t offset_bytes)
{
    if (class_ == base) {
        return offset_bytes == 0 ? COVARIANT : COVARIANT_ELSEWHERE;
    }
    for (uint32_t i = 0; i < class_->field_count; i++) {
        const Field *field = &class_->fields[i];
        if (field->is_base && field->type->kind == TYPE_CLASS &&
            (field->type->class_ == base || class_is_derived(field->type->class_, base))) {
            return base_at_start(field->type->class_, base, offset_bytes + field->offset_bytes);
        }
    }
    return NOT_COVARIANT;
}

static Covariance covariance(Front *front, const FunctionInfo *own, const FunctionInfo *declared)
{
    const Type *from = own->type->base, *to = declared->type->base;
    if (from == to) {
        return COVARIANT;
    }
    bool is_address = from->kind == TYPE_POINTER || type_is_reference(from);
    if (from->kind != to->kind || !is_address || from->base->kind != TYPE_CLASS ||
        to->base->kind != TYPE_CLASS || !class_complete(front, from->base, own->location)) {
        return NOT_COVARIANT;
    }
    return base_at_start(from->base->class_, to->base->class_, 0);
}

void virtual_check_result(Front *front, const FunctionInfo *own, const FunctionInfo *declared)
{
    Covariance found = covariance(front, own, declared);
    if (found == COVARIANT) {
        return;
    }
    const char *from = express_type_text(front, own->type->base);
    const char *to = express_type_text(front, declared->type->base);
    if (found == NOT_COVARIANT) {
        front_error(front, own->location,
                    "'%s' returns '%s', but the function it overrides returns '%s'", own->name,
                    from, to);
    } else {
        front_error(front, own->location,
                    "'%s' returns '%s', whose base is not at its start, where the function it "
                    "overrides returns '%s': this is not supported; return '%s' here too",
                    own->name, from, to, to);
    }
    front_note(front, declared->location, "the overridden function is here");
}
