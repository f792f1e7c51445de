// SPDX-License-Identifier: Apache-2.0
// What threads do together: shuffles, votes, shared memory, atomics, barriers. The operations on
// shared memory give the same in any order, and what they return is not used.
#include "tests/cuda/random/random.h"

static void shuffle(void)
{
    const char *name = say("%s%u", PICK("i", "u", "f", "l", "d", "ul"), below(3));
    const char *how = PICK("__shfl_xor_sync", "__shfl_down_sync", "__shfl_up_sync", "__shfl_sync");
    put("%s = %s(0xffffffffu, %s, %u%s);", name, how, name, below(32), PICK("", "", ", 16", ", 8"));
}

static void vote(void)
{
    const char *truth = condition(1);
    switch (below(4)) {
    case 0: put("u%u ^= __ballot_sync(0xffffffffu, %s);", below(3), truth); return;
    case 1: put("b%u = __any_sync(0xffffffffu, %s);", below(3), truth); return;
    case 2: put("b%u = __all_sync(0xffffffffu, %s);", below(3), truth); return;
    default:
        put("u%u += __reduce_%s_sync(0xffffffffu, (unsigned)(%s));", below(3),
            PICK("add", "min", "max", "and", "or", "xor"), integer(1));
        return;
    }
}

static void pass_on(void)
{
    put("shared[threadIdx.x] = (int)(%s);", integer(2));
    put("__syncthreads();");
    put("i%u = shared[(threadIdx.x + %uu) %% 64u];", below(3), below(64));
    put("__syncthreads();");
}

static void gather(void)
{
    put("if (threadIdx.x < 8) shared[threadIdx.x] = %s;", constant());
    put("__syncthreads();");
    put("atomic%s(&shared[(unsigned)(%s) %% 8u], (int)(%s));",
        PICK("Add", "Min", "Max", "And", "Or", "Xor"), integer(1), integer(1));
    put("__syncthreads();");
    put("i%u = shared[threadIdx.x %% 8u];", below(3));
    put("__syncthreads();");
}

void exchange(void)
{
    switch (below(5)) {
    case 0:
    case 1: shuffle(); return;
    case 2: vote(); return;
    case 3: pass_on(); return;
    default: gather(); return;
    }
}
