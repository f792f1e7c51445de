// SPDX-License-Identifier: Apache-2.0
// Of how many machine instructions the PTX instructions of a line consist, and on which pipes these
// run. Only counts: no machine code is known.
#include "isa/machine/sequence.h"
#include "sim/explain/show.h"

#include <string.h>

// Beside an access or a branch, shorter sequences are not worth a line.
enum { WORTH_A_LINE = 8 };

static bool is_wanted(const MachineProgram *program, const Micro *micro, const ExplainWish *wish,
                      bool is_alone)
{
    return sequence_is_long(micro) && (is_alone || micro->issues >= WORTH_A_LINE) &&
           explain_is_on_line(program, micro, wish);
}

static bool is_same(const Micro *a, const Micro *b)
{
    return a->function == b->function && a->issues == b->issues && a->pipe == b->pipe &&
           a->sequence == b->sequence;
}

// The instructions like that at `pc` on the line, it included; 0: it is not the first of them.
static uint32_t count_same(const MachineProgram *program, uint32_t pc, const ExplainWish *wish)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < program->code_count; i++) {
        const Micro *micro = &program->code[i];
        if (sequence_is_long(micro) && is_same(micro, &program->code[pc]) &&
            explain_is_on_line(program, micro, wish)) {
            if (i < pc) {
                return 0;
            }
            count++;
        }
    }
    return count;
}

static void show_one(const MachineProgram *program, const Micro *micro, uint32_t count, Text *out)
{
    const char *keys = lane_info[micro->function].keys;
    uint32_t compute_capability = program->target.compute_capability;
    Text text = {0};
    text_printf(&text, "%.*s (PTX line %u", (int)strcspn(keys, " "), keys, micro->ptx_line);
    if (count > 1) {
        text_printf(&text, ", and %u more like it", count - 1);
    }
    text_put(&text, "): ");
    sequence_put(micro, compute_capability, &text);
    text_printf(&text, " (%s)", sequence_source(compute_capability));
    show_entry(out, "machine", text_string(&text));
    text_destroy(&text);
    const char *code = sequence_code(micro, compute_capability);
    if (code != NULL) {
        show_entry(out, "", code);
    }
}

bool show_sequences(const ReportLaunch *launch, const ExplainWish *wish, bool is_alone,
                    const char *source, Text *out)
{
    const MachineProgram *program = launch->record->program;
    bool is_any = false;
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        const Micro *micro = &program->code[pc];
        uint32_t count =
            is_wanted(program, micro, wish, is_alone) ? count_same(program, pc, wish) : 0;
        if (count == 0) {
            continue;
        }
        if (!is_any && is_alone) {
            text_printf(out, "%s:%u: arithmetic that takes several machine instructions\n",
                        wish->file, wish->line);
            if (source != NULL) {
                show_entry(out, "source", source + strspn(source, " \t"));
            }
        }
        is_any = true;
        show_one(program, micro, count, out);
    }
    return is_any;
}
