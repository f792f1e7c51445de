// SPDX-License-Identifier: Apache-2.0
#include "sim/report/pack.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t MARK = 0x4b434150;

static void put(Text *out, const void *bytes, size_t size_bytes)
{
    text_add(out, bytes, size_bytes);
}

static void put_number(Text *out, uint32_t value)
{
    put(out, &value, sizeof value);
}

// NULL has a size of its own.
static void put_text(Text *out, const char *text)
{
    put_number(out, text == NULL ? UINT32_MAX : (uint32_t)strlen(text));
    put(out, text == NULL ? "" : text, text == NULL ? 0 : strlen(text));
}

static void put_position(Text *out, SourcePosition position)
{
    put_text(out, position.file);
    put_number(out, position.line);
    put_number(out, position.column);
}

static void put_launch(Text *out, const ReportLaunch *launch)
{
    const LaunchRecord *record = launch->record;
    put_number(out, record->id);
    put(out, &record->origin, sizeof record->origin);
    put_text(out, record->kernel);
    put(out, record->grid, sizeof record->grid);
    put(out, record->block, sizeof record->block);
    put_number(out, record->status);
    put_text(out, record->refusal);
    put_text(out, launch->name);
    put_text(out, launch->short_name);
    put_text(out, launch->base_name);
    put_text(out, launch->tag);
    put_text(out, launch->verdict);
    put_text(out, launch->limiter);
    put_text(out, launch->fault);
    put_text(out, launch->fault_name);
    put_text(out, launch->beyond);
    put_position(out, launch->beyond_position);
    put_position(out, launch->position);
    put_number(out, launch->has_run);
    put(out, launch->counters.value, sizeof launch->counters.value);
    put(out, launch->counters.is_known, sizeof launch->counters.is_known);
    put_number(out, launch->finding_count);
    for (uint32_t i = 0; i < launch->finding_count; i++) {
        const Finding *finding = &launch->findings[i];
        put_number(out, finding->kind);
        put_position(out, finding->position);
        put(out, &finding->actual, sizeof finding->actual);
        put(out, &finding->ideal, sizeof finding->ideal);
        put_text(out, finding->message);
        put_text(out, finding->advice);
    }
    const Bottleneck *bottleneck = launch->bottleneck;
    put_number(out, bottleneck != NULL);
    if (bottleneck != NULL) {
        put_number(out, bottleneck->kind);
        put_position(out, bottleneck->position);
        put(out, &bottleneck->share, sizeof bottleneck->share);
        put_text(out, bottleneck->message);
        put_text(out, bottleneck->advice);
    }
}

void report_pack(const Report *report, Text *out)
{
    put_number(out, MARK);
    put_number(out, report->gpu != NULL);
    if (report->gpu != NULL) {
        put(out, report->gpu, sizeof *report->gpu);
    }
    put_number(out, report->count);
    for (uint32_t i = 0; i < report->count; i++) {
        put_launch(out, &report->launches[i]);
    }
    put_number(out, MARK);
}

// Where to read on. Past the end, or at a value that cannot be, is_good goes and all is zero.
typedef struct Reader {
    const unsigned char *at;
    size_t left_bytes;
    Arena *arena;
    bool is_good;
} Reader;

static void take(Reader *reader, void *to, size_t size_bytes)
{
    reader->is_good = reader->is_good && size_bytes <= reader->left_bytes;
    if (!reader->is_good) {
        memset(to, 0, size_bytes);
        return;
    }
    memcpy(to, reader->at, size_bytes);
    reader->at += size_bytes;
    reader->left_bytes -= size_bytes;
}

static uint32_t take_number(Reader *reader)
{
    uint32_t value;
    take(reader, &value, sizeof value);
    return value;
}

static bool take_claim(Reader *reader)
{
    uint32_t value = take_number(reader);
    reader->is_good = reader->is_good && value <= 1;
    return value == 1;
}

static const char *take_text(Reader *reader)
{
    uint32_t size_bytes = take_number(reader);
    if (size_bytes == UINT32_MAX) {
        return NULL;
    }
    reader->is_good = reader->is_good && size_bytes <= reader->left_bytes;
    if (!reader->is_good) {
        return NULL;
    }
    const char *text = arena_text(reader->arena, (const char *)reader->at, size_bytes);
    reader->at += size_bytes;
    reader->left_bytes -= size_bytes;
    return text;
}

// A text that is always there.
static const char *take_name(Reader *reader)
{
    const char *name = take_text(reader);
    reader->is_good = reader->is_good && name != NULL;
    return name == NULL ? "" : name;
}

static SourcePosition take_position(Reader *reader)
{
    SourcePosition position = {0};
    position.file = take_text(reader);
    position.line = take_number(reader);
    position.column = take_number(reader);
    return position;
}

