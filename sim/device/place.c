// SPDX-License-Identifier: Apache-2.0
#include "sim/device/place.h"

#include "isa/base/heap.h"

#include <stdlib.h>
#include <string.h>

#define ALIGNMENT_MAX 256u // of every allocation (sim/memory/device_memory.h)
#define HANDLE_BYTES                                                                               \
    8u // a texture, sampler or surface reference is opaque (PTX ISA, "Texture
       // Sampler and Surface Types"); this many bytes give it an address

// One module's placing.
typedef struct Placing {
    Placement *placement;
    const PtxModule *module;
    const Gpu *gpu;
    DeviceMemory *memory;
    const PlaceLink *link; // or NULL
    Diagnostics *diagnostics;
    uint64_t constant_bytes; // so far
    PlaceStatus status;
} Placing;

// The value that stands for a function in memory and registers; 0 is no function.
static uint64_t function_address(const PtxFunction *function)
{
    return (uint64_t)function->index + 1; // as CONSTANT_FUNCTION in isa/machine/program.h
}

static bool has_device_address(const PtxVariable *variable)
{
    return variable->space == PTX_SPACE_GLOBAL || variable->space == PTX_SPACE_CONST ||
           variable->space == PTX_SPACE_TEX;
}

// Counts constant memory as one bank laid out in order of declaration.
static bool fits_constant(Placing *placing, const PtxVariable *variable)
{
    uint64_t alignment = variable->alignment_bytes > 0 ? variable->alignment_bytes : 1;
    uint64_t start = (placing->constant_bytes + alignment - 1) / alignment * alignment;
    uint64_t room = placing->gpu->const_bytes;
    if (start <= room && variable->size_bytes <= room - start) {
        placing->constant_bytes = start + variable->size_bytes;
        return true;
    }
    diagnostics_add(placing->diagnostics, DIAGNOSTIC_ERROR, variable->position,
                    placing->module->source,
                    "constant variables up to '%s' take %llu bytes; %s has %llu bytes of constant "
                    "memory",
                    variable->name, (unsigned long long)(start + variable->size_bytes),
                    placing->gpu->title, (unsigned long long)room);
    placing->status = PLACE_WRONG;
    return false;
}

static bool is_allowed(Placing *placing, const PtxVariable *variable)
{
    if (variable->is_extern) {
        diagnostics_add(
            placing->diagnostics, DIAGNOSTIC_ERROR, variable->position, placing->module->source,
            "extern variable '%s' is not defined in this module (-rdc=true links device "
            "code across files)",
            variable->name);
        placing->status = PLACE_WRONG;
        return false;
    }
    if (variable->alignment_bytes > ALIGNMENT_MAX) {
        diagnostics_add(placing->diagnostics, DIAGNOSTIC_ERROR, variable->position,
                        placing->module->source,
                        "'%s' asks for an alignment of %u bytes; at most %u are supported",
                        variable->name, variable->alignment_bytes, ALIGNMENT_MAX);
        placing->status = PLACE_WRONG;
        return false;
    }
    return variable->space != PTX_SPACE_CONST || fits_constant(placing, variable);
}

static void add_placed(Placement *placement, const PtxVariable *variable, uint64_t address)
{
    placement->variables =
        heap_room(placement->variables, placement->count, &placement->room, sizeof(PlacedVariable));
    placement->variables[placement->count++] = (PlacedVariable){variable, address};
}

static const PtxVariable *definition_of(const PtxModule *module, const PtxVariable *variable)
{
    for (uint32_t i = 0; variable->is_extern && i < module->variable_count; i++) {
        const PtxVariable *other = module->variables[i];
        if (!other->is_extern && strcmp(other->name, variable->name) == 0) {
            return other;
        }
    }
    return variable;
}

// Takes the address of an extern variable from where it is defined.
static bool link_external(Placing *placing, const PtxVariable *variable)
{
    const PlaceLink *link = placing->link;
    bool is_open = variable->is_extern && link != NULL && link->external != NULL;
    uint64_t address = is_open ? link->external(link->external_context, variable->name) : 0;
    if (address != 0) {
        add_placed(placing->placement, variable, address);
    }
    return address != 0;
}

// Memory of the host for a managed variable, or of the device; 0: no room.
static uint64_t allocate_bytes(Placing *placing, const PtxVariable *variable, uint64_t size_bytes)
{
    const PlaceLink *link = placing->link;
    if (variable->is_managed && link != NULL && link->managed != NULL) {
        void *bytes = link->managed(link->managed_context, variable->name, size_bytes);
        const MemoryRegion *mapped =
            device_memory_find(placing->memory, (uint64_t)(uintptr_t)bytes);
        if (mapped != NULL && mapped->is_mapped && mapped->owner == MEMORY_OF_MODULE) {
            return mapped->base; // the module of another GPU has mapped it
        }
        if (bytes != NULL) {
            return device_memory_map(placing->memory, bytes, size_bytes, MEMORY_OF_MODULE,
                                     variable->name);
        }
    }
    MemoryOwner owner = variable->space == PTX_SPACE_CONST ? MEMORY_CONSTANT : MEMORY_OF_MODULE;
    return device_memory_allocate(placing->memory, size_bytes, owner, variable->name);
}

