// SPDX-License-Identifier: Apache-2.0
// Comments that say what variables and parameters are called in the source, for messages and for
// arguments by name.
#include "isa/base/source_name.h"
#include "isa/cuda/emit/write.h"

#include <inttypes.h>
#include <string.h>

// Adds the brackets of an array type; its innermost element.
static const Type *put_dimensions(const Type *type, Text *shape)
{
    while (type->kind == TYPE_ARRAY) {
        text_printf(shape, type->count == ARRAY_OF_UNKNOWN_BOUND ? "[]" : "[%" PRIu64 "]",
                    type->count);
        type = type->base->unqualified;
    }
    return type;
}

// pointee: what a pointer's elements are; NULL: of a variable.
static void put_name(const char *symbol, const Variable *variable, const Type *pointee, Text *out)
{
    Text shape = {0};
    text_put(&shape, pointee == NULL ? "" : "[]");
    const Type *element =
        put_dimensions(pointee == NULL ? variable->type->unqualified : pointee, &shape);
    text_put(&shape, shape.size_bytes == 0 ? "-" : "");
    bool is_plain = variable->name != NULL && variable->name[0] != '\0' &&
                    strpbrk(variable->name, " \n") == NULL;
    if (type_size(element) > 0 && is_plain) {
        source_name_write(symbol, variable->name, text_string(&shape), type_size(element), out);
    }
    text_destroy(&shape);
}

void name_variable(Emitter *e, const Variable *variable)
{
    const char *symbol = variable->mangled == NULL ? variable->name : variable->mangled;
    put_name(symbol, variable, NULL, &e->names);
}

void name_parameters(Emitter *e, const Function *function)
{
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        const Variable *parameter = function->parameters[i];
        const Type *type = parameter->type->unqualified;
        const Type *pointee = type->kind == TYPE_POINTER ? type->base->unqualified : NULL;
        Text symbol = {0};
        text_printf(&symbol, "%s_param_%" PRIu32, function->mangled, i);
        put_name(text_string(&symbol), parameter, pointee, &e->names);
        text_destroy(&symbol);
    }
}
