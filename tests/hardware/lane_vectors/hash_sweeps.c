// SPDX-License-Identifier: Apache-2.0
// Reduces sweeps.bin to the hashes that are kept (sweeps.h). Usage: hash_sweeps <sweeps.bin
// >sweeps.csv
#include "tests/hardware/lane_vectors/sweeps.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int fail(const char *what)
{
    fprintf(stderr, "hash_sweeps: %s\n", what);
    return 1;
}

int main(void)
{
    char magic[8];
    if (fread(magic, 1, 8, stdin) != 8 || memcmp(magic, SWEEP_MAGIC, 8) != 0) {
        return fail("the input is no recording of sweeps");
    }
    printf("row,spelling,first,hash\n");
    for (uint32_t row = 0; row < SWEEP_COUNT; row++) {
        uint64_t hash = SWEEP_HASH_START;
        for (uint32_t at = 0; at < sweeps[row].count; at++) {
            unsigned char bytes[4] = {0};
            if (fread(bytes, 1, sweeps[row].bytes, stdin) != sweeps[row].bytes) {
                return fail("the recording ends early");
            }
            hash = sweep_hash(hash, (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 |
                                        (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24);
            if (at % SWEEP_CHUNK == SWEEP_CHUNK - 1 || at == sweeps[row].count - 1) {
                printf("%u,%s,%u,%016" PRIx64 "\n", row, sweeps[row].spelling,
                       at / SWEEP_CHUNK * SWEEP_CHUNK, hash);
                hash = SWEEP_HASH_START;
            }
        }
    }
    return getchar() == EOF ? 0 : fail("the recording is too long");
}