static void allocate_variable(Placing *placing, const PtxVariable *variable)
{
    if (!has_device_address(variable) || definition_of(placing->module, variable) != variable ||
        link_external(placing, variable) || !is_allowed(placing, variable)) {
        return;
    }
    bool is_handle =
        ptx_type_kind(variable->type) == PTX_KIND_OPAQUE || variable->space == PTX_SPACE_TEX;
    uint64_t size_bytes = variable->size_bytes;
    size_bytes = is_handle && size_bytes == 0 ? HANDLE_BYTES : size_bytes;
    uint64_t address = allocate_bytes(placing, variable, size_bytes);
    if (address == 0) {
        diagnostics_add(placing->diagnostics, DIAGNOSTIC_ERROR, variable->position,
                        placing->module->source, "no room for '%s' (%llu bytes) on %s",
                        variable->name, (unsigned long long)size_bytes, placing->gpu->title);
        placing->status = placing->status == PLACE_OK ? PLACE_NO_MEMORY : placing->status;
        return;
    }
    add_placed(placing->placement, variable, address);
}

static int by_pointer(const void *a, const void *b)
{
    uintptr_t left = (uintptr_t)((const PlacedVariable *)a)->variable;
    uintptr_t right = (uintptr_t)((const PlacedVariable *)b)->variable;
    return (left > right) - (left < right);
}

// An extern declaration shares the address of its definition. Runs before sorting.
static void alias_externs(Placing *placing)
{
    for (uint32_t i = 0; i < placing->module->variable_count; i++) {
        const PtxVariable *variable = placing->module->variables[i];
        const PtxVariable *definition = definition_of(placing->module, variable);
        for (size_t at = 0; definition != variable && at < placing->placement->count; at++) {
            if (placing->placement->variables[at].variable == definition) {
                uint64_t address = placing->placement->variables[at].address;
                add_placed(placing->placement, variable, address);
                break;
            }
        }
    }
}

uint64_t place_address(const Placement *placement, const PtxVariable *variable)
{
    if (placement->count == 0) {
        return 0;
    }
    PlacedVariable key = {.variable = variable};
    const PlacedVariable *found =
        bsearch(&key, placement->variables, placement->count, sizeof(PlacedVariable), by_pointer);
    return found == NULL ? 0 : found->address;
}

// Writes one address into a variable's first value.
static void relocate(Placing *placing, const PlacedVariable *placed,
                     const struct PtxRelocation *relocation)
{
    const PtxVariable *variable = placed->variable;
    uint64_t value = 0;
    const char *name = "";
    if (relocation->variable != NULL) {
        name = relocation->variable->name;
        value = place_address(placing->placement, relocation->variable);
    } else if (relocation->function != NULL) {
        name = relocation->function->name;
        value = function_address(relocation->function);
    }
    uint32_t size_bytes = relocation->size_bytes == 0 ? 8 : relocation->size_bytes;
    bool is_known = value != 0;
    value += (uint64_t)relocation->addend;
    bool fits = size_bytes >= 8 || value >> (8 * size_bytes) == 0;
    if (is_known && fits &&
        device_memory_write(placing->memory, placed->address + relocation->offset, &value,
                            size_bytes)) {
        return;
    }
    diagnostics_add(placing->diagnostics, DIAGNOSTIC_ERROR, variable->position,
                    placing->module->source,
                    is_known ? "the address of '%s' does not fit into %u bytes of '%s'"
                             : "the address of '%s' is not known before a kernel runs and cannot "
                               "fill %u bytes of '%s'",
                    name, size_bytes, variable->name);
    placing->status = PLACE_WRONG;
}

static void initialize(Placing *placing, const PlacedVariable *placed)
{
    const PtxVariable *variable = placed->variable;
    const MemoryRegion *region = device_memory_find(placing->memory, placed->address);
    if (region != NULL && region->is_mapped) {
        return; // the host's variable, which the host has initialized
    }
    if (variable->initial != NULL) {
        device_memory_write(placing->memory, placed->address, variable->initial,
                            variable->size_bytes);
    }
    for (uint32_t i = 0; i < variable->relocation_count; i++) {
        relocate(placing, placed, &variable->relocations[i]);
    }
}

static void allocate_all(Placing *placing)
{
    const PtxModule *module = placing->module;
    for (uint32_t i = 0; i < module->variable_count; i++) {
        allocate_variable(placing, module->variables[i]);
    }
    for (uint32_t f = 0; f < module->function_count; f++) {
        const PtxFunction *function = module->functions[f];
        for (uint32_t i = 0; i < function->variable_count; i++) {
            allocate_variable(placing, function->variables[i]);
        }
    }
}

PlaceStatus place_variables(Placement *placement, const PtxModule *module, const Gpu *gpu,
                            DeviceMemory *memory, const PlaceLink *link, Diagnostics *diagnostics)
{
    Placing placing = {.placement = placement,
                       .module = module,
                       .gpu = gpu,
                       .memory = memory,
                       .link = link,
                       .diagnostics = diagnostics};
    *placement = (Placement){0};
    allocate_all(&placing);
    alias_externs(&placing);
    if (placement->count > 1) {
        qsort(placement->variables, placement->count, sizeof(PlacedVariable), by_pointer);
    }
    for (size_t i = 0; placing.status == PLACE_OK && i < placement->count; i++) {
        if (!placement->variables[i].variable->is_extern) {
            initialize(&placing, &placement->variables[i]);
        }
    }
    if (placing.status != PLACE_OK) {
        place_release(placement, memory);
    }
    return placing.status;
}

void place_release(Placement *placement, DeviceMemory *memory)
{
    for (size_t i = 0; i < placement->count; i++) {
        if (!placement->variables[i].variable->is_extern) {
            device_memory_release(memory, placement->variables[i].address);
        }
    }
    free(placement->variables);
    *placement = (Placement){0};
}
