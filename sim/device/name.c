// SPDX-License-Identifier: Apache-2.0
#include "sim/device/name.h"

#include "isa/base/source_name.h"
#include "sim/check/check.h"
#include "sim/memory/texture_table.h"

#include <stdio.h>
#include <string.h>

// A pointer among the arguments.
typedef struct Argument {
    uint64_t value; // 0: none
    uint32_t parameter;
    bool has_name;
    SourcePointer pointer; // as the source calls it, if it has a name
} Argument;

static uint64_t pointer_at(const Launch *launch, uint64_t offset)
{
    uint64_t value = 0;
    if (offset + sizeof value <= launch->parameter_bytes) {
        memcpy(&value, launch->parameters + offset, sizeof value);
    }
    return value;
}

// The search for the argument that points closest before an address, into the same allocation.
typedef struct Search {
    const Launch *launch;
    const MemoryRegion *region;
    uint64_t address;
    const PtxVariable
        *meant;            // not NULL: for the pointer at this offset in this parameter, wherever
    uint32_t meant_offset; // it points
    Argument best;
} Search;

static void offer(Search *search, const PtxVariable *parameter, const Argument *argument)
{
    const MemoryRegion *region = search->region;
    if (search->meant != NULL) {
        bool is_it = search->meant == parameter && argument->pointer.offset == search->meant_offset;
        search->best = is_it ? *argument : search->best;
        return;
    }
    bool is_inside =
        argument->value >= region->base && argument->value - region->base < region->size_bytes;
    if (is_inside && argument->value <= search->address && argument->value > search->best.value) {
        search->best = *argument;
    }
}

static void offer_parameter(Search *search, const PtxFunction *kernel, uint32_t index)
{
    enum { POINTERS_MAX = 16 };
    const PtxVariable *parameter = kernel->parameters[index];
    uint64_t offset = kernel->parameter_offset[index];
    SourceName name = {0};
    bool is_known =
        source_name_find(search->launch->program->module->source, parameter->name, &name);
    Argument argument = {.parameter = index};
    if (parameter->size_bytes == sizeof argument.value) {
        argument.value = pointer_at(search->launch, offset);
        argument.has_name = is_known && name.shape[0] == '[';
        argument.pointer.pointee = name;
        offer(search, parameter, &argument);
    }
    SourcePointer pointers[POINTERS_MAX];
    uint32_t count = is_known ? source_name_pointers(&name, pointers, POINTERS_MAX) : 0;
    for (uint32_t i = 0; i < count && name.shape[0] == '-'; i++) {
        argument.value = pointer_at(search->launch, offset + pointers[i].offset);
        argument.has_name = true;
        argument.pointer = pointers[i];
        offer(search, parameter, &argument);
    }
}

static void put_argument(Argument *argument, uint64_t address, uint32_t width_bytes, Text *out)
{
    const SourceName *name = argument->pointer.path[0] == '\0'
                                 ? &argument->pointer.pointee
                                 : source_pointer_name(&argument->pointer);
    source_name_put(name, address - argument->value, width_bytes, out);
}

// "texel (3, 1)" of a texture or surface; coordinates as far as the shape has them.
static bool name_texel(const Launch *launch, uint64_t address, Text *out)
{
    const TextureTable *table = launch->textures;
    for (uint32_t i = 0; table != NULL && i < table->count; i++) {
        const TextureEntry *entry = &table->entries[i];
        const Texture *texture = &entry->texture;
        uint64_t offset = address - texture->address;
        if (entry->use == TEXTURE_FOR_SAMPLER || offset >= texture_size_bytes(texture)) {
            continue;
        }
        uint64_t slice = texture->depth > 1 ? offset / texture->slice_bytes : 0;
        offset -= slice * texture->slice_bytes;
        uint64_t row = texture->height > 1 ? offset / texture->pitch_bytes : 0;
        offset -= row * texture->pitch_bytes;
        text_printf(out, "texel (%llu", (unsigned long long)offset / texture_texel_bytes(texture));
        if (texture->height > 1) {
            text_printf(out, ", %llu", (unsigned long long)row);
        }
        if (texture->depth > 1) {
            text_printf(out, ", %llu", (unsigned long long)slice);
        }
        text_put(out, ")");
        return true;
    }
    return false;
}

