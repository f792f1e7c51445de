// SPDX-License-Identifier: Apache-2.0
// Every CUDA file knows the device part of this header already: lockstep_device.h.
#pragma once
#define __cuda_cuda_h__
#define CUDA_VERSION 13000

typedef unsigned int cuuint32_t;
typedef unsigned long cuuint64_t;
typedef struct CUtensorMap_st {
    cuuint64_t opaque[16];
} __attribute__((aligned(64))) CUtensorMap;
