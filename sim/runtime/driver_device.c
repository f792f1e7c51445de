// SPDX-License-Identifier: Apache-2.0
// Devices of the driver API: what a device is, its memory pool and its peers.
#include "sim/runtime/driver.h"

#include <stdio.h>
#include <string.h>

static cudaError_t check_ordinal(int device)
{
    return runtime_has_device(device) ? cudaSuccess : cudaErrorInvalidDevice;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    if (device == NULL) {
        return DRIVER_CALL(false, cudaErrorInvalidValue);
    }
    *device = ordinal;
    return DRIVER_CALL(false, check_ordinal(ordinal));
}

CUresult cuDeviceGetCount(int *count)
{
    return DRIVER_CALL(false, cudaGetDeviceCount(count));
}

CUresult cuDeviceGetAttribute(int *pi, CUdevice_attribute attrib, CUdevice dev)
{
    return DRIVER_CALL(false, cudaDeviceGetAttribute(pi, (enum cudaDeviceAttr)attrib, dev));
}

CUresult cuDeviceGetName(char *name, int len, CUdevice dev)
{
    if (name == NULL) {
        return DRIVER_CALL(false, cudaErrorInvalidValue);
    }
    struct cudaDeviceProp properties;
    CUresult result = DRIVER_CALL(false, cudaGetDeviceProperties(&properties, dev));
    if (result == CUDA_SUCCESS && len > 0) {
        snprintf(name, (size_t)len, "%s", properties.name);
    }
    return result;
}

CUresult cuDeviceTotalMem(size_t *bytes, CUdevice dev)
{
    if (bytes == NULL) {
        return DRIVER_CALL(false, cudaErrorInvalidValue);
    }
    struct cudaDeviceProp properties;
    CUresult result = DRIVER_CALL(false, cudaGetDeviceProperties(&properties, dev));
    *bytes = result == CUDA_SUCCESS ? properties.totalGlobalMem : 0;
    return result;
}

CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice dev)
{
    if (uuid == NULL) {
        return DRIVER_CALL(false, cudaErrorInvalidValue);
    }
    struct cudaDeviceProp properties;
    CUresult result = DRIVER_CALL(false, cudaGetDeviceProperties(&properties, dev));
    if (result == CUDA_SUCCESS) {
        memcpy(uuid->bytes, properties.uuid.bytes, sizeof(uuid->bytes));
    }
    return result;
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice dev)
{
    CUresult result =
        cuDeviceGetAttribute(major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, dev);
    return result != CUDA_SUCCESS
               ? result
               : cuDeviceGetAttribute(minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, dev);
}

CUresult cuDeviceGetPCIBusId(char *pciBusId, int len, CUdevice dev)
{
    return DRIVER_CALL(false, cudaDeviceGetPCIBusId(pciBusId, len, dev));
}

CUresult cuDeviceCanAccessPeer(int *canAccessPeer, CUdevice dev, CUdevice peerDev)
{
    return DRIVER_CALL(false, cudaDeviceCanAccessPeer(canAccessPeer, dev, peerDev));
}

CUresult cuDeviceGetByPCIBusId(CUdevice *dev, const char *pciBusId)
{
    return DRIVER_CALL(false, cudaDeviceGetByPCIBusId(dev, pciBusId));
}

CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attrib, CUdevice srcDevice,
                                 CUdevice dstDevice)
{
    return DRIVER_CALL(false, cudaDeviceGetP2PAttribute(value, (enum cudaDeviceP2PAttr)attrib,
                                                        srcDevice, dstDevice));
}

CUresult cuDeviceGetProperties(CUdevprop *prop, CUdevice dev)
{
    if (prop == NULL) {
        return DRIVER_CALL(false, cudaErrorInvalidValue);
    }
    struct cudaDeviceProp from;
    CUresult result = DRIVER_CALL(false, cudaGetDeviceProperties(&from, dev));
    if (result == CUDA_SUCCESS) {
        *prop = (CUdevprop){.maxThreadsPerBlock = from.maxThreadsPerBlock,
                            .sharedMemPerBlock = (int)from.sharedMemPerBlock,
                            .totalConstantMemory = (int)from.totalConstMem,
                            .SIMDWidth = from.warpSize,
                            .memPitch = (int)from.memPitch,
                            .regsPerBlock = from.regsPerBlock,
                            .clockRate = from.clockRate,
                            .textureAlign = (int)from.textureAlignment};
        memcpy(prop->maxThreadsDim, from.maxThreadsDim, sizeof prop->maxThreadsDim);
        memcpy(prop->maxGridSize, from.maxGridSize, sizeof prop->maxGridSize);
    }
    return result;
}

CUresult cuDeviceGetLuid(char *luid, unsigned int *deviceNodeMask, CUdevice dev)
{
    if (luid == NULL || deviceNodeMask == NULL) {
        return DRIVER_CALL(false, cudaErrorInvalidValue);
    }
    struct cudaDeviceProp properties;
    CUresult result = DRIVER_CALL(false, cudaGetDeviceProperties(&properties, dev));
    if (result == CUDA_SUCCESS) {
        memcpy(luid, properties.luid, sizeof properties.luid);
        *deviceNodeMask = properties.luidDeviceNodeMask;
    }
    return result;
}

CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *maxWidthInElements, CUarray_format format,
                                            unsigned numChannels, CUdevice dev)
{
    struct cudaChannelFormatDesc channels;
    return DRIVER_CALL(
        false, driver_channels(format, numChannels, &channels)
                   ? cudaDeviceGetTexture1DLinearMaxWidth(maxWidthInElements, &channels, dev)
                   : cudaErrorInvalidValue);
}

// No device can give a context only some of its SMs.
static cudaError_t affinity(int *is_supported, CUdevice device)
{
    if (is_supported == NULL) {
        return cudaErrorInvalidValue;
    }
    *is_supported = 0;
    return check_ordinal(device);
}

CUresult cuDeviceGetExecAffinitySupport(int *pi, CUexecAffinityType type, CUdevice dev)
{
    (void)type;
    return DRIVER_CALL(false, affinity(pi, dev));
}

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool_out, CUdevice dev)
{
    return DRIVER_CALL(false, cudaDeviceGetDefaultMemPool(pool_out, dev));
}

CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice dev)
{
    return DRIVER_CALL(false, cudaDeviceGetMemPool(pool, dev));
}

CUresult cuDeviceSetMemPool(CUdevice dev, CUmemoryPool pool)
{
    return DRIVER_CALL(false, cudaDeviceSetMemPool(dev, pool));
}
