// SPDX-License-Identifier: Apache-2.0
__global__ void child(float *a) { a[threadIdx.x] = 1; }
__device__ void function(float *a) { a[0] = 1; }
__global__ void parent(float *a)
{
    child<<<1, 32>>>(a);
    cudaDeviceSynchronize();
    child(a);
    function<<<1, 32>>>(a);
    child<<<1>>>(a);
    child<<<1, 32>>>(a, 5);
}
