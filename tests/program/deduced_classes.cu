// SPDX-License-Identifier: Apache-2.0
// The arguments of class templates deduced from initializers, by constructors and by guides; bases
// that share a name by "using Bases::name...". The host's results are the expected ones.
#include <cstdio>

#define BOTH __host__ __device__

template <class T> struct Pair {
    T x, y;
    BOTH Pair(T a, T b) : x(a), y(b) {}
    BOTH explicit Pair(T *from) : x(from[0]), y(from[1]) {}
};

template <class T, int N> struct Row {
    T values[N];
};
template <class T, class... Rest> Row(T, Rest...) -> Row<T, 1 + sizeof...(Rest)>;

template <class F> struct Twice {
    F f;
    BOTH Twice(F g) : f(g) {}
    BOTH int operator()(int x) { return f(f(x)); }
};

template <class T, class Scale = float> struct Scaled {
    T value;
    Scale by;
    BOTH Scaled(T v, Scale s = 2) : value(v), by(s) {}
};
template <class T> Scaled(T *, float) -> Scaled<double>;

template <class T> struct Wide {
    T value;
    BOTH Wide(T v) : value(v) {}
};
template <class T> Wide(T) -> Wide<long long>;

struct Less {
    BOTH int operator()(int) const { return 1; }
};
struct More {
    BOTH int operator()(float) const { return 2; }
};
template <class... F> struct Overloaded : F... {
    using F::operator()...;
};
template <class... F> Overloaded(F...) -> Overloaded<F...>;

struct Counted {
    int *count;
    BOTH ~Counted() { *count += 1; }
};

BOTH int run(double *out)
{
    int i = 0, count = 0;
    Pair p(1.5f, 2.5f), copy = p;
    const Pair q{3, 4};
    double numbers[2] = {7, 8};
    Pair from(numbers);
    out[i++] = p.x + copy.y + sizeof p;
    out[i++] = q.x / 2 + q.y / 3;
    out[i++] = from.y + sizeof from;
    out[i++] = Pair(5, 9).y / 2;
    Pair<double> *made = new Pair(2.25, 4.5);
    out[i++] = made->x;
    delete made;
    Row row{1, 2, 3};
    out[i++] = row.values[2] + sizeof row;
    Twice twice([](int x) { return x * 3; });
    out[i++] = twice(4);
    Scaled scaled(3);
    Scaled wide(4.0, 1.5);
    out[i++] = scaled.value * scaled.by + sizeof scaled;
    out[i++] = wide.value * wide.by + sizeof wide;
    Wide larger = 5;
    out[i++] = sizeof larger;
    Overloaded both{Less{}, More{}};
    out[i++] = both(1) * 10 + both(1.0f);
    Counted *none = nullptr;
    delete none;
    Counted *one = new Counted{&count};
    delete one;
    out[i++] = count;
    return i;
}

__global__ void kernel(double *out)
{
    run(out);
}

int main()
{
    double *device, mine[32], expected[32];
    int wrong = 0, count = run(expected);
    cudaMalloc(&device, sizeof mine);
    kernel<<<1, 1>>>(device);
    cudaMemcpy(mine, device, sizeof mine, cudaMemcpyDeviceToHost);
    for (int i = 0; i < count; i++) {
        wrong += mine[i] != expected[i];
        printf("%g ", mine[i]);
    }
    printf("\n%d of %d differ\n", wrong, count);
    return 0;
}
