// SPDX-License-Identifier: Apache-2.0
// What the driver API is given to load: PTX text, alone or as a part of a fatbin. Machine code and
// compressed parts are refused.
#include "isa/base/heap.h"
#include "sim/runtime/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FATBIN_MAGIC  0xba55ed50u // of the file
#define WRAPPER_MAGIC 0x466243b1u // of what a program's text has of it (fatbinary_section.h)

enum {
    FATBIN_PTX = 1,         // kind of a part
    FATBIN_PACKED = 0xa000, // flags of a compressed part: LZ4, Zstandard
    PART_HEADER_BYTES = 64
};

typedef struct Wrapper {
    uint32_t magic, version;
    const void *fatbin;
} Wrapper;

// As fatbinary of CUDA 9 to 13 writes them.
typedef struct FatbinHeader {
    uint32_t magic;
    uint16_t version, header_bytes;
    uint64_t size_bytes; // after this header
} FatbinHeader;

typedef struct FatbinPart {
    uint16_t kind, version;
    uint32_t header_bytes;
    uint64_t size_bytes; // after this header
    uint32_t packed_bytes, unknown;
    uint16_t minor, major;
    uint32_t architecture;
    uint32_t name_offset, name_bytes;
    uint64_t flags;
} FatbinPart;

static bool is_fatbin(const void *image)
{
    uint32_t magic;
    memcpy(&magic, image, sizeof magic);
    return magic == FATBIN_MAGIC;
}

// The PTX of the latest architecture that the GPU executes; false: there is none. *is_packed: there
// is, but compressed.
static bool find_part(const Runtime *runtime, const uint8_t *fatbin, DriverImage *found,
                      bool *is_packed)
{
    FatbinHeader header;
    FatbinPart part;
    uint32_t best = 0;
    memcpy(&header, fatbin, sizeof header);
    const uint8_t *at = fatbin + header.header_bytes, *end = at + header.size_bytes;
    for (; at + PART_HEADER_BYTES <= end; at += part.header_bytes + part.size_bytes) {
        memcpy(&part, at, sizeof part);
        if (part.header_bytes < PART_HEADER_BYTES || part.header_bytes > (uint64_t)(end - at) ||
            part.size_bytes > (uint64_t)(end - at) - part.header_bytes) {
            return false;
        }
        bool is_better = part.kind == FATBIN_PTX && part.architecture >= best &&
                         part.architecture <= runtime->gpu->compute_capability;
        if (is_better && (part.flags & FATBIN_PACKED) != 0) {
            *is_packed = true;
        } else if (is_better) {
            const char *text = (const char *)at + part.header_bytes;
            *found = (DriverImage){text, strnlen(text, (size_t)part.size_bytes)};
            best = part.architecture;
        }
    }
    return best > 0;
}

cudaError_t driver_image_find(Runtime *runtime, const char *name, const void *image,
                              DriverImage *found)
{
    Wrapper wrapper;
    bool is_packed = false;
    if (memcmp(image, &(uint32_t){WRAPPER_MAGIC}, sizeof(uint32_t)) == 0) {
        memcpy(&wrapper, image, sizeof wrapper);
        image = wrapper.fatbin;
    }
    bool is_elf = strncmp(image,
                          "\x7f"
                          "ELF",
                          4) == 0;
    if (!is_elf && !is_fatbin(image)) {
        *found = (DriverImage){image, strlen(image)};
        return cudaSuccess;
    }
    if (!is_elf && find_part(runtime, image, found, &is_packed)) {
        return cudaSuccess;
    }
    runtime_say(runtime,
                is_packed ? "lockstep: error: the PTX of %s is compressed; make the fatbin with "
                            "--compress-mode=none\n"
                          : "lockstep: error: %s is machine code; Lockstep loads PTX only\n",
                name);
    return cudaErrorNoKernelImageForDevice;
}

char *driver_read_text(const char *path)
{
    FILE *file = path == NULL ? NULL : fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    enum { PART_BYTES = 1 << 16 };
    char *text = NULL;
    size_t used = 0, size = PART_BYTES;
    while (size == PART_BYTES) {
        text = heap_resize(text, used + PART_BYTES + 1, 1);
        size = fread(text + used, 1, PART_BYTES, file);
        used += size;
    }
    fclose(file);
    text[used] = '\0';
    return text;
}

// A log is empty until there is something to say.
static void start_log(DriverLog log)
{
    if (log.buffer != NULL && log.size != NULL && (unsigned)(uintptr_t)*log.size > 0) {
        log.buffer[0] = '\0';
    }
}

DriverLog driver_log_of(unsigned count, const CUjit_option *options, void **values)
{
    DriverLog errors = {0}, notes = {0}; // the other options tune machine code
    for (unsigned i = 0; options != NULL && values != NULL && i < count; i++) {
        switch ((int)options[i]) {
        case CU_JIT_ERROR_LOG_BUFFER: errors.buffer = values[i]; break;
        case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES: errors.size = &values[i]; break;
        case CU_JIT_INFO_LOG_BUFFER: notes.buffer = values[i]; break;
        case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES: notes.size = &values[i]; break;
        default: break;
        }
    }
    start_log(errors);
    start_log(notes);
    return errors;
}

void driver_log_put(DriverLog log, const char *text)
{
    if (log.buffer == NULL || log.size == NULL) {
        return;
    }
    size_t room = (unsigned)(uintptr_t)*log.size;
    int written = snprintf(log.buffer, room, "%s", text);
    size_t size = written < 0 ? 0 : (size_t)written + 1;
    *log.size = (void *)(uintptr_t)(size < room ? size : room);
}
