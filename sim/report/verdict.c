// SPDX-License-Identifier: Apache-2.0
// The verdict on a launch in a few words, for tables of launches: how it ended, what limits it, or
// what costs most.
#include "sim/report/report.h"

static const char *worst_finding(const ReportLaunch *launch, Arena *arena)
{
    if (launch->finding_count == 0) {
        return "";
    }
    const Finding *finding = &launch->findings[0]; // they are sorted
    return arena_printf(arena, "%s at line %u", finding_info[finding->kind].name,
                        finding->position.line);
}

void report_add_verdict(ReportLaunch *launch, Arena *arena)
{
    if (!launch->has_run) {
        launch->verdict = "refused";
        return;
    }
    if (launch->fault != NULL) {
        launch->verdict = arena_printf(arena, "stopped: %s", launch->fault_name);
        return;
    }
    if (launch->beyond != NULL) {
        launch->verdict =
            arena_printf(arena, "out of bounds at line %u", launch->beyond_position.line);
        return;
    }
    const char *finding = worst_finding(launch, arena);
    const char *limit =
        launch->bottleneck == NULL ? "" : bottleneck_info[launch->bottleneck->kind].name;
    bool has_both = *limit != '\0' && *finding != '\0';
    launch->verdict = arena_printf(arena, "%s%s%s", limit, has_both ? ", " : "", finding);
}
