// SPDX-License-Identifier: Apache-2.0
// NVTX: marks for NVIDIA's profilers, which do nothing here.
#ifndef LOCKSTEP_CUDA_NVTX_H
#define LOCKSTEP_CUDA_NVTX_H

#include <stdint.h>

#define NVTX_VERSION                  3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
#define NVTX_COLOR_ARGB               1
#define NVTX_MESSAGE_TYPE_ASCII       1

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomain *nvtxDomainHandle_t;

typedef struct nvtxEventAttributes_v2 {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType, reserved0;
    union {
        uint64_t ullValue;
        int64_t llValue;
        double dValue;
    } payload;
    int32_t messageType;
    union {
        const char *ascii;
    } message;
} nvtxEventAttributes_t;

// clang-format off
static inline int nvtxRangePushA(const char *message) { (void)message; return 0; }
static inline int nvtxRangePush(const char *message) { (void)message; return 0; }
static inline int nvtxRangePushEx(const nvtxEventAttributes_t *attributes) { (void)attributes; return 0; }
static inline int nvtxRangePop(void) { return 0; }
static inline nvtxRangeId_t nvtxRangeStartA(const char *message) { (void)message; return 0; }
static inline nvtxRangeId_t nvtxRangeStart(const char *message) { (void)message; return 0; }
static inline void nvtxRangeEnd(nvtxRangeId_t id) { (void)id; }
static inline void nvtxMarkA(const char *message) { (void)message; }
static inline void nvtxMark(const char *message) { (void)message; }
static inline void nvtxNameOsThreadA(uint32_t thread, const char *name) { (void)thread; (void)name; }
static inline void nvtxNameCudaStreamA(struct CUstream_st *stream, const char *name) { (void)stream; (void)name; }
static inline nvtxDomainHandle_t nvtxDomainCreateA(const char *name) { (void)name; return 0; }
// clang-format on

#endif
