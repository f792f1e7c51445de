// SPDX-License-Identifier: Apache-2.0
// 8-bit floats: all codes, all halves and bfloat16s, and a sample of floats, doubles and integers. The
// expected sums are those of nvcc's host code; host and device must give them.
#include <cuda_fp8.h>

#include <cstdio>
#include <cstring>

#define BOTH static inline __host__ __device__

BOTH void add(unsigned long long &sum, unsigned long long value)
{
    sum = (sum ^ value) * 0x100000001b3ull;
}

BOTH unsigned next(unsigned &state)
{
    state = state * 1664525u + 1013904223u;
    return state ^ state >> 15;
}

template <class To, class From> BOTH To bits(From from)
{
    union {
        From from;
        To to;
    } both;
    both.to = To();
    both.from = from;
    return both.to;
}

BOTH void from_narrow(unsigned long long *sums, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind)
{
    for (unsigned i = 0; i < 65536; i++) {
        __half_raw half;
        __nv_bfloat16_raw bfloat;
        half.x = bfloat.x = (unsigned short)i;
        add(sums[0], __nv_cvt_halfraw_to_fp8(half, saturation, kind));
        add(sums[1], __nv_cvt_bfloat16raw_to_fp8(bfloat, saturation, kind));
    }
    for (unsigned i = 0; i < 65536; i += 257) {
        __half2_raw halves;
        __nv_bfloat162_raw bfloats;
        halves.x = bfloats.x = (unsigned short)i;
        halves.y = bfloats.y = (unsigned short)(i * 77);
        add(sums[0], __nv_cvt_halfraw2_to_fp8x2(halves, saturation, kind));
        add(sums[1], __nv_cvt_bfloat16raw2_to_fp8x2(bfloats, saturation, kind));
    }
}

BOTH void from_wide(unsigned long long *sums, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind)
{
    unsigned state = 1;
    for (int i = 0; i < 20000; i++) { // exponents around those that an 8-bit float has
        unsigned high = next(state), low = next(state);
        unsigned single = (high & 0x80000000u) | ((100 + high % 48) << 23) | (low >> 9 & (i % 2 ? 0x7fffffu : 0x700000u));
        unsigned long long sign = high & 0x80000000u, exponent = 996 + high % 48, fraction = low & 0xfffffu;
        unsigned long long wide = sign << 32 | exponent << 52 | (i % 2 ? fraction << 32 | high : (fraction & 0xe0000u) << 32);
        if (i % 100 == 0) {
            single = high;
            wide = (unsigned long long)high << 32 | low;
        }
        float x = bits<float>(single);
        double y = bits<double>(wide);
        add(sums[0], __nv_cvt_float_to_fp8(x, saturation, kind));
        add(sums[1], __nv_cvt_double_to_fp8(y, saturation, kind));
        add(sums[0], __nv_cvt_float2_to_fp8x2(make_float2(x, -x), saturation, kind));
        add(sums[1], __nv_cvt_double2_to_fp8x2(make_double2(-y, y), saturation, kind));
    }
}

template <class One, class Two, class Four> BOTH void types(unsigned long long *sums)
{
    for (unsigned i = 0; i < 256; i++) {
        One one;
        one.__x = (__nv_fp8_storage_t)i;
        add(sums[0], bits<unsigned>((float)one));
        add(sums[0], bits<unsigned long long>((double)one));
        add(sums[0], static_cast<__half_raw>((__half)one).x);
        add(sums[0], static_cast<__nv_bfloat16_raw>((__nv_bfloat16)one).x);
        add(sums[1], (unsigned char)one);
        add(sums[1], (unsigned long long)(signed char)one);
        add(sums[1], (unsigned long long)(char)one);
        add(sums[1], (unsigned short)one);
        add(sums[1], (unsigned long long)(short)one);
        add(sums[1], (unsigned)one);
        add(sums[1], (unsigned long long)(int)one);
        add(sums[1], (unsigned long)one);
        add(sums[1], (unsigned long long)(long)one);
        add(sums[1], (unsigned long long)one);
        add(sums[1], (unsigned long long)(long long)one);
        add(sums[1], (bool)one);
        Four four;
        four.__x = i * 0x01020305u;
        float4 floats = (float4)four;
        add(sums[2], bits<unsigned>(floats.x) ^ bits<unsigned>(floats.w));
        add(sums[2], bits<unsigned>(floats.y) ^ bits<unsigned>(floats.z));
        add(sums[2], Four(floats).__x);
        Two two;
        two.__x = (__nv_fp8x2_storage_t)(i * 0x0103u);
        add(sums[2], Two((__half2)two).__x);
        add(sums[2], bits<unsigned>(((float2)two).y));
        add(sums[2], Four((__half2)two, (__half2)two).__x);
    }
    unsigned state = 7;
    for (int i = 0; i < 3000; i++) {
        unsigned low = next(state) >> i % 32;
        unsigned long long wide = ((unsigned long long)next(state) << 32 | next(state)) >> i % 64;
        add(sums[2], One((unsigned short)low).__x);
        add(sums[2], One((short)low).__x);
        add(sums[2], One(low).__x);
        add(sums[2], One((int)low).__x);
        add(sums[2], One((unsigned long)wide).__x);
        add(sums[2], One((long)wide).__x);
        add(sums[2], One(wide).__x);
        add(sums[2], One((long long)wide).__x);
    }
}

enum { COUNT = 8 * 4 };

BOTH void part(unsigned long long *sums, int i)
{
    __nv_saturation_t saturation = i % 2 ? __NV_SATFINITE : __NV_NOSAT;
    __nv_fp8_interpretation_t kind = i / 2 % 2 ? __NV_E5M2 : __NV_E4M3;
    if (i < 4) {
        from_narrow(sums, saturation, kind);
    } else if (i == 4) {
        types<__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3>(sums);
    } else if (i == 5) {
        types<__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2>(sums);
    }
    if (i < 4) {
        from_wide(sums + 2, saturation, kind);
    }
}

__global__ void all(unsigned long long *sums)
{
    part(sums + 4 * threadIdx.x, threadIdx.x);
}

int main()
{
    unsigned long long host[COUNT] = {}, *sums;
    for (int i = 0; i < 6; i++) {
        part(host + 4 * i, i);
        printf("%016llx %016llx %016llx %016llx\n", host[4 * i], host[4 * i + 1], host[4 * i + 2], host[4 * i + 3]);
    }
    if (cudaMallocManaged(&sums, sizeof host) == cudaSuccess) {
        memset(sums, 0, sizeof host);
        all<<<1, 6>>>(sums);
        cudaDeviceSynchronize();
        for (int i = 0; i < COUNT; i++) {
            if (sums[i] != host[i]) {
                printf("device: sum %d is %016llx\n", i, sums[i]);
            }
        }
        puts("device compared");
    }
    return 0;
}
