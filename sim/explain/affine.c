// SPDX-License-Identifier: Apache-2.0
#include "sim/explain/affine.h"

#include "isa/base/bits.h"

#include <inttypes.h>
#include <string.h>

enum {
    WARP_LANES = 32,
    LANES_MIN = 3,      // that a formula with `lane` is taken from
    RUN_LANES_MIN = 12, // that one with `lane % run` and `lane / run` is
    VALUE_MAX = 1 << 30 // beyond it products could overflow; addresses are not shown this way
};

static int64_t affine_at(const Affine *affine, uint32_t warp, uint32_t lane)
{
    return affine->base + affine->by_warp * (int64_t)warp +
           affine->by_lane * (int64_t)(lane % affine->run) +
           affine->by_run * (int64_t)(lane / affine->run);
}

static bool fits(const LaneValues *values, uint32_t count, const Affine *affine)
{
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t rest = values[i].lanes; rest != 0; rest &= rest - 1) {
            uint32_t lane = bits_lowest(rest);
            if (values[i].at[lane] != affine_at(affine, values[i].warp, lane)) {
                return false;
            }
        }
    }
    return true;
}

// What a lane adds within a run, from the first two lanes that share one.
static int64_t step_within(const LaneValues *values, uint32_t run)
{
    uint32_t before = WARP_LANES;
    for (uint32_t rest = values->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        if (before < WARP_LANES && before / run == lane / run) {
            return (values->at[lane] - values->at[before]) / (int64_t)(lane - before);
        }
        before = lane;
    }
    return 0;
}

// What a run adds, from the first lane and the first of another run.
static int64_t step_between(const LaneValues *values, uint32_t run, int64_t by_lane)
{
    uint32_t first = bits_lowest(values->lanes);
    for (uint32_t rest = values->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        if (lane / run != first / run) {
            int64_t more = values->at[lane] - values->at[first] -
                           by_lane * ((int64_t)(lane % run) - (int64_t)(first % run));
            return more / (int64_t)(lane / run - first / run);
        }
    }
    return 0;
}

static bool is_small(const LaneValues *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t rest = values[i].lanes; rest != 0; rest &= rest - 1) {
            int64_t value = values[i].at[bits_lowest(rest)];
            if (value > VALUE_MAX || value < -VALUE_MAX) {
                return false;
            }
        }
    }
    return true;
}

// The terms of the lanes, from one warp, so that its first lane has its value.
static Affine guess(const LaneValues *values, uint32_t run)
{
    Affine affine = {.run = run, .by_lane = step_within(values, run)};
    affine.by_run = step_between(values, run, affine.by_lane);
    uint32_t first = bits_lowest(values->lanes);
    affine.base = values->at[first] - affine_at(&affine, 0, first);
    return affine;
}

// The term of w, from the first warp and the last.
static void add_warp(Affine *affine, const LaneValues *values, uint32_t count)
{
    const LaneValues *last = &values[count - 1];
    int64_t warps = (int64_t)last->warp - (int64_t)values->warp;
    if (warps == 0 || last->lanes == 0) {
        return;
    }
    uint32_t lane = bits_lowest(last->lanes);
    affine->by_warp = (last->at[lane] - affine_at(affine, 0, lane)) / warps;
    affine->base -= affine->by_warp * (int64_t)values->warp;
}

bool affine_fit(const LaneValues *values, uint32_t count, Affine *affine)
{
    if (count == 0 || values->lanes == 0 || !is_small(values, count)) {
        return false;
    }
    uint32_t lanes = bits_count(values->lanes);
    for (uint32_t run = WARP_LANES; run > 1; run /= 2) {
        *affine = guess(values, run);
        add_warp(affine, values, count);
        bool is_uniform = affine->by_lane == 0 && affine->by_run == 0;
        uint32_t least = is_uniform ? 1 : run == WARP_LANES ? LANES_MIN : RUN_LANES_MIN;
        if (lanes >= least && fits(values, count, affine)) {
            return true;
        }
    }
    return false;
}

// "+ 3·what", "- what", "what"
static void put_term(int64_t factor, const char *what, bool *has_term, Text *out)
{
    if (factor == 0) {
        return;
    }
    bool is_negative = factor < 0;
    uint64_t size = is_negative ? (uint64_t)-factor : (uint64_t)factor;
    text_put(out, *has_term ? is_negative ? " - " : " + " : is_negative ? "-" : "");
    if (what[0] == '\0' || size != 1) {
        text_printf(out, "%" PRIu64, size);
    }
    if (what[0] != '\0') {
        bool is_first_negative = is_negative && !*has_term;
        bool has_operator = (size != 1 || is_first_negative) && strchr(what, ' ') != NULL;
        text_put(out, size == 1 ? "" : "·");
        text_printf(out, has_operator ? "(%s)" : "%s", what);
    }
    *has_term = true;
}

void affine_put(const Affine *affine, Text *out)
{
    static const char *const within[] = {"lane % 2", "lane % 4", "lane % 8", "lane % 16", "lane"};
    static const char *const between[] = {"lane / 2", "lane / 4", "lane / 8", "lane / 16", ""};
    uint32_t index = bits_lowest(affine->run) - 1;
    bool has_term = false, is_last = affine->base <= 0 || affine->by_warp > 0;
    is_last |= affine->run < WARP_LANES ? affine->by_run > 0 : affine->by_lane >= 0;
    if (!is_last) { // "31 - lane"
        put_term(affine->base, "", &has_term, out);
    }
    put_term(affine->by_warp, "w", &has_term, out);
    put_term(affine->by_run, between[index], &has_term, out);
    put_term(affine->by_lane, within[index], &has_term, out);
    if (is_last) {
        put_term(affine->base, "", &has_term, out);
    }
    text_put(out, has_term ? "" : "0");
}
