// SPDX-License-Identifier: Apache-2.0
// Dot products of vectors of bytes and halves; the overloads with words are the math library's.
#pragma once
__device__ __forceinline__ int __lockstep_word(char4 v) { return (int)((unsigned char)v.x | (unsigned)(unsigned char)v.y << 8 | (unsigned)(unsigned char)v.z << 16 | (unsigned)(unsigned char)v.w << 24); }
__device__ __forceinline__ unsigned __lockstep_word(uchar4 v) { return v.x | (unsigned)v.y << 8 | (unsigned)v.z << 16 | (unsigned)v.w << 24; }
__device__ __forceinline__ int __lockstep_word(short2 v) { return (int)((unsigned short)v.x | (unsigned)(unsigned short)v.y << 16); }
__device__ __forceinline__ unsigned __lockstep_word(ushort2 v) { return v.x | (unsigned)v.y << 16; }
#define __dot(name, type, first, second) \
    __device__ __forceinline__ type name(first a, second b, type c) { return name(__lockstep_word(a), __lockstep_word(b), c); }
__dot(__dp4a, int, char4, char4)
__dot(__dp4a, unsigned, uchar4, uchar4)
__dot(__dp2a_lo, int, short2, char4)
__dot(__dp2a_lo, unsigned, ushort2, uchar4)
__dot(__dp2a_hi, int, short2, char4)
__dot(__dp2a_hi, unsigned, ushort2, uchar4)
#undef __dot
