// SPDX-License-Identifier: Apache-2.0
// cudaCreateChannelDesc<T>(): the channels of a scalar or vector type.
#ifndef LOCKSTEP_CUDA_CHANNEL_DESCRIPTOR_H
#define LOCKSTEP_CUDA_CHANNEL_DESCRIPTOR_H
#define __CHANNEL_DESCRIPTOR_H__

#include "cuda_runtime_api.h"

#if defined(__cplusplus)

template <class __T> inline cudaChannelFormatDesc cudaCreateChannelDesc()
{
    return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}

// clang-format off
#define __LOCKSTEP_CHANNEL(type, bits, count, kind)                                                \
    template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<type>()                         \
    {                                                                                              \
        return cudaCreateChannelDesc(bits, count > 1 ? bits : 0, count > 2 ? bits : 0,             \
                                     count > 3 ? bits : 0, cudaChannelFormatKind##kind);           \
    }
#define __LOCKSTEP_CHANNELS(scalar, vector, bits, kind)                                            \
    __LOCKSTEP_CHANNEL(scalar, bits, 1, kind)                                                      \
    __LOCKSTEP_CHANNEL(vector##1, bits, 1, kind)                                                   \
    __LOCKSTEP_CHANNEL(vector##2, bits, 2, kind)                                                   \
    __LOCKSTEP_CHANNEL(vector##3, bits, 3, kind)                                                   \
    __LOCKSTEP_CHANNEL(vector##4, bits, 4, kind)
__LOCKSTEP_CHANNEL(char, 8, 1, Signed)
__LOCKSTEP_CHANNELS(signed char, char, 8, Signed)
__LOCKSTEP_CHANNELS(unsigned char, uchar, 8, Unsigned)
__LOCKSTEP_CHANNELS(short, short, 16, Signed)
__LOCKSTEP_CHANNELS(unsigned short, ushort, 16, Unsigned)
__LOCKSTEP_CHANNELS(int, int, 32, Signed)
__LOCKSTEP_CHANNELS(unsigned int, uint, 32, Unsigned)
__LOCKSTEP_CHANNELS(float, float, 32, Float)
#undef __LOCKSTEP_CHANNELS
#undef __LOCKSTEP_CHANNEL
// clang-format on

static inline cudaChannelFormatDesc cudaCreateChannelDescHalf()
{
    return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}

#endif
#endif
