// SPDX-License-Identifier: Apache-2.0
// Part of cooperative_groups.h here.
#ifndef LOCKSTEP_CUDA_COOPERATIVE_GROUPS_REDUCE_H
#define LOCKSTEP_CUDA_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

#endif
