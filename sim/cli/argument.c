// SPDX-License-Identifier: Apache-2.0
// One argument of a launch: text against the parameter it is for.
#include "sim/cli/plan.h"

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

static bool refuse(const Plan *plan, const PlannedLaunch *launch, uint32_t index, const char *text,
                   const char *why)
{
    Text kernel = {0};
    kernel_describe(launch->kernel, &kernel);
    cli_error(plan->style, "argument %u of %s can not be '%s': %s", index + 1, text_string(&kernel),
              text, why);
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

static bool read_pointer(const Plan *plan, PlannedLaunch *launch, uint32_t index, const char *text,
                         uint32_t buffer, const char *rest)
{
    const PtxVariable *parameter = launch->kernel->parameters[index];
    bool is_address = parameter->size_bytes == plan->module->address_bits / 8 &&
                      ptx_type_kind(parameter->type) != PTX_KIND_FLOAT;
    if (!is_address) {
        return refuse(plan, launch, index, text, "the parameter is no pointer");
    }
    int64_t elements = 0;
    const char *end = rest + strspn(rest, " ");
    if (*end == '+' && (!expression_read(end + 1, &end, &elements) || elements < 0)) {
        return refuse(plan, launch, index, text, "the offset is no whole number of elements");
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

// TYPE(value, value, ...): the members of a structure, all of one type.
static bool read_values(const Plan *plan, PlannedLaunch *launch, uint32_t index, const char *text,
                        const Element *element, const char *at)
{
    const PtxVariable *parameter = launch->kernel->parameters[index];
    uint8_t *bytes = launch->parameters + launch->kernel->parameter_offset[index];
    uint64_t used = 0;
    do {
        at++;
        if (used + element->size_bytes > parameter->size_bytes) {
            return refuse(plan, launch, index, text, "it has more bytes than the parameter");
        }
        if (!element_read(element, at, &at, bytes + used)) {
            return refuse(plan, launch, index, text, "a value is no number of that type");
        }
        used += element->size_bytes;
        at += strspn(at, " ");
    } while (*at == ',');
    if (at[0] != ')' || at[1] != 0) {
        return refuse(plan, launch, index, text, "values look like f32(1, 2, 3)");
    }
    if (used != parameter->size_bytes) {
        return refuse(plan, launch, index, text, "it has fewer bytes than the parameter");
    }
    return true;
}

static bool read_scalar(const Plan *plan, PlannedLaunch *launch, uint32_t index, const char *text)
{
    const PtxVariable *parameter = launch->kernel->parameters[index];
    const Element *element = element_of(parameter);
    uint8_t *bytes = launch->parameters + launch->kernel->parameter_offset[index];
    const char *end;
    if (element == NULL) {
        return refuse(plan, launch, index, text,
                      "the parameter is a structure; give its members as in f32(1, 2, 3)");
    }
    if (!element_read(element, text, &end, bytes) || end[strspn(end, " ")] != 0) {
        return refuse(plan, launch, index, text,
                      element->kind == ELEMENT_FLOAT
                          ? "it is neither a buffer nor a number"
                          : "it is neither a buffer nor a whole number in the parameter's range");
    }
    return true;
}

bool argument_read(const Plan *plan, PlannedLaunch *launch, uint32_t index, const char *text)
{
    text += strspn(text, " ");
    size_t size = name_size(text);
    uint32_t buffer = size > 0 ? plan_find_buffer(plan, text, size) : UINT32_MAX;
    if (buffer != UINT32_MAX) {
        return read_pointer(plan, launch, index, text, buffer, text + size);
    }
    const Element *element = size > 0 ? element_find(text, size) : NULL;
    if (element != NULL && text[size] == '(') {
        return read_values(plan, launch, index, text, element, text + size);
    }
    return read_scalar(plan, launch, index, text);
}
