// SPDX-License-Identifier: Apache-2.0
#include <cub/agent/agent_reduce.cuh>
__global__ void k(int *a)
{
    cub::AgentReduce reduce;
    a[0] = reduce(a);
}
