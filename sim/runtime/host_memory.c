// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/host_memory.h"

#include <sys/mman.h>
#include <unistd.h>

bool is_host_range(uint64_t address, uint64_t size_bytes)
{
    long page_bytes = sysconf(_SC_PAGESIZE);
    uint64_t end;
    if (page_bytes <= 0 || __builtin_add_overflow(address, size_bytes, &end)) {
        return false;
    }
    uint64_t page = address - address % (uint64_t)page_bytes;
    // Changes nothing, and fails where nothing is mapped (POSIX, msync: ENOMEM).
    return msync((void *)(uintptr_t)page, (size_t)(end - page), MS_ASYNC) == 0;
}

bool is_host_memory(uint64_t address)
{
    return is_host_range(address, 1);
}
