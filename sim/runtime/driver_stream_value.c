// SPDX-License-Identifier: Apache-2.0
// Streams that write values and wait for them. A write is a fill of one element. Work runs when it
// is issued, so a value must be there when a stream is told to wait for it: a wait for one that
// comes later is refused.
#include "sim/runtime/allocate.h"
#include "sim/runtime/driver.h"
#include "sim/runtime/stream.h"

#include <string.h>

static cudaError_t write_value(CUstream stream, CUdeviceptr address, uint64_t value,
                               uint32_t size_bytes)
{
    cudaError_t error = address % size_bytes == 0 ? cudaSuccess : cudaErrorInvalidValue;
    for (uint32_t i = 0; i < size_bytes && error == cudaSuccess; i += 4) {
        FillBox box = {.to = {address + i, 4, 0},
                       .width_bytes = 4,
                       .height = 1,
                       .depth = 1,
                       .value = (uint32_t)(value >> 8 * i),
                       .element_bytes = 4};
        error = fill_issue(&box, stream, false);
    }
    return error;
}

static bool is_met(uint64_t found, uint64_t wanted, unsigned flags, uint32_t size_bytes)
{
    switch (flags & ~(unsigned)CU_STREAM_WAIT_VALUE_FLUSH) {
    case CU_STREAM_WAIT_VALUE_GEQ:
        return size_bytes == 4 ? (int32_t)((uint32_t)found - (uint32_t)wanted) >= 0
                               : (int64_t)(found - wanted) >= 0;
    case CU_STREAM_WAIT_VALUE_EQ: return found == wanted;
    case CU_STREAM_WAIT_VALUE_AND: return (found & wanted) != 0;
    default: return size_bytes == 4 ? (uint32_t) ~(found | wanted) != 0 : ~(found | wanted) != 0;
    }
}

static cudaError_t check_value(Runtime *runtime, CUstream handle, CUdeviceptr address,
                               uint64_t wanted, unsigned flags, uint32_t size_bytes)
{
    uint8_t *bytes = NULL;
    bool is_device = false, is_host = false;
    uint64_t found = 0;
    const struct CUstream_st *stream = stream_find(runtime, handle);
    unsigned known = CU_STREAM_WAIT_VALUE_NOR | CU_STREAM_WAIT_VALUE_FLUSH;
    if (stream == NULL) {
        return cudaErrorInvalidResourceHandle;
    }
    if (address % size_bytes != 0 || (flags & ~known) != 0 ||
        !memory_reach(runtime, address, size_bytes, &bytes, &is_device, &is_host) || !is_device) {
        return cudaErrorInvalidValue;
    }
    if (stream->capture != NULL) {
        return cudaErrorStreamCaptureUnsupported;
    }
    memcpy(&found, bytes, size_bytes);
    if (is_met(found, wanted, flags, size_bytes)) {
        return cudaSuccess;
    }
    runtime_say(runtime,
                "lockstep: note: a stream waits for a value that is not there yet; Lockstep runs "
                "work when it is issued, so that is not supported: write the value first\n");
    return cudaErrorNotSupported;
}

static cudaError_t wait_value(CUstream stream, CUdeviceptr address, uint64_t wanted, unsigned flags,
                              uint32_t size_bytes)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    return runtime == NULL ? runtime_refusal()
                           : runtime_leave(runtime, check_value(runtime, stream, address, wanted,
                                                                flags, size_bytes));
}

CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value,
                              unsigned int flags)
{
    return DRIVER_CALL(true,
                       flags != 0 ? cudaErrorInvalidValue : write_value(stream, addr, value, 4));
}

CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value,
                              unsigned int flags)
{
    (void)flags;
    return DRIVER_CALL(true, write_value(stream, addr, value, 8));
}

CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value,
                             unsigned int flags)
{
    return DRIVER_CALL(true, wait_value(stream, addr, value, flags, 4));
}

CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value,
                             unsigned int flags)
{
    return DRIVER_CALL(true, wait_value(stream, addr, value, flags, 8));
}

static cudaError_t run(CUstream stream, const CUstreamBatchMemOpParams *each)
{
    switch (each->operation) {
    case CU_STREAM_MEM_OP_WAIT_VALUE_32:
        return wait_value(stream, each->waitValue.address, each->waitValue.value,
                          each->waitValue.flags, 4);
    case CU_STREAM_MEM_OP_WAIT_VALUE_64:
        return wait_value(stream, each->waitValue.address, each->waitValue.value64,
                          each->waitValue.flags, 8);
    case CU_STREAM_MEM_OP_WRITE_VALUE_32:
        return write_value(stream, each->writeValue.address, each->writeValue.value, 4);
    case CU_STREAM_MEM_OP_WRITE_VALUE_64:
        return write_value(stream, each->writeValue.address, each->writeValue.value64, 8);
    case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
    case CU_STREAM_MEM_OP_BARRIER: return cudaSuccess; // all work is done and seen
    default: return cudaErrorInvalidValue;
    }
}

static cudaError_t run_all(CUstream stream, unsigned count, const CUstreamBatchMemOpParams *all,
                           unsigned flags)
{
    cudaError_t error = all == NULL || flags != 0 ? cudaErrorInvalidValue : cudaSuccess;
    for (unsigned i = 0; i < count && error == cudaSuccess; i++) {
        error = run(stream, &all[i]);
    }
    return error;
}

CUresult cuStreamBatchMemOp(CUstream stream, unsigned int count,
                            CUstreamBatchMemOpParams *paramArray, unsigned int flags)
{
    return DRIVER_CALL(true, run_all(stream, count, paramArray, flags));
}
