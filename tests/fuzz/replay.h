// SPDX-License-Identifier: Apache-2.0
// Where there is no libFuzzer: a main() that gives a target every file of its corpus, whole, with
// fixed mutations of its tokens, and cut short. Included once, by the file that defines
// LLVMFuzzerTestOneInput.
#ifndef LOCKSTEP_FUZZ_REPLAY_H
#define LOCKSTEP_FUZZ_REPLAY_H

#include "tests/fuzz/mutate.h"

#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#ifndef LOCKSTEP_LIBFUZZER
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

static int replay(int count, char **paths, uint32_t rounds)
{
    static uint8_t data[1 << 20], mutated[1 << 21];
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
        for (uint32_t round = 0; round < rounds; round++) {
            memcpy(mutated, data, size);
            size_t changed = size;
            for (uint32_t j = next_random(&state) % 4 + 1; j > 0; j--) {
                changed = mutate_tokens(mutated, changed, sizeof mutated, &state);
            }
            bool is_cut = round % 8 == 0 && changed > 0;
            test_copy(mutated, is_cut ? next_random(&state) % changed : changed);
        }
    }
    fprintf(stderr, "%d files, each with %u mutations\n", count - 1, rounds);
    return count > 1 ? 0 : 1;
}
#endif

#endif
