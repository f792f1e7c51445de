// SPDX-License-Identifier: Apache-2.0
// Text: a growing string that printers and reports write into; the caller decides where it goes.
// Libraries never print, so every rendering in the project ends in one of these.
#ifndef LOCKSTEP_BASE_TEXT_H
#define LOCKSTEP_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct Text {
    char *at;          // zero-terminated once anything was added; NULL while empty
    size_t size_bytes; // without the terminating zero
    size_t room_bytes;
} Text;

#if defined(__GNUC__)
#define TEXT_PRINTF(format_index, first) __attribute__((format(printf, format_index, first)))
#else
#define TEXT_PRINTF(format_index, first)
#endif

void text_add(Text *text, const char *bytes, size_t size_bytes);
void text_put(Text *text, const char *zero_terminated);
void text_printf(Text *text, const char *format, ...) TEXT_PRINTF(2, 3);
void text_vprintf(Text *text, const char *format, va_list arguments) TEXT_PRINTF(2, 0);

// The text so far as a C string; "" while empty. Valid until the next addition.
const char *text_string(const Text *text);

void text_destroy(Text *text);

#endif
