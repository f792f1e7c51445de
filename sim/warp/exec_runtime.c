// SPDX-License-Identifier: Apache-2.0
// The device runtime: functions of the CUDA runtime that kernels call. Leaves out: functions for
// textures and graphs. Errors belong to the thread that made them, as in CUDA.
#include "isa/base/heap.h"
#include "sim/warp/child.h"
#include "sim/warp/memory_access.h"
#include "sim/warp/system_call.h"

#include <string.h>

#define RUNTIME_VERSION 6000 // what the device runtime of CUDA 13.0 says on an H200

#define STREAM_NON_BLOCKING   1u // cudaStreamNonBlocking
#define EVENT_DISABLE_TIMING  2u // cudaEventDisableTiming
#define COPY_DEVICE_TO_DEVICE 3u
#define COPY_DEFAULT          4u
#define CACHE_NO_PREFERENCE   0u // cudaFuncCachePreferNone, as on an H200
#define BANKS_OF_FOUR_BYTES   1u // cudaSharedMemBankSizeFourByte, likewise

bool system_runtime_is_ordered(MachineSystemCall function)
{
    switch (function) {
    case SYSTEM_LAST_ERROR:
    case SYSTEM_PEEK_ERROR:
    case SYSTEM_ERROR_STRING:
    case SYSTEM_ERROR_NAME:
    case SYSTEM_GET_DEVICE:
    case SYSTEM_DEVICE_COUNT:
    case SYSTEM_DEVICE_ATTRIBUTE:
    case SYSTEM_DEVICE_LIMIT:
    case SYSTEM_RUNTIME_VERSION: return false;
    default: return true;
    }
}

static ChildRequests *requests_of(const SystemCall *call)
{
    return call->block->launch->requests;
}

// The calling thread's last error.
static uint32_t *last_error(const SystemCall *call)
{
    Block *block = call->block;
    if (block->errors == NULL) {
        block->errors = heap_allocate((size_t)block->warp_count * LANE_COUNT, sizeof(uint32_t));
    }
    return &block->errors[call->warp->index * LANE_COUNT + call->lane];
}

static Outcome answer(const SystemCall *call, ChildError error)
{
    if (error != CHILD_SUCCESS) {
        *last_error(call) = error;
    }
    system_result(call, error);
    return OUTCOME_NEXT;
}

// Writes a result at the pointer that is the first argument.
static Outcome answer_bytes(const SystemCall *call, const void *bytes, uint32_t size_bytes)
{
    uint64_t to = system_argument(call, 0);
    if (to == 0) {
        return answer(call, CHILD_INVALID_VALUE);
    }
    return system_write(call, to, bytes, size_bytes)
               ? answer(call, CHILD_SUCCESS)
               : system_bad_pointer(call, "the place of a result");
}

static Outcome answer_with(const SystemCall *call, uint64_t value, uint32_t size_bytes)
{
    return answer_bytes(call, &value, size_bytes);
}

// --- launches

static Outcome call_buffer(const SystemCall *call)
{
    uint64_t kernel = system_argument(call, 0);
    Child child = {.function = (uint32_t)(kernel - 1)}; // as CONSTANT_FUNCTION
    ChildError error = CHILD_INVALID_DEVICE_FUNCTION;
    uint64_t buffer = 0;
    system_argument_bytes(call, 1, child.grid, sizeof child.grid);
    system_argument_bytes(call, 2, child.threads, sizeof child.threads);
    child.shared_bytes = (uint32_t)system_argument(call, 3);
    if (kernel != 0 && kernel <= UINT32_MAX) {
        buffer = child_buffer(requests_of(call), &child, &error);
    }
    if (error != CHILD_SUCCESS) {
        *last_error(call) = error;
    }
    system_result(call, buffer);
    return OUTCOME_NEXT;
}

