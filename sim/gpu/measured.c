// SPDX-License-Identifier: Apache-2.0
#include "sim/gpu/measured.h"
#include "sim/gpu/gpu_value.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Rates that the benchmark's loops come this near to a power of two are that power: what keeps them
// below it are its own loop and the reading of the clock.
static const double RATE_SHORTFALL = 0.08;

static const double LATENCY_NOISE = 0.1; // cycles

typedef struct MeasuredRow {
    const char *name, *parameter;
    double value;
} MeasuredRow;

typedef enum Pick { MOST, LEAST, MIDDLE } Pick;
typedef enum Turn { SAME, PER_CYCLE, INVERSE, WINDOW } Turn;

typedef struct MeasuredKey {
    const char *key, *row, *words;
    Pick pick;
    Turn turn;
} MeasuredKey;

static const MeasuredKey measured_keys[] = {
#define MEASURED(key, row, words, pick, turn) {#key, row, words, pick, turn},
#include "sim/gpu/measured.def"
#undef MEASURED
};

// A result as read.
typedef struct Result {
    Arena arena;
    Diagnostics *diagnostics;
    const char *source, *file_name;
    MeasuredRow *rows;
    uint32_t count, room, line;
    char name[GPU_NAME_MAX]; // "NVIDIA H200"
    uint32_t sm_count, compute_capability;
    double clock_mhz;
} Result;

static void complain(Result *result, DiagnosticLevel level, const char *message)
{
    SourcePosition position = {result->file_name, result->line, 0};
    diagnostics_add(result->diagnostics, level, position, result->source, "%s", message);
}

// --- reading

// "# NVIDIA H200, 1980 MHz (nominal 1980 MHz), 132 SMs, compute capability 9.0"
static void read_machine(Result *result, const char *line)
{
    const char *comma = strchr(line, ','), *nominal = strchr(line, ')');
    const char *capability = strstr(line, "compute capability ");
    uint32_t major, minor, sm_count;
    if (comma == NULL || nominal == NULL || capability == NULL ||
        sscanf(nominal, "), %u SMs", &sm_count) != 1 ||
        sscanf(capability, "compute capability %u.%u", &major, &minor) != 2) {
        return;
    }
    if (strstr(line, "quick") != NULL) {
        complain(result, DIAGNOSTIC_ERROR,
                 "these are values of a run with --quick, which measures nothing");
        return;
    }
    size_t length = (size_t)(comma - line) < GPU_NAME_MAX ? (size_t)(comma - line) : 0;
    memset(result->name, 0, sizeof result->name);
    memcpy(result->name, line, length);
    result->sm_count = sm_count;
    result->compute_capability = 10 * major + minor;
}

static void read_comment(Result *result, const char *line)
{
    line += strspn(line, "# ");
    if (strncmp(line, "FAILED", 6) == 0) {
        complain(result, DIAGNOSTIC_WARNING,
                 "this group failed: its keys keep the values of the base");
    } else {
        read_machine(result, line);
    }
}

// name,parameter,value,unit: no field has quotes or commas.
static void read_row(Result *result, char *line)
{
    char *field[4] = {line};
    for (int i = 1; i < 4; i++) {
        field[i] = strchr(field[i - 1], ',');
        if (field[i] == NULL) {
            complain(result, DIAGNOSTIC_ERROR, "expected name,parameter,value,unit");
            return;
        }
        *field[i]++ = '\0';
    }
    char *end;
    double value = strtod(field[2], &end);
    if (strcmp(field[0], "name") == 0 && strcmp(field[2], "value") == 0) {
        return;
    }
    if (end == field[2] || *end != '\0' || !isfinite(value)) {
        complain(result, DIAGNOSTIC_ERROR, "the value is not a number");
        return;
    }
    result->rows = arena_room(&result->arena, result->rows, result->count, &result->room,
                              sizeof *result->rows);
    result->rows[result->count++] = (MeasuredRow){field[0], field[1], value};
}

