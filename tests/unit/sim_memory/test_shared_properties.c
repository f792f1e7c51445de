// SPDX-License-Identifier: Apache-2.0
// The fast ways through the shared-memory rules give what the definitions give.
#include "sim/memory/shared.h"
#include "tests/test.h"

#define ALL_LANES UINT32_MAX

static uint32_t random_next(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

static bool is_same(SharedCost a, SharedCost b)
{
    return a.wavefronts == b.wavefronts && a.ideal == b.ideal && a.conflicts == b.conflicts;
}

static void compare_linear(SharedRule rule, SharedAccess access, uint32_t base, uint32_t width)
{
    uint32_t address[32];
    for (uint32_t lane = 0; lane < 32; lane++) {
        address[lane] = base + lane * width;
    }
    SharedCost wanted = shared_cost(rule, access, address, ALL_LANES, width);
    SharedCost found = shared_cost_linear(rule, access, base, width);
    if (!EXPECT(is_same(found, wanted))) {
        fprintf(stderr,
                "    rule %u access %u base %u width %u: %u (ideal %u), general %u (ideal %u)\n",
                (unsigned)rule, (unsigned)access, base, width, found.wavefronts, found.ideal,
                wanted.wavefronts, wanted.ideal);
    }
}

TEST(the_linear_form_equals_the_general_one)
{
    for (uint32_t rule = SHARED_HALF_WARP; rule < SHARED_RULE_COUNT; rule++) {
        for (uint32_t access = SHARED_LOAD; access <= SHARED_INCREMENT; access++) {
            for (uint32_t width = 1; width <= 16; width *= 2) {
                for (uint32_t base = 0; base <= 512; base += width) {
                    compare_linear((SharedRule)rule, (SharedAccess)access, base, width);
                }
            }
        }
    }
}

// cc 5.0 on, by the definition: each phase costs its fullest bank's distinct 32-bit words.
static uint32_t count_by_definition(const uint32_t address[32], uint32_t mask, uint32_t width,
                                    uint32_t phase_lanes)
{
    uint32_t total = 0;
    for (uint32_t first = 0; first < 32; first += phase_lanes) {
        uint32_t fullest = 0;
        for (uint32_t bank = 0; bank < 32; bank++) {
            uint32_t words[128], count = 0;
            for (uint32_t lane = first; lane < first + phase_lanes; lane++) {
                for (uint32_t byte = 0; byte < width && mask >> lane & 1; byte++) {
                    uint32_t word = (address[lane] + byte) / 4, at = 0;
                    while (at < count && words[at] != word) {
                        at++;
                    }
                    if (at == count && word % 32 == bank) {
                        words[count++] = word;
                    }
                }
            }
            fullest = count > fullest ? count : fullest;
        }
        total += fullest;
    }
    return total;
}

static void make_pattern(uint64_t *state, uint32_t address[32], uint32_t width)
{
    uint32_t kind = random_next(state) % 4, range = 1u << (random_next(state) % 12);
    uint32_t stride = random_next(state) % 70, start = random_next(state) % 100;
    for (uint32_t lane = 0; lane < 32; lane++) {
        uint32_t index = kind == 0   ? start + stride * lane
                         : kind == 1 ? start + 2300 - stride * lane
                         : kind == 2 ? random_next(state) % range
                                     : (lane ^ stride) * 3 + start;
        address[lane] = index * width;
    }
}

TEST(stores_cost_what_the_definition_says)
{
    uint64_t state = 1;
    for (uint32_t round = 0; round < 2000; round++) {
        uint32_t width = 1u << (round % 5), address[32];
        make_pattern(&state, address, width);
        uint32_t mask = round % 3 == 0 ? random_next(&state) : ALL_LANES;
        uint32_t phase_lanes = width <= 4 ? 32 : 128 / width;
        uint32_t wanted = count_by_definition(address, mask, width, phase_lanes);
        SharedCost cost = shared_cost(SHARED_MAXWELL, SHARED_STORE, address, mask, width);
        EXPECT_EQ(cost.wavefronts, wanted);
        EXPECT_EQ(cost.wavefronts, cost.ideal + cost.conflicts);
        if (width <= 4) {
            EXPECT_EQ(shared_cost(SHARED_FERMI, SHARED_LOAD, address, mask, width).wavefronts,
                      wanted);
        }
    }
}

TEST(lanes_without_their_bit_in_the_mask_do_not_count)
{
    uint64_t state = 2;
    for (uint32_t round = 0; round < 500; round++) {
        uint32_t width = 1u << (round % 5), address[32], other[32];
        make_pattern(&state, address, width);
        uint32_t mask = random_next(&state);
        for (uint32_t lane = 0; lane < 32; lane++) {
            other[lane] = mask >> lane & 1 ? address[lane] : random_next(&state) / 16 * 16;
        }
        for (uint32_t rule = SHARED_HALF_WARP; rule < SHARED_RULE_COUNT; rule++) {
            for (uint32_t access = SHARED_LOAD; access <= SHARED_INCREMENT; access++) {
                SharedCost a =
                    shared_cost((SharedRule)rule, (SharedAccess)access, address, mask, width);
                SharedCost b =
                    shared_cost((SharedRule)rule, (SharedAccess)access, other, mask, width);
                EXPECT(is_same(a, b));
            }
        }
    }
}

TEST(addresses_at_the_ends_of_the_range_are_safe)
{
    uint32_t address[32];
    for (uint32_t lane = 0; lane < 32; lane++) {
        address[lane] = lane * UINT32_C(0x80000000) + (lane % 2 == 0 ? 0 : UINT32_C(0x7ffffff0));
    }
    for (uint32_t rule = SHARED_HALF_WARP; rule < SHARED_RULE_COUNT; rule++) {
        SharedCost cost = shared_cost((SharedRule)rule, SHARED_LOAD, address, ALL_LANES, 4);
        EXPECT(cost.wavefronts >= cost.ideal && cost.wavefronts <= 64);
    }
}
