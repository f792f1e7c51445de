// SPDX-License-Identifier: Apache-2.0
// The signatures of the lane functions, and the search by PTX spelling. Both come from lane.def and
// lane4.def.
#include "isa/machine/program.h"

#include <string.h>

const LaneInfo lane_info[LANE_OP_COUNT] = {
#define LANE(name, keys, d, a, b, c, expression)                                                   \
    {#name, keys, LANE_TYPE_##d, LANE_TYPE_##a, LANE_TYPE_##b, LANE_TYPE_##c, LANE_TYPE_NONE},
#include "isa/machine/lane.def"
#undef LANE
};

const LaneInfo lane4_info[LANE4_OP_COUNT] = {
#define LANE4(name, keys, d, a, b, c, e, expression)                                               \
    {#name, keys, LANE_TYPE_##d, LANE_TYPE_##a, LANE_TYPE_##b, LANE_TYPE_##c, LANE_TYPE_##e},
#include "isa/machine/lane4.def"
#undef LANE4
};

// Whether the blank-separated list contains the word.
static bool has_word(const char *list, const char *word, size_t length)
{
    for (const char *at = list; at != NULL; at = strchr(at, ' ')) {
        at += *at == ' ';
        bool is_here = *at == *word && strncmp(at, word, length) == 0;
        if (is_here && (at[length] == ' ' || at[length] == '\0')) {
            return length > 0;
        }
    }
    return false;
}

// The first row of each file that lane.def includes, in its order.
enum {
#define LANE(...) +1
    COMPARE_BEGINS = 0
#include "isa/machine/lane_approximate.def"
#include "isa/machine/lane_float.def"
#include "isa/machine/lane_half.def"
#include "isa/machine/lane_half_pair.def"
#include "isa/machine/lane_integer.def"
    ,
    CONVERT_BEGINS = COMPARE_BEGINS
#include "isa/machine/lane_compare.def"
    ,
    SET_BEGINS = CONVERT_BEGINS
#include "isa/machine/lane_convert.def"
#undef LANE
};

// The first row to search: conversions and comparisons, half of all rows, are contiguous.
static uint32_t first_row(const char *key)
{
    return strncmp(key, "setp.", 5) == 0  ? COMPARE_BEGINS
           : strncmp(key, "cvt.", 4) == 0 ? CONVERT_BEGINS
           : strncmp(key, "set.", 4) == 0 ? SET_BEGINS
                                          : 0;
}

LaneOp lane_find(const char *key)
{
    size_t length = strlen(key);
    uint32_t op = first_row(key);
    while (op < LANE_OP_COUNT && !has_word(lane_info[op].keys, key, length)) {
        op++;
    }
    return (LaneOp)op;
}

Lane4Op lane4_find(const char *key)
{
    size_t length = strlen(key);
    uint32_t op = 0;
    while (op < LANE4_OP_COUNT && !has_word(lane4_info[op].keys, key, length)) {
        op++;
    }
    return (Lane4Op)op;
}
