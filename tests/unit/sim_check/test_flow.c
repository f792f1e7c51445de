// SPDX-License-Identifier: Apache-2.0
// flow.def names every lane function that moves, selects or combines bits, once.
#include "isa/machine/program.h"
#include "tests/test.h"

static const LaneOp named[] = {
#define FLOW(name, flow) LANE_##name,
#include "sim/check/flow.def"
#undef FLOW
};

// Whether a lane function is of an opcode whose bits go where a bit of an operand was.
static bool is_mover(const LaneInfo *info)
{
    static const char *const opcodes[] = {"mov.", "pack.", "unpack.", "prmt.", "selp.",
                                          "and.", "or.",   "shl.",    "shr.",  "bfe."};
    for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++) {
        if (strncmp(info->keys, opcodes[i], strlen(opcodes[i])) == 0) {
            return true;
        }
    }
    return false;
}

TEST(every_function_that_moves_bits_has_one_flow)
{
    uint8_t rows[LANE_OP_COUNT] = {0};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        rows[named[i]]++;
    }
    for (uint32_t op = 0; op < LANE_OP_COUNT; op++) {
        if (!EXPECT(rows[op] <= 1 && (rows[op] == 1 || !is_mover(&lane_info[op])))) {
            fprintf(stderr, "sim/check/flow.def: %u rows for %s\n", rows[op], lane_info[op].name);
        }
    }
}
