// SPDX-License-Identifier: Apache-2.0
// A member named with its class, of something that is no class.
struct Point {
    int x;
    __device__ int twice() { return 2 * x; }
};

__global__ void k(int *out)
{
    int number = 3;
    number.Point::x = 1;
    out[0] = number.Point::twice();
    out->Point::x = 2;
}
