// SPDX-License-Identifier: Apache-2.0
// Overload resolution and default arguments in device code: by type, by constness, by count, by
// conversion rank, templates beside plain functions, and operators for a user's type.
#include "corpus.h"

struct Complex {
    int re, im;
    __host__ __device__ Complex(int r = 0, int i = 0) : re(r), im(i) {}
};
__host__ __device__ Complex operator+(Complex a, Complex b) { return Complex(a.re + b.re, a.im + b.im); }
__host__ __device__ Complex operator*(const Complex &a, const Complex &b)
{
    return Complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}
__host__ __device__ Complex &operator<<=(Complex &a, int by)
{
    a.re = (int)((unsigned)a.re << by);
    a.im = (int)((unsigned)a.im << by);
    return a;
}
__host__ __device__ Complex operator++(Complex &a, int)
{
    Complex old = a;
    a.re++;
    return old;
}
__host__ __device__ Complex &operator++(Complex &a)
{
    a.im++;
    return a;
}
__host__ __device__ bool operator<(const Complex &a, const Complex &b)
{
    return a.re < b.re || (a.re == b.re && a.im < b.im);
}

__host__ __device__ int kind(char) { return 1; }
__host__ __device__ int kind(int) { return 2; }
__host__ __device__ int kind(unsigned) { return 3; }
__host__ __device__ int kind(long long) { return 4; }
__host__ __device__ int kind(float) { return 5; }
__host__ __device__ int kind(double) { return 6; }
__host__ __device__ int kind(const void *) { return 7; }
__host__ __device__ int kind(const Complex &) { return 8; }
template <typename T> __host__ __device__ int kind(T *) { return 9; }
template <> __host__ __device__ int kind<short>(short *) { return 10; }

__host__ __device__ int clamp(int x, int low = 0, int high = 255) { return x < low ? low : x > high ? high : x; }
__host__ __device__ float clamp(float x, float low = 0.0f, float high = 1.0f)
{
    return x < low ? low : (x > high ? high : x);
}

struct Cursor {
    int at;
    __host__ __device__ int &get() { return at; }
    __host__ __device__ int get() const { return -at; }
    __host__ __device__ void move() { at++; }
    __host__ __device__ void move(int by, bool back = false) { at += back ? -by : by; }
};
__host__ __device__ int peek(const Cursor &c) { return c.get(); }

__host__ __device__ void work(int i, const int *in, int *kinds, Complex *numbers, int *rest)
{
    char c = (char)in[i];
    short s = (short)in[i];
    unsigned char uc = (unsigned char)in[i];
    unsigned u = in[i];
    long long ll = in[i];
    Complex z(in[i] % 100, 7), one = 1;
    int k = kind(c);
    k = k * 13 + kind(s) + kind(uc);
    k = k * 13 + kind(u) + kind(in[i]);
    k = k * 13 + kind(ll) + kind(1.0f) + kind(2.0);
    k = k * 13 + kind(&s) + kind(&in[i]) + kind((const void *)&s);
    k = k * 13 + kind(z) + kind(c + s) + kind(ll + 1.0f) + kind('a' + 1u);
    kinds[i] = k;

    Complex w = z * z + one;
    Complex before = w++;
    w = before + ++w + 5;
    w <<= 3;
    numbers[i] = z < w ? w : w * 2;

    Cursor cursor = {in[i] & 1023};
    cursor.move();
    cursor.move(5);
    cursor.move(2, true);
    cursor.get() += 1;
    rest[i] = clamp(in[i]) + clamp(in[i], -10) * 3 + clamp(in[i], 5, 6) + peek(cursor) +
              (int)(clamp(in[i] * 0.125f) * 8) + (int)clamp(2.5f, -1.0f);
}

__global__ void overloads(const int *in, int *kinds, Complex *numbers, int *rest, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        work(i, in, kinds, numbers, rest);
}

int main()
{
    const int n = 2048;
    Random random(71);
    std::vector<int> in(n), kinds(n), rest(n);
    std::vector<Complex> numbers(n);
    for (auto &x : in)
        x = (int)(random.next() % 1000) - 300;
    int *din = to_device(in), *dkinds = on_device<int>(n), *drest = on_device<int>(n);
    Complex *dnumbers = on_device<Complex>(n);
    overloads<<<n / 64, 64>>>(din, dkinds, dnumbers, drest, n);
    for (int i = 0; i < n; i++)
        work(i, in.data(), kinds.data(), numbers.data(), rest.data());
    printf("kinds %d\n", kinds == to_host(dkinds, n));
    printf("rest %d\n", rest == to_host(drest, n));
    print_hash("kinds", dkinds, n);
    print_hash("numbers", dnumbers, n);
    print_hash("rest", drest, n);
    return 0;
}
