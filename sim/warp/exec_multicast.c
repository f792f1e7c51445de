// SPDX-License-Identifier: Apache-2.0
// multimem: memory of several GPUs at one address. All accesses are ordered between blocks; members
// are combined in the order of their GPUs.
#include "sim/lane/eight.h"
#include "sim/lane/half.h"
#include "sim/lane/lanes.h"
#include "sim/memory/multicast.h"
#include "sim/warp/memory_access.h"

#include <math.h>
#include <string.h>

#define DATA_BYTES 32u // of a lane, at most

// The elements of a packed type; others are elements themselves.
static PtxType element_type(PtxType type)
{
    switch (type) {
    case PTX_TYPE_F16X2: return PTX_TYPE_F16;
    case PTX_TYPE_BF16X2: return PTX_TYPE_BF16;
    case PTX_TYPE_E4M3X2:
    case PTX_TYPE_E4M3X4: return PTX_TYPE_E4M3;
    case PTX_TYPE_E5M2X2:
    case PTX_TYPE_E5M2X4: return PTX_TYPE_E5M2;
    default: return type;
    }
}

static bool is_small_float(PtxType type)
{
    return type == PTX_TYPE_F16 || type == PTX_TYPE_BF16 || type == PTX_TYPE_E4M3 ||
           type == PTX_TYPE_E5M2;
}

static float to_float(PtxType type, uint64_t bits)
{
    switch (type) {
    case PTX_TYPE_F16: return f32_of_f16((uint32_t)bits);
    case PTX_TYPE_BF16: return f32_of_bf16((uint32_t)bits);
    case PTX_TYPE_E4M3: return f32_of_f16(f16_of_e4m3((uint32_t)bits));
    default: return f32_of_f16(f16_of_e5m2((uint32_t)bits));
    }
}

static uint64_t of_float(PtxType type, float x)
{
    switch (type) {
    case PTX_TYPE_F16: return f16_of_f32(x);
    case PTX_TYPE_BF16: return bf16_of_f32(x);
    case PTX_TYPE_E4M3: return e4m3_of_f32(x);
    default: return e5m2_of_f32(x);
    }
}

// A sum of two such floats is rounded twice, which of at most 11 digits is as if once.
static float combine_floats(PtxSuffix operation, PtxType precision, float a, float b)
{
    float result = operation == PTX_DOT_ADD   ? a + b
                   : operation == PTX_DOT_MIN ? fminf(a, b)
                                              : fmaxf(a, b);
    return precision == PTX_TYPE_F32 ? result : to_float(precision, of_float(precision, result));
}

static uint64_t read_element(const uint8_t *bytes, uint32_t size_bytes)
{
    uint64_t value = 0;
    memcpy(&value, bytes, size_bytes);
    return value;
}

// Combines the elements at `with` into those at `into`.
static void combine(const Micro *micro, uint8_t *into, const uint8_t *with)
{
    PtxType type = element_type((PtxType)micro->combine);
    uint32_t each = ptx_type_bits(type) / 8;
    for (uint32_t at = 0; at < micro->width_bytes; at += each) {
        uint64_t a = read_element(into + at, each), b = read_element(with + at, each);
        PtxSuffix operation = (PtxSuffix)micro->function;
        uint64_t value = is_small_float(type)
                             ? of_float(type, combine_floats(operation, type, to_float(type, a),
                                                             to_float(type, b)))
                             : lane_atomic(operation, type, PTX_SPACE_GLOBAL, a, b, 0);
        memcpy(into + at, &value, each);
    }
}

typedef struct Members {
    const MulticastMember *items[MEMORY_HOMES];
    uint64_t offset; // in the object
    uint32_t count;
} Members;

static uint8_t *bytes_of(const Members *members, uint32_t i)
{
    return members->items[i]->bytes + (members->offset - members->items[i]->offset);
}

static Outcome find_members(Block *block, Warp *warp, const Micro *micro, uint64_t address,
                            uint32_t lane, Members *members)
{
    DeviceMemory *memory = block->launch->memory;
    const MulticastView *view = device_memory_multicast(memory, address);
    uint32_t home = device_memory_home(memory), size = micro->width_bytes;
    if (view == NULL || (view->guests >> home & 1) == 0 ||
        size > view->size_bytes - (address - view->base)) {
        return fault_raise(block, warp, FAULT_OUT_OF_BOUNDS, 1u << lane,
                           "there is no multicast memory of this GPU at address 0x%llx",
                           (unsigned long long)address);
    }
    if (address % size != 0) {
        return fault_raise(block, warp, FAULT_MISALIGNED, 1u << lane,
                           "an access of %u bytes to multicast memory at address 0x%llx", size,
                           (unsigned long long)address);
    }
    *members = (Members){.offset = view->offset + (address - view->base)};
    for (uint32_t device = 0; device < MEMORY_HOMES; device++) {
        if ((view->object->devices >> device & 1) == 0) {
            continue;
        }
        const MulticastMember *member =
            multicast_member(view->object, device, members->offset, size);
        if (member == NULL) {
            return fault_raise(block, warp, FAULT_OUT_OF_BOUNDS, 1u << lane,
                               "device %u has bound no memory to the multicast object there",
                               device);
        }
        members->items[members->count++] = member;
    }
    return OUTCOME_NEXT;
}

