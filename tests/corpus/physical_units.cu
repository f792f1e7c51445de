// SPDX-License-Identifier: Apache-2.0
// Quantities whose dimensions the compiler checks, in kernels: integer template parameters, user-defined literals,
// ratios, constexpr lambdas, if constexpr, detection by void_t, and a projectile integrated in fixed steps.
#include <cstdio>
#include <type_traits>
#include <ratio>
#include <utility>

template <int METER, int KILOGRAM, int SECOND> struct Dimension {
    static constexpr int meter = METER, kilogram = KILOGRAM, second = SECOND;
};
template <class A, class B> using Times = Dimension<A::meter + B::meter, A::kilogram + B::kilogram, A::second + B::second>;
template <class A, class B> using Per = Dimension<A::meter - B::meter, A::kilogram - B::kilogram, A::second - B::second>;

template <class D, class T = double> class Quantity
{
    T value_;

  public:
    using dimension = D;
    using value_type = T;
    constexpr __host__ __device__ explicit Quantity(T v = 0) : value_(v) {}
    constexpr __host__ __device__ T value() const { return value_; }
    constexpr __host__ __device__ Quantity operator-() const { return Quantity(-value_); }
    constexpr __host__ __device__ Quantity &operator+=(Quantity o) { return value_ += o.value_, *this; }
    template <class R> constexpr __host__ __device__ T in() const { return value_ * R::den / R::num; }
};
template <class D, class T> constexpr __host__ __device__ auto operator+(Quantity<D, T> a, Quantity<D, T> b) { return Quantity<D, T>(a.value() + b.value()); }
template <class D, class T> constexpr __host__ __device__ auto operator-(Quantity<D, T> a, Quantity<D, T> b) { return a + -b; }
template <class D, class E, class T> constexpr __host__ __device__ auto operator*(Quantity<D, T> a, Quantity<E, T> b)
{
    using R = Times<D, E>;
    if constexpr (R::meter == 0 && R::kilogram == 0 && R::second == 0)
        return a.value() * b.value();
    else
        return Quantity<R, T>(a.value() * b.value());
}
template <class D, class E, class T> constexpr __host__ __device__ auto operator/(Quantity<D, T> a, Quantity<E, T> b) { return a * Quantity<Per<Dimension<0, 0, 0>, E>, T>(1 / b.value()); }
template <class D, class T> constexpr __host__ __device__ auto operator*(T s, Quantity<D, T> q) { return Quantity<D, T>(s * q.value()); }
template <class D, class T> constexpr __host__ __device__ bool operator<(Quantity<D, T> a, Quantity<D, T> b) { return a.value() < b.value(); }

using Length = Quantity<Dimension<1, 0, 0>>;
using Mass = Quantity<Dimension<0, 1, 0>>;
using Time = Quantity<Dimension<0, 0, 1>>;
using Speed = decltype(Length() / Time(1));
using Acceleration = decltype(Speed() / Time(1));
using Force = decltype(Mass() * Acceleration());
using Energy = decltype(Force() * Length());
static_assert(std::is_same<Energy::dimension, Dimension<2, 1, -2>>::value, "joules");

namespace literals
{
constexpr __host__ __device__ Length operator""_m(long double v) { return Length((double)v); }
constexpr __host__ __device__ Length operator""_km(unsigned long long v) { return Length(1000.0 * v); }
constexpr __host__ __device__ Mass operator""_kg(long double v) { return Mass((double)v); }
constexpr __host__ __device__ Mass operator""_g(unsigned long long v) { return Mass(v / 1024.0); } // of a binary kilogram
constexpr __host__ __device__ Time operator""_s(long double v) { return Time((double)v); }
template <char... DIGITS> constexpr __host__ __device__ int operator""_bin()
{
    int v = 0;
    ((v = v * 2 + (DIGITS - '0')), ...);
    return v;
}
} // namespace literals

