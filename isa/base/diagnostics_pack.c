// SPDX-License-Identifier: Apache-2.0
// A header line of numbers for each diagnostic, with the sizes of its three texts, then the texts.
#include "isa/base/diagnostics_pack.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_COUNT = 3 };

// Sizes are one more than the text's; 0 means no text.
static size_t size_of(const char *text)
{
    return text == NULL ? 0 : strlen(text) + 1;
}

void diagnostics_pack(const Diagnostics *diagnostics, Text *out)
{
    for (uint32_t i = 0; i < diagnostics->count; i++) {
        const Diagnostic *item = &diagnostics->items[i];
        const char *texts[TEXT_COUNT] = {item->position.file, item->message, item->source_line};
        text_printf(out, "%u %u %u %zu %zu %zu\n", (unsigned)item->level, item->position.line,
                    item->position.column, size_of(texts[0]), size_of(texts[1]), size_of(texts[2]));
        for (int k = 0; k < TEXT_COUNT; k++) {
            text_add(out, texts[k] == NULL ? "" : texts[k], size_of(texts[k]));
        }
    }
}

// Reads one diagnostic at *at, which moves past it.
static bool read_one(const char **at, const char *end, Diagnostic *item)
{
    unsigned level, line, column;
    size_t sizes[TEXT_COUNT];
    const char *texts[TEXT_COUNT], *from = memchr(*at, '\n', (size_t)(end - *at));
    if (from == NULL || sscanf(*at, "%u %u %u %zu %zu %zu", &level, &line, &column, &sizes[0],
                               &sizes[1], &sizes[2]) != 6) {
        return false;
    }
    from++;
    for (int i = 0; i < TEXT_COUNT; i++) {
        if (sizes[i] > (size_t)(end - from) || (sizes[i] > 0 && from[sizes[i] - 1] != 0)) {
            return false;
        }
        texts[i] = sizes[i] == 0 ? NULL : from;
        from += sizes[i];
    }
    *at = from;
    *item = (Diagnostic){.level = (DiagnosticLevel)level,
                         .position = {texts[0], line, column},
                         .message = texts[1],
                         .source_line = texts[2]};
    return level <= DIAGNOSTIC_NOTE && texts[1] != NULL;
}

bool diagnostics_unpack(const char *bytes, size_t size_bytes, Diagnostics *diagnostics)
{
    Diagnostics read = {0};
    Diagnostic item;
    const char *at = bytes, *end = bytes + size_bytes;
    bool is_good = true;
    while (is_good && at < end) {
        is_good = read_one(&at, end, &item);
        if (is_good) {
            diagnostics_copy(&read, &item);
        }
    }
    for (uint32_t i = 0; i < read.count && is_good; i++) {
        diagnostics_copy(diagnostics, &read.items[i]);
    }
    diagnostics_clear(&read);
    return is_good;
}
