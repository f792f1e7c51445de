// SPDX-License-Identifier: Apache-2.0
// Calls without a place for their answer fail, as the API's documents say, and touch nothing.
#include "sim/runtime/include/cuda.h"
#include "sim/runtime/include/cuda_runtime_api.h"
#include "sim/runtime/runtime.h"
#include "tests/test.h"

static void start(void)
{
    RuntimeOptions options = {.device = {.gpu = "h200", .threads = 1}};
    EXPECT_EQ(runtime_start(&options), LOCKSTEP_OK);
    EXPECT_EQ(cudaFree(NULL), cudaSuccess); // the context is current for the driver API too
}

TEST(runtime_calls_refuse_null_results)
{
    start();
    EXPECT_EQ(cudaDeviceGetCacheConfig(NULL), cudaErrorInvalidValue);
    EXPECT_EQ(cudaDeviceGetSharedMemConfig(NULL), cudaErrorInvalidValue);
    EXPECT_EQ(cudaDeviceGetTexture1DLinearMaxWidth(NULL, NULL, 0), cudaErrorInvalidValue);
    EXPECT_EQ(cudaDriverGetVersion(NULL), cudaErrorInvalidValue);
    EXPECT_EQ(cudaRuntimeGetVersion(NULL), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGetDeviceFlags(NULL), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGraphInstantiateWithParams(NULL, NULL, NULL), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemPoolGetAccess(NULL, NULL, NULL), cudaErrorInvalidValue);
    EXPECT_EQ(cudaSetValidDevices(NULL, 1), cudaErrorInvalidValue);
    EXPECT_EQ(cudaStreamGetFlags(NULL, NULL), cudaErrorInvalidValue);
    EXPECT_EQ(cudaStreamGetId(NULL, NULL), cudaErrorInvalidValue);
    EXPECT_EQ(cudaStreamGetPriority(NULL, NULL), cudaErrorInvalidValue);
    EXPECT_EQ(cudaThreadExchangeStreamCaptureMode(NULL), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
    runtime_stop();
}

TEST(driver_calls_refuse_null_results)
{
    start();
    EXPECT_EQ(cuInit(0), CUDA_SUCCESS);
    EXPECT_EQ(cuCtxGetApiVersion(NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuCtxGetCacheConfig(NULL), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuCtxGetCurrent(NULL), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuDeviceGet(NULL, 0), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuDeviceGetExecAffinitySupport(NULL, CU_EXEC_AFFINITY_TYPE_SM_COUNT, 0),
              CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuDeviceGetLuid(NULL, NULL, 0), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuDeviceGetName(NULL, 8, 0), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuDeviceGetProperties(NULL, 0), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuDeviceGetUuid(NULL, 0), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuDeviceTotalMem(NULL, 0), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuDriverGetVersion(NULL), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuFuncGetAttribute(NULL, CU_FUNC_ATTRIBUTE_NUM_REGS, NULL), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuGetErrorName(CUDA_SUCCESS, NULL), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuGetErrorString(CUDA_SUCCESS, NULL), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuKernelGetFunction(NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuKernelGetLibrary(NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuMemAllocManaged(NULL, 64, CU_MEM_ATTACH_GLOBAL), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuMemAllocPitch(NULL, NULL, 64, 1, 4), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuMemHostGetDevicePointer(NULL, NULL, 0), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuModuleGetLoadingMode(NULL), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuStreamGetFlags(NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuThreadExchangeStreamCaptureMode(NULL), CUDA_ERROR_INVALID_VALUE);
    runtime_stop();
}
