// SPDX-License-Identifier: Apache-2.0
// Texture and surface objects of the driver API: those of the runtime, described otherwise.
#include "sim/runtime/driver.h"

#include <string.h>

static cudaError_t take_array(CUarray array, struct cudaResourceDesc *to,
                              struct cudaChannelFormatDesc *channels)
{
    to->res.array.array = array;
    return cudaGetChannelDesc(channels, array);
}

static cudaError_t take_mipmap(CUmipmappedArray mipmap, struct cudaResourceDesc *to,
                               struct cudaChannelFormatDesc *channels)
{
    cudaArray_t first;
    to->res.mipmap.mipmap = mipmap;
    cudaError_t error = cudaGetMipmappedArrayLevel(&first, mipmap, 0);
    return error == cudaSuccess ? cudaGetChannelDesc(channels, first) : error;
}

cudaError_t driver_resource(const CUDA_RESOURCE_DESC *from, struct cudaResourceDesc *to,
                            struct cudaChannelFormatDesc *channels)
{
    *to = (struct cudaResourceDesc){.resType = (enum cudaResourceType)from->resType};
    bool is_known = true;
    switch (from->resType) {
    case CU_RESOURCE_TYPE_ARRAY: return take_array(from->res.array.hArray, to, channels);
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
        return take_mipmap(from->res.mipmap.hMipmappedArray, to, channels);
    case CU_RESOURCE_TYPE_LINEAR:
        is_known = driver_channels(from->res.linear.format, from->res.linear.numChannels, channels);
        to->res.linear.devPtr = driver_pointer(from->res.linear.devPtr);
        to->res.linear.desc = *channels;
        to->res.linear.sizeInBytes = from->res.linear.sizeInBytes;
        break;
    case CU_RESOURCE_TYPE_PITCH2D:
        is_known =
            driver_channels(from->res.pitch2D.format, from->res.pitch2D.numChannels, channels);
        to->res.pitch2D.devPtr = driver_pointer(from->res.pitch2D.devPtr);
        to->res.pitch2D.desc = *channels;
        to->res.pitch2D.width = from->res.pitch2D.width;
        to->res.pitch2D.height = from->res.pitch2D.height;
        to->res.pitch2D.pitchInBytes = from->res.pitch2D.pitchInBytes;
        break;
    default: is_known = false; break;
    }
    return is_known ? cudaSuccess : cudaErrorInvalidValue;
}

