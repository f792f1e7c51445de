// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/buffer.h"

#include "sim/plan/expression.h"
#include "sim/program/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct Filling {
    const Buffer *buffer;
    const char *value; // behind the =, or NULL
    uint8_t *bytes;
    Arena *arena;
} Filling;

// A fill writes all elements and returns NULL, or returns what is wrong.
typedef const char *FillFunction(Filling *filling);

bool buffer_is_spec(const char *text)
{
    size_t size = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789");
    return size > 0 && text[size] == '[';
}

const char *buffer_read(const char *spec, Buffer *buffer, Arena *arena)
{
    size_t type_bytes = strcspn(spec, "[");
    buffer->element = element_find(spec, type_bytes);
    if (buffer->element == NULL) {
        return arena_printf(arena, "unknown element type '%.*s' (known: f32, s32, u8, ...)",
                            (int)type_bytes, spec);
    }
    int64_t count;
    const char *end;
    if (!expression_read(spec + type_bytes + 1, &end, &count) || count < 0 || *end != ']') {
        return arena_printf(arena, "'%s' needs a whole number of elements, as in f32[1024]", spec);
    }
    if ((uint64_t)count > (UINT64_C(1) << 40)) {
        return arena_printf(arena, "'%s' is too large", spec);
    }
    buffer->count = (uint64_t)count;
    if (end[1] != 0 && end[1] != ':') {
        return arena_printf(
            arena, "unexpected text after ] in '%s'; a fill follows a colon, as in :iota", spec);
    }
    buffer->fill = end[1] == ':' ? end + 2 : "zero";
    return NULL;
}

uint64_t buffer_bytes(const Buffer *buffer)
{
    return buffer->count * buffer->element->size_bytes;
}

static uint8_t *element_at(Filling *filling, uint64_t i)
{
    return filling->bytes + i * filling->buffer->element->size_bytes;
}

static const char *fill_zero(Filling *filling)
{
    (void)filling;
    return NULL;
}

static const char *fill_value(Filling *filling)
{
    const Element *element = filling->buffer->element;
    const char *text = filling->value == NULL ? "1" : filling->value, *end;
    uint8_t value[8];
    if (!element_read(element, text, &end, value) || *end != 0) {
        return arena_printf(filling->arena, "'%s' is not a valid value of type %s", text,
                            element->name);
    }
    for (uint64_t i = 0; i < filling->buffer->count; i++) {
        memcpy(element_at(filling, i), value, element->size_bytes);
    }
    return NULL;
}

static void store_whole(Filling *filling, uint64_t i, uint64_t value)
{
    const Element *element = filling->buffer->element;
    if (element->kind == ELEMENT_FLOAT) {
        element_store_real(element, (double)value, element_at(filling, i));
    } else {
        element_store_whole(element, value, element_at(filling, i));
    }
}

// iota: 0, 1, 2, ...; iota=N: the same modulo N.
static const char *fill_iota(Filling *filling)
{
    int64_t modulus = 0;
    const char *end = "";
    if (filling->value != NULL &&
        (!expression_read(filling->value, &end, &modulus) || modulus < 1 || *end != 0)) {
        return arena_printf(filling->arena, "iota=%s needs a whole number above 0", filling->value);
    }
    for (uint64_t i = 0; i < filling->buffer->count; i++) {
        store_whole(filling, i, modulus > 0 ? i % (uint64_t)modulus : i);
    }
    return NULL;
}

