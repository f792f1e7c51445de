// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/element.h"

#include "sim/plan/expression.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const Element elements[] = {
#define ELEMENT(name, kind, bytes) {name, ELEMENT_##kind, bytes},
#include "sim/plan/element.def"
#undef ELEMENT
};

const Element *element_find(const char *name, size_t size_bytes)
{
    for (size_t i = 0; i < sizeof elements / sizeof elements[0]; i++) {
        if (strlen(elements[i].name) == size_bytes &&
            memcmp(elements[i].name, name, size_bytes) == 0) {
            return &elements[i];
        }
    }
    return NULL;
}

void element_store_whole(const Element *element, uint64_t value, uint8_t *bytes)
{
    for (uint32_t i = 0; i < element->size_bytes; i++) {
        bytes[i] = (uint8_t)(value >> 8 * i);
    }
}

static uint64_t load(const Element *element, const uint8_t *bytes)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < element->size_bytes; i++) {
        value |= (uint64_t)bytes[i] << 8 * i;
    }
    return value;
}

// IEEE binary16: 10 bits of fraction, exponents -14 to 15; subnormals in steps of 2^-24.
static uint16_t half_bits(double value)
{
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    double magnitude = fabs(value);
    if (isnan(value)) {
        return 0x7fff;
    }
    if (magnitude >= 65520) {
        return (uint16_t)(sign | 0x7c00);
    }
    int exponent = 0;
    frexp(magnitude, &exponent);
    exponent = magnitude < ldexp(1, -14) ? -14 : exponent - 1;
    double steps = nearbyint(ldexp(magnitude, 10 - exponent));
    uint32_t bits = magnitude < ldexp(1, -14) ? (uint32_t)steps
                                              : (uint32_t)((exponent + 14) * 1024 + (int)steps);
    return (uint16_t)(sign | bits);
}

static double half_value(uint16_t bits)
{
    int exponent = bits >> 10 & 31;
    double fraction = bits & 1023;
    double magnitude = exponent == 31  ? (fraction > 0 ? NAN : INFINITY)
                       : exponent == 0 ? ldexp(fraction, -24)
                                       : ldexp(1024 + fraction, exponent - 25);
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

void element_store_real(const Element *element, double value, uint8_t *bytes)
{
    uint64_t bits = 0;
    float single = (float)value;
    if (element->kind != ELEMENT_FLOAT) {
        bits = value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value;
    } else if (element->size_bytes == 2) {
        bits = half_bits(value);
    } else if (element->size_bytes == 4) {
        uint32_t word;
        memcpy(&word, &single, sizeof word);
        bits = word;
    } else {
        memcpy(&bits, &value, sizeof bits);
    }
    element_store_whole(element, bits, bytes);
}

static double real_value(const Element *element, const uint8_t *bytes)
{
    uint64_t bits = load(element, bytes);
    if (element->size_bytes == 2) {
        return half_value((uint16_t)bits);
    }
    if (element->size_bytes == 4) {
        uint32_t word = (uint32_t)bits;
        float single;
        memcpy(&single, &word, sizeof single);
        return single;
    }
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool is_in_range(const Element *element, int64_t value)
{
    uint32_t bits = 8 * element->size_bytes;
    if (bits == 64) {
        return true;
    }
    return value >= -((int64_t)1 << (bits - 1)) && value < (int64_t)1 << bits;
}

bool element_read(const Element *element, const char *text, const char **end, uint8_t *bytes)
{
    int64_t whole;
    bool is_whole = expression_read(text, end, &whole);
    if (element->kind != ELEMENT_FLOAT) {
        if (!is_whole || !is_in_range(element, whole)) {
            return false;
        }
        element_store_whole(element, (uint64_t)whole, bytes);
        return true;
    }
    char *real_end;
    double real = strtod(text, &real_end);
    bool is_longer = real_end > text && (!is_whole || real_end >= *end);
    if (is_longer) {
        *end = real_end;
        *end += **end == 'f' || **end == 'F';
    } else if (is_whole) {
        real = (double)whole;
    } else {
        return false;
    }
    element_store_real(element, real, bytes);
    return true;
}

// The shortest decimal that reads back as the same value of the type; whole numbers of up to seven
// digits without an exponent.
static void print_real(const Element *element, double value, const uint8_t *bytes, Text *out)
{
    if (fabs(value) < 1e7 && value == floor(value)) {
        text_printf(out, "%.0f", value);
        return;
    }
    int most = element->size_bytes == 2 ? 5 : element->size_bytes == 4 ? 9 : 17;
    for (int digits = 1; digits <= most; digits++) {
        Text text = {0};
        text_printf(&text, "%.*g", digits, value);
        uint8_t again[8];
        element_store_real(element, strtod(text_string(&text), NULL), again);
        bool is_same = memcmp(again, bytes, element->size_bytes) == 0;
        if (is_same || digits == most) {
            text_put(out, text_string(&text));
            digits = most;
        }
        text_destroy(&text);
    }
}

void element_print(const Element *element, const uint8_t *bytes, Text *out)
{
    uint64_t bits = load(element, bytes);
    if (element->kind == ELEMENT_FLOAT) {
        print_real(element, real_value(element, bytes), bytes, out);
    } else if (element->kind == ELEMENT_UNSIGNED) {
        text_printf(out, "%" PRIu64, bits);
    } else {
        uint32_t unused = 64 - 8 * element->size_bytes;
        int64_t value = (int64_t)(bits << unused) >> unused;
        text_printf(out, "%" PRId64, value);
    }
}
