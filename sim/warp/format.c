// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/format.h"

#include <stdlib.h>
#include <string.h>

#define WIDTH_MAX 4096 // wider fields are cut: a mistyped width must not fill the host's memory

// One conversion: %[flags][width][.precision][size]type.
typedef struct Conversion {
    char flags[8];
    int width, precision; // -1: not given
    bool is_wide;         // 64-bit integer
    bool is_foreign;      // C has it, CUDA's printf has not
    char type;
} Conversion;

// Reading the packed arguments one after the other, each aligned to its size.
typedef struct Reader {
    const FormatSource *source;
    uint64_t offset;
    int count;
    bool has_failed;
} Reader;

static uint64_t next_argument(Reader *reader, uint32_t size_bytes)
{
    uint64_t value = 0;
    reader->offset = (reader->offset + size_bytes - 1) / size_bytes * size_bytes;
    if (!reader->source->read(reader->source->context, reader->offset, &value, size_bytes)) {
        reader->has_failed = true;
    }
    reader->offset += size_bytes;
    reader->count++;
    return value;
}

static int bounded(int64_t value)
{
    return value > WIDTH_MAX ? WIDTH_MAX : (int)value;
}

// A number or `*`; -1 when there is neither.
static const char *parse_number(const char *at, Reader *reader, int *number)
{
    if (*at == '*') {
        *number = bounded((int32_t)next_argument(reader, 4));
        return at + 1;
    }
    *number = -1;
    while (*at >= '0' && *at <= '9') {
        *number = bounded((int64_t)(*number < 0 ? 0 : *number) * 10 + (*at - '0'));
        at++;
    }
    return at;
}

static const char *parse_conversion(const char *at, Reader *reader, Conversion *conversion)
{
    uint32_t flags = 0;
    memset(conversion, 0, sizeof *conversion);
    for (; *at != '\0' && strchr("-+ #0", *at) != NULL; at++) {
        if (strchr(conversion->flags, *at) == NULL && flags + 1 < sizeof conversion->flags) {
            conversion->flags[flags++] = *at;
        }
    }
    at = parse_number(at, reader, &conversion->width);
    if (conversion->width < -1) { // a negative `*` is a flag and a width
        conversion->flags[flags++] = '-';
        conversion->width = conversion->width < -WIDTH_MAX ? WIDTH_MAX : -conversion->width;
    }
    conversion->precision = -1;
    if (*at == '.' && at[1] == '*') {
        conversion->is_foreign = true;
        at += 2;
    } else if (*at == '.') {
        at = parse_number(at + 1, reader, &conversion->precision);
        conversion->precision = conversion->precision < 0 ? 0 : conversion->precision;
    }
    for (uint32_t longs = 0; *at != '\0' && strchr("hlLjzt", *at) != NULL; at++) {
        longs += *at == 'l';
        conversion->is_wide |= longs > 0;
        conversion->is_foreign |= strchr("jztL", *at) != NULL;
    }
    conversion->type = *at;
    return *at == '\0' ? at : at + 1;
}

// The host's own conversion, with the given length and type.
static void host_format(const Conversion *conversion, const char *length, char out[40])
{
    size_t used = 0;
    out[used++] = '%';
    for (const char *flag = conversion->flags; *flag != '\0'; flag++) {
        out[used++] = *flag;
    }
    out[used] = '\0';
    if (conversion->width >= 0) {
        strcat(out, "*");
    }
    if (conversion->precision >= 0) {
        strcat(out, ".*");
    }
    strcat(out, length);
    used = strlen(out);
    out[used] = conversion->type;
    out[used + 1] = '\0';
}

#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#endif

static void print_integer(const Conversion *c, uint64_t value, Text *out)
{
    char format[40];
    host_format(c, "ll", format);
    if (c->width >= 0 && c->precision >= 0) {
        text_printf(out, format, c->width, c->precision, (long long)value);
    } else if (c->width >= 0 || c->precision >= 0) {
        text_printf(out, format, c->width >= 0 ? c->width : c->precision, (long long)value);
    } else {
        text_printf(out, format, (long long)value);
    }
}

static void print_real(const Conversion *c, double value, Text *out)
{
    char format[40];
    host_format(c, "", format);
    if (c->width >= 0 && c->precision >= 0) {
        text_printf(out, format, c->width, c->precision, value);
    } else if (c->width >= 0 || c->precision >= 0) {
        text_printf(out, format, c->width >= 0 ? c->width : c->precision, value);
    } else {
        text_printf(out, format, value);
    }
}

static void print_padded(const Conversion *c, const char *bytes, size_t size_bytes, Text *out)
{
    size_t width = c->width > 0 ? (size_t)c->width : 0;
    size_t padding = width > size_bytes ? width - size_bytes : 0;
    bool is_left = strchr(c->flags, '-') != NULL;
    for (size_t i = 0; i < padding && !is_left; i++) {
        text_put(out, " ");
    }
    text_add(out, bytes, size_bytes);
    for (size_t i = 0; i < padding && is_left; i++) {
        text_put(out, " ");
    }
}

static void print_string(const Conversion *c, Reader *reader, Text *out)
{
    Text string = {0};
    uint64_t address = next_argument(reader, 8);
    if (address == 0) {
        text_put(&string, "(null)");
    } else if (!reader->source->string(reader->source->context, address, &string)) {
        reader->has_failed = true;
    }
    size_t size = string.size_bytes;
    if (c->precision >= 0 && (size_t)c->precision < size) {
        size = (size_t)c->precision;
    }
    print_padded(c, text_string(&string), size, out);
    text_destroy(&string);
}

static void print_pointer(Conversion c, uint64_t value, Text *out)
{
    c.type = 'x';
    if (strchr(c.flags, '#') == NULL) {
        strcat(c.flags, "#");
    }
    if (value == 0) {
        print_padded(&c, "(nil)", 5, out);
    } else {
        print_integer(&c, value, out);
    }
}

// Prints one conversion; false when its type is unknown.
static bool print_conversion(const Conversion *c, Reader *reader, Text *out)
{
    uint64_t bits;
    double real;
    if (c->is_foreign) {
        return false;
    }
    switch (c->type) {
    case 'd':
    case 'i':
        bits = c->is_wide ? next_argument(reader, 8)
                          : (uint64_t)(int64_t)(int32_t)next_argument(reader, 4);
        print_integer(c, bits, out);
        return true;
    case 'o':
    case 'u':
    case 'x':
    case 'X': print_integer(c, next_argument(reader, c->is_wide ? 8 : 4), out); return true;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        bits = next_argument(reader, 8);
        memcpy(&real, &bits, sizeof real);
        print_real(c, real, out);
        return true;
    case 'c': {
        char character = (char)next_argument(reader, 4);
        print_padded(c, &character, 1, out);
        return true;
    }
    case 's': print_string(c, reader, out); return true;
    case 'p': print_pointer(*c, next_argument(reader, 8), out); return true;
    case '%': text_put(out, "%"); return true;
    default: return false;
    }
}

int format_print(const char *format, const FormatSource *source, Text *out)
{
    Reader reader = {.source = source};
    while (*format != '\0') {
        size_t plain = strcspn(format, "%");
        text_add(out, format, plain);
        format += plain;
        if (*format == '\0') {
            break;
        }
        Conversion conversion;
        const char *end = parse_conversion(format + 1, &reader, &conversion);
        if (!print_conversion(&conversion, &reader, out)) {
            text_add(out, format, (size_t)(end - format));
        }
        format = end;
    }
    return reader.has_failed ? -1 : reader.count;
}
