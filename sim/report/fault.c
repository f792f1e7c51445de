// SPDX-License-Identifier: Apache-2.0
// Why a kernel stopped, in the device's words, as part of the report.
#include "sim/device/fault.h"

#include "sim/report/number.h"
#include "sim/report/report.h"

#include <string.h>

// "out of bounds" becomes "out-of-bounds", as findings are named.
static const char *name_of(FaultKind kind, Arena *arena)
{
    const char *words = fault_name(kind);
    char *name = arena_text(arena, words, strlen(words));
    for (char *at = name; *at != 0; at++) {
        *at = *at == ' ' ? '-' : *at;
    }
    return name;
}

static const char *sentence_of(Diagnostics *diagnostics, Arena *arena)
{
    const char *text = "";
    for (uint32_t i = 0; i < diagnostics->count; i++) {
        text =
            arena_printf(arena, "%s%s%s", text, i > 0 ? "; " : "", diagnostics->items[i].message);
    }
    diagnostics_clear(diagnostics);
    return text;
}

static SourcePosition position_of(const ReportLaunch *launch, const Fault *fault)
{
    const MachineProgram *program = launch->record->program;
    return fault->pc < program->code_count ? report_position(program, &program->code[fault->pc])
                                           : launch->position;
}

void report_add_fault(ReportLaunch *launch, Arena *arena)
{
    const LaunchRecord *record = launch->record;
    Diagnostics diagnostics = {0};
    if (record->beyond.kind != FAULT_NONE) {
        fault_describe_beyond(record, &diagnostics);
        launch->beyond = sentence_of(&diagnostics, arena);
        launch->beyond_position = position_of(launch, &record->beyond);
    }
    if (record->fault.kind != FAULT_NONE) {
        fault_describe(record, &diagnostics);
        launch->fault = sentence_of(&diagnostics, arena);
        launch->fault_name = name_of(record->fault.kind, arena);
        launch->fault_position = position_of(launch, &record->fault);
    }
}
