// SPDX-License-Identifier: Apache-2.0
int größe(int x) { return x; }
__device__ int dopplung(int ü) { return 2 * ü; }
__device__ int fläche(int x) { return x * x; }
__constant__ int π = 3;
__global__ void k(int *o) { o[0] = dopplung(2) + fläche(3); }
__global__ void größer(int *o) { o[0] = π; }
