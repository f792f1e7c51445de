// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/register.h"

#include "isa/base/heap.h"
#include "sim/runtime/state.h"

#include <string.h>

// As clang and nvcc lay it out.
typedef struct FatBinary {
    int magic, version;
    const char *image;
    void *unused;
} FatBinary;

static bool is_known(const Runtime *runtime, const void *pointer)
{
    for (uint32_t i = 0; i < runtime->name_count; i++) {
        if (runtime->names[i].pointer == pointer) {
            return true;
        }
    }
    return false;
}

// file NULL: a unit of any name.
static void add_name(const void *pointer, const char *name, const char *file)
{
    Runtime *runtime = runtime_enter(CALL_QUERY);
    if (runtime == NULL) {
        return; // without a device nothing is looked up
    }
    if (!is_known(runtime, pointer)) {
        runtime->names = heap_resize(runtime->names, runtime->name_count + 1, sizeof(RuntimeName));
        runtime->names[runtime->name_count++] =
            (RuntimeName){pointer, strdup(name), file == NULL ? NULL : strdup(file)};
    }
    runtime_leave(runtime, cudaSuccess);
}

void runtime_name_function(const void *pointer, const char *name)
{
    add_name(pointer, name, NULL);
}

// The handle is the name of the unit, in the object; NULL for device code that Lockstep did not
// compile.
void **__cudaRegisterFatBinary(const void *wrapper)
{
    const FatBinary *binary = wrapper;
    size_t mark_bytes = sizeof REGISTER_MARK - 1;
    return strncmp(binary->image, REGISTER_MARK, mark_bytes) == 0
               ? (void **)(uintptr_t)(binary->image + mark_bytes)
               : NULL;
}

void __cudaRegisterFatBinaryEnd(void **handle)
{
    (void)handle;
}

void __cudaUnregisterFatBinary(void **handle)
{
    (void)handle;
}

int __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name,
                           int thread_limit, void *thread, void *block, void *block_size,
                           void *grid_size, int *warp_size)
{
    (void)device, (void)thread_limit, (void)thread, (void)block;
    (void)block_size, (void)grid_size, (void)warp_size;
    if (handle != NULL) {
        add_name(host, name, (const char *)handle);
    }
    return 0;
}

void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int is_extern,
                       size_t size_bytes, int is_constant, int is_global)
{
    (void)device, (void)is_extern, (void)size_bytes, (void)is_constant, (void)is_global;
    if (handle != NULL) {
        add_name(host, name, (const char *)handle);
    }
}

void register_object(const SymbolFile *symbols, uint64_t base)
{
    Symbol symbol;
    for (uint32_t index = 0; symbols_next(symbols, &index, &symbol);) {
        if (symbol.is_function && strcmp(symbol.name, "__cuda_module_ctor") == 0) {
            void (*registration)(void) = NULL;
            uintptr_t address = (uintptr_t)(base + symbol.address);
            memcpy(&registration, &address, sizeof registration);
            registration();
        }
    }
}