static Outcome call_launch(const SystemCall *call)
{
    uint64_t buffer = system_argument(call, 0);
    const uint8_t *parameters =
        global_bytes(call->block, buffer, requests_of(call)->slot_bytes, false);
    ChildRequests *requests = requests_of(call);
    const BlockChecker *checker = call->block->checker;
    ChildError error = parameters == NULL
                           ? CHILD_INVALID_VALUE
                           : child_launch(requests, buffer, parameters, system_argument(call, 1),
                                          call->block->index);
    if (error == CHILD_SUCCESS && checker != NULL) {
        requests->children[requests->count - 1].moment = checker->moment(checker->context);
    }
    return answer(call, error);
}

// --- copies and fills

// Kernels copy between places in global memory only (CUDA C++ Programming Guide, "Memory API
// Calls").
static Outcome check_range(const SystemCall *call, uint64_t address, uint64_t size_bytes,
                           bool is_store, const char *what)
{
    if (size_bytes == 0 || global_bytes(call->block, address, size_bytes, is_store) != NULL) {
        return OUTCOME_NEXT;
    }
    return fault_raise(call->block, call->warp, FAULT_OUT_OF_BOUNDS, 1u << call->lane,
                       "%s needs %llu bytes of global memory at 0x%llx", what,
                       (unsigned long long)size_bytes, (unsigned long long)address);
}

static Outcome check_rows(const SystemCall *call, const Child *child, bool is_store,
                          const char *what)
{
    uint64_t at = is_store ? child->to : child->from;
    uint64_t pitch = is_store ? child->to_pitch : child->from_pitch;
    Outcome outcome = OUTCOME_NEXT;
    for (uint64_t row = 0; row < child->rows && outcome == OUTCOME_NEXT; row++) {
        outcome = check_range(call, at + row * pitch, child->size_bytes, is_store, what);
    }
    return outcome;
}

// Queues a copy or fill of rows whose pitches are checked.
static Outcome add_rows(const SystemCall *call, const Child *child, const char *what)
{
    bool is_copy = child->kind == CHILD_COPY;
    if (child->rows == 0 || child->size_bytes == 0) {
        return answer(call, CHILD_SUCCESS);
    }
    Outcome outcome = check_rows(call, child, true, what);
    if (outcome == OUTCOME_NEXT && is_copy) {
        outcome = check_rows(call, child, false, what);
    }
    return outcome == OUTCOME_NEXT ? answer(call, child_add(requests_of(call), child)) : outcome;
}

static bool is_direction(uint64_t kind)
{
    return kind == COPY_DEVICE_TO_DEVICE || kind == COPY_DEFAULT;
}

static Outcome call_copy(const SystemCall *call)
{
    Child child = {.kind = CHILD_COPY,
                   .to = system_argument(call, 0),
                   .from = system_argument(call, 1),
                   .size_bytes = system_argument(call, 2),
                   .stream = system_argument(call, 4),
                   .rows = 1,
                   .block = call->block->index};
    if (!is_direction(system_argument(call, 3))) {
        return answer(call, CHILD_INVALID_DIRECTION);
    }
    if (child.to == 0 || child.from == 0) {
        return answer(call, CHILD_INVALID_VALUE);
    }
    return add_rows(call, &child, "cudaMemcpyAsync");
}

static Outcome call_copy_plane(const SystemCall *call)
{
    Child child = {.kind = CHILD_COPY,
                   .to = system_argument(call, 0),
                   .to_pitch = system_argument(call, 1),
                   .from = system_argument(call, 2),
                   .from_pitch = system_argument(call, 3),
                   .size_bytes = system_argument(call, 4),
                   .rows = system_argument(call, 5),
                   .stream = system_argument(call, 7),
                   .block = call->block->index};
    if (!is_direction(system_argument(call, 6))) {
        return answer(call, CHILD_INVALID_DIRECTION);
    }
    if (child.to_pitch < child.size_bytes || child.from_pitch < child.size_bytes) {
        return answer(call, CHILD_INVALID_PITCH);
    }
    if (child.to == 0 || child.from == 0) {
        return answer(call, CHILD_INVALID_VALUE);
    }
    return add_rows(call, &child, "cudaMemcpy2DAsync");
}

