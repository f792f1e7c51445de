// SPDX-License-Identifier: Apache-2.0
// .loc lines, and the string table that holds the names of the functions inlined there.
#include "isa/ptx/print.h"

#include <stdlib.h>
#include <string.h>

static int order_by_text(const void *left, const void *right)
{
    const PrintedString *a = left, *b = right;
    uintptr_t x = (uintptr_t)a->text, y = (uintptr_t)b->text;
    return x != y ? (x > y) - (x < y) : (a->first > b->first) - (a->first < b->first);
}

static int order_by_first(const void *left, const void *right)
{
    const PrintedString *a = left, *b = right;
    return (a->first > b->first) - (a->first < b->first);
}

// Keeps of each text its first use; the uses are sorted by text.
static uint32_t drop_repeated(PrintedString *items, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (kept == 0 || items[kept - 1].text != items[i].text) {
            items[kept++] = items[i];
        }
    }
    return kept;
}

void ptx_print_strings_init(PrintedStrings *strings, const PtxModule *module)
{
    *strings = (PrintedStrings){0};
    strings->items = calloc((size_t)module->location_count + 1, sizeof *strings->items);
    if (strings->items == NULL) {
        return; // the lines go without names
    }
    for (uint32_t i = 1; i < module->location_count; i++) {
        if (module->locations[i].inlined_function != NULL) {
            strings->items[strings->count++] =
                (PrintedString){module->locations[i].inlined_function, i, 0};
        }
    }
    qsort(strings->items, strings->count, sizeof *strings->items, order_by_text);
    strings->count = drop_repeated(strings->items, strings->count);
    qsort(strings->items, strings->count, sizeof *strings->items, order_by_first);
    for (uint32_t i = 0; i < strings->count; i++) {
        strings->items[i].number = i;
    }
    qsort(strings->items, strings->count, sizeof *strings->items, order_by_text);
}

void ptx_print_strings_destroy(PrintedStrings *strings)
{
    free(strings->items);
    *strings = (PrintedStrings){0};
}

static const PrintedString *find_string(const PrintedStrings *strings, const char *text)
{
    uint32_t low = 0, high = strings->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if ((uintptr_t)strings->items[middle].text < (uintptr_t)text) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < strings->count && strings->items[low].text == text ? &strings->items[low] : NULL;
}

void ptx_print_location(const PrintedStrings *strings, const PtxModule *module, uint32_t index,
                        Text *out)
{
    const PtxLocation *location = &module->locations[index];
    text_printf(out, ".loc %u %u %u", location->file, location->line, location->column);
    const PrintedString *name = find_string(strings, location->inlined_function);
    if (name != NULL) {
        text_printf(out, ", function_name $L__info_string%u", name->number);
    }
    if (location->inlined_at != 0) {
        const PtxLocation *site = &module->locations[location->inlined_at];
        text_printf(out, ", inlined_at %u %u %u", site->file, site->line, site->column);
    }
    text_put(out, "\n");
}

#define BYTES_A_LINE 24

static void print_bytes(const char *text, Text *out)
{
    size_t size = strlen(text) + 1;
    for (size_t i = 0; i < size; i++) {
        text_put(out, i % BYTES_A_LINE == 0 ? (i == 0 ? ".b8 " : "\n.b8 ") : ",");
        text_printf(out, "%u", (unsigned)(unsigned char)text[i]);
    }
    text_put(out, "\n");
}

void ptx_print_string_section(PrintedStrings *strings, Text *out)
{
    if (strings->count == 0) {
        return;
    }
    qsort(strings->items, strings->count, sizeof *strings->items, order_by_first);
    text_put(out, "\n.section .debug_str\n{\n");
    for (uint32_t i = 0; i < strings->count; i++) {
        text_printf(out, "$L__info_string%u:\n", strings->items[i].number);
        print_bytes(strings->items[i].text, out);
    }
    text_put(out, "}\n");
}
