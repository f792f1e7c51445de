// SPDX-License-Identifier: Apache-2.0
__global__ void child(float *a) { a[threadIdx.x] = 1; }
__global__ void parent(float *a)
{
    child<<<1, 32>>>(a);
    cudaDeviceSynchronize();
    child(a);
}
