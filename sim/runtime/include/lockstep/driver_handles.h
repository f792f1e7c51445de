// SPDX-License-Identifier: Apache-2.0
// What the driver API passes about: handles, which are those of the runtime where it has them.
#ifndef LOCKSTEP_CUDA_DRIVER_HANDLES_H
#define LOCKSTEP_CUDA_DRIVER_HANDLES_H

#include "../driver_types.h"

// clang-format off
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUlib_st *CUlibrary;
typedef struct CUkern_st *CUkernel;
typedef struct CUlinkState_st *CUlinkState;
typedef struct cudaArray *CUarray;
typedef struct cudaMipmappedArray *CUmipmappedArray;
typedef struct CUmemPoolHandle_st *CUmemoryPool;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUgraphExec_st *CUgraphExec;
typedef struct CUtexref_st *CUtexref;
typedef struct CUsurfref_st *CUsurfref;
typedef unsigned long long CUtexObject;
typedef unsigned long long CUsurfObject;
typedef struct CUgreenCtx_st *CUgreenCtx;
typedef struct cudaIpcEventHandle_st CUipcEventHandle;
typedef struct cudaIpcMemHandle_st CUipcMemHandle;

#define CU_IPC_HANDLE_SIZE                 64
#define CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS 0x1
// clang-format on

#endif
