// SPDX-License-Identifier: Apache-2.0
// Text: a growing string that printers and reports write into; the caller decides where it goes.
// Libraries never print, so every rendering in the project ends in one of these.
#ifndef LOCKSTEP_BASE_TEXT_H
#define LOCKSTEP_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

// Three dimensions in a printf: the format, and its arguments.
#define TEXT_EXTENT     "(%u, %u, %u)" // how large a grid or a block is
#define TEXT_INDEX      "(%u,%u,%u)"   // which block or thread
#define TEXT_XYZ(three) (three)[0], (three)[1], (three)[2]

void text_add(Text *text, const char *bytes, size_t size_bytes);
void text_put(Text *text, const char *zero_terminated);
void text_printf(Text *text, const char *format, ...) TEXT_PRINTF(2, 3);
void text_vprintf(Text *text, const char *format, va_list arguments) TEXT_PRINTF(2, 0);

// The bytes as a string literal of C and PTX, with its quotes. Quotes, backslashes and control
// characters become octal escapes, which ptxas takes for plain characters.
void text_quote(Text *text, const char *bytes, size_t size_bytes);

// The word for a shell, in single quotes.
void text_quote_shell(Text *text, const char *word);

// The same in ASCII, as nvcc writes names of files: other bytes become octal escapes too.
void text_quote_ascii(Text *text, const char *bytes, size_t size_bytes);

// A name in UTF-8 as nvcc has it in mangled names: other characters than ASCII become _u00e4 or
// _U0001f600.
void text_put_ascii_name(Text *text, const char *name, size_t size_bytes);
bool text_is_ascii(const char *bytes, size_t size_bytes);

// Reads the characters between the quotes of a literal; zero bytes are left out.
void text_unquote(Text *text, const char *literal, size_t size_bytes);

// The character that begins at `bytes`, of which there is at least one: of UTF-8, or, where the
// bytes are none (RFC 3629), the Latin-1 character of the first. Gives the number of its bytes.
size_t text_character(const char *bytes, size_t size_bytes, uint32_t *code);

// Adds a character as UTF-8.
void text_put_character(Text *text, uint32_t code);

// The text so far as a C string; "" while empty. Valid until the next addition.
const char *text_string(const Text *text);

void text_destroy(Text *text);

#endif
