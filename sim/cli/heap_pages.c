// SPDX-License-Identifier: Apache-2.0
// glibc has a tunable for it (glibc.malloc.hugetlb), but only for those who set it before the
// process starts. Here the heap of the main thread begins as one range that the kernel is asked to
// fill with huge pages; memory that is not touched costs nothing. Other C libraries allocate as
// ever.
#if defined(__linux__)
#define _DEFAULT_SOURCE // sbrk, madvise, MADV_HUGEPAGE
#endif

#include "sim/cli/heap_pages.h"

#include <stdint.h>
#include <stdlib.h>

#if defined(__GLIBC__)
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#define HUGE_PAGE_BYTES ((uintptr_t)2 << 20) // of x86-64, and of 64-bit Arm with pages of 4 KiB
#define HEAP_BYTES      (1 << 30)            // as far as mallopt's int goes
#define IN_HEAP_BYTES   (32 << 20) // blocks up to this size are in it: the most that mallopt accepts
#define FIRST_BYTES     (1 << 20)  // more than is left of the heap that stands at the start

void heap_pages_use(void)
{
    uintptr_t end = (uintptr_t)sbrk(0);
    uintptr_t start = (end + HUGE_PAGE_BYTES - 1) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES;
    if (sbrk((intptr_t)(start - end)) == (void *)-1) {
        return;
    }
    mallopt(M_MMAP_THRESHOLD, IN_HEAP_BYTES);
    mallopt(M_TRIM_THRESHOLD, HEAP_BYTES);
    mallopt(M_TOP_PAD, HEAP_BYTES);
    void *volatile first = malloc(FIRST_BYTES); // volatile: else the compiler drops both calls
    free(first);
    mallopt(M_TOP_PAD, IN_HEAP_BYTES);
    uintptr_t size_bytes = (uintptr_t)sbrk(0) - start;
    madvise((void *)start, size_bytes, MADV_HUGEPAGE);
}
#else
void heap_pages_use(void)
{
}
#endif