static void take_findings(Reader *reader, ReportLaunch *launch)
{
    uint32_t count = take_number(reader);
    reader->is_good = reader->is_good && count <= reader->left_bytes / sizeof(double);
    if (!reader->is_good) {
        return;
    }
    launch->findings = arena_alloc(reader->arena, (count + 1) * sizeof *launch->findings);
    for (; launch->finding_count < count && reader->is_good; launch->finding_count++) {
        Finding *finding = &launch->findings[launch->finding_count];
        uint32_t kind = take_number(reader);
        reader->is_good = reader->is_good && kind < FINDING_COUNT;
        finding->kind = reader->is_good ? (FindingKind)kind : (FindingKind)0;
        finding->position = take_position(reader);
        take(reader, &finding->actual, sizeof finding->actual);
        take(reader, &finding->ideal, sizeof finding->ideal);
        finding->message = take_name(reader);
        finding->advice = take_name(reader);
    }
}

static void take_bottleneck(Reader *reader, ReportLaunch *launch)
{
    if (!take_claim(reader)) {
        return;
    }
    Bottleneck *bottleneck = arena_alloc(reader->arena, sizeof *bottleneck);
    uint32_t kind = take_number(reader);
    reader->is_good = reader->is_good && kind < BOTTLENECK_COUNT;
    bottleneck->kind = reader->is_good ? (BottleneckKind)kind : (BottleneckKind)0;
    bottleneck->position = take_position(reader);
    take(reader, &bottleneck->share, sizeof bottleneck->share);
    bottleneck->message = take_name(reader);
    bottleneck->advice = take_name(reader);
    launch->bottleneck = bottleneck;
}

static void take_counters(Reader *reader, CounterSet *counters)
{
    unsigned char is_known[COUNTER_COUNT];
    _Static_assert(sizeof is_known == sizeof counters->is_known, "a bool is a byte");
    take(reader, counters->value, sizeof counters->value);
    take(reader, is_known, sizeof is_known);
    for (uint32_t id = 0; id < COUNTER_COUNT; id++) {
        counters->is_known[id] = is_known[id] != 0;
    }
}

static void take_launch(Reader *reader, ReportLaunch *launch, const Gpu *gpu)
{
    LaunchRecord *record = arena_alloc(reader->arena, sizeof *record);
    launch->record = record;
    record->gpu = gpu;
    record->id = take_number(reader);
    take(reader, &record->origin, sizeof record->origin);
    reader->is_good = reader->is_good && (uint32_t)record->origin.way <= LAUNCH_TAIL;
    record->origin.way = reader->is_good ? record->origin.way : LAUNCH_BY_HOST;
    record->kernel = take_name(reader);
    take(reader, record->grid, sizeof record->grid);
    take(reader, record->block, sizeof record->block);
    uint32_t status = take_number(reader);
    reader->is_good = reader->is_good && status <= LOCKSTEP_ERROR_LIMIT;
    record->status = reader->is_good ? (LockstepStatus)status : LOCKSTEP_OK;
    record->refusal = take_text(reader);
    launch->name = take_name(reader);
    launch->short_name = take_name(reader);
    launch->base_name = take_name(reader);
    launch->tag = take_name(reader);
    launch->verdict = take_name(reader);
    launch->limiter = take_text(reader);
    launch->fault = take_text(reader);
    launch->fault_name = take_text(reader);
    launch->beyond = take_text(reader);
    launch->beyond_position = take_position(reader);
    launch->position = take_position(reader);
    launch->has_run = take_claim(reader);
    take_counters(reader, &launch->counters);
    take_findings(reader, launch);
    take_bottleneck(reader, launch);
}

static const Gpu *take_gpu(Reader *reader)
{
    if (!take_claim(reader)) {
        return NULL;
    }
    Gpu *gpu = arena_alloc(reader->arena, sizeof *gpu);
    take(reader, gpu, sizeof *gpu);
    gpu->name[sizeof gpu->name - 1] = 0;
    gpu->title[sizeof gpu->title - 1] = 0;
    return gpu;
}

static void take_report(Reader *reader, Report *report)
{
    reader->is_good = take_number(reader) == MARK;
    report->gpu = take_gpu(reader);
    uint32_t count = take_number(reader);
    size_t least_bytes = sizeof report->launches->counters.value;
    reader->is_good = reader->is_good && count <= reader->left_bytes / least_bytes &&
                      (count == 0 || report->gpu != NULL);
    if (!reader->is_good) {
        return;
    }
    report->launches = arena_alloc(reader->arena, (count + 1) * sizeof *report->launches);
    for (; report->count < count && reader->is_good; report->count++) {
        take_launch(reader, &report->launches[report->count], report->gpu);
    }
    reader->is_good = take_number(reader) == MARK && reader->is_good && reader->left_bytes == 0;
}

Report *report_unpack(const void *bytes, size_t size_bytes)
{
    Report *report = calloc(1, sizeof *report);
    if (report == NULL) {
        abort();
    }
    Reader reader = {bytes, size_bytes, &report->arena, true};
    take_report(&reader, report);
    if (!reader.is_good) {
        report_destroy(report);
        return NULL;
    }
    return report;
}
