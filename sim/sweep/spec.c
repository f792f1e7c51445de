// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/spec.h"

#include "isa/base/nearest.h"
#include "isa/base/text.h"

#include <string.h>

typedef struct Reader {
    const char *text, *end, *at;
    const char *file;
    uint32_t line;
    SweepSpec *spec;
    Diagnostics *diagnostics;
    Arena *arena;
    uint32_t run_line;
    uint32_t metrics_room, axes_room;
} Reader;

typedef struct Words {
    const char **at;
    uint32_t count, room;
} Words;

static void report(Reader *reader, uint32_t line, const char *format, const char *name)
{
    diagnostics_add(reader->diagnostics, DIAGNOSTIC_ERROR,
                    (SourcePosition){.file = reader->file, .line = line}, reader->text, format,
                    name);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool is_at_end_of_line(const Reader *reader)
{
    return reader->at >= reader->end || *reader->at == '\n' || *reader->at == '#';
}

static void skip_blanks(Reader *reader)
{
    while (reader->at < reader->end && is_blank(*reader->at)) {
        reader->at++;
    }
}

// Characters up to a blank; those between quotes are taken as they are.
static const char *read_word(Reader *reader)
{
    Text word = {0};
    while (!is_at_end_of_line(reader) && !is_blank(*reader->at)) {
        char quote = *reader->at;
        if (quote != '"' && quote != '\'') {
            text_add(&word, reader->at++, 1);
            continue;
        }
        const char *first = ++reader->at;
        while (reader->at < reader->end && *reader->at != quote && *reader->at != '\n') {
            reader->at++;
        }
        text_add(&word, first, (size_t)(reader->at - first));
        if (reader->at >= reader->end || *reader->at != quote) {
            report(reader, reader->line, "a quotation mark %s is not closed",
                   quote == '"' ? "\"" : "'");
            break;
        }
        reader->at++;
    }
    const char *result = arena_text(reader->arena, text_string(&word), word.size_bytes);
    text_destroy(&word);
    return result;
}

static Words read_line(Reader *reader)
{
    Words words = {0};
    for (skip_blanks(reader); !is_at_end_of_line(reader); skip_blanks(reader)) {
        const char *word = read_word(reader);
        words.at = arena_room(reader->arena, words.at, words.count, &words.room, sizeof *words.at);
        words.at[words.count++] = word;
    }
    while (reader->at < reader->end && *reader->at++ != '\n') {
    }
    return words;
}

static SweepAxis *find_axis(const SweepSpec *spec, const char *name, size_t size_bytes)
{
    for (uint32_t i = 0; i < spec->axis_count; i++) {
        if (strlen(spec->axes[i].name) == size_bytes &&
            memcmp(spec->axes[i].name, name, size_bytes) == 0) {
            return &spec->axes[i];
        }
    }
    return NULL;
}

static void add_axis(Reader *reader, SweepAxisKind kind, const char *name, const Words *words,
                     uint32_t first)
{
    SweepSpec *spec = reader->spec;
    if (first >= words->count) {
        report(reader, reader->line, "'%s' has no values", name);
        return;
    }
    if (find_axis(spec, name, strlen(name)) != NULL) {
        report(reader, reader->line, "'%s' has its values already", name);
        return;
    }
    spec->axes = arena_room(reader->arena, spec->axes, spec->axis_count, &reader->axes_room,
                            sizeof *spec->axes);
    spec->axes[spec->axis_count++] = (SweepAxis){.kind = kind,
                                                 .name = name,
                                                 .values = words->at + first,
                                                 .count = words->count - first,
                                                 .line = reader->line};
}

static void add_metrics(Reader *reader, const Words *words)
{
    SweepSpec *spec = reader->spec;
    for (uint32_t i = 1; i < words->count; i++) {
        spec->metrics = arena_room(reader->arena, spec->metrics, spec->metric_count,
                                   &reader->metrics_room, sizeof *spec->metrics);
        spec->metrics[spec->metric_count++] = words->at[i];
    }
}

static void add_run(Reader *reader, const Words *words)
{
    if (reader->run_line != 0) {
        report(reader, reader->line, "a second '%s'; a sweep runs one command line", "run");
    } else if (words->count < 2) {
        report(reader, reader->line, "'%s' needs a program", "run");
    }
    reader->run_line = reader->line;
    reader->spec->words = words->at + 1;
    reader->spec->word_count = words->count - 1;
}

static void add_line(Reader *reader, const Words *words)
{
    static const char *const kinds[] = {"run", "gpu", "set", "axis", "metrics"};
    const char *kind = words->at[0];
    bool has_name = strcmp(kind, "set") == 0 || strcmp(kind, "axis") == 0;
    if (strcmp(kind, "run") == 0) {
        add_run(reader, words);
    } else if (strcmp(kind, "metrics") == 0) {
        add_metrics(reader, words);
    } else if (strcmp(kind, "gpu") == 0) {
        add_axis(reader, SWEEP_GPU, kind, words, 1);
    } else if (has_name && words->count > 1) {
        add_axis(reader, kind[0] == 's' ? SWEEP_KEY : SWEEP_NAME, words->at[1], words, 2);
    } else if (has_name) {
        report(reader, reader->line, "'%s' needs a name and values", kind);
    } else {
        const char *near = nearest(kind, kinds, sizeof kinds / sizeof *kinds);
        report(reader, reader->line,
               near == NULL
                   ? "'%s' is none of run, gpu, set, axis, metrics"
                   : arena_printf(reader->arena, "'%%s' is unknown; did you mean '%s'?", near),
               kind);
    }
}

// The end of a name in braces that begins at `at`; NULL: none begins there.
static const char *name_end(const char *at)
{
    const char *end = at[0] == '{' ? strchr(at, '}') : NULL;
    return end != NULL && end > at + 1 ? end : NULL;
}

static void check_names(Reader *reader, bool *is_used)
{
    const SweepSpec *spec = reader->spec;
    for (uint32_t i = 0; i < spec->word_count; i++) {
        for (const char *at = spec->words[i]; *at != '\0'; at++) {
            const char *end = name_end(at);
            if (end == NULL) {
                continue;
            }
            const char *name = arena_text(reader->arena, at + 1, (size_t)(end - at - 1));
            const SweepAxis *axis = find_axis(spec, name, strlen(name));
            if (axis == NULL) {
                report(reader, reader->run_line, "{%s} is no axis of this sweep", name);
            } else {
                is_used[axis - spec->axes] = true;
            }
            at = end;
        }
    }
}

static void check(Reader *reader)
{
    SweepSpec *spec = reader->spec;
    bool *is_used = arena_alloc(reader->arena, (spec->axis_count + 1u) * sizeof *is_used);
    if (reader->run_line == 0) {
        report(reader, 0, "no line begins with '%s': what is to be run?", "run");
        return;
    }
    check_names(reader, is_used);
    uint64_t points = 1;
    for (uint32_t i = 0; i < spec->axis_count; i++) {
        const SweepAxis *axis = &spec->axes[i];
        if (axis->kind == SWEEP_NAME && !is_used[i]) {
            report(reader, axis->line, "the command line does not use {%s}", axis->name);
        }
        points = points > SWEEP_POINTS_MAX ? points : points * axis->count;
    }
    if (points > SWEEP_POINTS_MAX) {
        report(reader, reader->run_line, "more than %s points", "100000");
        points = 0;
    }
    spec->point_count = (uint32_t)points;
}

bool sweep_read(const char *text, size_t size_bytes, const char *file_name, SweepSpec *spec,
                Diagnostics *diagnostics, Arena *arena)
{
    const char *copy = arena_text(arena, text, size_bytes);
    Reader reader = {.text = copy,
                     .at = copy,
                     .end = copy + size_bytes,
                     .file = file_name,
                     .spec = spec,
                     .diagnostics = diagnostics,
                     .arena = arena};
    *spec = (SweepSpec){0};
    while (reader.at < reader.end) {
        reader.line++;
        Words words = read_line(&reader);
        if (words.count > 0) {
            add_line(&reader, &words);
        }
    }
    check(&reader);
    return diagnostics->error_count == 0;
}

const char *sweep_value(const SweepSpec *spec, uint32_t axis, uint32_t point)
{
    for (uint32_t i = spec->axis_count - 1; i > axis; i--) {
        point /= spec->axes[i].count;
    }
    return spec->axes[axis].values[point % spec->axes[axis].count];
}

const char *sweep_word(const SweepSpec *spec, uint32_t word, uint32_t point, Arena *arena)
{
    Text text = {0};
    for (const char *at = spec->words[word]; *at != '\0'; at++) {
        const char *end = name_end(at);
        if (end == NULL) {
            text_add(&text, at, 1);
            continue;
        }
        const SweepAxis *axis = find_axis(spec, at + 1, (size_t)(end - at - 1));
        text_put(&text, sweep_value(spec, (uint32_t)(axis - spec->axes), point));
        at = end;
    }
    const char *result = arena_text(arena, text_string(&text), text.size_bytes);
    text_destroy(&text);
    return result;
}

const char *sweep_gpu(const SweepSpec *spec, uint32_t point, const char *preset, const char *text,
                      Arena *arena)
{
    Text file = {0};
    bool has_key = false;
    if (text != NULL) {
        text_printf(&file, "%s\n", text);
    } else {
        text_printf(&file, "base = %s\n", preset);
    }
    for (uint32_t i = 0; i < spec->axis_count; i++) {
        if (spec->axes[i].kind == SWEEP_KEY) {
            text_printf(&file, "%s = %s\n", spec->axes[i].name, sweep_value(spec, i, point));
            has_key = true;
        }
    }
    const char *result = has_key ? arena_text(arena, text_string(&file), file.size_bytes) : NULL;
    text_destroy(&file);
    return result;
}

const char *sweep_gpu_name(const SweepSpec *spec, uint32_t point)
{
    for (uint32_t i = 0; i < spec->axis_count; i++) {
        if (spec->axes[i].kind == SWEEP_GPU) {
            return sweep_value(spec, i, point);
        }
    }
    return NULL;
}
