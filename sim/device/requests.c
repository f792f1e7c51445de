// SPDX-License-Identifier: Apache-2.0
#include "sim/device/requests.h"

#include "isa/base/heap.h"
#include "sim/device/check.h"
#include "sim/device/kernel_facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Parameter buffers that can be in use at a time: at least one for each thread that the GPU holds.
#define SLOTS_MIN 65536u

#define PENDING_LAUNCHES 2048u // default of cudaLimitDevRuntimePendingLaunchCount

static bool calls(const MachineProgram *program, MachineSystemCall first, MachineSystemCall second)
{
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        const Micro *micro = &program->code[pc];
        if (micro->kind == MICRO_SYSTEM_CALL &&
            (micro->function == first || micro->function == second)) {
            return true;
        }
    }
    return false;
}

// --- whether the GPU can run a child

typedef struct CheckContext {
    LockstepDevice *device;
    LockstepModule *module;
} CheckContext;

static Launch launch_of(const LockstepDevice *device, const Child *child)
{
    Launch launch = {
        .gpu = &device->gpu, .dynamic_shared_bytes = child->shared_bytes, .cluster = {1, 1, 1}};
    memcpy(launch.grid, child->grid, sizeof launch.grid);
    memcpy(launch.block, child->threads, sizeof launch.block);
    return launch;
}

static bool has_size(const uint32_t size[3])
{
    return size[0] > 0 && size[1] > 0 && size[2] > 0;
}

// A kernel that cannot be lowered is accepted here and refused, with the reason, when it runs.
static ChildError check_block(const CheckContext *context, const PtxFunction *kernel,
                              Launch *launch, Text *refusal)
{
    Diagnostics diagnostics = {0};
    launch->program = module_program(context->device, context->module, kernel, &diagnostics);
    diagnostics_clear(&diagnostics);
    if (launch->program == NULL) {
        return CHILD_SUCCESS;
    }
    uint64_t shared_bytes = (uint64_t)launch->program->shared_bytes + launch->dynamic_shared_bytes;
    uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
    if (shared_bytes > launch->gpu->shared_bytes_per_block) {
        return CHILD_INVALID_CONFIGURATION;
    }
    launch->shared_bytes = (uint32_t)shared_bytes;
    uint32_t registers = launch->program->registers_per_thread;
    Occupancy fit = occupancy_of_estimate(launch->gpu, threads, &registers, launch->shared_bytes);
    return check_resources(launch, &fit, refusal) ? CHILD_SUCCESS : CHILD_OUT_OF_RESOURCES;
}

static ChildError check_child(void *place, Child *child)
{
    const CheckContext *context = place;
    const PtxModule *ptx = context->module->ptx;
    const PtxFunction *kernel =
        child->function < ptx->function_count ? ptx->functions[child->function] : NULL;
    if (kernel == NULL || !kernel->is_entry || !kernel->has_body) {
        return CHILD_INVALID_DEVICE_FUNCTION;
    }
    Launch launch = launch_of(context->device, child);
    Text refusal = {0};
    ChildError error = CHILD_SUCCESS;
    child->parameter_bytes = kernel->parameter_bytes;
    if (kernel->cluster[0] > 0) {
        memcpy(launch.cluster, kernel->cluster, sizeof launch.cluster);
        launch.cluster[1] += launch.cluster[1] == 0;
        launch.cluster[2] += launch.cluster[2] == 0;
    }
    if (!has_size(child->grid) || !has_size(child->threads) ||
        !check_shape(&launch, kernel, &refusal)) {
        error = CHILD_INVALID_CONFIGURATION;
    } else {
        error = check_block(context, kernel, &launch, &refusal);
    }
    text_destroy(&refusal);
    return error;
}

// --- what kernels ask of kernels

static ChildError find_kernel(const CheckContext *context, uint32_t function, KernelHere *here)
{
    const PtxModule *ptx = context->module->ptx;
    const PtxFunction *kernel = function < ptx->function_count ? ptx->functions[function] : NULL;
    if (kernel == NULL || !kernel->is_entry || !kernel->has_body) {
        return CHILD_INVALID_DEVICE_FUNCTION;
    }
    Diagnostics diagnostics = {0};
    *here = (KernelHere){&context->device->gpu, ptx, kernel,
                         module_program(context->device, context->module, kernel, &diagnostics)};
    diagnostics_clear(&diagnostics);
    return here->program == NULL ? CHILD_INVALID_DEVICE_FUNCTION : CHILD_SUCCESS;
}

static ChildError find_attributes(void *context, uint32_t function, KernelAttributes *attributes)
{
    KernelHere here;
    ChildError error = find_kernel(context, function, &here);
    if (error == CHILD_SUCCESS) {
        *attributes = kernel_attributes(&here);
    }
    return error;
}

