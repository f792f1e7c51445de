// SPDX-License-Identifier: Apache-2.0
// What cannot be linked with linked.cu and linked_other.cu.
extern __constant__ int counter;
extern __constant__ float nowhere[3];
__device__ float twice(int x, int y);
__device__ int cube_of(int x) { return x; }
__device__ double scale;
__device__ int twice(int x) { return x; }
__global__ void wrong(float *x) { *x = twice(3, 4) + counter + nowhere[1] + cube_of(2); }
