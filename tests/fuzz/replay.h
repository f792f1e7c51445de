// SPDX-License-Identifier: Apache-2.0
// Where there is no libFuzzer: a main() that gives a target every file of its corpus, whole and
// with fixed mutations. Included once, by the file that defines LLVMFuzzerTestOneInput.
#ifndef LOCKSTEP_FUZZ_REPLAY_H
#define LOCKSTEP_FUZZ_REPLAY_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct Mutation {
    uint32_t rounds;       // of each file
    uint32_t changes_most; // in one round
    uint32_t kept_bytes;   // at the file's start
    const char *bytes;     // that are written over others
} Mutation;

#ifndef LOCKSTEP_LIBFUZZER
static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u; // Numerical Recipes' generator
    return *state >> 8;
}

// Changes, moves or removes a few bytes; returns the new size.
static size_t mutate(const Mutation *mutation, uint8_t *data, size_t size, uint32_t *state)
{
    size_t kept = mutation->kept_bytes;
    uint32_t changes = next_random(state) % mutation->changes_most + 1;
    for (uint32_t i = changes; i > 0 && size > kept + 4; i--) {
        size_t at = kept + next_random(state) % (size - kept), from = next_random(state) % size;
        size_t count = next_random(state) % 24;
        switch (next_random(state) % 8) {
        case 0: data[at] = (uint8_t)next_random(state); break;
        case 1: memmove(data + at, data + at + 1, --size - at); break;
        case 2:
        case 3:
        case 4:
            if (at + count < size && from + count < size) {
                memmove(data + at, data + from, count);
            }
            break;
        default: data[at] = (uint8_t)mutation->bytes[next_random(state) % strlen(mutation->bytes)];
        }
    }
    return size;
}

// In memory of just this size, so that a sanitizer sees reads behind it.
static void test_copy(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size + (size == 0));
    if (copy != NULL) {
        memcpy(copy, data, size);
        LLVMFuzzerTestOneInput(copy, size);
        free(copy);
    }
}

static int replay(int count, char **paths, const Mutation *mutation)
{
    static uint8_t data[1 << 20], mutated[1 << 20];
    uint32_t state = 1;
    for (int i = 1; i < count; i++) {
        FILE *file = fopen(paths[i], "rb");
        size_t size = file == NULL ? 0 : fread(data, 1, sizeof data, file);
        if (size == 0) {
            fprintf(stderr, "%s: cannot read %s\n", paths[0], paths[i]);
            return 1;
        }
        fclose(file);
        test_copy(data, size);
        for (uint32_t round = 0; round < mutation->rounds; round++) {
            memcpy(mutated, data, size);
            size_t changed = mutate(mutation, mutated, size, &state);
            test_copy(mutated, round % 8 == 0 ? next_random(&state) % changed : changed);
        }
    }
    printf("%d files, each with %u mutations\n", count - 1, mutation->rounds);
    return count > 1 ? 0 : 1;
}
#endif

#endif
