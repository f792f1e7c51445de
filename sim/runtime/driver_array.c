// SPDX-License-Identifier: Apache-2.0
// Arrays of the driver API: those of the runtime, whose formats are named otherwise.
#include "sim/runtime/driver.h"

static const struct {
    CUarray_format format;
    int bits;
    enum cudaChannelFormatKind kind;
} formats[] = {{CU_AD_FORMAT_UNSIGNED_INT8, 8, cudaChannelFormatKindUnsigned},
               {CU_AD_FORMAT_UNSIGNED_INT16, 16, cudaChannelFormatKindUnsigned},
               {CU_AD_FORMAT_UNSIGNED_INT32, 32, cudaChannelFormatKindUnsigned},
               {CU_AD_FORMAT_SIGNED_INT8, 8, cudaChannelFormatKindSigned},
               {CU_AD_FORMAT_SIGNED_INT16, 16, cudaChannelFormatKindSigned},
               {CU_AD_FORMAT_SIGNED_INT32, 32, cudaChannelFormatKindSigned},
               {CU_AD_FORMAT_HALF, 16, cudaChannelFormatKindFloat},
               {CU_AD_FORMAT_FLOAT, 32, cudaChannelFormatKindFloat}};

enum { FORMATS = sizeof formats / sizeof formats[0] };

bool driver_channels(CUarray_format format, unsigned count, struct cudaChannelFormatDesc *channels)
{
    for (int i = 0; i < FORMATS; i++) {
        if (formats[i].format == format) {
            int bits = formats[i].bits;
            *channels =
                (struct cudaChannelFormatDesc){bits, count > 1 ? bits : 0, count > 2 ? bits : 0,
                                               count > 3 ? bits : 0, formats[i].kind};
            return count == 1 || count == 2 || count == 4;
        }
    }
    return false;
}

CUarray_format driver_format(const struct cudaChannelFormatDesc *channels)
{
    int at = 0;
    while (at < FORMATS - 1 &&
           (formats[at].bits != channels->x || formats[at].kind != channels->f)) {
        at++;
    }
    return formats[at].format;
}
