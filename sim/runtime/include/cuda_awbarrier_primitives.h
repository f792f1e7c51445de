// SPDX-License-Identifier: Apache-2.0
// __mbarrier_t as a name, for declarations of device code: the host waits at none.
#ifndef LOCKSTEP_CUDA_CUDA_AWBARRIER_PRIMITIVES_H
#define LOCKSTEP_CUDA_CUDA_AWBARRIER_PRIMITIVES_H

#include "cuda_runtime.h"

#include <cstdint>

typedef uint64_t __mbarrier_t;
typedef uint64_t __mbarrier_token_t;

static inline uint32_t __mbarrier_maximum_count()
{
    return (1 << 14) - 1;
}

#endif
