// SPDX-License-Identifier: Apache-2.0
__global__ void __launch_bounds__(2048) k(int *a) { a[0] = 1; }
__global__ void __launch_bounds__(n) m(int *a) { a[0] = 1; }
__launch_bounds__(256) void host() {}