// SplitMix64 (Steele, Lea, Flood 2014), of seed and index: the same everywhere.
static uint64_t random_bits(uint64_t seed, uint64_t i)
{
    uint64_t x = seed * UINT64_C(0xd1342543de82ef95) + (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

// rand=SEED: floats in [0, 1), integers of the whole range; rand=SEED,LOW,HIGH: floats in [LOW,
// HIGH), integers from LOW to HIGH.
static const char *fill_random(Filling *filling)
{
    const Element *element = filling->buffer->element;
    const char *problem =
        arena_printf(filling->arena, "rand expects SEED or SEED,LOW,HIGH, got '%s'",
                     filling->value == NULL ? "" : filling->value);
    if (filling->value == NULL) {
        return problem;
    }
    char *at;
    uint64_t seed = strtoull(filling->value, &at, 0);
    bool has_range = *at == ',';
    double low = 0, high = 1;
    if (has_range) {
        low = strtod(at + 1, &at);
        high = *at == ',' ? strtod(at + 1, &at) : low - 1;
    }
    if (*at != 0 || high < low || at == filling->value) {
        return problem;
    }
    for (uint64_t i = 0; i < filling->buffer->count; i++) {
        uint64_t bits = random_bits(seed, i);
        if (element->kind == ELEMENT_FLOAT) {
            double unit = (double)(bits >> 40) / (double)(1 << 24);
            element_store_real(element, low + unit * (high - low), element_at(filling, i));
        } else if (has_range) {
            uint64_t span = (uint64_t)(high - low) + 1;
            uint64_t value = (uint64_t)(int64_t)low + bits % span;
            element_store_whole(element, value, element_at(filling, i));
        } else {
            element_store_whole(element, bits, element_at(filling, i));
        }
    }
    return NULL;
}

// lcg=SEED: the top bits of x = x * 1664525 + 1013904223 (Knuth's and Lewis's constants, "Numerical
// Recipes"), which the programs of kernels/ use for mixed test data.
static const char *fill_congruential(Filling *filling)
{
    char *end = "";
    const Element *element = filling->buffer->element;
    uint32_t x = filling->value == NULL ? 0 : (uint32_t)strtoul(filling->value, &end, 0);
    if (filling->value == NULL || end == filling->value || *end != 0) {
        return "lcg takes a seed, as in lcg=1";
    }
    uint32_t bits = element->size_bytes >= 4 ? 32 : element->size_bytes * 8;
    for (uint64_t i = 0; i < filling->buffer->count; i++) {
        x = x * 1664525u + 1013904223u;
        store_whole(filling, i, x >> (32 - bits));
    }
    return NULL;
}

static const char *fill_file(Filling *filling)
{
    size_t size_bytes;
    const char *path = filling->value == NULL ? "" : filling->value;
    uint64_t wanted = buffer_bytes(filling->buffer);
    const char *bytes = file_read(path, wanted, &size_bytes, filling->arena);
    if (bytes == NULL && errno == EFBIG) {
        return arena_printf(filling->arena, "'%s' is larger than the buffer (%llu bytes)", path,
                            (unsigned long long)wanted);
    }
    if (bytes == NULL) {
        return arena_printf(filling->arena, "cannot read '%s': %s", path, strerror(errno));
    }
    if (size_bytes != wanted) {
        return arena_printf(filling->arena, "'%s' has %llu bytes, but the buffer has %llu", path,
                            (unsigned long long)size_bytes, (unsigned long long)wanted);
    }
    memcpy(filling->bytes, bytes, size_bytes);
    return NULL;
}

static FillFunction *find_fill(const char *fill)
{
    static const struct {
        const char *name;
        FillFunction *function;
    } fills[] = {{"zero", fill_zero}, {"ones", fill_value},  {"fill", fill_value},
                 {"iota", fill_iota}, {"rand", fill_random}, {"lcg", fill_congruential},
                 {"file", fill_file}};
    size_t size = strcspn(fill, "=");
    for (size_t i = 0; i < sizeof fills / sizeof fills[0]; i++) {
        if (strlen(fills[i].name) == size && memcmp(fills[i].name, fill, size) == 0) {
            return fills[i].function;
        }
    }
    return NULL;
}

uint8_t *buffer_fill(const Buffer *buffer, const char **problem, Arena *arena)
{
    FillFunction *function = find_fill(buffer->fill);
    const char *value = strchr(buffer->fill, '=');
    if (function == NULL) {
        *problem = arena_printf(arena,
                                "unknown fill '%s' (known: zero, ones, fill=V, iota, rand=SEED, "
                                "lcg=SEED, file=PATH)",
                                buffer->fill);
        return NULL;
    }
    Filling filling = {.buffer = buffer, .value = value == NULL ? NULL : value + 1, .arena = arena};
    filling.bytes = calloc(1, buffer_bytes(buffer) + 8);
    *problem = filling.bytes == NULL ? "not enough memory on the host" : function(&filling);
    if (*problem != NULL) {
        free(filling.bytes);
        return NULL;
    }
    return filling.bytes;
}
