// SPDX-License-Identifier: Apache-2.0
// Conversions and roundings with every bit: float and double to and from integers in four rounding modes,
// saturation, arithmetic with explicit rounding, bit casts, classification, rounding to whole numbers.
#include "corpus.h"
#include <math.h>

#define FLOAT_OUTPUTS 40
#define DOUBLE_OUTPUTS 24

__global__ void floats(const float *in, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float a = in[i], b = in[(i + 1) % n], c = in[(i + 2) % n];
    unsigned *o = out + i * FLOAT_OUTPUTS;
    *o++ = __float_as_uint(a);
    *o++ = __float2int_rn(a), *o++ = __float2int_rz(a), *o++ = __float2int_ru(a), *o++ = __float2int_rd(a);
    *o++ = __float2uint_rn(a), *o++ = __float2uint_rz(a), *o++ = __float2uint_ru(a), *o++ = __float2uint_rd(a);
    *o++ = (unsigned)(__float2ll_rn(a) >> 16), *o++ = (unsigned)(__float2ull_rz(a) >> 16);
    *o++ = __float_as_uint(__fadd_rn(a, b)), *o++ = __float_as_uint(__fadd_rz(a, b));
    *o++ = __float_as_uint(__fadd_ru(a, b)), *o++ = __float_as_uint(__fadd_rd(a, b));
    *o++ = __float_as_uint(__fmul_rn(a, b)), *o++ = __float_as_uint(__fmul_rz(a, b));
    *o++ = __float_as_uint(__fmul_ru(a, b)), *o++ = __float_as_uint(__fmul_rd(a, b));
    *o++ = __float_as_uint(__fmaf_rn(a, b, c)), *o++ = __float_as_uint(__fmaf_rz(a, b, c));
    *o++ = __float_as_uint(__fmaf_ru(a, b, c)), *o++ = __float_as_uint(__fmaf_rd(a, b, c));
    *o++ = __float_as_uint(__fdiv_rn(a, b)), *o++ = __float_as_uint(__fsqrt_rn(fabsf(a)));
    *o++ = __float_as_uint(__fsqrt_rd(fabsf(a))), *o++ = __float_as_uint(__frcp_rn(a));
    *o++ = __float_as_uint(floorf(a)), *o++ = __float_as_uint(ceilf(a)), *o++ = __float_as_uint(truncf(a));
    *o++ = __float_as_uint(rintf(a)), *o++ = __float_as_uint(roundf(a));
    *o++ = __float_as_uint(fminf(a, b)), *o++ = __float_as_uint(fmaxf(a, c));
    *o++ = __float_as_uint(copysignf(a, b)), *o++ = __float_as_uint(__saturatef(a));
    *o++ = (isnan(a) ? 1 : 0) | (isinf(a) ? 2 : 0) | (signbit(a) ? 4 : 0) | (isfinite(b) ? 8 : 0) |
           (a < b ? 16 : 0) | (a != a ? 32 : 0) | (!(a >= b) ? 64 : 0);
    *o++ = (unsigned)lrintf(fminf(fmaxf(b, -1e9f), 1e9f)), *o++ = (unsigned)llroundf(fminf(fmaxf(b, -1e9f), 1e9f));
    *o++ = __float_as_uint(fmodf(a, 7.25f));
}

__global__ void doubles(const double *in, unsigned long long *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double a = in[i], b = in[(i + 1) % n], c = in[(i + 2) % n];
    unsigned long long *o = out + i * DOUBLE_OUTPUTS;
    *o++ = __double_as_longlong(a);
    *o++ = __double2int_rn(a), *o++ = __double2uint_rd(a);
    *o++ = __double2ll_rn(a), *o++ = __double2ll_ru(a), *o++ = __double2ull_rz(a);
    *o++ = __float_as_uint(__double2float_rn(a)), *o++ = __float_as_uint(__double2float_rz(a));
    *o++ = __float_as_uint(__double2float_ru(a)), *o++ = __float_as_uint(__double2float_rd(a));
    *o++ = __double_as_longlong(__dadd_ru(a, b)), *o++ = __double_as_longlong(__dadd_rd(a, b));
    *o++ = __double_as_longlong(__dmul_rn(a, b)), *o++ = __double_as_longlong(__dmul_rz(a, b));
    *o++ = __double_as_longlong(__fma_rn(a, b, c)), *o++ = __double_as_longlong(fma(b, c, a));
    *o++ = __double_as_longlong(a / b), *o++ = __double_as_longlong(sqrt(fabs(a)));
    *o++ = __double_as_longlong(floor(a) + rint(b));
    *o++ = __double_as_longlong(trunc(a)), *o++ = __double_as_longlong(ceil(c));
    *o++ = ((unsigned long long)(unsigned)__double2hiint(a) << 32) ^ (unsigned)__double2loint(b);
    *o++ = __double_as_longlong(__hiloint2double(0x3ff00000 | (i & 0xffff), i * 77));
    *o++ = __double_as_longlong((double)(float)a);
}

