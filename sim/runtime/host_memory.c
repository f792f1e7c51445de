// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/host_memory.h"

#include <sys/mman.h>
#include <unistd.h>

bool is_host_memory(uint64_t address)
{
    long page_bytes = sysconf(_SC_PAGESIZE);
    if (page_bytes <= 0) {
        return false;
    }
    uint64_t page = address - address % (uint64_t)page_bytes;
    // Changes nothing, and fails where nothing is mapped (POSIX, msync: ENOMEM).
    return msync((void *)(uintptr_t)page, (size_t)page_bytes, MS_ASYNC) == 0;
}
