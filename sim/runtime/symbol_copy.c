// SPDX-License-Identifier: Apache-2.0
// Device variables by the host variables that stand for them.
#include "sim/runtime/stream.h"

cudaError_t symbol_box(Runtime *runtime, const SymbolCopy *from, CopyBox *box)
{
    CopyEnd other = {(uint64_t)(uintptr_t)from->other, from->count, 0};
    uint64_t address = 0, size_bytes = 0;
    cudaError_t error = variable_find(runtime, from->symbol, &address, &size_bytes);
    if (error != cudaSuccess) {
        return error;
    }
    bool is_direction =
        from->kind == cudaMemcpyDefault || from->kind == cudaMemcpyDeviceToDevice ||
        from->kind == (from->is_to_symbol ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost);
    if (!is_direction) {
        return cudaErrorInvalidMemcpyDirection;
    }
    if (from->offset > size_bytes || from->count > size_bytes - from->offset) {
        return cudaErrorInvalidValue;
    }
    CopyEnd end = {address + from->offset, from->count, 0};
    *box = (CopyBox){.to = from->is_to_symbol ? end : other,
                     .from = from->is_to_symbol ? other : end,
                     .width_bytes = from->count,
                     .height = 1,
                     .depth = 1,
                     .kind = from->kind};
    return cudaSuccess;
}

static cudaError_t issue(Runtime *runtime, const SymbolCopy *from, cudaStream_t stream,
                         bool is_waiting)
{
    Operation operation = {.kind = OPERATION_COPY};
    cudaError_t error = symbol_box(runtime, from, &operation.as.copy);
    error = error == cudaSuccess ? operation_check(runtime, &operation) : error;
    if (error != cudaSuccess) {
        return error;
    }
    return is_waiting ? stream_issue_and_wait(runtime, &operation)
                      : stream_issue(runtime, stream, &operation);
}

static cudaError_t copy(const void *symbol, const void *other, size_t count, size_t offset,
                        enum cudaMemcpyKind kind, bool is_to_symbol, cudaStream_t stream,
                        bool is_waiting)
{
    Runtime *runtime = runtime_enter(is_waiting ? CALL_SYNCHRONOUS : CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    SymbolCopy from = {symbol, other, count, offset, kind, is_to_symbol};
    return runtime_leave(runtime, issue(runtime, &from, stream, is_waiting));
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *src, size_t count, size_t offset,
                               enum cudaMemcpyKind kind)
{
    return copy(symbol, src, count, offset, kind, true, NULL, true);
}

cudaError_t cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t count, size_t offset,
                                 enum cudaMemcpyKind kind)
{
    return copy(symbol, dst, count, offset, kind, false, NULL, true);
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *src, size_t count,
                                    size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy(symbol, src, count, offset, kind, true, stream, false);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t count, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy(symbol, dst, count, offset, kind, false, stream, false);
}

static cudaError_t locate(const void *symbol, void **pointer, size_t *size)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    uint64_t address = 0, size_bytes = 0;
    cudaError_t error = variable_find(runtime, symbol, &address, &size_bytes);
    if (error == cudaSuccess && pointer != NULL) {
        *pointer = (void *)(uintptr_t)address;
    }
    if (error == cudaSuccess && size != NULL) {
        *size = (size_t)size_bytes;
    }
    return runtime_leave(runtime, error);
}

cudaError_t cudaGetSymbolAddress(void **devPtr, const void *symbol)
{
    return locate(symbol, devPtr, NULL);
}

cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol)
{
    return locate(symbol, NULL, size);
}
