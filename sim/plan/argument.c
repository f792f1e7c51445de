// SPDX-License-Identifier: Apache-2.0
// One argument of a launch: text against the parameter it is for.
#include "sim/plan/expression.h"
#include "sim/plan/plan.h"

#include <string.h>

// The command line's type for a scalar parameter; NULL for structures.
static const Element *element_of(const PtxVariable *parameter)
{
    if (parameter->size_bytes * 8 != ptx_type_bits(parameter->type)) {
        return NULL;
    }
    const char *name = ptx_suffix_name(parameter->type) + 1;
    return element_find(name, strlen(name));
}

static bool refuse(Plan *plan, const PlannedLaunch *launch, uint32_t index, const char *text,
                   const char *why)
{
    Text kernel = {0};
    kernel_describe(launch->kernel, &kernel);
    plan_error(plan, "argument %u of %s cannot be '%s': %s", index + 1, text_string(&kernel), text,
               why);
    text_destroy(&kernel);
    return false;
}

static size_t name_size(const char *text)
{
    bool starts_name =
        (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z') || *text == '_';
    return starts_name ? strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                      "0123456789_.")
                       : 0;
}

static bool read_pointer(Plan *plan, PlannedLaunch *launch, uint32_t index, const char *text,
                         uint32_t buffer, const char *rest)
{
    const PtxVariable *parameter = launch->kernel->parameters[index];
    bool is_address = parameter->size_bytes == plan->module->address_bits / 8 &&
                      ptx_type_kind(parameter->type) != PTX_KIND_FLOAT;
    if (!is_address) {
        return refuse(plan, launch, index, text, "the parameter is not a pointer");
    }
    int64_t elements = 0;
    const char *end = rest + strspn(rest, " ");
    if (*end == '+' && (!expression_read(end + 1, &end, &elements) || elements < 0)) {
        return refuse(plan, launch, index, text, "the offset is not a whole number of elements");
    }
    if (elements > 0 && plan->buffers[buffer].texture != NULL) {
        return refuse(plan, launch, index, text, "a texture has no offset");
    }
    if (end[strspn(end, " ")] != 0) {
        return refuse(plan, launch, index, text,
                      "only an offset in elements may follow the buffer");
    }
    launch->pointers[launch->pointer_count++] =
        (Pointer){.offset_bytes = launch->kernel->parameter_offset[index],
                  .size_bytes = (uint32_t)parameter->size_bytes,
                  .buffer = buffer,
                  .addend_bytes = (uint64_t)elements * plan->buffers[buffer].element->size_bytes};
    return true;
}

// Members of a structure on their way into the parameter block.
typedef struct Packing {
    uint8_t *bytes;
    uint64_t used, size_bytes;
    uint64_t alignment; // of the structure: that of its widest member
} Packing;

// TYPE(value, value, ...), each at the next multiple of its size, as C lays out members. Moves *at
// behind it. NULL, or what is wrong.
static const char *read_members(const Element *element, const char **at, Packing *packing)
{
    uint64_t size = element->size_bytes;
    packing->alignment = size > packing->alignment ? size : packing->alignment;
    do {
        ++*at;
        uint64_t place = (packing->used + size - 1) / size * size;
        if (place + size > packing->size_bytes) {
            return "it has more bytes than the parameter";
        }
        if (!element_read(element, *at, at, packing->bytes + place)) {
            return "a value is not a number of that type";
        }
        packing->used = place + size;
        *at += strspn(*at, " ");
    } while (**at == ',');
    if (**at != ')') {
        return "values look like f32(1, 2, 3)";
    }
    *at += 1 + strspn(*at + 1, " ");
    return NULL;
}

// TYPE(value, ...) TYPE(value, ...) ...: the members of a structure.
static bool read_structure(Plan *plan, PlannedLaunch *launch, uint32_t index, const char *text)
{
    Packing packing = {.bytes = launch->parameters + launch->kernel->parameter_offset[index],
                       .size_bytes = launch->kernel->parameters[index]->size_bytes,
                       .alignment = 1};
    for (const char *at = text; *at != 0;) {
        size_t size = name_size(at);
        const Element *element = size > 0 ? element_find(at, size) : NULL;
        if (element == NULL || at[size] != '(') {
            return refuse(plan, launch, index, text,
                          "members look like f32(1, 2, 3) or f32(1.5) s32(2, 3)");
        }
        at += size;
        const char *problem = read_members(element, &at, &packing);
        if (problem != NULL) {
            return refuse(plan, launch, index, text, problem);
        }
    }
    uint64_t end = (packing.used + packing.alignment - 1) / packing.alignment * packing.alignment;
    return end == packing.size_bytes ||
           refuse(plan, launch, index, text, "it has fewer bytes than the parameter");
}

static bool read_scalar(Plan *plan, PlannedLaunch *launch, uint32_t index, const char *text)
{
    const PtxVariable *parameter = launch->kernel->parameters[index];
    const Element *element = element_of(parameter);
    uint8_t *bytes = launch->parameters + launch->kernel->parameter_offset[index];
    const char *end;
    if (element == NULL) {
        return refuse(plan, launch, index, text,
                      "the parameter is a structure; give its members as in f32(1, 2, 3) or "
                      "f32(1.5) s32(2, 3)");
    }
    if (!element_read(element, text, &end, bytes) || end[strspn(end, " ")] != 0) {
        return refuse(plan, launch, index, text,
                      element->kind == ELEMENT_FLOAT
                          ? "it is neither a buffer nor a number"
                          : "it is neither a buffer nor a whole number in the parameter's range");
    }
    return true;
}

bool argument_read(Plan *plan, PlannedLaunch *launch, uint32_t index, const char *text)
{
    text += strspn(text, " ");
    size_t size = name_size(text);
    uint32_t buffer = size > 0 ? plan_find_buffer(plan, text, size) : UINT32_MAX;
    if (buffer != UINT32_MAX) {
        return read_pointer(plan, launch, index, text, buffer, text + size);
    }
    const Element *element = size > 0 ? element_find(text, size) : NULL;
    if (element != NULL && text[size] == '(') {
        return read_structure(plan, launch, index, text);
    }
    return read_scalar(plan, launch, index, text);
}