// As CUDA's headers have them.
typedef struct PitchedPointer {
    uint64_t pointer, pitch, width, height;
} PitchedPointer;

typedef struct CopyVolume {
    uint64_t from_array, from_at[3];
    PitchedPointer from;
    uint64_t to_array, to_at[3];
    PitchedPointer to;
    uint64_t width, height, depth;
    uint32_t kind;
} CopyVolume;

static uint64_t row_address(const PitchedPointer *place, const uint64_t at[3], uint64_t slice)
{
    return place->pointer + ((at[2] + slice) * place->height + at[1]) * place->pitch + at[0];
}

static Outcome call_copy_volume(const SystemCall *call)
{
    CopyVolume copy;
    uint64_t from = system_argument(call, 0);
    Outcome outcome = OUTCOME_NEXT;
    if (from == 0) {
        return answer(call, CHILD_INVALID_VALUE);
    }
    if (!system_read(call, from, &copy, sizeof copy)) {
        return system_bad_pointer(call, "the parameters of cudaMemcpy3DAsync");
    }
    if (!is_direction(copy.kind)) {
        return answer(call, CHILD_INVALID_DIRECTION);
    }
    if (copy.to.pointer == 0 || copy.from.pointer == 0 || copy.to_array != 0 ||
        copy.from_array != 0) {
        return answer(call, CHILD_INVALID_VALUE);
    }
    if (copy.to.pitch < copy.to_at[0] + copy.width ||
        copy.from.pitch < copy.from_at[0] + copy.width) {
        return answer(call, CHILD_INVALID_PITCH);
    }
    for (uint64_t slice = 0; slice < copy.depth && outcome == OUTCOME_NEXT; slice++) {
        Child child = {.kind = CHILD_COPY,
                       .to = row_address(&copy.to, copy.to_at, slice),
                       .to_pitch = copy.to.pitch,
                       .from = row_address(&copy.from, copy.from_at, slice),
                       .from_pitch = copy.from.pitch,
                       .size_bytes = copy.width,
                       .rows = copy.height,
                       .stream = system_argument(call, 1),
                       .block = call->block->index};
        outcome = add_rows(call, &child, "cudaMemcpy3DAsync");
    }
    return copy.depth == 0 ? answer(call, CHILD_SUCCESS) : outcome;
}

static Outcome call_fill(const SystemCall *call)
{
    Child child = {.kind = CHILD_FILL,
                   .to = system_argument(call, 0),
                   .value = (int32_t)system_argument(call, 1),
                   .size_bytes = system_argument(call, 2),
                   .stream = system_argument(call, 3),
                   .rows = 1,
                   .block = call->block->index};
    return child.to == 0 ? answer(call, CHILD_INVALID_VALUE)
                         : add_rows(call, &child, "cudaMemsetAsync");
}

static Outcome call_fill_plane(const SystemCall *call)
{
    Child child = {.kind = CHILD_FILL,
                   .to = system_argument(call, 0),
                   .to_pitch = system_argument(call, 1),
                   .value = (int32_t)system_argument(call, 2),
                   .size_bytes = system_argument(call, 3),
                   .rows = system_argument(call, 4),
                   .stream = system_argument(call, 5),
                   .block = call->block->index};
    bool is_good = child.to != 0 && child.to_pitch >= child.size_bytes;
    return is_good ? add_rows(call, &child, "cudaMemset2DAsync")
                   : answer(call, CHILD_INVALID_VALUE);
}

static Outcome call_fill_volume(const SystemCall *call)
{
    PitchedPointer to;
    uint64_t extent[3];
    static const uint64_t start[3] = {0};
    Outcome outcome = OUTCOME_NEXT;
    system_argument_bytes(call, 0, &to, sizeof to);
    system_argument_bytes(call, 2, extent, sizeof extent);
    if (to.pointer == 0 || to.pitch < extent[0]) {
        return answer(call, CHILD_INVALID_VALUE);
    }
    for (uint64_t slice = 0; slice < extent[2] && outcome == OUTCOME_NEXT; slice++) {
        Child child = {.kind = CHILD_FILL,
                       .to = row_address(&to, start, slice),
                       .to_pitch = to.pitch,
                       .value = (int32_t)system_argument(call, 1),
                       .size_bytes = extent[0],
                       .rows = extent[1],
                       .stream = system_argument(call, 3),
                       .block = call->block->index};
        outcome = add_rows(call, &child, "cudaMemset3DAsync");
    }
    return extent[2] == 0 ? answer(call, CHILD_SUCCESS) : outcome;
}

