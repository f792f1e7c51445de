// SPDX-License-Identifier: Apache-2.0
// Part of cooperative_groups.h here.
#ifndef LOCKSTEP_CUDA_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define LOCKSTEP_CUDA_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"

#endif
