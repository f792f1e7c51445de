// SPDX-License-Identifier: Apache-2.0
// bfloat16 from and to integers before compute capability 9.0, which has instructions for it.
#pragma once

// Integers through floats: what the float cut off is kept in its last bit for the second rounding.
__device__ __forceinline__ __nv_bfloat16 __int2bfloat16_rn(int a)
{
    float cut = __int2float_rz(a);
    int odd = __float2int_rz(cut) != a ? 1 : 0;
    return __nv_bfloat16(__builtin_int_as_float(__builtin_float_as_int(cut) | odd));
}
__device__ __forceinline__ __nv_bfloat16 __int2bfloat16_rz(int a) { return __float2bfloat16_rz(__int2float_rz(a)); }
__device__ __forceinline__ __nv_bfloat16 __int2bfloat16_rd(int a) { return __float2bfloat16_rd(__int2float_rd(a)); }
__device__ __forceinline__ __nv_bfloat16 __int2bfloat16_ru(int a) { return __float2bfloat16_ru(__int2float_ru(a)); }
__device__ __forceinline__ int __bfloat162int_rz(__nv_bfloat16 a) { return __float2int_rz((float)a); }
__device__ __forceinline__ int __bfloat162int_rn(__nv_bfloat16 a) { return __float2int_rn((float)a); }
__device__ __forceinline__ int __bfloat162int_rd(__nv_bfloat16 a) { return __float2int_rd((float)a); }
__device__ __forceinline__ int __bfloat162int_ru(__nv_bfloat16 a) { return __float2int_ru((float)a); }
__device__ __forceinline__ __nv_bfloat16 __uint2bfloat16_rn(unsigned a)
{
    float cut = __uint2float_rz(a);
    int odd = __float2uint_rz(cut) != a ? 1 : 0;
    return __nv_bfloat16(__builtin_int_as_float(__builtin_float_as_int(cut) | odd));
}
__device__ __forceinline__ __nv_bfloat16 __uint2bfloat16_rz(unsigned a) { return __float2bfloat16_rz(__uint2float_rz(a)); }
__device__ __forceinline__ __nv_bfloat16 __uint2bfloat16_rd(unsigned a) { return __float2bfloat16_rd(__uint2float_rd(a)); }
__device__ __forceinline__ __nv_bfloat16 __uint2bfloat16_ru(unsigned a) { return __float2bfloat16_ru(__uint2float_ru(a)); }
__device__ __forceinline__ unsigned __bfloat162uint_rz(__nv_bfloat16 a) { return __float2uint_rz((float)a); }
__device__ __forceinline__ unsigned __bfloat162uint_rn(__nv_bfloat16 a) { return __float2uint_rn((float)a); }
__device__ __forceinline__ unsigned __bfloat162uint_rd(__nv_bfloat16 a) { return __float2uint_rd((float)a); }
__device__ __forceinline__ unsigned __bfloat162uint_ru(__nv_bfloat16 a) { return __float2uint_ru((float)a); }
__device__ __forceinline__ __nv_bfloat16 __short2bfloat16_rn(short a)
{
    float cut = __int2float_rz(a);
    int odd = __float2int_rz(cut) != a ? 1 : 0;
    return __nv_bfloat16(__builtin_int_as_float(__builtin_float_as_int(cut) | odd));
}
__device__ __forceinline__ __nv_bfloat16 __short2bfloat16_rz(short a) { return __float2bfloat16_rz(__int2float_rz(a)); }
__device__ __forceinline__ __nv_bfloat16 __short2bfloat16_rd(short a) { return __float2bfloat16_rd(__int2float_rd(a)); }
__device__ __forceinline__ __nv_bfloat16 __short2bfloat16_ru(short a) { return __float2bfloat16_ru(__int2float_ru(a)); }
__device__ __forceinline__ short __bfloat162short_rz(__nv_bfloat16 a)
{
    int whole = __float2int_rz((float)a);
    return (short)(whole < -32768 ? -32768 : whole > 32767 ? 32767 : whole);
}
__device__ __forceinline__ short __bfloat162short_rn(__nv_bfloat16 a)
{
    int whole = __float2int_rn((float)a);
    return (short)(whole < -32768 ? -32768 : whole > 32767 ? 32767 : whole);
}
__device__ __forceinline__ short __bfloat162short_rd(__nv_bfloat16 a)
{
    int whole = __float2int_rd((float)a);
    return (short)(whole < -32768 ? -32768 : whole > 32767 ? 32767 : whole);
}
__device__ __forceinline__ short __bfloat162short_ru(__nv_bfloat16 a)
{
    int whole = __float2int_ru((float)a);
    return (short)(whole < -32768 ? -32768 : whole > 32767 ? 32767 : whole);
}
__device__ __forceinline__ __nv_bfloat16 __ushort2bfloat16_rn(unsigned short a)
{
    float cut = __uint2float_rz(a);
    int odd = __float2uint_rz(cut) != a ? 1 : 0;
    return __nv_bfloat16(__builtin_int_as_float(__builtin_float_as_int(cut) | odd));
}
__device__ __forceinline__ __nv_bfloat16 __ushort2bfloat16_rz(unsigned short a) { return __float2bfloat16_rz(__uint2float_rz(a)); }
__device__ __forceinline__ __nv_bfloat16 __ushort2bfloat16_rd(unsigned short a) { return __float2bfloat16_rd(__uint2float_rd(a)); }
__device__ __forceinline__ __nv_bfloat16 __ushort2bfloat16_ru(unsigned short a) { return __float2bfloat16_ru(__uint2float_ru(a)); }
__device__ __forceinline__ unsigned short __bfloat162ushort_rz(__nv_bfloat16 a)
{
    unsigned whole = __float2uint_rz((float)a);
    return (unsigned short)(whole > 65535 ? 65535 : whole);
}
__device__ __forceinline__ unsigned short __bfloat162ushort_rn(__nv_bfloat16 a)
{
    unsigned whole = __float2uint_rn((float)a);
    return (unsigned short)(whole > 65535 ? 65535 : whole);
}
__device__ __forceinline__ unsigned short __bfloat162ushort_rd(__nv_bfloat16 a)
{
    unsigned whole = __float2uint_rd((float)a);
    return (unsigned short)(whole > 65535 ? 65535 : whole);
}
__device__ __forceinline__ unsigned short __bfloat162ushort_ru(__nv_bfloat16 a)
{
    unsigned whole = __float2uint_ru((float)a);
    return (unsigned short)(whole > 65535 ? 65535 : whole);
}
__device__ __forceinline__ __nv_bfloat16 __ll2bfloat16_rn(long long a)
{
    float cut = __ll2float_rz(a);
    int odd = __float2ll_rz(cut) != a ? 1 : 0;
    return __nv_bfloat16(__builtin_int_as_float(__builtin_float_as_int(cut) | odd));
}
__device__ __forceinline__ __nv_bfloat16 __ll2bfloat16_rz(long long a) { return __float2bfloat16_rz(__ll2float_rz(a)); }
__device__ __forceinline__ __nv_bfloat16 __ll2bfloat16_rd(long long a) { return __float2bfloat16_rd(__ll2float_rd(a)); }
__device__ __forceinline__ __nv_bfloat16 __ll2bfloat16_ru(long long a) { return __float2bfloat16_ru(__ll2float_ru(a)); }
__device__ __forceinline__ long long __bfloat162ll_rz(__nv_bfloat16 a) { return __float2ll_rz((float)a); }
__device__ __forceinline__ long long __bfloat162ll_rn(__nv_bfloat16 a) { return __float2ll_rn((float)a); }
__device__ __forceinline__ long long __bfloat162ll_rd(__nv_bfloat16 a) { return __float2ll_rd((float)a); }
__device__ __forceinline__ long long __bfloat162ll_ru(__nv_bfloat16 a) { return __float2ll_ru((float)a); }
__device__ __forceinline__ __nv_bfloat16 __ull2bfloat16_rn(unsigned long long a)
{
    float cut = __ull2float_rz(a);
    int odd = __float2ull_rz(cut) != a ? 1 : 0;
    return __nv_bfloat16(__builtin_int_as_float(__builtin_float_as_int(cut) | odd));
}
__device__ __forceinline__ __nv_bfloat16 __ull2bfloat16_rz(unsigned long long a) { return __float2bfloat16_rz(__ull2float_rz(a)); }
__device__ __forceinline__ __nv_bfloat16 __ull2bfloat16_rd(unsigned long long a) { return __float2bfloat16_rd(__ull2float_rd(a)); }
__device__ __forceinline__ __nv_bfloat16 __ull2bfloat16_ru(unsigned long long a) { return __float2bfloat16_ru(__ull2float_ru(a)); }
__device__ __forceinline__ unsigned long long __bfloat162ull_rz(__nv_bfloat16 a) { return __float2ull_rz((float)a); }
__device__ __forceinline__ unsigned long long __bfloat162ull_rn(__nv_bfloat16 a) { return __float2ull_rn((float)a); }
__device__ __forceinline__ unsigned long long __bfloat162ull_rd(__nv_bfloat16 a) { return __float2ull_rd((float)a); }
__device__ __forceinline__ unsigned long long __bfloat162ull_ru(__nv_bfloat16 a) { return __float2ull_ru((float)a); }
