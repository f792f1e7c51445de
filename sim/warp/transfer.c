// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/transfer.h"

static inline void load_element(uint8_t *row, const uint8_t *bytes, uint32_t element_bytes,
                                bool is_signed, uint32_t lane)
{
    if (element_bytes == 4) {
        memcpy(row + (size_t)lane * 4, bytes, 4);
    } else if (element_bytes == 8) {
        memcpy(row + (size_t)lane * 8, bytes, 8);
    } else {
        uint32_t value = transfer_widen(bytes, element_bytes, is_signed);
        memcpy(row + (size_t)lane * 4, &value, 4);
    }
}

static inline void store_element(const uint8_t *row, uint8_t *bytes, uint32_t element_bytes,
                                 uint32_t lane)
{
    if (element_bytes == 4) {
        memcpy(bytes, row + (size_t)lane * 4, 4);
    } else if (element_bytes == 8) {
        memcpy(bytes, row + (size_t)lane * 8, 8);
    } else {
        memcpy(bytes, row + (size_t)lane * 4, element_bytes == 2 ? 2 : 1);
    }
}

static inline void load_strided(uint8_t *row, const uint8_t *bytes, uint32_t stride,
                                uint32_t element_bytes, bool is_signed)
{
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        load_element(row, bytes + (size_t)lane * stride, element_bytes, is_signed, lane);
    }
}

static inline void store_strided(const uint8_t *row, uint8_t *bytes, uint32_t stride,
                                 uint32_t element_bytes)
{
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        store_element(row, bytes + (size_t)lane * stride, element_bytes, lane);
    }
}

void transfer_load_linear(const Transfer *transfer, const uint8_t *bytes)
{
    uint32_t size = transfer->element_bytes, stride = size * transfer->count;
    if (transfer->count == 1 && size == 4) {
        memcpy(transfer->row[0], bytes, 4 * LANE_COUNT);
        return;
    }
    if (transfer->count == 1 && size == 8) {
        memcpy(transfer->row[0], bytes, 8 * LANE_COUNT);
        return;
    }
    for (uint32_t i = 0; i < transfer->count; i++, bytes += size) {
        switch (size) {
        case 1: load_strided(transfer->row[i], bytes, stride, 1, transfer->is_signed); break;
        case 2: load_strided(transfer->row[i], bytes, stride, 2, transfer->is_signed); break;
        case 4: load_strided(transfer->row[i], bytes, stride, 4, false); break;
        default: load_strided(transfer->row[i], bytes, stride, 8, false); break;
        }
    }
}

void transfer_store_linear(const Transfer *transfer, uint8_t *bytes)
{
    uint32_t size = transfer->element_bytes, stride = size * transfer->count;
    if (transfer->count == 1 && size == 4) {
        memcpy(bytes, transfer->row[0], 4 * LANE_COUNT);
        return;
    }
    if (transfer->count == 1 && size == 8) {
        memcpy(bytes, transfer->row[0], 8 * LANE_COUNT);
        return;
    }
    for (uint32_t i = 0; i < transfer->count; i++, bytes += size) {
        switch (size) {
        case 1: store_strided(transfer->row[i], bytes, stride, 1); break;
        case 2: store_strided(transfer->row[i], bytes, stride, 2); break;
        case 4: store_strided(transfer->row[i], bytes, stride, 4); break;
        default: store_strided(transfer->row[i], bytes, stride, 8); break;
        }
    }
}

static inline void gather(uint8_t *row, const uint8_t *bytes, uint64_t base,
                          const uint64_t address[32], uint32_t mask, uint32_t element_bytes,
                          bool is_signed)
{
    if (mask == FULL_MASK) {
        for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
            load_element(row, bytes + (address[lane] - base), element_bytes, is_signed, lane);
        }
        return;
    }
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        load_element(row, bytes + (address[lane] - base), element_bytes, is_signed, lane);
    }
}

void transfer_load(const Transfer *transfer, const uint8_t *bytes, uint64_t base,
                   const uint64_t address[32], uint32_t mask)
{
    uint32_t size = transfer->element_bytes;
    for (uint32_t i = 0; i < transfer->count; i++, bytes += size) {
        uint8_t *row = transfer->row[i];
        switch (size) {
        case 1: gather(row, bytes, base, address, mask, 1, transfer->is_signed); break;
        case 2: gather(row, bytes, base, address, mask, 2, transfer->is_signed); break;
        case 4: gather(row, bytes, base, address, mask, 4, false); break;
        default: gather(row, bytes, base, address, mask, 8, false); break;
        }
    }
}