// --- kernels

// The kernel whose address is an argument; false: the address is 0 or no kernel's.
static bool find_kernel(const SystemCall *call, uint32_t argument, uint32_t *function)
{
    uint64_t kernel = system_argument(call, argument);
    *function = (uint32_t)(kernel - 1); // as CONSTANT_FUNCTION
    return kernel != 0 && kernel <= UINT32_MAX;
}

static Outcome call_attributes(const SystemCall *call)
{
    uint32_t function;
    KernelAttributes attributes;
    if (!find_kernel(call, 1, &function)) {
        return answer(call, CHILD_INVALID_VALUE);
    }
    ChildError error =
        requests_of(call)->attributes(requests_of(call)->check_context, function, &attributes);
    return error == CHILD_SUCCESS ? answer_bytes(call, &attributes, sizeof attributes)
                                  : answer(call, error);
}

// An H200 does not check the addresses, and writes 0 for blocks without threads. It does not mind
// the flags. The error is not the thread's last one.
static Outcome call_occupancy(const SystemCall *call)
{
    uint32_t function;
    int32_t blocks;
    if (!find_kernel(call, 1, &function)) {
        return system_bad_pointer(call, "the kernel of an occupancy");
    }
    ChildError error = requests_of(call)->occupancy(requests_of(call)->check_context, function,
                                                    (int32_t)system_argument(call, 2),
                                                    system_argument(call, 3), &blocks);
    if (!system_write(call, system_argument(call, 0), &blocks, sizeof blocks)) {
        return system_bad_pointer(call, "the place of a result");
    }
    system_result(call, error);
    return OUTCOME_NEXT;
}

// --- others

static Outcome call_malloc(const SystemCall *call)
{
    uint64_t size_bytes = system_argument(call, 1);
    uint64_t address =
        device_memory_heap_allocate(call->block->launch->memory, size_bytes == 0 ? 1 : size_bytes);
    return address == 0 ? answer(call, CHILD_NO_MEMORY)
                        : answer_with(call, address, sizeof address);
}

static Outcome call_free(const SystemCall *call)
{
    uint64_t address = system_argument(call, 0);
    bool is_good = address == 0 || device_memory_heap_release(call->block->launch->memory, address);
    return answer(call, is_good ? CHILD_SUCCESS : CHILD_INVALID_VALUE);
}

static Outcome call_create(const SystemCall *call, bool is_allowed)
{
    return is_allowed ? answer_with(call, child_handle(requests_of(call)), sizeof(uint64_t))
                      : answer(call, CHILD_INVALID_VALUE);
}

static Outcome call_error(const SystemCall *call, bool forgets)
{
    uint32_t *error = last_error(call);
    system_result(call, *error);
    *error = forgets ? CHILD_SUCCESS : *error;
    return OUTCOME_NEXT;
}

static Outcome call_attribute(const SystemCall *call)
{
    const DeviceAnswers *answers = &requests_of(call)->answers;
    if (system_argument(call, 2) >= answers->device_count) {
        return answer(call, CHILD_INVALID_DEVICE);
    }
    int32_t value = 0;
    bool is_known =
        answers->attribute != NULL &&
        answers->attribute(answers->context, (uint32_t)system_argument(call, 1), &value);
    return is_known ? answer_with(call, (uint32_t)value, sizeof value)
                    : answer(call, CHILD_INVALID_VALUE);
}