static bool read_result(Result *result, const char *text, size_t size_bytes)
{
    char *copy = arena_text(&result->arena, text, size_bytes);
    result->source = arena_text(&result->arena, text, size_bytes);
    for (char *line = copy, *next; line != NULL; line = next) {
        next = strchr(line, '\n');
        if (next != NULL) {
            *next++ = '\0';
        }
        result->line++;
        line[strcspn(line, "\r")] = '\0';
        if (line[0] == '#') {
            read_comment(result, line);
        } else if (result->compute_capability == 0 && line[0] != '\0') {
            break;
        } else if (line[0] != '\0') {
            read_row(result, line);
        }
    }
    if (result->diagnostics->error_count == 0 && result->compute_capability == 0) {
        complain(result, DIAGNOSTIC_ERROR,
                 "the lines so far do not name the GPU: is this the output of kernels/microbench?");
    }
    result->line = 0;
    return result->diagnostics->error_count == 0;
}

// --- values

static bool has_words(const char *parameter, const char *words)
{
    for (const char *word = words; *word != '\0';) {
        size_t size = strcspn(word, " ");
        const char *at = parameter;
        bool is_there = false;
        while (!is_there && *at != '\0') {
            size_t length = strcspn(at, " ");
            is_there = length == size && memcmp(at, word, size) == 0;
            at += length;
            at += strspn(at, " ");
        }
        if (!is_there) {
            return false;
        }
        word += size;
        word += strspn(word, " ");
    }
    return true;
}

static int compare_values(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b;
}

// False: no such row.
static bool pick_value(Result *result, const char *name, const char *words, Pick pick,
                       double *value)
{
    double *values = arena_alloc(&result->arena, (result->count + 1) * sizeof *values);
    uint32_t count = 0;
    for (uint32_t i = 0; i < result->count; i++) {
        const MeasuredRow *row = &result->rows[i];
        bool is_key = words == NULL ? row->parameter[0] == '\0' : has_words(row->parameter, words);
        if (strcmp(row->name, name) == 0 && is_key) {
            values[count++] = row->value;
        }
    }
    if (count == 0) {
        return false;
    }
    qsort(values, count, sizeof *values, compare_values);
    *value = values[pick == MOST ? count - 1 : pick == LEAST ? 0 : count / 2];
    return true;
}

// What a rate would be without the loop around it.
static double whole_rate(double rate)
{
    double power = rate > 0 ? exp2(round(log2(rate))) : 0;
    return power > rate && power - rate <= RATE_SHORTFALL * power ? power : rate;
}

// A latency without what reading the clock adds: pipelines have whole numbers of stages.
static double whole_latency(double latency)
{
    double whole = round(latency);
    return fabs(latency - whole) <= LATENCY_NOISE ? whole : latency;
}

static double turn_value(Result *result, Turn turn, double value)
{
    double bytes_per_cycle = value * 1000 / result->clock_mhz, latency = 0;
    switch (turn) {
    case SAME: return value;
    case PER_CYCLE: return bytes_per_cycle;
    case INVERSE: return value > 0 ? 1 / value : 0;
    case WINDOW:
        pick_value(result, "lat_l2", NULL, MIDDLE, &latency);
        return floor(bytes_per_cycle * latency);
    }
    return value;
}

// From the times of empty kernels of many blocks, what each further block takes.
static bool block_start(Result *result, double *cycles, Text *from)
{
    static const char *const few = "blocks=16384 threads=256 back_to_back";
    static const char *const many = "blocks=65536 threads=256 back_to_back";
    double few_us, many_us;
    if (!pick_value(result, "empty_kernel", few, LEAST, &few_us) ||
        !pick_value(result, "empty_kernel", many, LEAST, &many_us)) {
        return false;
    }
    *cycles = (many_us - few_us) * result->clock_mhz / (65536 - 16384);
    text_put(from, "empty_kernel of 16384 and 65536 blocks");
    return true;
}

