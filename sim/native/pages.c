// SPDX-License-Identifier: Apache-2.0
#define _DEFAULT_SOURCE // MAP_ANONYMOUS
#include "sim/native/pages.h"

#include <string.h>
#include <sys/mman.h>

bool pages_write(Pages *pages, const void *code, size_t size_bytes)
{
    *pages = (Pages){0};
    void *bytes =
        mmap(NULL, size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (bytes == MAP_FAILED) {
        return false;
    }
    memcpy(bytes, code, size_bytes);
    if (mprotect(bytes, size_bytes, PROT_READ | PROT_EXEC) != 0) {
        munmap(bytes, size_bytes);
        return false;
    }
    *pages = (Pages){bytes, size_bytes};
    return true;
}

void pages_release(Pages *pages)
{
    if (pages->bytes != NULL) {
        munmap((void *)(uintptr_t)pages->bytes, pages->size_bytes);
    }
    *pages = (Pages){0};
}
