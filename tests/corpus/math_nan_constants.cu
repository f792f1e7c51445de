// SPDX-License-Identifier: Apache-2.0
// needs: --expt-relaxed-constexpr
// The bits of NaNs and infinities: constants, what the compiler could compute, static data, and what is computed at run time.
// Left out is what ptxas alone folds (1.0 - NAN, fabs(-NAN)).
#include <cmath>
#include <limits>
#include <cstdio>
#include <cstring>
#define F(e) show(#e, (float)(e))
#define D(e) show(#e, (double)(e))
__device__ void show(const char *n, float v) { printf("%s %08x\n", n, __float_as_uint(v)); }
__device__ void show(const char *n, double v) { printf("%s %016llx\n", n, (unsigned long long)__double_as_longlong(v)); }
__device__ float zero_f; __device__ double zero_d;
__constant__ float cf = NAN; __device__ float gf[] = {NAN, -NAN, INFINITY, -INFINITY, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::signaling_NaN(), 0.0f / 0.0f, INFINITY - INFINITY};
__device__ double gd[] = {NAN, -NAN, INFINITY, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::signaling_NaN(), 0.0 / 0.0, -(0.0 / 0.0), (double)INFINITY * 0};
__global__ void constants()
{
    F(NAN); F(-NAN); F(INFINITY); F(-INFINITY); F(HUGE_VALF); D(HUGE_VAL); D(NAN); D(-(double)NAN); D(INFINITY);
    F(std::numeric_limits<float>::quiet_NaN()); F(std::numeric_limits<float>::signaling_NaN()); F(std::numeric_limits<float>::infinity());
    F(std::numeric_limits<float>::denorm_min()); F(std::numeric_limits<float>::min()); F(std::numeric_limits<float>::max()); F(std::numeric_limits<float>::lowest()); F(std::numeric_limits<float>::epsilon()); F(std::numeric_limits<float>::round_error());
    D(std::numeric_limits<double>::quiet_NaN()); D(std::numeric_limits<double>::signaling_NaN()); D(std::numeric_limits<double>::infinity());
    D(std::numeric_limits<double>::denorm_min()); D(std::numeric_limits<double>::max());
    F(-std::numeric_limits<float>::quiet_NaN()); D(-std::numeric_limits<double>::quiet_NaN());
    F(0.0f / 0.0f); F(-(0.0f / 0.0f)); F(0.0f * INFINITY); F(INFINITY - INFINITY); F(INFINITY + -INFINITY); F(INFINITY / INFINITY); F(-INFINITY * 0.0f);
    F(NAN + 1.0f); F(NAN * 2.0f); F(1.0f - NAN); F(NAN / 2.0f); F(-NAN + 1.0f);
    D(0.0 / 0.0); D(-(0.0 / 0.0)); D(0.0 * (double)INFINITY); D((double)INFINITY - (double)INFINITY); D((double)INFINITY / (double)INFINITY);
    D((double)NAN + 1.0); D((double)NAN * 2.0); D(-(double)NAN + 1.0);
    D((double)(0.0f / 0.0f)); F((float)std::numeric_limits<double>::quiet_NaN()); F((float)(0.0 / 0.0)); F((float)(0.0 * (double)INFINITY)); F((float)(1.0 / 3.0));
    F(sqrtf(-1.0f)); D(sqrt(-1.0)); F(fmodf(1.0f, 0.0f)); F(logf(-1.0f)); D(log(-1.0)); F(std::nanf("")); D(std::nan("")); F(nanf("1")); D(nan("1"));
    F(__builtin_nanf("")); D(__builtin_nan("")); F(__builtin_inff()); D(__builtin_inf()); F(__builtin_huge_valf());
    F(fmaf(0.0f, INFINITY, 1.0f)); D(fma(0.0, (double)INFINITY, 1.0)); F(fminf(NAN, NAN)); F(fmaxf(NAN, 1.0f)); F(copysignf(NAN, -1.0f));
    float folded = 0.0f; folded /= folded; F(folded); double foldedd = 0.0; foldedd = foldedd / foldedd; D(foldedd);
    for (int i = 0; i < 8; i++) { F(gf[i]); D(gd[i]); }
    F(cf);
}
__global__ void running()
{
    float z = zero_f, inf = 1.0f / z, one = 1.0f + z; double zd = zero_d, infd = 1.0 / zd, oned = 1.0 + zd;
    F(z / z); F(-(z / z)); F(z * inf); F(inf - inf); F(inf / inf); F(NAN + z); F(-NAN + z); F(NAN * one); F(sqrtf(z - 1)); F(z * INFINITY); F(INFINITY - inf); F(inf - INFINITY);
    D(zd / zd); D(-(zd / zd)); D(zd * infd); D(infd - infd); D(infd / infd); D((double)NAN + zd); D(-(double)NAN + zd); D((double)NAN * oned); D(sqrt(zd - 1)); D(zd * (double)INFINITY);
    D((double)(z / z)); F((float)(zd / zd)); F(std::numeric_limits<float>::quiet_NaN() + z); D(std::numeric_limits<double>::quiet_NaN() + zd); F(std::numeric_limits<float>::signaling_NaN() + z); D(std::numeric_limits<double>::signaling_NaN() + zd);
    F(z == 0 ? std::numeric_limits<float>::quiet_NaN() : z); D(zd == 0 ? std::numeric_limits<double>::quiet_NaN() : zd);
    F(z == 0 ? -NAN : z); F(logf(z - 1)); D(log(zd - 1)); F(powf(z - 1, 0.5f)); D(pow(zd - 1, 0.5)); F(fmodf(one, z)); D(fmod(oned, zd)); F(acosf(one + 1)); D(acos(oned + 1));
}
int main()
{
    constants<<<1, 1>>>(); printf("%d\n", cudaDeviceSynchronize());
    running<<<1, 1>>>(); printf("%d\n", cudaDeviceSynchronize());
}
