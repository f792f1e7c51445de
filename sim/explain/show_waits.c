// SPDX-License-Identifier: Apache-2.0
// What warps waited for: a recorded step before it issued, and a whole line, of runs with a clock.
#include "sim/explain/show.h"
#include "sim/report/number.h"

#include <inttypes.h>
#include <string.h>

// Reasons of a line that are named.
enum { REASONS_MOST = 4 };

// The longest wait of the step before it issued, and the cycles of all; NULL: it did not wait.
static const RecordedWait *longest_wait(const Recording *recording, const RecordedStep *step,
                                        uint64_t *cycles)
{
    const RecordedWait *longest = NULL;
    *cycles = 0;
    for (uint32_t i = step->wait; i < step->wait + step->wait_count; i++) {
        const RecordedWait *wait = &recording->waits[i];
        if (wait->from >= step->issued) { // between its machine instructions
            continue;
        }
        uint64_t most = longest == NULL ? 0 : longest->until - longest->from;
        longest = wait->until - wait->from > most ? wait : longest;
        *cycles += wait->until - wait->from;
    }
    return longest;
}

bool explain_put_waits(const MachineProgram *program, const Recording *recording, uint32_t step,
                       Text *out)
{
    uint64_t cycles;
    const RecordedWait *wait = longest_wait(recording, &recording->steps[step], &cycles);
    if (wait == NULL) {
        return false;
    }
    text_printf(out, "%" PRIu64 " cycle%s, %" PRIu64 " for %s (%s)", cycles, cycles == 1 ? "" : "s",
                wait->until - wait->from, stall_info[wait->stall].doc,
                stall_info[wait->stall].name);
    if (wait->producer != RECORDED_NONE) {
        const Micro *micro = &program->code[recording->steps[wait->producer].pc];
        SourcePosition position = report_position(program, micro);
        text_printf(out, micro->location > 0 ? ", of line %u" : ", of PTX line %u",
                    micro->location > 0 ? position.line : micro->ptx_line);
    }
    return true;
}

static uint64_t add_line(const LaunchRecord *record, const ExplainWish *wish, StallCount *sums)
{
    uint64_t all = 0;
    for (uint32_t pc = 0; pc < record->program->code_count; pc++) {
        if (!explain_is_on_line(record->program, &record->program->code[pc], wish)) {
            continue;
        }
        for (uint32_t stall = 0; stall < STALL_COUNT; stall++) {
            uint64_t cycles = stall == STALL_SELECTED ? 0 : record->time->stalls[pc].cycles[stall];
            sums->cycles[stall] += cycles;
            all += cycles;
        }
    }
    return all;
}

bool show_waits(const ReportLaunch *launch, const ExplainWish *wish, bool is_alone,
                const char *source, Text *out)
{
    StallCount sums = {{0}};
    uint64_t all = launch->record->time == NULL ? 0 : add_line(launch->record, wish, &sums);
    if (all == 0) {
        return false;
    }
    if (is_alone) {
        text_printf(out, "%s:%u: waits\n", wish->file, wish->line);
        if (source != NULL) {
            show_entry(out, "source", source + strspn(source, " \t"));
        }
    }
    Text text = {0};
    char number[NUMBER_MAX];
    text_printf(&text,
                "%s cycles of all warps of the launch:", number_grouped((double)all, number));
    for (int i = 0; i < REASONS_MOST; i++) {
        uint32_t most = 0;
        for (uint32_t stall = 1; stall < STALL_COUNT; stall++) {
            most = sums.cycles[stall] > sums.cycles[most] ? stall : most;
        }
        if (sums.cycles[most] == 0) {
            break;
        }
        text_printf(&text, "%s %.0f %% for %s (%s)", i > 0 ? ";" : "",
                    100 * (double)sums.cycles[most] / (double)all, stall_info[most].doc,
                    stall_info[most].name);
        sums.cycles[most] = 0;
    }
    show_entry(out, "waits", text_string(&text));
    text_destroy(&text);
    return true;
}
