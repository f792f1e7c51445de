// SPDX-License-Identifier: Apache-2.0
struct Runner {
    __global__ void run(float *a) { a[0] = 1; }
};
__global__ void variadic(float *a, ...) { a[0] = 1; }
__global__ void reference(float &&a) { a = 1; }
