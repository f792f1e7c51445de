// SPDX-License-Identifier: Apache-2.0
struct Owner {
    int *p;
    __device__ Owner();
    __device__ ~Owner();
};
__global__ void k(Owner *a)
{
    Owner *p = new Owner[16];
    delete[] a;
    delete 3;
}
