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

#define MEMBERS_MAX 1000u // bytes of text: the members of larger structures are left out

static bool is_plain(const char *name)
{
    return name != NULL && name[0] != '\0' && strpbrk(name, " \n@:;{}") == NULL;
}

static void put_members(const Type *type, bool has_pointees, Text *out);

// "*4[]", "4[3]", "8{...}". Without a size: nothing.
static void put_place(const Type *type, bool has_pointees, Text *out)
{
    Text shape = {0};
    const Type *pointee = type->kind == TYPE_POINTER ? type->base->unqualified : NULL;
    bool is_pointer = has_pointees && pointee != NULL && type_size(pointee) > 0;
    text_put(&shape, is_pointer ? "[]" : "");
    const Type *element = put_dimensions(is_pointer ? pointee : type, &shape);
    text_printf(out, "%s%" PRIu64 "%s", is_pointer ? "*" : "", type_size(element),
                text_string(&shape));
    put_members(element, has_pointees && !is_pointer, out);
    text_destroy(&shape);
}

// "{position@0:4[3];data@16:*4[];}"; what pointers point to only if has_pointees.
static void put_members(const Type *type, bool has_pointees, Text *out)
{
    if (type->kind != TYPE_CLASS || type->class_->is_union) {
        return;
    }
    text_put(out, "{");
    for (uint32_t i = 0; i < type->class_->field_count && out->size_bytes < MEMBERS_MAX; i++) {
        const Field *field = &type->class_->fields[i];
        const Type *of = field->type->unqualified;
        bool is_named = is_plain(field->name) && field->bit_width == 0 &&
                        strncmp(field->name, "__", 2) != 0; // a library's own
        bool is_part = field->name == NULL && of->kind == TYPE_CLASS;
        if ((is_named || is_part) && type_size(of) > 0) {
            text_printf(out, "%s@%" PRIu64 ":", is_named ? field->name : "", field->offset_bytes);
            put_place(of, has_pointees, out);
            text_put(out, ";");
        }
    }
    text_put(out, "}");
}

static void write_name(const char *symbol, const char *name, const char *shape, const Type *element,
                       bool has_pointees, Text *out)
{
    Text members = {0};
    put_members(element, has_pointees, &members);
    bool is_short = members.size_bytes > 2 && members.size_bytes < 2 * MEMBERS_MAX;
    source_name_write(symbol, name, shape, type_size(element),
                      is_short ? text_string(&members) : "", out);
    text_destroy(&members);
}

// pointee: what a pointer's elements are; NULL: of a variable.
static void put_name(const char *symbol, const Variable *variable, const Type *pointee, Text *out)
{
    Text shape = {0};
    text_put(&shape, pointee == NULL ? "" : "[]");
    const Type *element =
        put_dimensions(pointee == NULL ? variable->type->unqualified : pointee, &shape);
    text_put(&shape, shape.size_bytes == 0 ? "-" : "");
    if (type_size(element) > 0 && is_plain(variable->name)) {
        write_name(symbol, variable->name, text_string(&shape), element, pointee == NULL, out);
    }
    text_destroy(&shape);
}

static void put_locals(const Writer *w, Text *members)
{
    for (const IrBlock *block = w->function->entry; block != NULL; block = block->next) {
        for (const IrInstruction *at = block->first; at != NULL; at = at->next) {
            bool is_placed = at->op == IR_LOCAL && at->use_count > 0 && at->variable != NULL;
            if (is_placed && is_plain(at->variable->name) && type_size(at->variable->type) > 0 &&
                members->size_bytes < MEMBERS_MAX) {
                text_printf(members, "%s@%" PRIu64 ":", at->variable->name,
                            w->local_offsets[at->number]);
                put_place(at->variable->type->unqualified, false, members);
                text_put(members, ";");
            }
        }
    }
}

void name_locals(const Writer *w)
{
    Text symbol = {0}, members = {0};
    text_put(&members, "{");
    put_locals(w, &members);
    text_put(&members, "}");
    text_printf(&symbol, "__local_depot%" PRIu32, w->emitter->function_number);
    if (members.size_bytes > 2 && members.size_bytes < 2 * MEMBERS_MAX) {
        source_name_write(text_string(&symbol), "", "-", w->local_bytes, text_string(&members),
                          &w->emitter->names);
    }
    text_destroy(&symbol);
    text_destroy(&members);
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
