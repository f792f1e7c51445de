// SPDX-License-Identifier: Apache-2.0
#include "sim/device/query.h"

#include "sim/device/state.h"

const Gpu *device_gpu(const LockstepDevice *device)
{
    return device->is_usable ? &device->gpu : NULL;
}

bool device_rebase(LockstepDevice *device, uint64_t base)
{
    return device->is_usable && device_memory_rebase(device->memory, base);
}

void device_turn(LockstepDevice *device, uint32_t number, uint32_t peers)
{
    device->peers = peers;
    device->answers.device = number;
    device_memory_turn(device->memory, number, 0);
}

void device_share(LockstepDevice *device, uint64_t address, uint32_t guests)
{
    device_memory_share(device->memory, address, guests);
}

DeviceMemory *device_addresses(LockstepDevice *device)
{
    return device->memory;
}

void device_set_foreign(LockstepDevice *device, uint64_t address)
{
    device_memory_set_foreign(device->memory, address);
}

const MemoryRegion *device_region(const LockstepDevice *device, uint64_t address)
{
    if (!device->is_usable) {
        return NULL;
    }
    device_memory_touch(device->memory); // whoever asks may write
    return device_memory_find(device->memory, address);
}

void device_set_print_bytes(LockstepDevice *device, uint64_t size_bytes)
{
    device->print_bytes = size_bytes;
}

void device_set_stack_bytes(LockstepDevice *device, uint64_t size_bytes)
{
    device->stack_bytes = size_bytes;
}

bool device_set_heap_bytes(LockstepDevice *device, uint64_t size_bytes)
{
    return device_memory_heap_resize(device->memory, size_bytes);
}

void device_reset_heap(LockstepDevice *device)
{
    device_memory_heap_reset(device->memory);
}

bool device_describe(const LockstepDevice *device, uint64_t address, char *out, size_t room)
{
    return device_memory_describe(device->memory, address, out, room);
}

uint64_t device_used_bytes(const LockstepDevice *device)
{
    return device->is_usable ? device_memory_used(device->memory) : 0;
}

const PtxModule *device_module_ptx(const LockstepModule *module)
{
    return module->ptx;
}

const PtxFunction *device_kernel(const LockstepModule *module, const char *name)
{
    const PtxFunction *kernel = ptx_find_function(module->ptx, name);
    return kernel != NULL && kernel->is_entry && kernel->has_body ? kernel : NULL;
}

const MachineProgram *device_program(LockstepDevice *device, LockstepModule *module,
                                     const PtxFunction *kernel)
{
    if (!device_enter(device) || !device_has_module(device, module)) {
        return NULL;
    }
    Diagnostics diagnostics = {0};
    const MachineProgram *program = module_program(device, module, kernel, &diagnostics);
    device_tell(device, &diagnostics);
    return program;
}

uint32_t device_launch_count(const LockstepDevice *device)
{
    return device->launch_count;
}