// The value of a key, and from which rows it is; false: the result does not tell.
static bool find_value(Result *result, const char *key, bool is_base_same, double *value,
                       Text *from)
{
    if (strcmp(key, "sm_count") == 0) {
        *value = result->sm_count;
        text_put(from, "device properties");
        return true;
    }
    if (strcmp(key, "block_start_cycles") == 0) {
        return block_start(result, value, from);
    }
    for (size_t i = 0; i < sizeof measured_keys / sizeof *measured_keys; i++) {
        const MeasuredKey *rule = &measured_keys[i];
        if (strcmp(key, rule->key) == 0) {
            bool is_found = pick_value(result, rule->row, rule->words, rule->pick, value);
            *value = is_found ? turn_value(result, rule->turn, *value) : 0;
            text_printf(from, "%s %s", rule->row, rule->words);
            return is_found;
        }
    }
    // the benchmark tells what is reached, which is the peak only where nobody knows better
    if (strcmp(key, "memory_gbs") == 0 && is_base_same) {
        return false;
    }
    bool is_found = pick_value(result, key, NULL, MIDDLE, value);
    if (is_found && strncmp(key, "rate_", 5) == 0 && *value != whole_rate(*value)) {
        text_printf(from, "measured %.4g", *value);
        *value = whole_rate(*value);
    }
    if (is_found && strncmp(key, "lat_", 4) == 0) {
        *value = whole_latency(*value);
    }
    return is_found;
}

// --- writing

static const Gpu *preset_like(const Result *result, bool *is_same)
{
    const Gpu *best = NULL;
    for (uint32_t i = 0; i < gpu_preset_count(); i++) {
        const Gpu *gpu = gpu_preset_at(i);
        if (strcmp(gpu->device_name, result->name) == 0) {
            *is_same = true;
            return gpu;
        }
        if (gpu->compute_capability <= result->compute_capability &&
            (best == NULL || gpu->compute_capability >= best->compute_capability)) {
            best = gpu;
        }
    }
    return best == NULL ? gpu_preset_at(0) : best;
}

static void put_key(Result *result, const GpuValue *key, double value, const char *from, Text *out)
{
    bool has_unit = strcmp(key->unit, "MHz") == 0 || strcmp(key->unit, "GB/s") == 0 ||
                    strcmp(key->unit, "us") == 0;
    bool is_whole = key->kind == GPU_KIND_uint32_t || key->kind == GPU_KIND_uint64_t;
    Text text = {0}, message = {0};
    text_printf(&text, is_whole ? "%.0f%s%s" : "%.4g%s%s", value, has_unit ? " " : "",
                has_unit ? key->unit : "");
    Gpu scratch = {0};
    if (gpu_value_read(key, text_string(&text), &scratch, &message)) {
        text_printf(out, "%-26s = %-14s # %s\n", key->key, text_string(&text),
                    from[0] == '\0' ? "measured" : from);
    } else {
        const char *sentence =
            arena_printf(&result->arena, "%s is left out: %s", key->key, text_string(&message));
        complain(result, DIAGNOSTIC_WARNING, sentence);
    }
    text_destroy(&text);
    text_destroy(&message);
}

static void put_file(Result *result, const Gpu *base, bool is_base_same, Text *out)
{
    text_printf(out,
                "# %s as the microbenchmark measured it: %s.\n"
                "# All other values come from preset %s.\n\n"
                "base = %s\ntitle = %s\n\n",
                result->name, result->file_name, base->name, base->name, result->name);
    if (result->compute_capability != base->compute_capability) {
        put_key(result, gpu_value_find("compute_capability"), result->compute_capability,
                "device properties", out);
    }
    for (size_t i = 0; i < GPU_VALUE_COUNT; i++) {
        double value;
        Text from = {0};
        if (find_value(result, gpu_values[i].key, is_base_same, &value, &from)) {
            put_key(result, &gpu_values[i], value, text_string(&from), out);
        }
        text_destroy(&from);
    }
}

bool gpu_from_microbench(const char *text, size_t size_bytes, const char *file_name,
                         const Gpu *base, Text *out, Diagnostics *diagnostics)
{
    Result result = {.diagnostics = diagnostics, .file_name = file_name};
    bool is_good = read_result(&result, text, size_bytes);
    if (is_good && !pick_value(&result, "sm_clock_mhz", NULL, MIDDLE, &result.clock_mhz)) {
        complain(&result, DIAGNOSTIC_ERROR, "the row sm_clock_mhz is missing");
        is_good = false;
    }
    if (is_good) {
        bool is_same = false;
        const Gpu *like = preset_like(&result, &is_same);
        put_file(&result, base == NULL ? like : base, is_same || base != NULL, out);
    }
    arena_clear(&result.arena);
    return is_good;
}
