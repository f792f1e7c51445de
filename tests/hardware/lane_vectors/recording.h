// SPDX-License-Identifier: Apache-2.0
// traces/h200/lanes.bin: what an H200 made of every variant. Header only, for test programs.
#ifndef LOCKSTEP_TESTS_RECORDING_H
#define LOCKSTEP_TESTS_RECORDING_H

#include "tests/hardware/lane_vectors/lane_vectors.h"
#include "tests/test.h"

#include <stdlib.h>

#define RECORDING  LOCKSTEP_SOURCE_DIR "/traces/h200/lanes.bin"
#define RECORD_MAX 4096

// One recorded kernel: its results, `bytes` each (0: one bit each).
typedef struct Record {
    const char *name; // not terminated
    uint32_t name_length, bytes;
    const uint8_t *results;
    bool is_replayed;
} Record;

typedef struct Recording {
    uint8_t *content;
    uint32_t count, next;
    Record records[RECORD_MAX];
} Recording;

static inline uint64_t little_endian(const uint8_t *at, uint32_t bytes)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < bytes; i++) {
        value |= (uint64_t)at[i] << (i * 8);
    }
    return value;
}

static inline uint8_t *recording_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    size_t room = (size_t)16 << 20;
    uint8_t *content = malloc(room);
    *size = content == NULL ? 0 : fread(content, 1, room, file);
    fclose(file);
    return content;
}

// Reads the file once; whether it is whole and of the inputs that this program makes. Layout:
// tests/hardware/lane_vectors/record_lanes.cu.
static inline bool recording_load(Recording *recording)
{
    if (recording->content != NULL) {
        return EXPECT(recording->count > 0);
    }
    size_t size = 0, at = 24;
    uint8_t *content = recording->content = recording_file(RECORDING, &size);
    if (!EXPECT(content != NULL) || !EXPECT(size > at) ||
        !EXPECT(memcmp(content, VECTOR_MAGIC, 8) == 0) ||
        !EXPECT_EQ(little_endian(content + 8, 4), VECTOR_COUNT) ||
        !EXPECT_EQ(little_endian(content + 16, 8), vector_checksum())) {
        return false;
    }
    uint32_t count = (uint32_t)little_endian(content + 12, 4);
    for (uint32_t i = 0; i < count && i < RECORD_MAX; i++) {
        uint32_t bytes = content[at], name_length = content[at + 1];
        size_t length = bytes == 0 ? VECTOR_COUNT / 8 : (size_t)VECTOR_COUNT * bytes;
        recording->records[i] = (Record){(const char *)content + at + 2, name_length, bytes,
                                         content + at + 2 + name_length, false};
        at += 2 + name_length + length;
        if (!EXPECT(at <= size)) {
            return false;
        }
    }
    recording->count = count;
    return EXPECT(at == size);
}

// Variants come in the order of the recording, but for rows that were added since.
static inline Record *recording_find(Recording *recording, const Variant *variant)
{
    size_t length = strlen(variant->name);
    for (uint32_t i = 0; i < recording->count; i++) {
        Record *record = &recording->records[(recording->next + i) % recording->count];
        if (record->name_length == length && memcmp(record->name, variant->name, length) == 0) {
            recording->next = (recording->next + i + 1) % recording->count;
            return record;
        }
    }
    return NULL;
}

static inline uint64_t record_result(const Record *record, uint32_t index)
{
    if (record->bytes == 0) {
        return record->results[index / 8] >> (index % 8) & 1;
    }
    return little_endian(record->results + (size_t)index * record->bytes, record->bytes);
}

#endif
