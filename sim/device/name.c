// SPDX-License-Identifier: Apache-2.0
#include "sim/device/name.h"

#include "isa/base/source_name.h"

#include <stdio.h>
#include <string.h>

// The value of a parameter that may be a pointer; 0: it is none.
static uint64_t pointer_of(const Launch *launch, const PtxFunction *kernel, uint32_t index)
{
    uint64_t value = 0, offset = kernel->parameter_offset[index];
    const PtxVariable *parameter = kernel->parameters[index];
    if (parameter->size_bytes == sizeof value && offset + sizeof value <= launch->parameter_bytes) {
        memcpy(&value, launch->parameters + offset, sizeof value);
    }
    return value;
}

// The argument that points closest before the address, into the same allocation; UINT32_MAX: none.
static uint32_t find_argument(const Launch *launch, const PtxFunction *kernel,
                              const MemoryRegion *region, uint64_t address)
{
    uint32_t best = UINT32_MAX;
    uint64_t best_value = 0;
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        uint64_t value = pointer_of(launch, kernel, i);
        bool is_inside = value >= region->base && value - region->base < region->size_bytes;
        if (is_inside && value <= address && (best == UINT32_MAX || value > best_value)) {
            best = i;
            best_value = value;
        }
    }
    return best;
}

// "'out[1024]'" for a global address in or near an allocation that an argument points into, or in a
// variable. The argument's number if the PTX has no name for it or it is a structure with a
// pointer, unless the allocation has a name of its own. False when nothing is known.
static bool name_address(const Launch *launch, const PtxFunction *kernel, uint64_t address,
                         Text *out)
{
    const char *ptx = launch->program->module->source;
    const MemoryRegion *region = device_memory_nearest(launch->memory, address);
    SourceName name;
    if (region == NULL || address < region->base) {
        return false;
    }
    uint32_t index = find_argument(launch, kernel, region, address);
    if (index == UINT32_MAX) {
        bool is_variable = region->name[0] != '\0' && source_name_find(ptx, region->name, &name) &&
                           address < region->base + region->size_bytes;
        if (is_variable) {
            source_name_put(&name, address - region->base, out);
        }
        return is_variable;
    }
    uint64_t offset = address - pointer_of(launch, kernel, index);
    bool is_pointer =
        source_name_find(ptx, kernel->parameters[index]->name, &name) && name.shape[0] == '[';
    if (is_pointer) {
        source_name_put(&name, offset, out);
        return true;
    }
    if (region->name[0] == '\0') {
        text_printf(out, "byte %llu of argument %u", (unsigned long long)offset, index + 1);
    }
    return region->name[0] == '\0';
}

void name_findings(const Launch *launch, const PtxFunction *kernel, CheckFindings *findings,
                   uint32_t first)
{
    for (uint32_t i = first; i < findings->count; i++) {
        CheckFinding *finding = &findings->items[i];
        bool is_global = finding->space == PTX_SPACE_GLOBAL || finding->space == PTX_SPACE_GENERIC;
        Text text = {0};
        if (is_global && finding->address != 0 && finding->what[0] == '\0' &&
            name_address(launch, kernel, finding->address, &text)) {
            snprintf(finding->what, sizeof finding->what, "%s", text_string(&text));
        }
        text_destroy(&text);
    }
}

void name_fault(const Launch *launch, const PtxFunction *kernel, Fault *fault)
{
    bool is_access = fault->kind == FAULT_OUT_OF_BOUNDS || fault->kind == FAULT_MISALIGNED;
    bool is_global = fault->space == PTX_SPACE_GLOBAL || fault->space == PTX_SPACE_GENERIC;
    size_t used = strlen(fault->detail);
    Text text = {0};
    if (is_access && is_global && !fault->is_stray &&
        name_address(launch, kernel, fault->address, &text)) {
        snprintf(fault->detail + used, sizeof fault->detail - used, "%sit is %s",
                 used > 0 ? "; " : "", text_string(&text));
    }
    text_destroy(&text);
}