static inline void scatter(const uint8_t *row, uint8_t *bytes, uint64_t base,
                           const uint64_t address[32], uint32_t mask, uint32_t element_bytes)
{
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        store_element(row, bytes + (address[lane] - base), element_bytes, lane);
    }
}

void transfer_store(const Transfer *transfer, uint8_t *bytes, uint64_t base,
                    const uint64_t address[32], uint32_t mask)
{
    uint32_t size = transfer->element_bytes;
    for (uint32_t i = 0; i < transfer->count; i++, bytes += size) {
        const uint8_t *row = transfer->row[i];
        switch (size) {
        case 1: scatter(row, bytes, base, address, mask, 1); break;
        case 2: scatter(row, bytes, base, address, mask, 2); break;
        case 4: scatter(row, bytes, base, address, mask, 4); break;
        default: scatter(row, bytes, base, address, mask, 8); break;
        }
    }
}

static inline void gather32(uint8_t *row, const uint8_t *bytes, const uint32_t address[32],
                            uint32_t mask, uint32_t element_bytes, bool is_signed)
{
    if (mask == FULL_MASK) {
        for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
            load_element(row, bytes + address[lane], element_bytes, is_signed, lane);
        }
        return;
    }
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        load_element(row, bytes + address[lane], element_bytes, is_signed, lane);
    }
}

void transfer_load32(const Transfer *transfer, const uint8_t *bytes, const uint32_t address[32],
                     uint32_t mask)
{
    uint32_t size = transfer->element_bytes;
    for (uint32_t i = 0; i < transfer->count; i++, bytes += size) {
        uint8_t *row = transfer->row[i];
        switch (size) {
        case 1: gather32(row, bytes, address, mask, 1, transfer->is_signed); break;
        case 2: gather32(row, bytes, address, mask, 2, transfer->is_signed); break;
        case 4: gather32(row, bytes, address, mask, 4, false); break;
        default: gather32(row, bytes, address, mask, 8, false); break;
        }
    }
}

static inline void scatter32(const uint8_t *row, uint8_t *bytes, const uint32_t address[32],
                             uint32_t mask, uint32_t element_bytes)
{
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        store_element(row, bytes + address[lane], element_bytes, lane);
    }
}

void transfer_store32(const Transfer *transfer, uint8_t *bytes, const uint32_t address[32],
                      uint32_t mask)
{
    uint32_t size = transfer->element_bytes;
    for (uint32_t i = 0; i < transfer->count; i++, bytes += size) {
        const uint8_t *row = transfer->row[i];
        switch (size) {
        case 1: scatter32(row, bytes, address, mask, 1); break;
        case 2: scatter32(row, bytes, address, mask, 2); break;
        case 4: scatter32(row, bytes, address, mask, 4); break;
        default: scatter32(row, bytes, address, mask, 8); break;
        }
    }
}

void transfer_load_uniform(const Transfer *transfer, const uint8_t *bytes, uint32_t mask)
{
    uint32_t size = transfer->element_bytes;
    for (uint32_t i = 0; i < transfer->count; i++, bytes += size) {
        if (size == 8) {
            uint64_t value, *row = (uint64_t *)(void *)transfer->row[i];
            memcpy(&value, bytes, sizeof value);
            for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
                row[lane] = (mask >> lane & 1u) != 0 ? value : row[lane];
            }
            continue;
        }
        uint32_t value, *row = (uint32_t *)(void *)transfer->row[i];
        if (size == 4) {
            memcpy(&value, bytes, sizeof value);
        } else {
            value = transfer_widen(bytes, size, transfer->is_signed);
        }
        for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
            row[lane] = (mask >> lane & 1u) != 0 ? value : row[lane];
        }
    }
}

void transfer_load_lane(const Transfer *transfer, const uint8_t *bytes, uint32_t lane)
{
    uint32_t size = transfer->element_bytes;
    for (uint32_t i = 0; i < transfer->count; i++, bytes += size) {
        load_element(transfer->row[i], bytes, size, transfer->is_signed, lane);
    }
}

void transfer_store_lane(const Transfer *transfer, uint8_t *bytes, uint32_t lane)
{
    uint32_t size = transfer->element_bytes;
    for (uint32_t i = 0; i < transfer->count; i++, bytes += size) {
        store_element(transfer->row[i], bytes, size, lane);
    }
}
