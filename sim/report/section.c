// SPDX-License-Identifier: Apache-2.0
#include "sim/report/section.h"

#include "sim/report/baseline.h"
#include "sim/report/number.h"
#include "sim/report/unit.h"

#include <math.h>
#include <regex.h>
#include <string.h>

static const SectionEntry entries[] = {
#define SECTION(name, title, is_basic) {name, title, NULL, COUNTER_COUNT, is_basic},
#define ROW(label, counter, unit)      {NULL, label, unit, COUNTER_##counter, false},
#define OTHER(name)
#include "sim/report/section.def"
#undef SECTION
#undef ROW
#undef OTHER
};

static const char *const others[] = {
#define SECTION(name, title, is_basic)
#define ROW(label, counter, unit)
#define OTHER(name) name,
#include "sim/report/section.def"
#undef SECTION
#undef ROW
#undef OTHER
};

enum { ENTRY_COUNT = sizeof entries / sizeof entries[0] };

// Sets of ncu's that are more than the basic one: all sections here.
static const char *const larger_sets[] = {"detailed", "full", "roofline", "source"};

const SectionEntry *section_entry(uint32_t number)
{
    return number < ENTRY_COUNT ? &entries[number] : NULL;
}

static bool is_named(const SectionEntry *section, const char *name, const regex_t *expression)
{
    return expression != NULL
               ? regexec(expression, section->name, 0, NULL, 0) == 0
               : strcmp(section->name, name) == 0 || strcmp(section->text, name) == 0;
}

static bool add_named(const char *name, const regex_t *expression, SectionSet *sections)
{
    SectionSet before = *sections, bit = 1, found = 0;
    for (uint32_t i = 0; i < ENTRY_COUNT; i++) {
        if (entries[i].name != NULL) {
            found |= is_named(&entries[i], name, expression) ? bit : 0;
            bit <<= 1;
        }
    }
    *sections = before | found;
    return found != 0;
}

bool section_add(const char *name, SectionSet *sections)
{
    regex_t expression;
    if (strncmp(name, "regex:", 6) != 0) {
        return add_named(name, NULL, sections);
    }
    if (regcomp(&expression, name + 6, REG_EXTENDED | REG_NOSUB) != 0) {
        return false;
    }
    bool is_found = add_named(name, &expression, sections);
    regfree(&expression);
    return is_found;
}

const char *section_title(const char *identifier)
{
    for (uint32_t i = 0; i < ENTRY_COUNT; i++) {
        if (entries[i].name != NULL && strcmp(entries[i].name, identifier) == 0) {
            return entries[i].text;
        }
    }
    return identifier;
}

bool section_is_other(const char *name)
{
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (strcmp(others[i], name) == 0) {
            return true;
        }
    }
    return false;
}

uint32_t section_names(const char **names, uint32_t room)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < ENTRY_COUNT && count < room; i++) {
        if (entries[i].name != NULL) {
            names[count++] = entries[i].name;
        }
    }
    return count;
}

bool section_add_set(const char *name, SectionSet *sections)
{
    SectionSet bit = 1;
    for (uint32_t i = 0; i < ENTRY_COUNT && strcmp(name, "basic") == 0; i++) {
        if (entries[i].name != NULL) {
            *sections |= entries[i].is_basic ? bit : 0;
            bit <<= 1;
        }
    }
    for (size_t i = 0; i < sizeof larger_sets / sizeof larger_sets[0]; i++) {
        *sections |= strcmp(name, larger_sets[i]) == 0 ? SECTIONS_ALL : 0;
    }
    return *sections != 0;
}

void section_list(Text *out)
{
    for (uint32_t i = 0; i < ENTRY_COUNT; i++) {
        if (entries[i].name != NULL) {
            text_printf(out, "  %-28s %s%s\n", entries[i].name, entries[i].text,
                        entries[i].is_basic ? " (basic)" : "");
        }
    }
}

void section_list_sets(Text *out)
{
    const char *separator = "  basic: ";
    for (uint32_t i = 0; i < ENTRY_COUNT; i++) {
        if (entries[i].name != NULL && entries[i].is_basic) {
            text_printf(out, "%s%s", separator, entries[i].name);
            separator = ", ";
        }
    }
    separator = "\n  ";
    for (size_t i = 0; i < sizeof larger_sets / sizeof larger_sets[0]; i++) {
        text_printf(out, "%s%s", separator, larger_sets[i]);
        separator = ", ";
    }
    text_put(out, ": all sections\n");
}

typedef struct Widths {
    int label, unit, value;
    int change; // since the baseline; 0: there is none
} Widths;

// A row as it is printed.
typedef struct Cells {
    const char *unit;
    const char *change;
    char number[NUMBER_MAX], scaled[UNIT_MAX], changed[NUMBER_MAX];
} Cells;

static int wider(int width, const char *text)
{
    int size = (int)strlen(text);
    return size > width ? size : width;
}

