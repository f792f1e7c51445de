// SPDX-License-Identifier: Apache-2.0
// Texture and surface references, which left the API with CUDA 12 and which older programs use: the
// host's variable stands for the device's of the same name.
#ifndef LOCKSTEP_CUDA_RUNTIME_TEXTURES_H
#define LOCKSTEP_CUDA_RUNTIME_TEXTURES_H

#include "channel_descriptor.h"

template <class __T, int dimension = cudaTextureType1D,
          cudaTextureReadMode mode = cudaReadModeElementType>
struct texture : public textureReference {
    texture(int norm = 0, cudaTextureFilterMode filter = cudaFilterModePoint,
            cudaTextureAddressMode address = cudaAddressModeClamp)
        : textureReference()
    {
        describe(norm, filter, address, cudaCreateChannelDesc<__T>());
    }

    texture(int norm, cudaTextureFilterMode filter, cudaTextureAddressMode address,
            cudaChannelFormatDesc description)
        : textureReference()
    {
        describe(norm, filter, address, description);
    }

  private:
    void describe(int norm, cudaTextureFilterMode filter, cudaTextureAddressMode address,
                  cudaChannelFormatDesc description)
    {
        normalized = norm;
        filterMode = filter;
        addressMode[0] = addressMode[1] = addressMode[2] = address;
        channelDesc = description;
        readMode = mode;
        textureType = dimension;
    }
};

template <class __T, int dimension = cudaSurfaceType1D> struct surface : public surfaceReference {
    surface() : surfaceReference()
    {
    }
};

template <class __T, int dimension, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture(size_t *offset, const texture<__T, dimension, mode> &tex,
                                          const void *devPtr, const cudaChannelFormatDesc &desc,
                                          size_t size = UINT_MAX)
{
    return ::cudaBindTexture(offset, (const textureReference *)&tex, devPtr, &desc, size);
}

template <class __T, int dimension, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture(size_t *offset, const texture<__T, dimension, mode> &tex,
                                          const void *devPtr, size_t size = UINT_MAX)
{
    return cudaBindTexture(offset, tex, devPtr, tex.channelDesc, size);
}

template <class __T, int dimension, cudaTextureReadMode mode>
static inline cudaError_t
cudaBindTexture2D(size_t *offset, const texture<__T, dimension, mode> &tex, const void *devPtr,
                  const cudaChannelFormatDesc &desc, size_t width, size_t height, size_t pitch)
{
    return ::cudaBindTexture2D(offset, (const textureReference *)&tex, devPtr, &desc, width, height,
                               pitch);
}

template <class __T, int dimension, cudaTextureReadMode mode>
static inline cudaError_t
cudaBindTexture2D(size_t *offset, const texture<__T, dimension, mode> &tex, const void *devPtr,
                  size_t width, size_t height, size_t pitch)
{
    return cudaBindTexture2D(offset, tex, devPtr, tex.channelDesc, width, height, pitch);
}

template <class __T, int dimension, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToArray(const texture<__T, dimension, mode> &tex,
                                                 cudaArray_const_t array,
                                                 const cudaChannelFormatDesc &desc)
{
    return ::cudaBindTextureToArray((const textureReference *)&tex, array, &desc);
}

template <class __T, int dimension, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToArray(const texture<__T, dimension, mode> &tex,
                                                 cudaArray_const_t array)
{
    cudaChannelFormatDesc desc;
    cudaError_t error = ::cudaGetChannelDesc(&desc, array);
    return error == cudaSuccess ? cudaBindTextureToArray(tex, array, desc) : error;
}

template <class __T, int dimension, cudaTextureReadMode mode>
static inline cudaError_t cudaUnbindTexture(const texture<__T, dimension, mode> &tex)
{
    return ::cudaUnbindTexture((const textureReference *)&tex);
}

template <class __T, int dimension, cudaTextureReadMode mode>
static inline cudaError_t cudaGetTextureAlignmentOffset(size_t *offset,
                                                        const texture<__T, dimension, mode> &tex)
{
    return ::cudaGetTextureAlignmentOffset(offset, (const textureReference *)&tex);
}

template <class __T, int dimension>
static inline cudaError_t cudaBindSurfaceToArray(const surface<__T, dimension> &surf,
                                                 cudaArray_const_t array,
                                                 const cudaChannelFormatDesc &desc)
{
    return ::cudaBindSurfaceToArray((const surfaceReference *)&surf, array, &desc);
}

template <class __T, int dimension>
static inline cudaError_t cudaBindSurfaceToArray(const surface<__T, dimension> &surf,
                                                 cudaArray_const_t array)
{
    cudaChannelFormatDesc desc;
    cudaError_t error = ::cudaGetChannelDesc(&desc, array);
    return error == cudaSuccess ? cudaBindSurfaceToArray(surf, array, desc) : error;
}

#endif
