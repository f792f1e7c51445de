// SPDX-License-Identifier: Apache-2.0
// Texture descriptions (CUDA Runtime API, "Data types used by CUDA Runtime"), and the texture
// references that left the API with CUDA 12.
#ifndef LOCKSTEP_CUDA_TEXTURE_TYPES_H
#define LOCKSTEP_CUDA_TEXTURE_TYPES_H
#define __TEXTURE_TYPES_H__

#include "driver_types.h"

#define cudaTextureType1D             0x01
#define cudaTextureType2D             0x02
#define cudaTextureType3D             0x03
#define cudaTextureTypeCubemap        0x0C
#define cudaTextureType1DLayered      0xF1
#define cudaTextureType2DLayered      0xF2
#define cudaTextureTypeCubemapLayered 0xFC

enum cudaTextureAddressMode {
    cudaAddressModeWrap,
    cudaAddressModeClamp,
    cudaAddressModeMirror,
    cudaAddressModeBorder
};

enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };

struct cudaTextureDesc {
    enum cudaTextureAddressMode addressMode[3];
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureReadMode readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned int maxAnisotropy;
    enum cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization;
    int seamlessCubemap;
};

struct textureReference {
    int normalized;
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureAddressMode addressMode[3];
    struct cudaChannelFormatDesc channelDesc;
    int sRGB;
    unsigned int maxAnisotropy;
    enum cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization;
    enum cudaTextureReadMode readMode; // of texture<>; here and not with the type, for the runtime
    int textureType;                   // cudaTextureType2D
};

typedef unsigned long long cudaTextureObject_t;

#endif
