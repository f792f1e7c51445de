// SPDX-License-Identifier: Apache-2.0
// Virtual memory: what its handles and mappings answer.
#include "sim/runtime/include/cuda.h"
#include "sim/runtime/include/cuda_runtime_api.h"
#include "sim/runtime/runtime.h"
#include "tests/test.h"

#include <string.h>

static CUmemAllocationProp how;
static size_t unit;

static void start(void)
{
    RuntimeOptions options = {.device = {.gpu = "h200", .threads = 1}};
    EXPECT_EQ(runtime_start(&options), LOCKSTEP_OK);
    EXPECT_EQ(cudaFree(NULL), cudaSuccess);
    EXPECT_EQ(cuInit(0), CUDA_SUCCESS);
    memset(&how, 0, sizeof how);
    how.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    how.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    EXPECT_EQ(cuMemGetAllocationGranularity(&unit, &how, CU_MEM_ALLOC_GRANULARITY_MINIMUM),
              CUDA_SUCCESS);
}

TEST(a_mapping_tells_the_access_that_was_set)
{
    CUmemGenericAllocationHandle handle;
    CUmemAccessDesc access = {.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    CUdeviceptr range;
    unsigned long long flags = 9;
    start();
    access.location = how.location;
    EXPECT_EQ(cuMemCreate(&handle, unit, &how, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuMemAddressReserve(&range, 2 * unit, 0, 0, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuMemMap(range, unit, 0, handle, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuMemGetAccess(&flags, &how.location, range), CUDA_SUCCESS);
    EXPECT_EQ(flags, CU_MEM_ACCESS_FLAGS_PROT_NONE);
    EXPECT_EQ(cuMemsetD32(range, 5, 1), CUDA_ERROR_INVALID_VALUE); // not yet
    EXPECT_EQ(cuMemSetAccess(range, unit, &access, 1), CUDA_SUCCESS);
    EXPECT_EQ(cuMemGetAccess(&flags, &how.location, range + 100), CUDA_SUCCESS);
    EXPECT_EQ(flags, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    EXPECT_EQ(cuMemsetD32(range, 5, 1), CUDA_SUCCESS);
    EXPECT_EQ(cuMemGetAccess(&flags, &how.location, range + unit), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuMemGetAccess(NULL, &how.location, range), CUDA_ERROR_INVALID_VALUE);
    // What may only be read, neither copies nor kernels write.
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READ;
    unsigned word = 0;
    EXPECT_EQ(cuMemSetAccess(range, unit, &access, 1), CUDA_SUCCESS);
    EXPECT_EQ(cuMemcpyDtoH(&word, range, sizeof word), CUDA_SUCCESS);
    EXPECT_EQ(word, 5u);
    EXPECT_EQ(cuMemsetD32(range, 6, 1), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuMemcpyHtoD(range, &word, sizeof word), CUDA_ERROR_INVALID_VALUE);
    runtime_stop();
}

// The answers of an H200 (driver 580).
TEST(memory_is_mapped_as_a_whole)
{
    CUmemGenericAllocationHandle handle;
    CUmemAccessDesc access = {.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    CUdeviceptr range;
    start();
    access.location = how.location;
    EXPECT_EQ(cuMemCreate(&handle, 2 * unit, &how, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuMemAddressReserve(&range, 4 * unit, 0, 0, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuMemMap(range, unit, 0, handle, 0), CUDA_ERROR_NOT_SUPPORTED);
    EXPECT_EQ(cuMemMap(range, unit, unit, handle, 0), CUDA_ERROR_NOT_SUPPORTED);
    EXPECT_EQ(cuMemMap(range + 5, 2 * unit, 0, handle, 0), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuMemMap(range, 2 * unit, 0, handle, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuMemMap(range + unit, 2 * unit, 0, handle, 0), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuMemSetAccess(range, unit, &access, 1), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuMemSetAccess(range, 4 * unit, &access, 1), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuMemSetAccess(range, 2 * unit, &access, 1), CUDA_SUCCESS);
    EXPECT_EQ(cuMemUnmap(range + unit, unit), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuMemUnmap(range, 4 * unit), CUDA_SUCCESS);
    EXPECT_EQ(cuMemUnmap(range, 2 * unit), CUDA_SUCCESS); // there is nothing
    runtime_stop();
}

TEST(a_handle_lives_until_it_is_released_as_often_as_it_was_given)
{
    CUmemGenericAllocationHandle handle, again = 0;
    CUmemAllocationProp told;
    CUdeviceptr range, plain;
    start();
    EXPECT_EQ(cuMemCreate(&handle, unit, &how, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuMemAddressReserve(&range, unit, 0, 0, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuMemMap(range, unit, 0, handle, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuMemAlloc(&plain, 64), CUDA_SUCCESS);
    EXPECT_EQ(cuMemRetainAllocationHandle(&again, (void *)(uintptr_t)(range + 5)), CUDA_SUCCESS);
    EXPECT_EQ(again, handle);
    EXPECT_EQ(cuMemRetainAllocationHandle(&again, (void *)(uintptr_t)plain),
              CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuMemGetAllocationPropertiesFromHandle(&told, handle), CUDA_SUCCESS);
    EXPECT_EQ(told.type, CU_MEM_ALLOCATION_TYPE_PINNED);
    EXPECT_EQ(told.location.type, CU_MEM_LOCATION_TYPE_DEVICE);
    EXPECT_EQ(cuMemRelease(handle), CUDA_SUCCESS);
    EXPECT_EQ(cuMemRelease(handle), CUDA_SUCCESS);
    EXPECT_EQ(cuMemRelease(handle), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuMemGetAllocationPropertiesFromHandle(&told, handle), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuMemUnmap(range, unit), CUDA_SUCCESS);
    EXPECT_EQ(cuMemAddressFree(range, unit), CUDA_SUCCESS);
    runtime_stop();
}
