// SPDX-License-Identifier: Apache-2.0
// C++ that nvcc takes and beginners write, which this compiler once refused.
#include <cstdio>
#include <cuda.h>
#include <driver_functions.h>
#include <unistd.h>
#include <type_traits>

__global__ void pointers(int **a, const int **b, const int *const *c, int *o)
{
    auto d = o[0] > 0 ? a : c;
    const volatile int *e = o[0] > 0 ? (volatile int *)o : (const int *)o;
    o[0] = (a == b) + (a == c) + (b < c) + (d == c);
    o[1] = *e;
}

template <class T, int * = nullptr> __device__ T one_more(T x) { return x + 1; }
template <class T, typename std::enable_if<std::is_integral<T>::value>::type * = nullptr>
__device__ T two_more(T x)
{
    return x + 2;
}

__global__ void names(int *o, char4 a, uchar4 b, short2 c)
{
    std::make_unsigned<int>::type u = -1;
    o[0] = one_more(1) * 10 + two_more(1);
    o[1] = std::abs(-3) + (u > 0) + std::is_pointer<int *const>::value;
    o[2] = std::is_same<std::decay<int[3]>::type, int *>::value + std::is_reference<int &&>::value;
    o[3] = __dp4a(a, a, 3);
    o[4] = __dp4a(b, b, 3u);
    o[5] = __dp2a_lo(c, a, 1);
    o[6] = __dp2a_hi(c, a, 1);
}

struct Base {
    int x;
    __device__ Base(int a) : x(a) {}
    __device__ Base(int a, const int &b, int c = 4) : x(a * b + c) {}
};
struct Derived : Base {
    using Base::Base;
    int y = 7;
};
template <class T> struct Wrapped : T {
    using T::T;
    __device__ Wrapped(int a) : T(a + 1) {}
};
template <class T> struct Twice : Wrapped<T> {
    using Wrapped<T>::Wrapped;
};
__global__ void inherited(int *o)
{
    Derived a(3), b{2, 5};
    Wrapped<Base> c(4), d(4, 6);
    Twice<Base> e(4, 6, 1);
    o[0] = a.x + a.y;
    o[1] = b.x;
    o[2] = c.x;
    o[3] = d.x;
    o[4] = e.x;
}

__global__ void chain(int *o, int x)
{
#define TEN(n) ROW(n) ROW(n + 1) ROW(n + 2) ROW(n + 3) ROW(n + 4) ROW(n + 5) ROW(n + 6) ROW(n + 7) ROW(n + 8) ROW(n + 9)
#define ROW(n) else if (x == n) { if (o[1] < 0) return; o[0] = 3 * (n); }
    if (x < 0) {
        o[0] = -1;
    }
    TEN(0) TEN(10) TEN(20) TEN(30) TEN(40) TEN(50) TEN(60) TEN(70) TEN(80) TEN(90)
    else { o[0] = -2; }
    o[2] = x;
}

template <class... T> __device__ int sum(T... v) { return (v + ... + 0); }
template <class... T> __device__ int by_value(T... v)
{
    auto l = [v...] { return sum(v...) * (int)sizeof...(v); };
    return l();
}
template <class... T> __device__ void by_reference(T &...v)
{
    auto l = [&v...] { ((v = v + 1), ...); };
    l();
}
template <class... T> __device__ int by_default(T... v)
{
    auto outer = [=] { return [&] { return (v * ... * 1); }(); };
    return outer();
}
template <class... T> __device__ int each(T... v) { return sum([&] { return v + 1; }()...); }
__global__ void packs(int *o)
{
    int x = 4, y = 5;
    o[0] = by_value(1, 2, 3);
    by_reference(x, y);
    o[1] = x * y;
    o[2] = by_default(2, 3, 7) + by_default() - by_value();
    o[3] = each(1, 2, 3);
}

struct Any {
    int a;
    template <class T> __device__ Any(T x, int y) : a((int)(x * 2) + y) {}
    __device__ Any(int x) : a(x) {}
};
struct Heir : Any {
    using Any::Any;
    int b = 5;
};
template <class T> struct Outer : T {
    using T::T;
};
__global__ void heirs(int *o, int n)
{
    Heir a(2.5f, 1), b(7);
    Outer<Heir> c((short)3, 4), d(2.5, 0);
    o[0] = a.a + a.b;
    o[1] = b.a;
    o[2] = c.a;
    o[3] = d.a + d.b;
    int(*rows)[4] = new int[n][4], (*zeros)[2][3] = new int[n][2][3]();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++) rows[i][j] = 10 * i + j;
    o[4] = rows[n - 1][3] + (int)sizeof *rows;
    o[5] = zeros[n - 1][1][2] + (int)sizeof *zeros;
    delete[] rows;
    delete[] zeros;
}