__global__ void integers(const int *in, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int x = in[i];
    long long wide = (long long)x * 0x123456789ll;
    unsigned *o = out + i * 12;
    *o++ = __float_as_uint(__int2float_rn(x)), *o++ = __float_as_uint(__int2float_rz(x));
    *o++ = __float_as_uint(__int2float_ru(x)), *o++ = __float_as_uint(__uint2float_rd((unsigned)x));
    *o++ = __float_as_uint(__ll2float_rn(wide)), *o++ = __float_as_uint(__ull2float_ru((unsigned long long)wide));
    *o++ = (unsigned)__double_as_longlong(__ll2double_rz(wide));
    *o++ = (unsigned)(__double_as_longlong(__uint2double_rn((unsigned)x)) >> 20);
    *o++ = __float_as_uint((float)(short)x), *o++ = __float_as_uint((float)(unsigned char)x);
    *o++ = __float_as_uint(__int_as_float(x & 0x7f7fffff)), *o++ = (unsigned)__double_as_longlong((double)wide);
}

int main()
{
    const int n = 2048;
    Random random(181);
    std::vector<float> f(n);
    std::vector<double> d(n);
    std::vector<int> x(n);
    static const float special[] = {0.0f,   -0.0f,  0.5f, 1.5f,  2.5f,   -0.5f,      -2.5f,      INFINITY,
                                    -INFINITY, 1e-42f, 3e38f, 1e30f, 1.0f, 2147483648.0f, 16777217.0f, -1e-45f};
    for (int i = 0; i < n; i++) {
        // Each draw in a statement of its own: C++ leaves open which operand is evaluated first.
        float scale = (float)(1ll << random.next() % 40);
        f[i] = (random.uniform() - 0.5f) * scale;
        double wide_scale = (double)(1ll << random.next() % 50);
        d[i] = (double)(random.uniform() - 0.5f) * wide_scale * 1.0000001;
        if (i % 8 == 3)
            f[i] = special[i / 8 % 16];
        unsigned high = random.next() << 8;
        x[i] = (int)(high ^ random.next());
    }
    float *df = to_device(f);
    double *dd = to_device(d);
    int *dx = to_device(x);
    unsigned *uf = on_device<unsigned>(n * FLOAT_OUTPUTS), *ui = on_device<unsigned>(n * 12);
    unsigned long long *ud = on_device<unsigned long long>(n * DOUBLE_OUTPUTS);
    floats<<<n / 64, 64>>>(df, uf, n);
    doubles<<<n / 64, 64>>>(dd, ud, n);
    integers<<<n / 64, 64>>>(dx, ui, n);
    print_hash("integers", ui, n * 12);
    print_hash("doubles", ud, n * DOUBLE_OUTPUTS);
    // One line a kind, NaNs made one value.
    auto bits = to_host(uf, n * FLOAT_OUTPUTS);
    for (int k = 0; k < FLOAT_OUTPUTS; k++) {
        std::vector<unsigned> column(n);
        for (int i = 0; i < n; i++) {
            unsigned value = bits[i * FLOAT_OUTPUTS + k];
            column[i] = k > 10 && (value & 0x7fffffff) > 0x7f800000 ? 0x7fffffff : value;
        }
        char name[16];
        snprintf(name, sizeof name, "float %d", k);
        print_hash(name, column);
    }
    return 0;
}
