// SPDX-License-Identifier: Apache-2.0
// printf as in CUDA's device code: the C conversions %c d i o u x X p e E f F g G a A s with flags,
// width, precision in digits and the sizes h l ll, on a buffer of packed arguments. Source: CUDA
// Programming Guide, "Formatted Output". Unknown conversions (%n, %zu, %.*f) are printed unchanged
// and take no argument, as on an H200. Pure.
#ifndef LOCKSTEP_WARP_FORMAT_H
#define LOCKSTEP_WARP_FORMAT_H

#include "isa/base/text.h"

#include <stdint.h>

// Where arguments and strings come from. Both return false where memory cannot be read.
typedef struct FormatSource {
    void *context;
    bool (*read)(void *context, uint64_t offset, void *bytes,
                 uint32_t size_bytes);                          // argument bytes
    bool (*string)(void *context, uint64_t address, Text *out); // a zero-terminated string
} FormatSource;

// Appends the formatted text. Returns how many arguments were used, or -1 when one could not be
// read.
int format_print(const char *format, const FormatSource *source, Text *out);

#endif
