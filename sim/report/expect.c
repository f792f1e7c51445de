// SPDX-License-Identifier: Apache-2.0
#include "sim/report/expect.h"

#include "sim/report/number.h"
#include "sim/report/print.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *text;
    ExpectOperator comparison;
} operators[] = {{"==", EXPECT_EQUAL},    {"!=", EXPECT_NOT_EQUAL}, {"<=", EXPECT_AT_MOST},
                 {">=", EXPECT_AT_LEAST}, {"<", EXPECT_LESS},       {">", EXPECT_GREATER},
                 {"=", EXPECT_EQUAL}};

// The operator at the start of the text and its length; 0 when there is none.
static size_t read_operator(const char *at, ExpectOperator *comparison)
{
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++) {
        size_t size = strlen(operators[i].text);
        if (strncmp(at, operators[i].text, size) == 0) {
            *comparison = operators[i].comparison;
            return size;
        }
    }
    return 0;
}

const char *expect_parse(const char *text, Expectation *expectation, Arena *arena)
{
    const char *name = text + strspn(text, " ");
    size_t name_bytes = strcspn(name, " =!<>");
    const char *at = name + name_bytes + strspn(name + name_bytes, " ");
    size_t operator_bytes = read_operator(at, &expectation->comparison);
    if (name_bytes == 0 || operator_bytes == 0) {
        return arena_printf(arena, "'%s' is not of the form COUNTER==NUMBER (or != < <= > >=)",
                            text);
    }
    expectation->text = text;
    expectation->id = counter_find(name, name_bytes);
    if (expectation->id == COUNTER_COUNT) {
        const char *unknown = arena_text(arena, name, name_bytes);
        const char *meant = metrics_nearest(unknown, arena);
        return meant == NULL
                   ? arena_printf(arena, "unknown counter '%s' (lockstep query lists them)",
                                  unknown)
                   : arena_printf(arena, "unknown counter '%s'; did you mean '%s'?", unknown,
                                  meant);
    }
    at += operator_bytes;
    char *end;
    expectation->wanted = strtod(at, &end);
    if (end == at || end[strspn(end, " %")] != 0) {
        return arena_printf(arena, "'%s' is not a number", at);
    }
    return NULL;
}

static bool is_met(const Expectation *expectation, double found)
{
    double wanted = expectation->wanted;
    switch (expectation->comparison) {
    case EXPECT_EQUAL: return found == wanted;
    case EXPECT_NOT_EQUAL: return found != wanted;
    case EXPECT_LESS: return found < wanted;
    case EXPECT_AT_MOST: return found <= wanted;
    case EXPECT_GREATER: return found > wanted;
    case EXPECT_AT_LEAST: return found >= wanted;
    }
    return false;
}

// Whether more of the counter than expected was found.
static bool is_excess(const Expectation *expectation, double found)
{
    return expectation->comparison != EXPECT_NOT_EQUAL && found > expectation->wanted;
}

// The access or branch with the largest part of a sum, if more than expected was found; otherwise,
// and for counters that no access has, the kernel.
static SourcePosition cause_of(const Expectation *expectation, const ReportLaunch *launch)
{
    SourcePosition cause = launch->position;
    double most = 0;
    if (!is_excess(expectation, launch->counters.value[expectation->id]) ||
        counter_info[expectation->id].kind != COUNTER_SUM) {
        return cause;
    }
    for (uint32_t i = 0; i < launch->site_count; i++) {
        const ReportSite *site = &launch->sites[i];
        CounterSet counters = {0};
        counter_add(&counters, site->micro, &site->executed, &site->accesses);
        counter_finish(&counters, launch->record->gpu, false);
        if (counters.value[expectation->id] > most) {
            most = counters.value[expectation->id];
            cause = site->position;
        }
    }
    return cause;
}

// The number, or why there is none.
static const char *found_text(const Expectation *expectation, const ReportLaunch *launch,
                              char number[NUMBER_MAX])
{
    if (launch->has_run && launch->counters.is_known[expectation->id]) {
        return number_plain(launch->counters.value[expectation->id], number);
    }
    bool lacks_clock =
        launch->has_run && launch->record->time == NULL && counter_needs_clock(expectation->id);
    return lacks_clock ? "no value without --mode cycles" : "no such counter";
}

bool expect_check(const Expectation *expectation, const Report *report, bool is_colored, Text *out)
{
    bool is_good = true;
    for (uint32_t i = 0; i < report->count; i++) {
        const ReportLaunch *launch = &report->launches[i];
        bool is_known = launch->has_run && launch->counters.is_known[expectation->id];
        if (is_known && is_met(expectation, launch->counters.value[expectation->id])) {
            continue;
        }
        char number[NUMBER_MAX];
        Text message = {0};
        text_printf(&message, "expected %s in %s%s on %s, found %s", expectation->text,
                    launch->short_name, launch->tag, launch->record->gpu->name,
                    found_text(expectation, launch, number));
        SourcePosition cause = is_known ? cause_of(expectation, launch) : launch->position;
        print_diagnostic(cause, "error", text_string(&message), "expect", is_colored, out);
        text_destroy(&message);
        is_good = false;
    }
    return is_good;
}
