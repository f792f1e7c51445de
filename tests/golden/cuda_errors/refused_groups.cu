// SPDX-License-Identifier: Apache-2.0
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void elected(int *out) { cg::invoke_one(cg::this_thread_block(), [=] { out[0] = 1; }); }
__global__ void single(int *out) { auto thread = cg::this_thread(); out[0] = thread.size(); }