static Outcome call_limit(const SystemCall *call)
{
    const DeviceAnswers *answers = &requests_of(call)->answers;
    uint64_t value = 0;
    bool is_known = answers->limit != NULL &&
                    answers->limit(answers->context, (uint32_t)system_argument(call, 1), &value);
    return is_known ? answer_with(call, value, sizeof value)
                    : answer(call, CHILD_UNSUPPORTED_LIMIT);
}

static Outcome call_error_text(const SystemCall *call, bool is_name)
{
    uint32_t error = (uint32_t)system_argument(call, 0);
    const ChildRequests *requests = requests_of(call);
    uint32_t at = error < ERROR_TEXT_COUNT ? error : ERROR_TEXT_COUNT;
    uint64_t text = (uint64_t)(2 * at + (is_name ? 1 : 0)) * ERROR_TEXT_BYTES;
    system_result(call, requests->error_texts == 0 ? 0 : requests->error_texts + text);
    return OUTCOME_NEXT;
}

Outcome system_runtime(const SystemCall *call, MachineSystemCall function)
{
    const DeviceAnswers *answers = &requests_of(call)->answers;
    switch (function) {
    case SYSTEM_PARAMETER_BUFFER: return call_buffer(call);
    case SYSTEM_LAUNCH_DEVICE: return call_launch(call);
    case SYSTEM_LAST_ERROR: return call_error(call, true);
    case SYSTEM_PEEK_ERROR: return call_error(call, false);
    case SYSTEM_ERROR_STRING: return call_error_text(call, false);
    case SYSTEM_ERROR_NAME: return call_error_text(call, true);
    case SYSTEM_GET_DEVICE: return answer_with(call, answers->device, sizeof(int32_t));
    case SYSTEM_DEVICE_COUNT: return answer_with(call, answers->device_count, sizeof(int32_t));
    case SYSTEM_DEVICE_ATTRIBUTE: return call_attribute(call);
    case SYSTEM_DEVICE_LIMIT: return call_limit(call);
    case SYSTEM_RUNTIME_VERSION: return answer_with(call, RUNTIME_VERSION, sizeof(int32_t));
    case SYSTEM_SET_CONDITIONAL:
        return answer_with(call, system_argument(call, 1), sizeof(uint32_t));
    case SYSTEM_DEVICE_MALLOC: return call_malloc(call);
    case SYSTEM_DEVICE_FREE: return call_free(call);
    case SYSTEM_MEMCPY: return call_copy(call);
    case SYSTEM_MEMSET: return call_fill(call);
    case SYSTEM_MEMCPY_2D: return call_copy_plane(call);
    case SYSTEM_MEMCPY_3D: return call_copy_volume(call);
    case SYSTEM_MEMSET_2D: return call_fill_plane(call);
    case SYSTEM_MEMSET_3D: return call_fill_volume(call);
    case SYSTEM_FUNC_ATTRIBUTES: return call_attributes(call);
    case SYSTEM_OCCUPANCY:
    case SYSTEM_OCCUPANCY_FLAGS: return call_occupancy(call);
    case SYSTEM_CACHE_CONFIG: return answer_with(call, CACHE_NO_PREFERENCE, sizeof(int32_t));
    case SYSTEM_SHARED_CONFIG: return answer_with(call, BANKS_OF_FOUR_BYTES, sizeof(int32_t));
    case SYSTEM_STREAM_CREATE:
        return call_create(call, system_argument(call, 1) <= STREAM_NON_BLOCKING);
    case SYSTEM_EVENT_CREATE:
        return call_create(call, system_argument(call, 1) == EVENT_DISABLE_TIMING);
    case SYSTEM_STREAM_WAIT:
        __atomic_store_n(&requests_of(call)->has_waits, true, __ATOMIC_RELAXED);
        return answer(call, CHILD_SUCCESS);
    case SYSTEM_STREAM_DESTROY:
        return answer(call, system_argument(call, 0) == 0 ? CHILD_INVALID_VALUE : CHILD_SUCCESS);
    default: return answer(call, CHILD_SUCCESS); // everything runs in the order of the requests
    }
}
