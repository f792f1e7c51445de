// SPDX-License-Identifier: Apache-2.0
__global__ int add(int *a)
{
    return a[0];
}
__global__ void early(int *a)
{
    if (a[0] > 0) {
        return 1;
    }
    a[0] = 1;
}
