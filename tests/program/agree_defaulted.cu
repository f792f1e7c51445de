// SPDX-License-Identifier: Apache-2.0
// C++20: comparisons that a class leaves to the compiler. Device code and the host compute each.
#include <cstdio>

#define HD __host__ __device__

struct Inner {
    short s;
    signed char c : 3;
    int v[3];
    HD bool operator==(const Inner &) const = default;
};
struct Base {
    float f;
    HD bool operator==(const Base &) const = default;
};
struct Whole : Base {
    int x;
    unsigned y : 5, : 3, z : 4;
    Inner in[2];
    double d;
    HD bool operator==(const Whole &) const = default;
};
struct ByFriend {
    int a;
    friend HD bool operator==(const ByFriend &, const ByFriend &) = default;
};
struct ByValue {
    int a;
    friend HD bool operator==(ByValue, ByValue) = default;
    HD bool operator!=(const ByValue &) const = default;
};
struct Empty {
    HD bool operator==(const Empty &) const = default;
};
template <class T> struct Two {
    T a, b;
    HD constexpr bool operator==(const Two &) const = default;
};
static_assert(Two<int>{1, 2} == Two<int>{1, 2} && Two<int>{1, 2} != Two<int>{1, 3});

constexpr int count = 20;
HD void compare(int *o) {
    Whole p{};
    p.x = 1;
    p.d = -0.0;
    Whole q = p;
    q.d = 0.0;
    *o++ = p == q, *o++ = p != q;
    q.in[1].v[2] = 5;
    *o++ = p == q, *o++ = p != q;
    q = p, q.f = 2;
    *o++ = p == q;
    q = p, q.z = 3;
    *o++ = p == q;
    q = p, q.in[0].c = -1;
    *o++ = p == q;
    q = p, q.d = 0.0 / (p.x - 1);
    *o++ = q == q;
    ByFriend f{1}, g{2};
    *o++ = f == g, *o++ = f != g;
    g.a = 1;
    *o++ = f == g;
    ByValue v{1}, w{2};
    *o++ = v == w, *o++ = v != w;
    *o++ = Empty{} == Empty{};
    Two<char> a{1, 2}, b{1, 3};
    *o++ = a == b, *o++ = a != b;
    b.b = 2;
    *o++ = a == b, *o++ = a != b;
}
__global__ void kernel(int *o) { compare(o); }

int main() {
    int *on_device, device[count] = {}, host[count] = {}, wrong = 0;
    cudaMalloc(&on_device, sizeof device);
    cudaMemset(on_device, 0, sizeof device);
    kernel<<<1, 1>>>(on_device);
    cudaMemcpy(device, on_device, sizeof device, cudaMemcpyDeviceToHost);
    cudaFree(on_device);
    compare(host);
    for (int i = 0; i < count; i++) {
        if (device[i] != host[i])
            printf("%d: %d on the device, %d on the host\n", i, device[i], host[i]), wrong++;
    }
    printf("%d wrong\n", wrong);
}