template <class, class, class = void> struct CanAdd : std::false_type {
};
template <class A, class B> struct CanAdd<A, B, std::void_t<decltype(std::declval<A>() + std::declval<B>())>> : std::true_type {
};

template <class Q> __host__ __device__ constexpr const char *unit_of()
{
    using D = typename Q::dimension;
    if constexpr (std::is_same_v<D, Dimension<1, 0, 0>>)
        return "m";
    else if constexpr (std::is_same_v<D, Dimension<1, 0, -1>>)
        return "m/s";
    else if constexpr (D::meter == 2 && D::kilogram == 1 && D::second == -2)
        return "J";
    else
        return D::second < 0 ? "something per time" : "something";
}

struct Flight {
    Length height, range;
    Time duration;
    Energy lost;
    int steps;
};

template <bool HAS_DRAG> __global__ void launch(Flight *flights, int n)
{
    using namespace literals;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    constexpr Time dt = 0.0078125_s;
    constexpr auto gravity = 9.8125_m / (1.0_s * 1.0_s);
    constexpr auto half = [](auto q) { return 0.5 * q; };
    const Mass mass = HAS_DRAG ? 512_g : 1.0_kg;
    const auto drag = Quantity<Dimension<0, 1, -1>>(0.125);
    Length x(0), y(0);
    Speed vx = (i + 1.0) * 1.0_m / 1.0_s, vy = (10.0 + 0.5 * i) * 1.0_m / 1.0_s;
    auto kinetic = [&] { return half(mass * (vx * vx + vy * vy)); };
    const Energy at_start = kinetic();
    Flight f{};
    Time t(0);
    do {
        Acceleration ax(0), ay = -gravity;
        if constexpr (HAS_DRAG) {
            ax = -(drag * vx / mass);
            ay += -(drag * vy / mass);
        }
        vx += ax * dt;
        vy += ay * dt;
        x += vx * dt;
        y += vy * dt;
        t += dt;
        f.steps++;
        if (f.height < y)
            f.height = y;
    } while (Length(0) < y);
    f.range = x, f.duration = t;
    f.lost = at_start - kinetic();
    flights[i] = f;
}

__global__ void facts(int *out)
{
    using namespace literals;
    static_assert(1101_bin == 13, "digits");
    constexpr Length way = 3_km + 250.0_m;
    out[0] = (int)way.value();
    out[1] = (int)way.in<std::kilo>();
    out[2] = (int)(2.0_m).in<std::milli>();
    out[3] = CanAdd<Length, Length>::value * 10 + CanAdd<Length, Time>::value;
    out[4] = std::is_same_v<decltype(Length(1) / Length(2)), double>;
    out[5] = 10110_bin;
    printf("%s, %s, %s, %s\n", unit_of<Length>(), unit_of<Speed>(), unit_of<Energy>(), unit_of<Force>());
}

int main()
{
    const int n = 40;
    Flight *flights;
    int *numbers;
    if (cudaMallocManaged(&flights, n * sizeof(Flight)) != cudaSuccess || cudaMallocManaged(&numbers, 6 * sizeof(int)) != cudaSuccess)
        return 1;
    facts<<<1, 1>>>(numbers);
    cudaDeviceSynchronize();
    for (int i = 0; i < 6; i++)
        printf("%d ", numbers[i]);
    printf("\n");
    auto show = [&](const char *name) {
        if (cudaError_t e = cudaDeviceSynchronize()) {
            printf("%s\n", cudaGetErrorString(e));
            return;
        }
        printf("%s\n", name);
        for (int i = 0; i < n; i += 13)
            printf("  %d: height %.4f m, range %.4f m, %.5f s, lost %.3f J, %d steps\n", i, flights[i].height.value(), flights[i].range.value(),
                   flights[i].duration.value(), flights[i].lost.value(), flights[i].steps);
    };
    launch<false><<<2, 32>>>(flights, n);
    show("free");
    launch<true><<<2, 32>>>(flights, n);
    show("with drag");
    cudaFree(flights);
    cudaFree(numbers);
    return 0;
}
