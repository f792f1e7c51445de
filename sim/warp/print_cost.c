// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/print_cost.h"

// Warp instructions of printf("") by one lane.
#define CALL         6782u
#define PER_BYTE     16u  // of the format
#define SOME         17u  // if there are arguments,
#define PER_ARGUMENT 69u  // of which each saves these: it fills a part of the local buffer
#define PER_STRING   100u // %s
#define PER_TEXT     40u  // a byte of such a string
#define PER_LANE     15u  // after the first;
#define BY_ALL_LANES 12u  // all lanes execute these of them
// A local buffer of these bytes is sent at a time. That it is 256 is assumed: 65 bytes of format
// need one, 257 two.
#define BUFFER_BYTES 256u
#define PER_BUFFER   7192u // after the first
// Branches, of them.
#define BRANCHES              277u
#define BRANCHES_PER_BYTE     2u
#define BRANCHES_PER_ARGUMENT 18u
#define BRANCHES_PER_LANE     4u
// Calls in a loop: 64 calls take 39,900 cycles each with one lane, 44,400 with 32.
#define CYCLES_PER_INSTRUCTION 5.9

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

SlowCost print_cost(const PrintShape *shape, uint32_t lanes)
{
    uint32_t on = (uint32_t)__builtin_popcount(lanes);
    uint32_t bytes = 8 * shape->arguments + shape->format_bytes + 1 + shape->string_bytes;
    uint32_t issues = CALL + PER_BYTE * shape->format_bytes + (shape->arguments > 0 ? SOME : 0);
    issues += PER_STRING * shape->strings + PER_TEXT * shape->string_bytes;
    issues += PER_BUFFER * ((bytes - 1) / BUFFER_BYTES);
    issues -= PER_ARGUMENT * least(shape->arguments, BUFFER_BYTES / 8);
    uint32_t all = issues + PER_LANE * (on - 1);
    return (SlowCost){.lanes = lanes,
                      .issues = (int32_t)all,
                      .threads = (int32_t)((issues + BY_ALL_LANES * (on - 1)) * on),
                      .branches = (int32_t)(BRANCHES + BRANCHES_PER_BYTE * shape->format_bytes +
                                            BRANCHES_PER_ARGUMENT * shape->arguments +
                                            BRANCHES_PER_LANE * (on - 1)),
                      .cycles = (uint32_t)(all * CYCLES_PER_INSTRUCTION)};
}
