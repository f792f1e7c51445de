// SPDX-License-Identifier: Apache-2.0
// What a program chooses of a GPU for a launch.
#include "sim/device/tune.h"
#include "tests/test.h"

enum { KB = 1024 };

static uint32_t shared_bytes(const char *gpu, LockstepPreference preference, uint32_t bytes)
{
    return tune(gpu_preset(gpu), &(LockstepLaunch){.preference = preference}, bytes)
        .shared_bytes_per_sm;
}

TEST(shared_memory_is_as_large_as_possible_without_a_preference)
{
    EXPECT_EQ(shared_bytes("gtx480", LOCKSTEP_PREFER_NONE, 0), 48 * KB);
    EXPECT_EQ(shared_bytes("gtx480", LOCKSTEP_PREFER_SHARED, 100), 48 * KB);
    EXPECT_EQ(shared_bytes("k40", LOCKSTEP_PREFER_NONE, 0), 48 * KB);
}

TEST(l1_is_as_large_as_possible_beside_a_block)
{
    EXPECT_EQ(shared_bytes("gtx480", LOCKSTEP_PREFER_L1, 0), 16 * KB);
    EXPECT_EQ(shared_bytes("gtx480", LOCKSTEP_PREFER_L1, 16 * KB), 16 * KB);
    EXPECT_EQ(shared_bytes("gtx480", LOCKSTEP_PREFER_L1, 16 * KB + 1), 48 * KB);
    EXPECT_EQ(shared_bytes("k40", LOCKSTEP_PREFER_L1, 16 * KB + 1), 32 * KB);
}

TEST(only_kepler_divides_in_halves)
{
    EXPECT_EQ(shared_bytes("k40", LOCKSTEP_PREFER_EQUAL, 0), 32 * KB);
    EXPECT_EQ(shared_bytes("gtx480", LOCKSTEP_PREFER_EQUAL, 0), 48 * KB);
}

TEST(only_kepler_has_wide_banks)
{
    LockstepLaunch launch = {.has_wide_banks = true};
    EXPECT_EQ(tune(gpu_preset("k40"), &launch, 0).shared_rule, SHARED_KEPLER_64);
    EXPECT_EQ(tune(gpu_preset("gtx480"), &launch, 0).shared_rule, SHARED_FERMI);
}

TEST(other_gpus_have_no_choice)
{
    EXPECT(tune_has_choice(gpu_preset("gtx480")));
    EXPECT(!tune_has_choice(gpu_preset("gtx280")));
    EXPECT(!tune_has_choice(gpu_preset("gtx980")));
}
