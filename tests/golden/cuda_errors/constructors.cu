// SPDX-License-Identifier: Apache-2.0
struct Range {
    int from, to;
    __device__ Range(int a, int b) : from(a), to(b), middle(0) {}
};
__global__ void k(int *a)
{
    Range r;
    Range s(1);
    Range t(1, 2, 3);
    a[0] = s.from + t.to + r.to;
}
struct Fixed {
    int value;
    static __device__ Fixed() : value(1) {}
    static __device__ ~Fixed() {}
    static __device__ operator int() const { return value; }
};
struct Alone {
    int value;
    friend __device__ Alone(int x) : value(x) {}
    friend __device__ Range::Range(int a, int b);
};
