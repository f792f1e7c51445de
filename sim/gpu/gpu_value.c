// SPDX-License-Identifier: Apache-2.0
#include "sim/gpu/gpu_value.h"

#include "isa/base/nearest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(CoalesceRule) == sizeof(uint32_t), "rules are stored as 32-bit numbers");
_Static_assert(sizeof(SharedRule) == sizeof(uint32_t), "rules are stored as 32-bit numbers");
_Static_assert(sizeof(RegisterRule) == sizeof(uint32_t), "rules are stored as 32-bit numbers");

const GpuValue gpu_values[GPU_VALUE_COUNT] = {
#define GPU_VALUE(key, type, unit, low, high, doc, default_text, reason)                           \
    {#key, GPU_KIND_##type, unit, low, high, doc, default_text, reason, offsetof(Gpu, key)},
#include "sim/gpu/gpu.def"
#undef GPU_VALUE
};

typedef struct Rule {
    GpuKind kind;
    uint32_t number;
    const char *name;
} Rule;

static const Rule rules[] = {
#define COALESCE_RULE(value, name, doc) {GPU_KIND_CoalesceRule, value, #name},
#define SHARED_RULE(value, name, doc)   {GPU_KIND_SharedRule, value, #name},
#define REGISTER_RULE(value, name, doc) {GPU_KIND_RegisterRule, value, #name},
#include "sim/gpu/rule.def"
};

#define RULE_COUNT (sizeof rules / sizeof rules[0])

// What may stand behind a number. The first of a unit is how the number is kept; printing prefers
// larger ones that divide it.
typedef struct Suffix {
    const char *unit, *name;
    double factor;
} Suffix;

static const Suffix suffixes[] = {
    {"bytes", "B", 1},        {"bytes", "KB", 1024},
    {"bytes", "MB", 1048576}, {"bytes", "GB", 1073741824},
    {"bits", "bits", 1},      {"MHz", "MHz", 1},
    {"MHz", "GHz", 1000},     {"MT/s", "MT/s", 1},
    {"GB/s", "GB/s", 1},      {"GB/s", "TB/s", 1000},
    {"ns", "ns", 1},          {"us", "us", 1},
    {"cycles", "cycles", 1},  {"per cycle", "per cycle", 1},
};

#define SUFFIX_COUNT (sizeof suffixes / sizeof suffixes[0])

const GpuValue *gpu_value_find(const char *key)
{
    for (uint32_t at = 0; at < GPU_VALUE_COUNT; at++) {
        if (strcmp(gpu_values[at].key, key) == 0) {
            return &gpu_values[at];
        }
    }
    return NULL;
}

const char *gpu_value_nearest(const char *key)
{
    const char *keys[GPU_VALUE_COUNT];
    for (uint32_t at = 0; at < GPU_VALUE_COUNT; at++) {
        keys[at] = gpu_values[at].key;
    }
    return nearest(key, keys, GPU_VALUE_COUNT);
}

static void *field_of(const GpuValue *value, Gpu *gpu)
{
    return (char *)gpu + value->offset;
}

static const void *const_field_of(const GpuValue *value, const Gpu *gpu)
{
    return (const char *)gpu + value->offset;
}

static void write_names(GpuKind kind, Text *out)
{
    const char *comma = "";
    for (size_t at = 0; at < RULE_COUNT; at++) {
        if (rules[at].kind == kind) {
            text_printf(out, "%s%s", comma, rules[at].name);
            comma = ", ";
        }
    }
}

static bool read_rule(const GpuValue *value, const char *text, Gpu *gpu, Text *message)
{
    for (size_t at = 0; at < RULE_COUNT; at++) {
        if (rules[at].kind == value->kind && strcmp(rules[at].name, text) == 0) {
            memcpy(field_of(value, gpu), &rules[at].number, sizeof rules[at].number);
            return true;
        }
    }
    text_printf(message, "unknown value '%s' of %s; expected one of ", text, value->key);
    write_names(value->kind, message);
    return false;
}

static bool find_factor(const char *unit, const char *name, double *factor)
{
    for (size_t at = 0; at < SUFFIX_COUNT; at++) {
        if (strcmp(suffixes[at].unit, unit) == 0 && strcmp(suffixes[at].name, name) == 0) {
            *factor = suffixes[at].factor;
            return true;
        }
    }
    return false;
}

static void complain_of_unit(const GpuValue *value, const char *name, Text *message)
{
    text_printf(message, "unknown unit '%s' of %s; ", name, value->key);
    const char *before = "expected one of ";
    for (size_t at = 0; at < SUFFIX_COUNT; at++) {
        if (strcmp(suffixes[at].unit, value->unit) == 0) {
            text_printf(message, "%s%s", before, suffixes[at].name);
            before = ", ";
        }
    }
    if (value->unit[0] == '\0') {
        text_put(message, "it is a plain number");
    }
}

// Reads "12", "0.7", "48 KB" as a multiple of the value's unit, within its range.
static bool read_number(const GpuValue *value, const char *text, double *number, Text *message)
{
    size_t digits = strspn(text, "0123456789.");
    char *end = NULL;
    *number = strtod(text, &end);
    if (digits == 0 || digits > 24 || end != text + digits) {
        text_printf(message, "%s needs a number, not '%s'", value->key, text);
        return false;
    }
    const char *unit = end + strspn(end, " \t");
    double factor = 1;
    if (*unit != '\0' && !find_factor(value->unit, unit, &factor)) {
        complain_of_unit(value, unit, message);
        return false;
    }
    *number *= factor;
    if (*number < value->low || *number > value->high) {
        text_printf(message, "%s = %s is out of range: ", value->key, text);
        gpu_value_write_range(value, message);
        return false;
    }
    if (value->kind != GPU_KIND_double && floor(*number) != *number) {
        text_printf(message, "%s needs a whole number, not '%s'", value->key, text);
        return false;
    }
    return true;
}

static bool read_size(const GpuValue *value, const char *text, GpuSizes *sizes, Text *message)
{
    double number;
    if (!read_number(value, text, &number, message)) {
        return false;
    }
    if (sizes->count == GPU_SIZES_MAX) {
        text_printf(message, "%s has more than %d sizes", value->key, GPU_SIZES_MAX);
        return false;
    }
    if (sizes->count > 0 && number <= sizes->bytes[sizes->count - 1]) {
        text_printf(message, "%s: sizes must rise; '%s' does not", value->key, text);
        return false;
    }
    sizes->bytes[sizes->count++] = (uint32_t)number;
    return true;
}

static bool read_sizes(const GpuValue *value, const char *text, Gpu *gpu, Text *message)
{
    GpuSizes sizes = {0};
    bool is_good = true;
    while (is_good) {
        text += strspn(text, " \t");
        size_t length = strcspn(text, ",");
        Text item = {0};
        text_add(&item, text, length);
        while (item.size_bytes > 0 && strchr(" \t", item.at[item.size_bytes - 1]) != NULL) {
            item.at[--item.size_bytes] = '\0';
        }
        is_good = read_size(value, text_string(&item), &sizes, message);
        text_destroy(&item);
        if (text[length] == '\0') {
            break;
        }
        text += length + 1;
    }
    memcpy(field_of(value, gpu), &sizes, sizeof sizes);
    return is_good;
}

bool gpu_value_read(const GpuValue *value, const char *text, Gpu *gpu, Text *message)
{
    if (value->kind >= GPU_KIND_CoalesceRule) {
        return read_rule(value, text, gpu, message);
    }
    if (value->kind == GPU_KIND_GpuSizes) {
        return read_sizes(value, text, gpu, message);
    }
    double number;
    if (!read_number(value, text, &number, message)) {
        return false;
    }
    uint32_t small = (uint32_t)(number <= UINT32_MAX ? number : 0);
    uint64_t large = (uint64_t)number;
    switch (value->kind) {
    case GPU_KIND_uint32_t: memcpy(field_of(value, gpu), &small, sizeof small); break;
    case GPU_KIND_uint64_t: memcpy(field_of(value, gpu), &large, sizeof large); break;
    default: memcpy(field_of(value, gpu), &number, sizeof number); break;
    }
    return true;
}

const GpuSizes *gpu_value_sizes(const GpuValue *value, const Gpu *gpu)
{
    return const_field_of(value, gpu);
}

double gpu_value_number(const GpuValue *value, const Gpu *gpu)
{
    const void *field = const_field_of(value, gpu);
    uint32_t small;
    uint64_t large;
    double number;
    switch (value->kind) {
    case GPU_KIND_GpuSizes: return 0;
    case GPU_KIND_uint64_t: memcpy(&large, field, sizeof large); return (double)large;
    case GPU_KIND_double: memcpy(&number, field, sizeof number); return number;
    default: memcpy(&small, field, sizeof small); return small;
    }
}

// With the fewest decimals that read back as the same number.
static void write_double(double number, Text *out)
{
    char digits[64];
    for (int decimals = 0; decimals <= 20; decimals++) {
        snprintf(digits, sizeof digits, "%.*f", decimals, number);
        if (strtod(digits, NULL) == number) {
            break;
        }
    }
    text_put(out, digits);
}

static void write_number(const char *unit, double number, Text *out)
{
    const Suffix *best = NULL;
    for (size_t at = 0; at < SUFFIX_COUNT; at++) {
        bool is_binary = strcmp(unit, "bytes") == 0 && fmod(number, suffixes[at].factor) == 0;
        bool is_kept = suffixes[at].factor == 1;
        if (strcmp(suffixes[at].unit, unit) == 0 && (is_kept || is_binary) && number != 0) {
            best = &suffixes[at];
        }
    }
    write_double(best == NULL ? number : number / best->factor, out);
    if (best != NULL) {
        text_printf(out, " %s", best->name);
    }
}

static void write_sizes(const GpuValue *value, const Gpu *gpu, Text *out)
{
    const GpuSizes *sizes = gpu_value_sizes(value, gpu);
    for (uint32_t at = 0; at < sizes->count; at++) {
        text_put(out, at == 0 ? "" : ", ");
        write_number(value->unit, sizes->bytes[at], out);
    }
}

void gpu_value_write(const GpuValue *value, const Gpu *gpu, Text *out)
{
    if (value->kind == GPU_KIND_GpuSizes) {
        write_sizes(value, gpu, out);
        return;
    }
    double number = gpu_value_number(value, gpu);
    if (value->kind < GPU_KIND_CoalesceRule) {
        write_number(value->unit, number, out);
        return;
    }
    for (size_t at = 0; at < RULE_COUNT; at++) {
        if (rules[at].kind == value->kind && rules[at].number == number) {
            text_put(out, rules[at].name);
        }
    }
}

void gpu_value_write_range(const GpuValue *value, Text *out)
{
    if (value->kind >= GPU_KIND_CoalesceRule) {
        write_names(value->kind, out);
        return;
    }
    write_number(value->unit, value->low, out);
    text_put(out, " to ");
    write_number(value->unit, value->high, out);
}
