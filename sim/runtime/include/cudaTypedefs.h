// SPDX-License-Identifier: Apache-2.0
// The types of the driver's functions, PFN_cuInit and with versions PFN_cuInit_v2000, for what
// cuGetProcAddress and cudaGetDriverEntryPoint find.
#ifndef LOCKSTEP_CUDA_CUDATYPEDEFS_H
#define LOCKSTEP_CUDA_CUDATYPEDEFS_H

#include "cuda.h"

#define LOCKSTEP_CU_FUNCTION(name, parameters) typedef CUresult(*PFN_##name) parameters;
#define LOCKSTEP_CU_REFUSED(name, parameters)  typedef CUresult(*PFN_##name) parameters;
#include "driver_functions.def"
#include "driver_refused.def"
#undef LOCKSTEP_CU_FUNCTION
#undef LOCKSTEP_CU_REFUSED

#define LOCKSTEP_CU_VERSION(name, version) typedef PFN_##name PFN_##name##_##version;
#include "driver_typedefs.def"
#undef LOCKSTEP_CU_VERSION
typedef PFN_cuCtxCreate_v4 PFN_cuCtxCreate_v12050;
// Older parameters that programs still use.
typedef CUresult (*PFN_cuMemAdvise_v8000)(CUdeviceptr devPtr, size_t count, CUmem_advise advice,
                                          CUdevice device);
typedef CUresult (*PFN_cuMemPrefetchAsync_v8000)(CUdeviceptr devPtr, size_t count,
                                                 CUdevice dstDevice, CUstream hStream);

#endif
