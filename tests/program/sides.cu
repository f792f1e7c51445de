// SPDX-License-Identifier: Apache-2.0
// Both sides of a branch end in the same operation, on operands of different types. The host computes
// the same functions.
#include <cstdio>

#define BOTH __host__ __device__

struct Input {
    unsigned u;
    unsigned long long w;
    float f;
    double d;
    signed char c;
    bool b;
};

BOTH int ones(unsigned value) { int n = 0; for (; value != 0; value &= value - 1) n++; return n; }

BOTH int from_real(Input x) { if (x.u & 1) return (int)x.f; else return (int)x.d; }
BOTH double to_real(Input x) { return x.u & 1 ? (double)(int)x.u : (double)(long long)x.w; }
BOTH unsigned cut(Input x) { return x.b ? (unsigned)x.w : (unsigned)(int)x.f; }
BOTH unsigned long long widened(Input x) { return x.u & 1 ? x.b : (unsigned long long)x.u; }
BOTH int tested(Input x) { return (x.u & 1 ? x.b : (long long)x.u) ? 5 : 6; }
BOTH bool compared(Input x) { bool is_less; if (x.b) is_less = x.f < 2; else is_less = x.d < 2; return is_less; }
BOTH bool narrow(Input x) { bool is_more; if (x.b) is_more = x.u > 7; else is_more = x.w > 7; return is_more; }
BOTH long long signs(Input x) { return x.u & 1 ? (long long)x.c : (long long)(int)x.u; }
BOTH int stored(Input x)
{
    int place[2] = {1, 2}, *to = place + (x.u & 1);
    if (x.b) *to = x.f != 0; else *to = x.w != 0;
    return place[0] * 10 + place[1];
}
BOTH int counted(Input x)
{
#ifdef __CUDA_ARCH__
    return x.b ? __popc(x.u) : __popcll(x.w);
#else
    return x.b ? ones(x.u) : ones((unsigned)x.w) + ones((unsigned)(x.w >> 32));
#endif
}

BOTH int nested(Input x)
{
    int place[2] = {1, 2}, k = x.u & 1;
    if (x.b) {
        if (x.u > 6) place[k] = (int)(x.f / 3); else place[k] = (int)(x.f / 5);
    } else if (x.c > 0) {
        place[k] = (int)x.w; place[1 - k] = (int)(x.f / 9);
    } else switch (x.u % 3) {
    case 0: place[k] = 7; break;
    case 1: place[1 - k] = 8; break;
    default: place[k] = 9; return place[0] * 3 + place[1];
    }
    return place[0] * 10 + place[1];
}

BOTH double value(int which, Input x)
{
    switch (which) {
    case 0: return from_real(x);
    case 1: return to_real(x);
    case 2: return cut(x);
    case 3: return (double)widened(x);
    case 4: return tested(x);
    case 5: return compared(x);
    case 6: return narrow(x);
    case 7: return (double)signs(x);
    case 8: return stored(x);
    case 9: return nested(x);
    default: return counted(x);
    }
}

template <int which> __global__ void kernel(double *out, const Input *in)
{
    out[threadIdx.x * 11 + which] = value(which, in[threadIdx.x]);
}

int main()
{
    double *out;
    Input *in;
    int wrong = 0;
    cudaMallocManaged(&out, 88 * sizeof *out);
    cudaMallocManaged(&in, 8 * sizeof *in);
    for (unsigned i = 0; i < 8; i++) {
        in[i] = {i * 3, i * 0x300000001ull, i * 0.75f, 4 - i * 1.25, (signed char)(i * 77), i % 3 == 0};
    }
    kernel<0><<<1, 8>>>(out, in), kernel<1><<<1, 8>>>(out, in), kernel<2><<<1, 8>>>(out, in);
    kernel<3><<<1, 8>>>(out, in), kernel<4><<<1, 8>>>(out, in), kernel<5><<<1, 8>>>(out, in);
    kernel<6><<<1, 8>>>(out, in), kernel<7><<<1, 8>>>(out, in), kernel<8><<<1, 8>>>(out, in);
    kernel<9><<<1, 8>>>(out, in), kernel<10><<<1, 8>>>(out, in);
    cudaDeviceSynchronize();
    for (int i = 0; i < 88; i++) {
        if (out[i] != value(i % 11, in[i / 11])) {
            printf("function %d of input %d: %g\n", i % 11, i / 11, out[i]);
            wrong++;
        }
    }
    printf("%d wrong\n", wrong);
}