// Elements of small floats are kept with more digits until all members are combined.
static void reduce_floats(const Micro *micro, const Members *members, uint8_t *result)
{
    PtxType type = element_type((PtxType)micro->combine);
    PtxType precision = micro->target == PTX_TYPE_NONE ? type : (PtxType)micro->target;
    uint32_t each = ptx_type_bits(type) / 8;
    for (uint32_t at = 0; at < micro->width_bytes; at += each) {
        float sum = to_float(type, read_element(bytes_of(members, 0) + at, each));
        for (uint32_t i = 1; i < members->count; i++) {
            sum = combine_floats((PtxSuffix)micro->function, precision, sum,
                                 to_float(type, read_element(bytes_of(members, i) + at, each)));
        }
        uint64_t value = of_float(type, sum);
        memcpy(result + at, &value, each);
    }
}

static void load(const Micro *micro, const Members *members, uint8_t *result)
{
    if (is_small_float(element_type((PtxType)micro->combine))) {
        reduce_floats(micro, members, result);
        return;
    }
    memcpy(result, bytes_of(members, 0), micro->width_bytes);
    for (uint32_t i = 1; i < members->count; i++) {
        combine(micro, result, bytes_of(members, i));
    }
}

static void store(Block *block, const Micro *micro, const Members *members, const uint8_t *data)
{
    for (uint32_t i = 0; i < members->count; i++) {
        if (micro->function == PTX_DOT_ST) {
            memcpy(bytes_of(members, i), data, micro->width_bytes);
        } else {
            combine(micro, bytes_of(members, i), data);
        }
        const MulticastMember *member = members->items[i];
        device_memory_mark(block->launch->memory,
                           member->address + (members->offset - member->offset), micro->width_bytes,
                           true);
    }
}

// The data of a lane from its registers.
static void gather(const Warp *warp, const Micro *micro, uint32_t lane, uint8_t *data)
{
    uint32_t each = micro->width_bytes / micro->vector;
    for (uint32_t i = 0; i < micro->vector; i++) {
        const uint8_t *row = (const uint8_t *)warp_operand(warp, decode_row(micro->data[i]));
        memcpy(data + i * each, row + lane * (each == 8 ? 8 : 4), each);
    }
}

static void scatter(Warp *warp, const Micro *micro, uint32_t lane, const uint8_t *data)
{
    uint32_t each = micro->width_bytes / micro->vector;
    for (uint32_t i = 0; i < micro->vector; i++) {
        if (micro->data[i] == ROW_NONE) {
            continue;
        }
        uint64_t value = read_element(data + i * each, each);
        if (each == 8) {
            warp_row64(warp, micro->data[i])[lane] = value;
        } else {
            warp_row(warp, micro->data[i])[lane] = (uint32_t)value;
        }
    }
}

Outcome exec_multicast(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    if (!block->is_oldest) {
        return OUTCOME_ORDER;
    }
    bool is_load = micro->kind == MICRO_MULTICAST_LOAD;
    AddressRow row = address_row(warp, micro);
    uint64_t address[32];
    address_sum(&row, address);
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        uint8_t data[DATA_BYTES] = {0};
        Members members = {0};
        if (find_members(block, warp, micro, address[lane], lane, &members) == OUTCOME_FAULT) {
            return OUTCOME_FAULT;
        }
        if (is_load) {
            load(micro, &members, data);
            scatter(warp, micro, lane, data);
        } else {
            gather(warp, micro, lane, data);
            store(block, micro, &members, data);
        }
    }
    GlobalAccess access = is_load                         ? GLOBAL_LOAD
                          : micro->function == PTX_DOT_ST ? GLOBAL_STORE
                                                          : GLOBAL_REDUCE;
    count_global(block, warp, micro, access, address, on, micro->width_bytes);
    spin_written(warp);
    return OUTCOME_NEXT;
}