// "'out[1024]'" for a global address in or near an allocation that an argument points into, or in a
// variable. The argument's number if the PTX has no name for it or it is a structure with a
// pointer, unless the allocation has a name of its own. False when nothing is known.
static bool name_address(const Launch *launch, const PtxFunction *kernel, uint64_t address,
                         uint32_t width_bytes, Text *out)
{
    const char *ptx = launch->program->module->source;
    const MemoryRegion *region = device_memory_nearest(launch->memory, address);
    SourceName name;
    if (region == NULL || address < region->base) {
        return false;
    }
    Search search = {.launch = launch, .region = region, .address = address};
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        offer_parameter(&search, kernel, i);
    }
    if (search.best.value == 0) {
        bool is_variable = region->name[0] != '\0' && source_name_find(ptx, region->name, &name) &&
                           address < region->base + region->size_bytes;
        if (is_variable) {
            source_name_put(&name, address - region->base, width_bytes, out);
        }
        if (!is_variable && region->owner == MEMORY_CONSTANT) {
            text_printf(out, "'%s' + %llu bytes", region->name,
                        (unsigned long long)(address - region->base));
            return true;
        }
        return is_variable || name_texel(launch, address, out);
    }
    if (search.best.has_name) {
        put_argument(&search.best, address, width_bytes, out);
        return true;
    }
    if (region->name[0] == '\0') {
        text_printf(out, "byte %llu of argument %u",
                    (unsigned long long)(address - search.best.value), search.best.parameter + 1);
    }
    return region->name[0] == '\0';
}

void name_findings(const Launch *launch, const PtxFunction *kernel, CheckFindings *findings,
                   uint32_t first)
{
    for (uint32_t i = first; i < findings->count; i++) {
        CheckFinding *finding = &findings->items[i];
        bool is_global = finding->space == PTX_SPACE_GLOBAL || finding->space == PTX_SPACE_CONST ||
                         finding->space == PTX_SPACE_GENERIC;
        Text text = {0};
        if (is_global && finding->address != 0 && finding->what[0] == '\0' &&
            name_address(launch, kernel, finding->address, finding->width_bytes, &text)) {
            snprintf(finding->what, sizeof finding->what, "%s", text_string(&text));
        }
        text_destroy(&text);
    }
}

// Of an access beyond all memory, what counts is the pointer that it was meant for, not the
// allocation that happens to be near.
static bool name_meant(const Launch *launch, const PtxFunction *kernel, const Fault *fault,
                       Text *out)
{
    Search search = {.launch = launch, .address = fault->address};
    const MemoryRegion *near = device_memory_nearest(launch->memory, fault->address);
    uint64_t base;
    if (device_memory_find(launch->memory, fault->address) != NULL ||
        !check_meant(launch, fault->pc, &search.meant, &search.meant_offset, &base)) {
        return false;
    }
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        offer_parameter(&search, kernel, i);
    }
    if (search.best.value != 0 && search.best.has_name) {
        put_argument(&search.best, fault->address, fault->width_bytes, out);
    } else if (search.best.value != 0 && (near == NULL || near->name[0] == '\0')) {
        text_printf(out, "byte %lld of argument %u",
                    (long long)(fault->address - search.best.value), search.best.parameter + 1);
    }
    return out->size_bytes > 0;
}

// The variable in shared memory that was left.
static bool name_shared(const Launch *launch, const Fault *fault, Text *out)
{
    const PtxVariable *variable;
    uint32_t offset;
    uint64_t base;
    SourceName name;
    if (!check_meant(launch, fault->pc, &variable, &offset, &base) ||
        variable->space != PTX_SPACE_SHARED ||
        !source_name_find(launch->program->module->source, variable->name, &name)) {
        return false;
    }
    // Shared addresses have 32 bits: one before the variable is no large one.
    source_name_put(&name, (uint64_t)(int64_t)(int32_t)(fault->address - base), fault->width_bytes,
                    out);
    return true;
}

void name_fault(const Launch *launch, const PtxFunction *kernel, Fault *fault)
{
    bool is_access = fault->kind == FAULT_OUT_OF_BOUNDS || fault->kind == FAULT_MISALIGNED;
    bool is_global = fault->space == PTX_SPACE_GLOBAL || fault->space == PTX_SPACE_GENERIC;
    size_t used = strlen(fault->detail);
    Text text = {0};
    bool is_named = is_access && fault->space == PTX_SPACE_SHARED
                        ? name_shared(launch, fault, &text)
                        : is_access && is_global &&
                              (name_meant(launch, kernel, fault, &text) ||
                               (!fault->is_stray && name_address(launch, kernel, fault->address,
                                                                 fault->width_bytes, &text)));
    if (is_named) {
        snprintf(fault->detail + used, sizeof fault->detail - used, "%sit is %s",
                 used > 0 ? "; " : "", text_string(&text));
    }
    text_destroy(&text);
}
