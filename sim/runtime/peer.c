// SPDX-License-Identifier: Apache-2.0
// Several devices: whose memory the kernels of each one reach. Copies between devices need no peer
// access (CUDA Runtime API, "Peer Device Memory Access").
#include "sim/runtime/state.h"

#define PEER_CAPABILITY 20u // unified addressing, and with it peer access, since Fermi

static bool can_access(const Runtime *runtime, int device, int peer)
{
    return device != peer && runtime->gpu->compute_capability >= PEER_CAPABILITY;
}

cudaError_t cudaDeviceCanAccessPeer(int *canAccessPeer, int device, int peerDevice)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (canAccessPeer == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    if (!runtime_has_device(device) || !runtime_has_device(peerDevice)) {
        return runtime_leave(runtime, cudaErrorInvalidDevice);
    }
    *canAccessPeer = can_access(runtime, device, peerDevice);
    return runtime_leave(runtime, cudaSuccess);
}

// Sets the peers of the current device.
static cudaError_t set_peers(Runtime *runtime, uint32_t peers)
{
    runtime->current->peers = peers;
    runtime_turn(runtime, runtime->current->number);
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaDeviceEnablePeerAccess(int peerDevice, unsigned int flags)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (!runtime_has_device(peerDevice) || flags != 0) {
        return runtime_leave(runtime, flags != 0 ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
    }
    if (!can_access(runtime, (int)runtime->current->number, peerDevice)) {
        return runtime_leave(runtime, cudaErrorPeerAccessUnsupported); // as an H200 for itself
    }
    uint32_t bit = 1u << peerDevice;
    return (runtime->current->peers & bit) != 0
               ? runtime_leave(runtime, cudaErrorPeerAccessAlreadyEnabled)
               : set_peers(runtime, runtime->current->peers | bit);
}

cudaError_t cudaDeviceDisablePeerAccess(int peerDevice)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (!runtime_has_device(peerDevice)) {
        return runtime_leave(runtime, cudaErrorInvalidDevice);
    }
    uint32_t bit = 1u << peerDevice;
    return (runtime->current->peers & bit) == 0
               ? runtime_leave(runtime, cudaErrorPeerAccessNotEnabled)
               : set_peers(runtime, runtime->current->peers & ~bit);
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr, int srcDevice,
                                      int dstDevice)
{
    Runtime *runtime = runtime_enter(CALL_QUERY);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (!runtime_has_device(srcDevice) || !runtime_has_device(dstDevice) ||
        srcDevice == dstDevice) {
        return runtime_leave(runtime, cudaErrorInvalidDevice);
    }
    *value = attr != cudaDevP2PAttrPerformanceRank && can_access(runtime, srcDevice, dstDevice);
    return runtime_leave(runtime, cudaSuccess);
}
