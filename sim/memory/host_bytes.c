// SPDX-License-Identifier: Apache-2.0
#if defined(__linux__)
#define _GNU_SOURCE // MAP_ANONYMOUS, MAP_NORESERVE, MADV_HUGEPAGE, memfd_create
#endif

#include "sim/memory/host_bytes.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

#define HUGE_PAGE_BYTES (UINT64_C(2) << 20)  // of x86-64, and of 64-bit Arm with pages of 4 KiB
#define LARGE_BYTES     (UINT64_C(64) << 20) // from here on memory is filled when it is first used
#define PATTERN_BYTES   (UINT64_C(16) << 20) // of the file that large memory is mapped from

// Beyond this size memory has pages of 4 KiB, because a program may touch it here and there.
#define HUGE_PAGES_BYTES (UINT64_C(1) << 30)

#if defined(__linux__)
static uint64_t whole_pages(uint64_t size_bytes)
{
    return (size_bytes + HUGE_PAGE_BYTES - 1) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES;
}

// Memory that begins and ends with a huge page. Huge pages keep the host's TLBs from missing when
// a warp touches 32 lines far apart. The rest behind the last whole one has small pages.
static uint8_t *map_pages(uint64_t size_bytes)
{
    uint64_t kept = whole_pages(size_bytes);
    uint8_t *bytes = mmap(NULL, (size_t)(kept + HUGE_PAGE_BYTES), PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bytes == MAP_FAILED) {
        return NULL;
    }
    uint64_t before = -(uint64_t)(uintptr_t)bytes % HUGE_PAGE_BYTES;
    if (before > 0) {
        munmap(bytes, (size_t)before);
    }
    munmap(bytes + before + kept, (size_t)(HUGE_PAGE_BYTES - before));
    if (size_bytes <= HUGE_PAGES_BYTES) {
        madvise(bytes + before, (size_t)(size_bytes / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES),
                MADV_HUGEPAGE);
    }
    return bytes + before;
}
#endif

uint8_t *host_bytes_create(uint64_t size_bytes)
{
#if defined(__linux__)
    if (size_bytes >= HUGE_PAGE_BYTES) {
        return map_pages(size_bytes);
    }
#endif
    return calloc(1, size_bytes == 0 ? 1 : (size_t)size_bytes);
}

#if defined(__linux__)
// Large memory is filled when the host first needs it: its pages are copies of a file's.
static bool fill_by_mapping(uint8_t *bytes, uint64_t size_bytes, uint8_t value)
{
    int file = memfd_create("lockstep", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, PATTERN_BYTES) != 0) {
        return false;
    }
    uint8_t *pattern = mmap(NULL, PATTERN_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    bool is_filled = pattern != MAP_FAILED;
    if (is_filled) {
        memset(pattern, value, PATTERN_BYTES);
        munmap(pattern, PATTERN_BYTES);
    }
    for (uint64_t at = 0; is_filled && at < size_bytes; at += PATTERN_BYTES) {
        uint64_t left = size_bytes - at;
        is_filled =
            mmap(bytes + at, left < PATTERN_BYTES ? left : PATTERN_BYTES, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, file, 0) != MAP_FAILED;
    }
    close(file);
    return is_filled;
}
#endif

void host_bytes_fill(uint8_t *bytes, uint64_t size_bytes, uint8_t value)
{
#if defined(__linux__)
    if (size_bytes >= LARGE_BYTES && fill_by_mapping(bytes, size_bytes, value)) {
        return;
    }
#endif
    memset(bytes, value, (size_t)size_bytes);
}

void host_bytes_release(uint8_t *bytes, uint64_t size_bytes)
{
#if defined(__linux__)
    if (size_bytes >= HUGE_PAGE_BYTES) {
        munmap(bytes, (size_t)whole_pages(size_bytes));
        return;
    }
#endif
    (void)size_bytes;
    free(bytes);
}