// Integers of 8 and 16 bits are read as fractions unless the flag says otherwise.
struct cudaTextureDesc driver_sampling(const CUDA_TEXTURE_DESC *from,
                                       const struct cudaChannelFormatDesc *channels)
{
    bool is_fraction = (from->flags & CU_TRSF_READ_AS_INTEGER) == 0 && channels->x < 32 &&
                       channels->f != cudaChannelFormatKindFloat;
    struct cudaTextureDesc to = {
        .filterMode = (enum cudaTextureFilterMode)from->filterMode,
        .readMode = is_fraction ? cudaReadModeNormalizedFloat : cudaReadModeElementType,
        .sRGB = (from->flags & CU_TRSF_SRGB) != 0,
        .normalizedCoords = (from->flags & CU_TRSF_NORMALIZED_COORDINATES) != 0,
        .maxAnisotropy = from->maxAnisotropy,
        .mipmapFilterMode = (enum cudaTextureFilterMode)from->mipmapFilterMode,
        .mipmapLevelBias = from->mipmapLevelBias,
        .minMipmapLevelClamp = from->minMipmapLevelClamp,
        .maxMipmapLevelClamp = from->maxMipmapLevelClamp,
        .disableTrilinearOptimization = (from->flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0,
        .seamlessCubemap = (from->flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0};
    for (int i = 0; i < 3; i++) {
        to.addressMode[i] = (enum cudaTextureAddressMode)from->addressMode[i];
    }
    memcpy(to.borderColor, from->borderColor, sizeof to.borderColor);
    return to;
}

static cudaError_t create(CUtexObject *object, const CUDA_RESOURCE_DESC *resource,
                          const CUDA_TEXTURE_DESC *how, const CUDA_RESOURCE_VIEW_DESC *view)
{
    struct cudaResourceDesc from;
    struct cudaChannelFormatDesc channels = {0};
    if (object == NULL || resource == NULL || how == NULL) {
        return cudaErrorInvalidValue;
    }
    cudaError_t error = driver_resource(resource, &from, &channels);
    if (error != cudaSuccess) {
        return error;
    }
    struct cudaTextureDesc sampling = driver_sampling(how, &channels);
    struct cudaResourceViewDesc same = {0};
    if (view != NULL) {
        memcpy(&same, view, sizeof same); // the driver's has reserved members behind these
    }
    return cudaCreateTextureObject(object, &from, &sampling, view == NULL ? NULL : &same);
}

CUresult cuTexObjectCreate(CUtexObject *pTexObject, const CUDA_RESOURCE_DESC *pResDesc,
                           const CUDA_TEXTURE_DESC *pTexDesc,
                           const CUDA_RESOURCE_VIEW_DESC *pResViewDesc)
{
    return DRIVER_CALL(true, create(pTexObject, pResDesc, pTexDesc, pResViewDesc));
}

CUresult cuTexObjectDestroy(CUtexObject texObject)
{
    return DRIVER_CALL(true, cudaDestroyTextureObject(texObject));
}

static void put_resource(const struct cudaResourceDesc *from, CUDA_RESOURCE_DESC *to)
{
    *to = (CUDA_RESOURCE_DESC){.resType = (CUresourcetype)from->resType};
    switch (from->resType) {
    case cudaResourceTypeArray: to->res.array.hArray = from->res.array.array; break;
    case cudaResourceTypeMipmappedArray:
        to->res.mipmap.hMipmappedArray = from->res.mipmap.mipmap;
        break;
    case cudaResourceTypeLinear:
        to->res.linear.devPtr = (uintptr_t)from->res.linear.devPtr;
        to->res.linear.format = driver_format(&from->res.linear.desc, &to->res.linear.numChannels);
        to->res.linear.sizeInBytes = from->res.linear.sizeInBytes;
        break;
    case cudaResourceTypePitch2D:
        to->res.pitch2D.devPtr = (uintptr_t)from->res.pitch2D.devPtr;
        to->res.pitch2D.format =
            driver_format(&from->res.pitch2D.desc, &to->res.pitch2D.numChannels);
        to->res.pitch2D.width = from->res.pitch2D.width;
        to->res.pitch2D.height = from->res.pitch2D.height;
        to->res.pitch2D.pitchInBytes = from->res.pitch2D.pitchInBytes;
        break;
    }
}

static cudaError_t get_resource(CUDA_RESOURCE_DESC *resource, unsigned long long object,
                                bool is_surface)
{
    struct cudaResourceDesc found;
    cudaError_t error = resource == NULL ? cudaErrorInvalidValue
                        : is_surface     ? cudaGetSurfaceObjectResourceDesc(&found, object)
                                         : cudaGetTextureObjectResourceDesc(&found, object);
    if (error == cudaSuccess) {
        put_resource(&found, resource);
    }
    return error;
}

CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *pResDesc, CUtexObject texObject)
{
    return DRIVER_CALL(true, get_resource(pResDesc, texObject, false));
}

static cudaError_t get_sampling(CUDA_TEXTURE_DESC *to, CUtexObject object)
{
    struct cudaTextureDesc from;
    cudaError_t error =
        to == NULL ? cudaErrorInvalidValue : cudaGetTextureObjectTextureDesc(&from, object);
    if (error != cudaSuccess) {
        return error;
    }
    bool is_fraction = from.readMode == cudaReadModeNormalizedFloat;
    unsigned flags = (is_fraction ? 0u : CU_TRSF_READ_AS_INTEGER) |
                     (from.normalizedCoords != 0 ? CU_TRSF_NORMALIZED_COORDINATES : 0u) |
                     (from.sRGB != 0 ? CU_TRSF_SRGB : 0u) |
                     (from.seamlessCubemap != 0 ? CU_TRSF_SEAMLESS_CUBEMAP : 0u);
    if (from.disableTrilinearOptimization != 0) {
        flags |= CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION;
    }
    *to = (CUDA_TEXTURE_DESC){.filterMode = (CUfilter_mode)from.filterMode,
                              .flags = flags,
                              .maxAnisotropy = from.maxAnisotropy,
                              .mipmapFilterMode = (CUfilter_mode)from.mipmapFilterMode,
                              .mipmapLevelBias = from.mipmapLevelBias,
                              .minMipmapLevelClamp = from.minMipmapLevelClamp,
                              .maxMipmapLevelClamp = from.maxMipmapLevelClamp};
    for (int i = 0; i < 3; i++) {
        to->addressMode[i] = (CUaddress_mode)from.addressMode[i];
    }
    memcpy(to->borderColor, from.borderColor, sizeof to->borderColor);
    return cudaSuccess;
}

CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *pTexDesc, CUtexObject texObject)
{
    return DRIVER_CALL(true, get_sampling(pTexDesc, texObject));
}

static cudaError_t create_surface(CUsurfObject *object, const CUDA_RESOURCE_DESC *resource)
{
    struct cudaResourceDesc from;
    struct cudaChannelFormatDesc channels = {0};
    cudaError_t error = object == NULL || resource == NULL
                            ? cudaErrorInvalidValue
                            : driver_resource(resource, &from, &channels);
    return error == cudaSuccess ? cudaCreateSurfaceObject(object, &from) : error;
}

CUresult cuSurfObjectCreate(CUsurfObject *pSurfObject, const CUDA_RESOURCE_DESC *pResDesc)
{
    return DRIVER_CALL(true, create_surface(pSurfObject, pResDesc));
}

CUresult cuSurfObjectDestroy(CUsurfObject surfObject)
{
    return DRIVER_CALL(true, cudaDestroySurfaceObject(surfObject));
}

CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *pResDesc, CUsurfObject surfObject)
{
    return DRIVER_CALL(true, get_resource(pResDesc, surfObject, true));
}

// No object has one: cuTexObjectCreate refuses them.
static cudaError_t get_view(CUtexObject object)
{
    struct cudaResourceDesc resource;
    cudaError_t error = cudaGetTextureObjectResourceDesc(&resource, object);
    return error == cudaSuccess ? cudaErrorInvalidValue : error;
}

CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC *pResViewDesc,
                                        CUtexObject texObject)
{
    (void)pResViewDesc;
    return DRIVER_CALL(true, get_view(texObject));
}
