// SPDX-License-Identifier: Apache-2.0
// NVTX: a program's own locks for NVIDIA's profilers, which do nothing here.
#ifndef LOCKSTEP_CUDA_NVTX_SYNC_H
#define LOCKSTEP_CUDA_NVTX_SYNC_H

#include "nvtx3/nvToolsExt.h"

#define NVTX_SYNCUSER_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxSyncUserAttributes_t))

typedef enum nvtxResourceSyncPosixThreadType_t {
    NVTX_RESOURCE_TYPE_SYNC_PTHREAD_MUTEX = 0x30001,
    NVTX_RESOURCE_TYPE_SYNC_PTHREAD_CONDITION,
    NVTX_RESOURCE_TYPE_SYNC_PTHREAD_RWLOCK,
    NVTX_RESOURCE_TYPE_SYNC_PTHREAD_BARRIER,
    NVTX_RESOURCE_TYPE_SYNC_PTHREAD_SPINLOCK,
    NVTX_RESOURCE_TYPE_SYNC_PTHREAD_ONCE
} nvtxResourceSyncPosixThreadType_t;

typedef struct nvtxSyncUser *nvtxSyncUser_t;

typedef struct nvtxSyncUserAttributes_v0 {
    uint16_t version, size;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxSyncUserAttributes_v0, nvtxSyncUserAttributes_t;

// clang-format off
static inline nvtxSyncUser_t nvtxDomainSyncUserCreate(nvtxDomainHandle_t domain, const nvtxSyncUserAttributes_t *attributes) { (void)domain; (void)attributes; return 0; }
static inline void nvtxDomainSyncUserDestroy(nvtxSyncUser_t handle) { (void)handle; }
static inline void nvtxDomainSyncUserAcquireStart(nvtxSyncUser_t handle) { (void)handle; }
static inline void nvtxDomainSyncUserAcquireFailed(nvtxSyncUser_t handle) { (void)handle; }
static inline void nvtxDomainSyncUserAcquireSuccess(nvtxSyncUser_t handle) { (void)handle; }
static inline void nvtxDomainSyncUserReleasing(nvtxSyncUser_t handle) { (void)handle; }
// clang-format on

#endif