// As ncu does: two digits behind the point unless the number is whole.
static void fill_cells(const ReportLaunch *launch, const SectionEntry *row, Units units,
                       Cells *cells)
{
    double value = launch->counters.value[row->id];
    cells->change = baseline_change(launch, row->id, cells->changed);
    cells->unit = units == UNITS_AUTO ? unit_scale(row->unit, &value, cells->scaled) : row->unit;
    if (value == floor(value)) {
        number_grouped(value, cells->number);
    } else {
        number_fixed(value, cells->number);
    }
}

static bool is_shown(const ReportLaunch *launch, const SectionEntry *row)
{
    return launch->counters.is_known[row->id];
}

static void put_rule(const Widths *widths, Text *out)
{
    static const char dashes[] = "------------------------------------------------------------";
    text_printf(out, "    %.*s %.*s %.*s", widths->label, dashes, widths->unit, dashes,
                widths->value, dashes);
    text_printf(out, "%s%.*s\n", widths->change > 0 ? " " : "", widths->change, dashes);
}

// Behind the rows of the section at `at`.
static uint32_t end_of(uint32_t at)
{
    uint32_t end = at + 1;
    while (end < ENTRY_COUNT && entries[end].name == NULL) {
        end++;
    }
    return end;
}

static bool has_rows(const ReportLaunch *launch, uint32_t at)
{
    for (uint32_t i = at + 1; i < end_of(at); i++) {
        if (is_shown(launch, &entries[i])) {
            return true;
        }
    }
    return false;
}

static void put_section(const ReportLaunch *launch, uint32_t at, Units units, Text *out)
{
    Widths widths = {11, 11, 12, launch->before == NULL ? 0 : (int)sizeof "Baseline Change" - 1};
    int change = widths.change > 0 ? widths.change + 1 : 0;
    Cells cells;
    uint32_t end = end_of(at);
    for (uint32_t i = at + 1; i < end; i++) {
        if (is_shown(launch, &entries[i])) {
            fill_cells(launch, &entries[i], units, &cells);
            widths.label = wider(widths.label, entries[i].text);
            widths.unit = wider(widths.unit, cells.unit);
            widths.value = wider(widths.value, cells.number);
        }
    }
    text_printf(out, "    Section: %s\n", entries[at].text);
    put_rule(&widths, out);
    text_printf(out, "    %-*s %*s %*s%*s\n", widths.label, "Metric Name", widths.unit,
                "Metric Unit", widths.value, "Metric Value", change,
                change > 0 ? "Baseline Change" : "");
    put_rule(&widths, out);
    for (uint32_t i = at + 1; i < end; i++) {
        if (is_shown(launch, &entries[i])) {
            fill_cells(launch, &entries[i], units, &cells);
            text_printf(out, "    %-*s %*s %*s%*s\n", widths.label, entries[i].text, widths.unit,
                        cells.unit, widths.value, cells.number, change, cells.change);
        }
    }
    put_rule(&widths, out);
    text_put(out, "\n");
    section_put_rules(launch, entries[at].name, out);
}

// The sections of the set that have rows for the launch.
static SectionSet shown_sections(const ReportLaunch *launch, SectionSet sections)
{
    SectionSet bit = 1, shown = 0;
    for (uint32_t i = 0; i < ENTRY_COUNT && launch->has_run; i++) {
        if (entries[i].name != NULL) {
            shown |= (sections & bit) != 0 && has_rows(launch, i) ? bit : 0;
            bit <<= 1;
        }
    }
    return shown;
}

static void put_launch(const ReportLaunch *launch, SectionSet shown, Units units, Text *out)
{
    const LaunchRecord *record = launch->record;
    uint32_t capability = record->gpu->compute_capability;
    text_printf(out, "  %s (%u, %u, %u)x(%u, %u, %u), Context 1, Stream 7, Device 0, CC %u.%u\n",
                launch->name, TEXT_XYZ(record->grid), TEXT_XYZ(record->block), capability / 10,
                capability % 10);
    SectionSet bit = 1;
    for (uint32_t i = 0; i < ENTRY_COUNT; i++) {
        if (entries[i].name != NULL) {
            if ((shown & bit) != 0) {
                put_section(launch, i, units, out);
            }
            bit <<= 1;
        }
    }
}

// Findings of sections that are not shown.
static void put_others(const ReportLaunch *launch, SectionSet shown, bool is_colored, Text *out)
{
    for (uint32_t i = 0; i < launch->finding_count; i++) {
        SectionSet set = 0;
        section_add(finding_info[launch->findings[i].kind].section, &set);
        if ((set & shown) == 0) {
            ReportLaunch one = {.findings = &launch->findings[i], .finding_count = 1};
            Report report = {.launches = &one, .count = 1};
            report_print_findings(&report, is_colored, out);
        }
    }
}

void report_print_sections(const Report *report, SectionSet sections, Units units, bool is_colored,
                           Text *out)
{
    for (uint32_t i = 0; i < report->count; i++) {
        SectionSet shown = shown_sections(&report->launches[i], sections);
        put_launch(&report->launches[i], shown, units, out);
        put_others(&report->launches[i], shown, is_colored, out);
        text_put(out, i + 1 < report->count ? "\n" : "");
    }
}
