// SPDX-License-Identifier: Apache-2.0
// Literal operator templates, <ratio>, and pointers to instances of class templates that convert to
// pointers to their bases before anything else made the instance.
#include <cstdio>
#include <ratio>

#define BOTH __host__ __device__

template <char... C> constexpr BOTH int operator""_bin()
{
    int value = 0;
    ((value = value * 2 + (C - '0')), ...);
    return value;
}
template <char... C> constexpr BOTH int operator""_length()
{
    return sizeof...(C);
}

struct Base {
    int id;
};
template <class T> struct Derived : Base {
    T value;
};
template <class T> struct Other : Base {
    T value[4];
};
struct Memory {
    char bytes[64];
    template <class T> BOTH T *get()
    {
        return (T *)bytes;
    }
};
BOTH int id_of(const Base *base)
{
    return base->id;
}

BOTH void fill(int *out)
{
    Memory memory = {};
    Base *base = memory.get<Derived<double>>();
    base->id = 31;
    out[0] = id_of(memory.get<Other<int>>());
    Base *again = (Base *)memory.bytes;
    out[1] = static_cast<Derived<long long> *>(again)->id + 1;
    static_assert(1101_bin == 13, "digits");
    out[2] = 10110_bin;
    out[3] = 0x1'fp3_length + 1.5e2_length;
    using seven = std::ratio_add<std::ratio<-3, -2>, std::ratio<11, 2>>;
    out[4] = (int)(seven::num * 10 + seven::den);
    out[5] = (int)(std::kilo::num + std::milli::den + std::ratio_multiply<std::kilo, std::centi>::num);
    out[6] = std::ratio_less_v<std::ratio<1, 3>, std::ratio<2, 5>> * 2 + std::ratio_equal<std::ratio<4, -6>, std::ratio<-2, 3>>::value;
}

__global__ void kernel(int *out)
{
    fill(out);
}

int main()
{
    const int n = 7;
    int *out, host[n];
    cudaMallocManaged(&out, n * sizeof(int));
    kernel<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    fill(host);
    for (int i = 0; i < n; i++)
        printf("%d %d\n", out[i], host[i]);
    return 0;
}