static ChildError find_occupancy(void *context, uint32_t function, int32_t threads,
                                 uint64_t shared_bytes, int32_t *blocks)
{
    KernelHere here;
    ChildError error = find_kernel(context, function, &here);
    *blocks = 0;
    if (error != CHILD_SUCCESS || threads <= 0) {
        return error != CHILD_SUCCESS ? error : CHILD_INVALID_VALUE;
    }
    bool fits = (uint32_t)threads <= here.gpu->threads_per_block &&
                shared_bytes <= kernel_dynamic_room(&here);
    *blocks =
        fits ? (int32_t)kernel_occupancy(&here, (uint32_t)threads, shared_bytes).blocks_per_sm : 0;
    return CHILD_SUCCESS;
}

// --- memory

static uint32_t slot_bytes(const PtxModule *ptx)
{
    uint32_t most = 16;
    for (uint32_t i = 0; i < ptx->function_count; i++) {
        const PtxFunction *function = ptx->functions[i];
        most = function->is_entry && function->parameter_bytes > most ? function->parameter_bytes
                                                                      : most;
    }
    return (most + 15) / 16 * 16;
}

static bool open_buffers(LockstepDevice *device, const PtxModule *ptx, ChildRequests *requests)
{
    uint32_t resident = device->gpu.sm_count * device->gpu.threads_per_sm;
    requests->slot_bytes = slot_bytes(ptx);
    requests->slot_count = resident > SLOTS_MIN ? resident : SLOTS_MIN;
    uint64_t size_bytes = (uint64_t)requests->slot_count * requests->slot_bytes;
    requests->buffers = device_memory_allocate(device->memory, size_bytes, MEMORY_OF_MODULE,
                                               "$parameters of launches");
    requests->slots = heap_allocate(requests->slot_count, sizeof(ChildSlot));
    return requests->buffers != 0;
}

// Once for each GPU: every code's description and name, and those of an unknown code.
static bool open_texts(LockstepDevice *device)
{
    size_t size_bytes = (size_t)(ERROR_TEXT_COUNT + 1) * 2 * ERROR_TEXT_BYTES;
    uint64_t *at = &device->error_texts[device_memory_home(device->memory)];
    if (*at != 0 || device->error_text == NULL) {
        return true;
    }
    *at = device_memory_allocate(device->memory, size_bytes, MEMORY_OF_MODULE, "$texts of errors");
    char *texts = heap_allocate(size_bytes, 1);
    for (uint32_t i = 0; i < (ERROR_TEXT_COUNT + 1) * 2; i++) {
        int code = i / 2 < ERROR_TEXT_COUNT ? (int)(i / 2) : -1;
        snprintf(texts + (size_t)i * ERROR_TEXT_BYTES, ERROR_TEXT_BYTES, "%s",
                 device->error_text(code, i % 2 == 1));
    }
    if (*at != 0) {
        device_memory_write(device->memory, *at, texts, size_bytes);
    }
    free(texts);
    return *at != 0;
}

bool requests_open(LockstepDevice *device, LockstepModule *module, const MachineProgram *program,
                   ChildRequests *requests)
{
    uint32_t limit = device->pending_limit;
    requests->answers = device->answers;
    requests->answers.device_count += requests->answers.device_count == 0;
    requests->pending_limit = limit == 0 ? PENDING_LAUNCHES : limit;
    requests->check = check_child;
    requests->attributes = find_attributes;
    requests->occupancy = find_occupancy;
    CheckContext *context = arena_alloc(&requests->arena, sizeof *context);
    *context = (CheckContext){device, module};
    requests->check_context = context;
    if (calls(program, SYSTEM_ERROR_STRING, SYSTEM_ERROR_NAME) && !open_texts(device)) {
        return false;
    }
    requests->error_texts = device->error_texts[device_memory_home(device->memory)];
    return !calls(program, SYSTEM_PARAMETER_BUFFER, SYSTEM_PARAMETER_BUFFER) ||
           open_buffers(device, module->ptx, requests);
}

void requests_close(LockstepDevice *device, ChildRequests *requests)
{
    if (requests->buffers != 0) {
        device_memory_release(device->memory, requests->buffers);
    }
    free(requests->slots);
    requests->slots = NULL;
    requests->slot_count = 0;
    requests->buffers = 0;
}

void device_set_pending_launches(LockstepDevice *device, uint32_t count)
{
    device->pending_limit = count;
}

void device_set_answers(LockstepDevice *device, const DeviceAnswers *answers,
                        const char *(*error_text)(int error, bool is_name))
{
    device->answers = *answers;
    device->error_text = error_text;
}
