// SPDX-License-Identifier: Apache-2.0
// Arrays and mipmaps of the driver API: those of the runtime, whose formats are named otherwise.
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

// The normalized formats, and the runtime's kinds, come in one order: unsigned before signed, 8
// bits before 16, 1, 2 and 4 channels.
enum { NORMALIZED = CU_AD_FORMAT_UNORM_INT8X1, NORMALIZED_END = CU_AD_FORMAT_SNORM_INT16X4 };

static struct cudaChannelFormatDesc channels_of(int bits, unsigned count,
                                                enum cudaChannelFormatKind kind)
{
    return (struct cudaChannelFormatDesc){bits, count > 1 ? bits : 0, count > 2 ? bits : 0,
                                          count > 3 ? bits : 0, kind};
}

bool driver_channels(CUarray_format format, unsigned count, struct cudaChannelFormatDesc *channels)
{
    int at = (int)format - NORMALIZED;
    if (at >= 0 && (int)format <= NORMALIZED_END) {
        int kind = cudaChannelFormatKindUnsignedNormalized8X1 + at;
        *channels = channels_of(at % 6 < 3 ? 8 : 16, count, (enum cudaChannelFormatKind)kind);
        return count == 1u << at % 3;
    }
    for (int i = 0; i < FORMATS; i++) {
        if (formats[i].format == format) {
            *channels = channels_of(formats[i].bits, count, formats[i].kind);
            return count == 1 || count == 2 || count == 4;
        }
    }
    return false;
}

CUarray_format driver_format(const struct cudaChannelFormatDesc *channels, unsigned *count)
{
    const int widths[] = {channels->x, channels->y, channels->z, channels->w};
    for (*count = 0; *count < 4 && widths[*count] != 0;) {
        ++*count;
    }
    if (channels->f >= cudaChannelFormatKindUnsignedNormalized8X1 &&
        channels->f <= cudaChannelFormatKindSignedNormalized16X4) {
        int at = (int)channels->f - cudaChannelFormatKindUnsignedNormalized8X1;
        return (CUarray_format)(NORMALIZED + at);
    }
    int at = 0;
    while (at < FORMATS - 1 &&
           (formats[at].bits != channels->x || formats[at].kind != channels->f)) {
        at++;
    }
    return formats[at].format;
}

static cudaError_t create(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *from)
{
    struct cudaChannelFormatDesc channels;
    if (array == NULL || from == NULL ||
        !driver_channels(from->Format, from->NumChannels, &channels)) {
        return cudaErrorInvalidValue;
    }
    struct cudaExtent extent = {from->Width, from->Height, from->Depth};
    return cudaMalloc3DArray(array, &channels, extent, from->Flags);
}

CUresult cuArray3DCreate(CUarray *pHandle, const CUDA_ARRAY3D_DESCRIPTOR *pAllocateArray)
{
    return DRIVER_CALL(true, create(pHandle, pAllocateArray));
}

static cudaError_t create_flat(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *from)
{
    if (from == NULL) {
        return cudaErrorInvalidValue;
    }
    CUDA_ARRAY3D_DESCRIPTOR same = {.Width = from->Width,
                                    .Height = from->Height,
                                    .Format = from->Format,
                                    .NumChannels = from->NumChannels};
    return create(array, &same);
}

CUresult cuArrayCreate(CUarray *pHandle, const CUDA_ARRAY_DESCRIPTOR *pAllocateArray)
{
    return DRIVER_CALL(true, create_flat(pHandle, pAllocateArray));
}

CUresult cuArrayDestroy(CUarray hArray)
{
    return DRIVER_CALL(true,
                       hArray == NULL ? cudaErrorInvalidResourceHandle : cudaFreeArray(hArray));
}

static cudaError_t describe(CUDA_ARRAY3D_DESCRIPTOR *to, CUarray array)
{
    struct cudaChannelFormatDesc channels;
    struct cudaExtent extent;
    unsigned flags;
    cudaError_t error =
        to == NULL ? cudaErrorInvalidValue : cudaArrayGetInfo(&channels, &extent, &flags, array);
    if (error == cudaSuccess) {
        *to = (CUDA_ARRAY3D_DESCRIPTOR){
            .Width = extent.width, .Height = extent.height, .Depth = extent.depth, .Flags = flags};
        to->Format = driver_format(&channels, &to->NumChannels);
    }
    return error;
}

CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR *pArrayDescriptor, CUarray hArray)
{
    return DRIVER_CALL(true, describe(pArrayDescriptor, hArray));
}

static cudaError_t describe_flat(CUDA_ARRAY_DESCRIPTOR *to, CUarray array)
{
    CUDA_ARRAY3D_DESCRIPTOR found;
    cudaError_t error = to == NULL ? cudaErrorInvalidValue : describe(&found, array);
    if (error == cudaSuccess) {
        *to = (CUDA_ARRAY_DESCRIPTOR){found.Width, found.Height, found.Format, found.NumChannels};
    }
    return error;
}

CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR *pArrayDescriptor, CUarray hArray)
{
    return DRIVER_CALL(true, describe_flat(pArrayDescriptor, hArray));
}

// Mipmaps

static cudaError_t create_levels(CUmipmappedArray *mipmap, const CUDA_ARRAY3D_DESCRIPTOR *from,
                                 unsigned levels)
{
    struct cudaChannelFormatDesc channels;
    if (mipmap == NULL || from == NULL ||
        !driver_channels(from->Format, from->NumChannels, &channels)) {
        return cudaErrorInvalidValue;
    }
    struct cudaExtent extent = {from->Width, from->Height, from->Depth};
    return cudaMallocMipmappedArray(mipmap, &channels, extent, levels, from->Flags);
}

CUresult cuMipmappedArrayCreate(CUmipmappedArray *pHandle,
                                const CUDA_ARRAY3D_DESCRIPTOR *pMipmappedArrayDesc,
                                unsigned int numMipmapLevels)
{
    return DRIVER_CALL(true, create_levels(pHandle, pMipmappedArrayDesc, numMipmapLevels));
}

CUresult cuMipmappedArrayGetLevel(CUarray *pLevelArray, CUmipmappedArray hMipmappedArray,
                                  unsigned int level)
{
    return DRIVER_CALL(true, cudaGetMipmappedArrayLevel(pLevelArray, hMipmappedArray, level));
}

CUresult cuMipmappedArrayDestroy(CUmipmappedArray hMipmappedArray)
{
    return DRIVER_CALL(true, hMipmappedArray == NULL ? cudaErrorInvalidResourceHandle
                                                     : cudaFreeMipmappedArray(hMipmappedArray));
}
