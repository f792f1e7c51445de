// SPDX-License-Identifier: Apache-2.0
// Leaves out realloc and aligned_alloc, whose memory holds what it holds.
// dladdr is glibc's, musl's and the BSDs', not POSIX's.
#define _GNU_SOURCE
#include "sim/runtime/fresh.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ALLOCATION(name) void *__wrap_##name(size_t size_bytes);
#include "sim/runtime/fresh.def"
#undef ALLOCATION

typedef void *Allocate(size_t size_bytes);

// There is no room, so the C++ library's operator calls the handler or throws.
static void *allocate_without_room(const char *name, const void *caller, size_t size_bytes)
{
    Dl_info info;
    void *program = dladdr(caller, &info) == 0 ? NULL : dlopen(info.dli_fname, RTLD_LAZY);
    void *address = program == NULL ? NULL : dlsym(program, name);
    return address == NULL ? NULL : ((Allocate *)(uintptr_t)address)(size_bytes);
}

void *__wrap_malloc(size_t size_bytes)
{
    return calloc(1, size_bytes);
}

// operator new of 0 bytes gives an address, too (C++, [basic.stc.dynamic.allocation]).
#define OPERATOR(name)                                                                             \
    void *__wrap_##name(size_t size_bytes)                                                         \
    {                                                                                              \
        void *bytes = calloc(1, size_bytes + (size_bytes == 0));                                   \
        return bytes != NULL                                                                       \
                   ? bytes                                                                         \
                   : allocate_without_room(#name, __builtin_return_address(0), size_bytes);        \
    }
OPERATOR(_Znwm)
OPERATOR(_Znam)

#define CLEARED_BYTES (64u << 10)

__attribute__((noinline)) void fresh_clear_stack(void)
{
    uint8_t bytes[CLEARED_BYTES];
    memset(bytes, 0, sizeof bytes);
    __asm__ volatile("" : : "r"(bytes) : "memory"); // they count as read
}
