// SPDX-License-Identifier: Apache-2.0
// The pictures of the reduction (EPFL steps 1 to 3, MUNI steps 1 to 3): which threads of a block
// work in each round, and how many of their words share a bank. Steps one block of
// kernels/reduction.cu; between two barriers lies one round.
#include "tests/lectures/walk.h"

#define BLOCK  256u
#define WARPS  (BLOCK / 32)
#define ROUNDS 8 // 128, 64, ..., 1 sums

// What the warps did between two barriers.
typedef struct Round {
    uint32_t stored[WARPS];     // lanes that wrote a sum
    uint32_t wavefronts[WARPS]; // of each shared load, and of the store: they cost the same
} Round;

static void note_access(const StepAccess *access, uint32_t warp, Round *round)
{
    if (!access->is_shared || access->lanes == 0) {
        return;
    }
    round->stored[warp] |= access->is_store ? access->lanes : 0;
    EXPECT(round->wavefronts[warp] == 0 || round->wavefronts[warp] == access->shared.wavefronts);
    round->wavefronts[warp] = access->shared.wavefronts;
}

static void run_round(Walk *walk, Round *round)
{
    *round = (Round){0};
    for (uint32_t warp = 0; warp < WARPS; warp++) {
        while (walk_step(walk, warp)) {
            note_access(&walk->step.access, warp, round);
            if (walk->step.micro->kind == MICRO_BARRIER) {
                break;
            }
        }
    }
}

// Whether thread t works in a round whose partners are `stride` sums apart.
typedef bool IsActive(uint32_t t, uint32_t stride);

static bool modulo_is_active(uint32_t t, uint32_t stride)
{
    return t % (2 * stride) == 0; // kernel 1: 0 2 4 ..., 0 4 8 ..., 0 8 16 ...
}

static bool strided_is_active(uint32_t t, uint32_t stride)
{
    return 2 * stride * t < BLOCK; // kernel 2: the first 128, 64, 32, ...
}

static bool sequential_is_active(uint32_t t, uint32_t stride)
{
    return t < stride; // kernel 3: likewise
}

// Wavefronts of kernel 2's first warp, round by round, as the lecture says: 2-way at stride 1, and
// twice that each round until there are fewer working lanes than lanes that can meet. A lane's word
// is 2 * stride from its neighbor's; `lanes` of them meet in each of banks / (2 * stride) banks.
// On 16 banks both half-warps take their turn.
static const uint32_t strided_on_32_banks[ROUNDS] = {2, 4, 8, 8, 8, 4, 2, 1};
static const uint32_t strided_on_16_banks[ROUNDS] = {2 + 2, 4 + 4, 8 + 8, 16, 8, 4, 2, 1};

typedef struct Kernel {
    const char *name;
    IsActive *is_active;
    bool is_halving;    // stride 128, 64, ... instead of 1, 2, ...
    bool has_conflicts; // else no two working lanes of a warp meet in a bank
} Kernel;

static uint32_t half_warps(uint32_t mask)
{
    return ((mask & 0xffff) != 0 ? 1u : 0u) + (mask >> 16 != 0 ? 1u : 0u);
}

static void expect_round(const Round *round, const Kernel *kernel, uint32_t stride, bool by_halves)
{
    uint32_t active = 0;
    for (uint32_t warp = 0; warp < WARPS; warp++) {
        uint32_t mask = 0;
        for (uint32_t lane = 0; lane < 32; lane++) {
            mask |= kernel->is_active(32 * warp + lane, stride) ? 1u << lane : 0;
        }
        active += (uint32_t)__builtin_popcount(mask);
        EXPECT_EQ(round->stored[warp], mask);
        if (!kernel->has_conflicts) {
            EXPECT_EQ(round->wavefronts[warp], by_halves ? half_warps(mask) : mask != 0);
        }
    }
    EXPECT_EQ(active, kernel->is_halving ? stride : BLOCK / 2 / stride); // 128, 64, ..., 1
}

static void run_kernel(const char *gpu, const Kernel *kernel)
{
    Walk walk;
    Round round;
    bool by_halves = gpu_preset(gpu)->shared_rule == SHARED_HALF_WARP;
    const uint32_t *strided = by_halves ? strided_on_16_banks : strided_on_32_banks;
    if (walk_start(&walk, &(WalkLaunch){gpu, "reduction.ptx", kernel->name, BLOCK, 1, 2, 0})) {
        run_round(&walk, &round); // each thread stores what it loaded
        for (uint32_t warp = 0; warp < WARPS; warp++) {
            EXPECT_EQ(round.stored[warp], UINT32_MAX);
        }
        for (uint32_t r = 0; r < ROUNDS; r++) {
            run_round(&walk, &round);
            expect_round(&round, kernel, kernel->is_halving ? BLOCK / 2 >> r : 1u << r, by_halves);
            EXPECT(!kernel->has_conflicts || round.wavefronts[0] == strided[r]);
        }
        run_round(&walk, &round);
        EXPECT_EQ(round.stored[0], 0);
        for (uint32_t warp = 0; warp < WARPS; warp++) {
            EXPECT(!block_warp_is_ready(walk.block, warp));
        }
    }
    walk_end(&walk);
}

static void run_all(const char *gpu)
{
    static const Kernel kernels[] = {
        {"_Z13reduce_moduloPKiPi", modulo_is_active, false, false},
        {"_Z20reduce_strided_indexPKiPi", strided_is_active, false, true},
        {"_Z17reduce_sequentialPKiPi", sequential_is_active, true, false},
    };
    for (size_t i = 0; i < sizeof(kernels) / sizeof(kernels[0]); i++) {
        run_kernel(gpu, &kernels[i]);
    }
}

TEST(epfl_and_muni_active_threads_and_conflicts_on_8800gtx)
{
    run_all("8800gtx");
}

TEST(epfl_and_muni_active_threads_and_conflicts_on_gtx480)
{
    run_all("gtx480");
}

TEST(epfl_and_muni_active_threads_and_conflicts_on_h200)
{
    run_all("h200");
}
