// SPDX-License-Identifier: Apache-2.0
__device__ int weight(int x);
__device__ int twice(int x);
__global__ void k(int *a)
{
    a[0] = weight(1) + twice(2);
    int *heap = (int *)malloc(sizeof(int));
    free(heap);
}
__device__ int twice(int x) { return 2 * x; }
