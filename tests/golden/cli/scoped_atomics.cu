// SPDX-License-Identifier: Apache-2.0
// Atomics of one block and of the whole system, which GPUs have from compute capability 6.0 on.
__global__ void count(int *counter)
{
    atomicAdd(counter, 1);
    atomicAdd_block(counter + 1, 1);
    atomicAdd_system(counter + 2, 1);
}
