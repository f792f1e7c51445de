// SPDX-License-Identifier: Apache-2.0
struct Left {
    int x, y, only;
    typedef int Other;
    static const int count = 1;
    __device__ int f() { return 1; }
};
struct Right {
    int x, y;
    typedef float Other;
    __device__ int f(int) { return 2; }
};
template <typename T> struct Holder {
    T held;
};
struct Both : Left, Right, Holder<int>, Holder<float> {
    using Left::y;
    __device__ int own() { return y + x + Holder<int>::held; } // x
    __device__ Other other() { return 1; } // Other
};
struct Inner : Left {};
struct Twice : Left, Inner {}; // two objects of class Left: Inner::Left and the direct one

__global__ void use(int *out, Both *b)
{
    out[0] = b->x; // ambiguous
    out[1] = b->y + b->only + b->Left::x; // fine
    out[2] = b->f(); // ambiguous although only one fits
    out[3] = b->Right::f(1) + b->own() + Both::count;
    out[4] = b->other();
    Both *held = b;
    out[5] = held->held; // ambiguous
}
__global__ void twice(int *out, Twice *t) { out[0] = t->Inner::x + t->only + t->count; } // only