enum class Color : unsigned char { red, green };
union Either { int a; float b; };
struct Empty {};
struct Number { __host__ __device__ operator int() const { return 1; } };
struct From { __host__ __device__ explicit From(int) {} };
enum class Flags : unsigned { a = 1u << 30, b = a >> 1, all = a | b };
enum Plain { one = 1, two = one << 1, three = one | two };
__device__ constexpr Flags operator|(Flags, Flags) { return Flags(0); }
static_assert(unsigned(Flags::all) == 3u << 29 && three == 3, "");
static_assert(std::is_same<decltype(Flags::b), Flags>::value && std::is_same<decltype(two), Plain>::value, "");
static_assert(std::is_same<std::underlying_type_t<Color>, unsigned char>::value, "");
static_assert(std::is_enum<Color>::value && !std::is_enum<int>::value, "");
static_assert(std::is_base_of<Base, Derived>::value && !std::is_base_of<Derived, Base>::value, "");
static_assert(std::is_base_of<Base, const Base>::value && !std::is_base_of<int, int>::value, "");
static_assert(std::is_convertible<Number, int>::value && !std::is_convertible<int, From>::value, "");
static_assert(!std::is_convertible<int *, float *>::value && std::is_convertible<int *, void *>::value, "");
static_assert(std::is_convertible<void, void>::value && !std::is_convertible<int, void>::value, "");
static_assert(std::is_convertible<Derived *, Base *>::value && !std::is_convertible<Base *, Derived *>::value, "");
static_assert(std::is_constructible<From, int>::value && !std::is_constructible<From, Base>::value, "");
static_assert(std::is_union<Either>::value && std::is_class<Empty>::value && !std::is_class<Either>::value, "");
static_assert(std::is_empty<Empty>::value && !std::is_empty<From *>::value, "");
static_assert(std::is_same<std::common_type<int, float, double>::type, double>::value, "");
static_assert(std::is_scalar<int *>::value && !std::is_fundamental<int *>::value, "");
template <class F, class... A> __device__ auto invoke(F f, A... a) ->
    typename std::invoke_result<F, A...>::type { return f(a...); }
__global__ void traits(int *o)
{
    o[0] = invoke([](int a, float b) { return a * b; }, 2, 3.5f);
    o[1] = static_cast<std::underlying_type_t<Color>>(Color::green) + std::is_invocable<int>::value;
}

static_assert(sizeof cos(0.5f) == sizeof(float) && sizeof pow(2.0f, 0.5f) == sizeof(float), "");
static_assert(sizeof sqrt(2) == sizeof(double) && sizeof abs(-0.5f) == sizeof(float), "");
static_assert(CUDA_ERROR_PROFILER_DISABLED == 5 && STDOUT_FILENO == 1, "");

// Packs of a generic lambda's parameters.
__global__ void generic(int *o)
{
    auto sum = [](auto... v) { return (v + ... + 0); };
    auto count = [](auto... v) { return (int)sizeof...(v); };
    auto apply = [](auto f, const auto &...v) { return f(v...); };
    auto raise = [](auto &&...v) { ((v += 1), ...); };
    int a = 1;
    float b = 2;
    raise(a, b);
    o[0] = sum() + sum(1, 2.5f, 3u);
    o[1] = count() + 10 * count(1, 2.0, 3u);
    o[2] = apply([](int x, int y) { return x * y; }, 4, 5);
    o[3] = a + 10 * (int)b;
}

// GCC's names that nvcc takes in device code.
__global__ void counts(int *o, int x, unsigned long long y, float f)
{
    o[0] = __builtin_popcount(x);
    o[1] = __builtin_popcountll(y);
    o[2] = __builtin_clz(x) + 100 * __builtin_clzll(y);
    o[3] = __builtin_ffs(x);
    o[4] = __builtin_ffsll(y);
    o[5] = __builtin_isnan(f) + 2 * __builtin_isinf(f) + 4 * (__builtin_huge_val() > 1e300);
    o[6] = __builtin_abs(-x);
}

