// SPDX-License-Identifier: Apache-2.0
// Single and double precision mathematics, approximate and correctly rounded; conversions.
__global__ void singles(float *f, int *a, unsigned *u, long long *l)
{
    int i = threadIdx.x;
    float x = f[i];
    x = sinf(x) + cosf(x * 0.5f) + expf(x) + logf(x) + powf(x, 1.5f) + tanhf(x);
    x += __sinf(x) + __cosf(x) + __expf(x) + __logf(x) + __fdividef(x, 3.0f) + rsqrtf(x);
    x += sqrtf(x) / x + 1.0f / x + __fadd_rz(x, 1.0f) + __fmul_ru(x, x) + __fmaf_rd(x, x, x);
    x += floorf(x) + ceilf(x) + truncf(x) + rintf(x) + fabsf(x) + copysignf(x, -1.0f);
    x += fminf(x, 2.0f) + fmaxf(x, 3.0f) + __saturatef(x) + fmodf(x, 3.0f) + ldexpf(x, 3);
    a[i] = (int)x + __float2int_rn(x) + isnan(x) + isinf(x) + signbit(x);
    u[i] = (unsigned)x + __float2uint_ru(x) + __float_as_uint(x);
    l[i] = (long long)x + __float2ll_rd(x);
    f[i] = x + (float)a[i] + (float)u[i] + (float)l[i] + __int2float_rz(a[i]) + erff(x);
}
__global__ void doubles(double *d, int *a, float *f)
{
    int i = threadIdx.x;
    double x = d[i];
    x = sin(x) + exp(x) + log(x) + pow(x, 1.5) + sqrt(x) / x + 1.0 / x + rsqrt(x) + cbrt(x);
    x += floor(x) + ceil(x) + trunc(x) + rint(x) + fabs(x) + fmin(x, 2.0) + fmax(x, 3.0);
    x += __dadd_rd(x, 1.0) + __dmul_ru(x, x) + fma(x, x, x) + __drcp_rn(x);
    a[i] = (int)x + __double2int_rn(x) + __double2hiint(x) + (int)__double2uint_rz(x) + (x > 3.0);
    f[i] = (float)x + __double2float_ru(x);
    d[i] = x + a[i] + f[i] + __hiloint2double(a[i], 3) + (double)__double2ll_rn(x);
}
