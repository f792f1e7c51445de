// SPDX-License-Identifier: Apache-2.0
__global__ void k(int *a, int n) { a[n] = 1; }
__global__ void k(int *a, int n) { a[0] = n; }