static void print(int *device, int count)
{
    int host[7];
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < count; i++) printf("%d ", host[i]);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}

// Registers with one percent sign, as nvcc takes them.
template <class T> struct Three {
    T v[3];
    __device__ T (&all())[3] { return v; }
    template <int n> __device__ T (&first())[n] { return *(T(*)[n])v; }
};
template <class T, int n> __device__ T (&as_array(void *p))[n] { return *(T(*)[n])p; }
template <class T, int n> __device__ int length(T (&)[n]) { return n; }

__global__ void arrays(int *o)
{
    Three<int> three{{4, 5, 6}};
    o[0] = 7;
    o[1] = as_array<int, 4>(o)[0] + three.all()[1];
    o[2] = length(three.all()) * 10 + length(three.first<2>()) + three.first<2>()[0] * 100;
}

template <int way> struct Rounding {
    static constexpr const char name[] = ".rz";
};
template <> struct Rounding<1> {
    static constexpr const char name[] = ".rp";
};
constexpr char operation[] = {'a', 'd', 'd', 0};

template <int way> __device__ int sum_bits(float a, float b)
{
    float sum;
    asm("%3%4.f32 %0, %1, %2;" : "=f"(sum) : "f"(a), "f"(b), "C"(operation), "C"(Rounding<way>::name));
    return __float_as_int(sum) & 15;
}

__global__ void registers(int *o)
{
    asm("mov.u32 %0, %ntid.x;" : "=r"(o[0]));
    asm("{ .reg .u32 %sum<3>; mov.u32 %sum1, %laneid; add.u32 %0, %sum1, %1; }" : "=r"(o[1]) : "r"(40));
    o[2] = sum_bits<0>(1, 1e-9f);
    o[3] = sum_bits<1>(1, 1e-9f);
}

// typeof of expressions, types and members, in statement expressions and templates; never a reference.
#define LARGER(a, b) ({ __typeof__(a) a_ = (a); typeof(b) b_ = (b); a_ > b_ ? a_ : b_; })

struct Held { int value; };

template <class T> __device__ T twice(T x)
{
    __typeof__(x) same = x;
    __typeof(T) sum = same;
    return sum + x;
}

__device__ int copied(const int &r)
{
    typeof(r) copy = r;
    __typeof__(int[3]) array = {1, 2, 3};
    return copy + array[2];
}

__global__ void types(int *o, Held held)
{
    __typeof__(held) other = {held.value + 1};
    __typeof__(other.value) value = other.value;
    o[0] = LARGER(value, 2.5f) * 2;
    o[1] = twice(20) + copied(value);
}

enum Paint { RUST, BLUE };
template <class T> struct Both {
    T v[2];
};
struct Car {
    Paint Paint; // g++ refuses it
    int speed;
};
template <class T> struct User {
    using Both = Both<T>;
    Both pair;
};

__global__ void renamed(int *o, Car car, User<int> user) { o[0] = car.Paint * 10 + user.pair.v[1]; }

int main()
{
    int *d;
    cudaMalloc(&d, 64);
    cudaMemset(d, 0, 64);
    pointers<< <1, 1>> >(nullptr, nullptr, nullptr, d);
    print(d, 2);
    names<<<1, 1>>>(d, make_char4(1, -2, 3, -4), make_uchar4(255, 1, 2, 3), make_short2(100, -7));
    print(d, 7);
    inherited<<<1, 1>>>(d);
    print(d, 5);
    packs<<<1, 1>>>(d);
    print(d, 4);
    heirs<<<1, 1>>>(d, 3);
    print(d, 6);
    traits<<<1, 1>>>(d);
    print(d, 2);
    generic<<<1, 1>>>(d);
    print(d, 4);
    counts<<<1, 1>>>(d, 0x5000, 0xf0f000ull << 20, 1e38f * 10);
    print(d, 7);
    int inputs[] = {-5, 0, 63, 64, 65, 99, 100};
    for (int x : inputs) {
        chain<<<1, 1>>>(d, x);
        print(d, 3);
    }
    registers<<<1, 1>>>(d);
    print(d, 4);
    types<<<1, 1>>>(d, Held{1});
    print(d, 2);
    arrays<<<1, 1>>>(d);
    print(d, 3);
    renamed<<<1, 1>>>(d, Car{BLUE, 5}, User<int>{{{1, 2}}});
    print(d, 1);
}
