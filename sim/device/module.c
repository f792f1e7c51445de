// SPDX-License-Identifier: Apache-2.0
// Modules: PTX text parsed, its variables placed, its kernels lowered when they are first launched.
#include "isa/base/heap.h"
#include "sim/device/state.h"

#include <stdlib.h>
#include <string.h>

// Where the modules loaded before define a variable of this name; 0: nowhere.
static uint64_t defined_before(void *context, const char *name)
{
    const LockstepDevice *device = context;
    uint32_t home = device_memory_home(device->memory);
    for (const LockstepModule *module = device->modules; module != NULL; module = module->next) {
        const PtxVariable *variable = module->is_unloaded || module->home != home
                                          ? NULL
                                          : ptx_find_variable(module->ptx, name);
        if (variable != NULL && !variable->is_extern && variable->is_visible) {
            return place_address(&module->placement, variable);
        }
    }
    return 0;
}

static LockstepStatus place_module(LockstepDevice *device, LockstepModule *module,
                                   const LockstepLink *link, Diagnostics *diagnostics)
{
    PlaceLink place = {.external = defined_before, .external_context = device};
    if (link != NULL) {
        place.managed = link->managed;
        place.managed_context = link->context;
    }
    PlaceStatus status = place_variables(&module->placement, module->ptx, &device->gpu,
                                         device->memory, link == NULL ? NULL : &place, diagnostics);
    return status == PLACE_OK          ? LOCKSTEP_OK
           : status == PLACE_NO_MEMORY ? LOCKSTEP_ERROR_MEMORY
                                       : LOCKSTEP_ERROR_INPUT;
}

// A module with 32-bit addresses can only reach memory below 4 GB.
static LockstepStatus reach_memory(LockstepDevice *device, const PtxModule *ptx,
                                   Diagnostics *diagnostics)
{
    if (ptx->address_bits == 64 || device_memory_narrow(device->memory)) {
        return LOCKSTEP_OK;
    }
    diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, (SourcePosition){.file = ptx->file}, NULL,
                    "a module with 32-bit addresses must be loaded before anything is allocated");
    return LOCKSTEP_ERROR_INPUT;
}

static LockstepStatus load(LockstepDevice *device, const char *ptx, size_t size_bytes,
                           const char *file_name, const LockstepLink *link, LockstepModule **module)
{
    *module = NULL;
    if (!device_enter(device)) {
        return LOCKSTEP_ERROR_INPUT;
    }
    Diagnostics diagnostics = {0};
    LockstepStatus status = LOCKSTEP_ERROR_INPUT;
    LockstepModule *loaded = calloc(1, sizeof(*loaded));
    if (loaded == NULL) {
        return device_fail(device, LOCKSTEP_ERROR_MEMORY, "the host has no memory left");
    }
    loaded->home = device_memory_home(device->memory);
    loaded->ptx = ptx_parse(ptx, size_bytes, file_name == NULL ? "PTX" : file_name, &diagnostics);
    if (loaded->ptx != NULL) {
        status = reach_memory(device, loaded->ptx, &diagnostics);
    }
    if (status == LOCKSTEP_OK) {
        status = place_module(device, loaded, link, &diagnostics);
    }
    if (status == LOCKSTEP_OK && !textures_declare(device, loaded, &diagnostics)) {
        status = LOCKSTEP_ERROR_INPUT;
    }
    device_tell(device, &diagnostics);
    loaded->next = device->modules;
    device->modules = loaded;
    if (status != LOCKSTEP_OK) {
        module_destroy(device, loaded);
        return status;
    }
    *module = loaded;
    return LOCKSTEP_OK;
}

LockstepStatus lockstep_module_load(LockstepDevice *device, const char *ptx, size_t size_bytes,
                                    const char *file_name, LockstepModule **module)
{
    return load(device, ptx, size_bytes, file_name, NULL, module);
}

LockstepStatus lockstep_module_link(LockstepDevice *device, const char *ptx, size_t size_bytes,
                                    const char *file_name, const LockstepLink *link,
                                    LockstepModule **module)
{
    static const LockstepLink none = {0};
    return load(device, ptx, size_bytes, file_name, link == NULL ? &none : link, module);
}

void module_destroy(LockstepDevice *device, LockstepModule *module)
{
    LockstepModule **link = &device->modules;
    while (*link != module) {
        link = &(*link)->next;
    }
    *link = module->next;
    textures_forget(device, module);
    place_release(&module->placement, device->memory);
    for (size_t i = 0; i < module->kernel_count; i++) {
        machine_destroy(module->kernels[i].program);
    }
    free(module->kernels);
    if (module->ptx != NULL) {
        ptx_destroy(module->ptx);
    }
    free(module);
}

// Records of past launches refer to the programs, so those live as long as the device.
void lockstep_module_unload(LockstepDevice *device, LockstepModule *module)
{
    if (!device_enter(device) || !device_has_module(device, module)) {
        return;
    }
    if (module->kernel_count == 0) {
        module_destroy(device, module);
        return;
    }
    textures_forget(device, module);
    place_release(&module->placement, device->memory);
    module->is_unloaded = true;
}

static void keep_program(LockstepModule *module, const PtxFunction *kernel, MachineProgram *program)
{
    module->kernels = heap_room(module->kernels, module->kernel_count, &module->kernel_room,
                                sizeof(LoweredKernel));
    module->kernels[module->kernel_count++] = (LoweredKernel){kernel, program, false};
}

const MachineProgram *module_program(LockstepDevice *device, LockstepModule *module,
                                     const PtxFunction *kernel, Diagnostics *diagnostics)
{
    for (size_t i = 0; i < module->kernel_count; i++) {
        if (module->kernels[i].kernel == kernel) {
            return module->kernels[i].program;
        }
    }
    MachineTarget target = {.compute_capability = device->gpu.compute_capability,
                            .max_registers = device->options.max_registers,
                            .is_contraction_off = device->options.is_contraction_off,
                            .is_l1_passed = device->options.is_l1_passed};
    MachineProgram *program = machine_lower(module->ptx, kernel, target, diagnostics);
    if (program != NULL) {
        keep_program(module, kernel, program);
    }
    return program;
}

bool module_tells_registers(LockstepModule *module, const PtxFunction *kernel)
{
    size_t i = 0;
    while (module->kernels[i].kernel != kernel) {
        i++;
    }
    bool is_first = !module->kernels[i].has_told_registers;
    module->kernels[i].has_told_registers = true;
    return is_first;
}

LockstepStatus lockstep_symbol(LockstepDevice *device, LockstepModule *module, const char *name,
                               uint64_t *address, uint64_t *size_bytes)
{
    *address = *size_bytes = 0;
    if (!device_enter(device) || !device_has_module(device, module)) {
        return LOCKSTEP_ERROR_INPUT;
    }
    const PtxVariable *variable = ptx_find_variable(module->ptx, name);
    *address = variable == NULL ? 0 : place_address(&module->placement, variable);
    if (*address == 0) {
        return device_fail(device, LOCKSTEP_ERROR_NOT_FOUND,
                           "%s has no .global or .const variable '%s'", module->ptx->file, name);
    }
    *size_bytes = variable->size_bytes;
    return LOCKSTEP_OK;
}
