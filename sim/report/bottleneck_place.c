// SPDX-License-Identifier: Apache-2.0
// Which instructions of a line cause the verdict: the load whose result is awaited there, or the
// sequence that makes up most of the line. States only what follows from the code.
#include "sim/report/bottleneck.h"
#include "sim/time/micro_time.h"

#include <string.h>

// A shorter sequence, or one with a smaller share of the launch, is not mentioned.
static const uint32_t SEQUENCE_WORTH_A_WORD = 8;
static const double PART_WORTH_A_WORD = 25;

// The micro-op's line, of the PTX or in the same file of the source; 0 when it is elsewhere.
static uint32_t line_of(const LaunchRecord *record, const Micro *micro, const ReportLine *line)
{
    if (line->file == record->program->module->file) {
        return micro->ptx_line;
    }
    if (micro->location == 0) {
        return 0;
    }
    SourcePosition position = report_position(record->program, micro);
    return position.file != NULL && strcmp(position.file, line->file) == 0 ? position.line : 0;
}

static bool is_on_line(const LaunchRecord *record, uint32_t pc, const ReportLine *line)
{
    return line_of(record, &record->program->code[pc], line) == line->line;
}

// The instruction of the line that waited longest; UINT32_MAX when none did.
static uint32_t longest_wait(const LaunchRecord *record, const ReportLine *line, Stall stall)
{
    uint32_t longest = UINT32_MAX;
    uint64_t most = 0;
    for (uint32_t pc = 0; pc < record->program->code_count; pc++) {
        uint64_t cycles = record->time->stalls[pc].cycles[stall];
        if (cycles > most && is_on_line(record, pc, line)) {
            most = cycles;
            longest = pc;
        }
    }
    return longest;
}

static bool is_slow(const Micro *micro, Stall stall)
{
    bool is_memory = micro->pipe == PIPE_LSU || micro->pipe == PIPE_TEX;
    bool is_shared = micro->space == PTX_SPACE_SHARED || micro->kind == MICRO_SHUFFLE;
    return stall == STALL_LONG ? is_memory && !is_shared : stall == STALL_SHORT && is_shared;
}

static bool feeds(const MicroTime *from, const MicroTime *to)
{
    for (int i = 0; i < from->result_count; i++) {
        for (int k = 0; k < to->source_count; k++) {
            if (from->results[i] == to->sources[k]) {
                return true;
            }
        }
    }
    return false;
}

static bool is_control(const Micro *micro)
{
    return micro_is_branch((MicroKind)micro->kind) || micro->kind == MICRO_CALL ||
           micro->kind == MICRO_RETURN;
}

// Whether control can reach `last` without passing all instructions from `first` on.
static bool is_entered(const MachineProgram *program, uint32_t first, uint32_t last)
{
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        const Micro *micro = &program->code[pc];
        bool is_inside = micro->target > first && micro->target <= last;
        if ((micro->kind == MICRO_BRANCH && is_inside) ||
            (pc > first && pc < last && is_control(micro))) {
            return true;
        }
    }
    return false;
}

uint32_t bottleneck_producer_line(const ReportLaunch *launch, const ReportLine *line, Stall stall,
                                  Arena *arena)
{
    const LaunchRecord *record = launch->record;
    if (record->time == NULL || record->program == NULL) {
        return 0;
    }
    uint32_t waits = longest_wait(record, line, stall);
    ProgramTime time = program_time(record->program, record->gpu, arena);
    for (uint32_t pc = waits; waits != UINT32_MAX && pc-- > 0;) {
        const Micro *micro = &record->program->code[pc];
        if (feeds(&time.micros[pc], &time.micros[waits]) && is_slow(micro, stall)) {
            return is_entered(record->program, pc, waits) ? 0 : line_of(record, micro, line);
        }
    }
    return 0;
}

// The PTX spelling: the first of the function's.
static const char *spelling(const Micro *micro, Arena *arena)
{
    const char *keys = lane_info[micro->function].keys;
    return arena_printf(arena, "%.*s", (int)strcspn(keys, " "), keys);
}

static bool is_integer_division(const Micro *micro)
{
    switch (micro->function) {
    case LANE_DIV_U16:
    case LANE_DIV_S16:
    case LANE_DIV_U32:
    case LANE_DIV_S32:
    case LANE_DIV_U64:
    case LANE_DIV_S64:
    case LANE_REM_U16:
    case LANE_REM_S16:
    case LANE_REM_U32:
    case LANE_REM_S32:
    case LANE_REM_U64:
    case LANE_REM_S64: return true;
    default: return false;
    }
}

LineSequence bottleneck_sequence(const ReportLaunch *launch, const ReportLine *line, Arena *arena)
{
    const LaunchRecord *record = launch->record;
    LineSequence sequence = {0};
    if (record->program == NULL || record->executed == NULL) {
        return sequence;
    }
    double all = launch->counters.value[COUNTER_inst_executed];
    for (uint32_t pc = 0; pc < record->program->code_count; pc++) {
        const Micro *micro = &record->program->code[pc];
        double share = 100 * (double)(record->executed[pc].executed * micro->issues) / all;
        if (micro->kind == MICRO_LANE && micro->issues >= SEQUENCE_WORTH_A_WORD &&
            share >= PART_WORTH_A_WORD && share > sequence.share && is_on_line(record, pc, line)) {
            sequence = (LineSequence){spelling(micro, arena), micro->issues, share,
                                      is_integer_division(micro)};
        }
    }
    return sequence;
}
