// SPDX-License-Identifier: Apache-2.0
// When a warp reaches a line. The machine mixes the instructions of lines, and of several rounds of
// a loop, so neighboring steps do not tell; the order of the PTX does. A stretch is PTX that
// belongs to the line without much else in between. A warp reaches the line when it performs the
// first instruction of a stretch, or of a further round of it.
#include "sim/step/stepper.h"

#include <stdlib.h>

// So many PTX instructions of other lines may come between those of one stretch.
enum { VISIT_GAP = 4 };

typedef struct Visits {
    const Stepper *stepper;
    const ExplainWish *wish;
    uint32_t line_count; // lines of the PTX text
    bool *is_loop;       // by line of the PTX: a loop begins here
    uint32_t *lead;      // by line of the PTX: its first micro-op, from 1; 0: none
    uint32_t *stretch;   // by line of the PTX: from 1; 0: it is of another line
    uint32_t *rounds;    // by line of the PTX: how often its first micro-op was performed
    uint32_t *most;      // by stretch: of its lines
} Visits;

static const Micro *lead_of(const Visits *visits, uint32_t line)
{
    return &visits->stepper->program->code[visits->lead[line] - 1];
}

static void find_leads(Visits *visits)
{
    const MachineProgram *program = visits->stepper->program;
    for (uint32_t pc = program->code_count; pc-- > 0;) {
        visits->lead[program->code[pc].ptx_line] = pc + 1;
    }
}

// Marks where loops begin: labels to which a branch behind them goes.
static void find_loops(Visits *visits, const PtxFunction *ptx)
{
    for (uint32_t i = 0; i < ptx->instruction_count; i++) {
        const PtxInstruction *branch = &ptx->instructions[i];
        const PtxOperand *target = branch->operand_count > 0 ? &branch->operands[0] : NULL;
        if (branch->opcode != PTX_BRA || target == NULL || target->kind != PTX_OPERAND_LABEL) {
            continue;
        }
        uint32_t start = ptx->labels[target->label].instruction;
        if (start <= i && ptx->instructions[start].line < visits->line_count) {
            visits->is_loop[ptx->instructions[start].line] = true;
        }
    }
}

static bool does_same(const Micro *a, const Micro *b)
{
    return a->kind == b->kind && a->function == b->function;
}

// Whether two lines of the PTX are copies of one instruction.
static bool are_copies(const Visits *visits, uint32_t a, uint32_t b)
{
    const MachineProgram *program = visits->stepper->program;
    const PtxInstruction *const *instructions = visits->stepper->results.instructions;
    const PtxInstruction *one = instructions[visits->lead[a] - 1],
                         *other = instructions[visits->lead[b] - 1];
    return one != NULL && other != NULL && one->opcode == other->opcode &&
           one->type == other->type &&
           report_position(program, lead_of(visits, a)).column ==
               report_position(program, lead_of(visits, b)).column;
}

static bool is_on_line(const Visits *visits, uint32_t line)
{
    return explain_is_on_line(visits->stepper->program, lead_of(visits, line), visits->wish);
}

// Whether some PTX from `line` on, up to that of another line, is a copy of what is in the stretch
// that began at `first`: the compiler has unrolled a loop.
static bool begins_copy(const Visits *visits, uint32_t first, uint32_t line)
{
    for (uint32_t at = line; at < visits->line_count; at++) {
        if (visits->lead[at] != 0 && !is_on_line(visits, at)) {
            return false;
        }
        for (uint32_t i = first; visits->lead[at] != 0 && i < line; i++) {
            if (visits->stretch[i] != 0 && are_copies(visits, i, at)) {
                return true;
            }
        }
    }
    return false;
}

static void find_stretches(Visits *visits)
{
    uint32_t number = 0, first = 0, gap = VISIT_GAP + 1;
    bool is_entered = false;
    for (uint32_t line = 0; line < visits->line_count; line++) {
        is_entered |= visits->is_loop[line];
        if (visits->lead[line] == 0) {
            continue;
        }
        if (!is_on_line(visits, line)) {
            gap++;
            continue;
        }
        if (gap > VISIT_GAP || is_entered || (gap > 0 && begins_copy(visits, first, line))) {
            number++;
            first = line;
        }
        visits->stretch[line] = number;
        gap = 0;
        is_entered = false;
    }
}

static bool starts_round(Visits *visits, const RecordedStep *step)
{
    const Micro *micro = &visits->stepper->program->code[step->pc];
    uint32_t line = micro->ptx_line, stretch = visits->stretch[line];
    if (stretch == 0 || !does_same(micro, lead_of(visits, line))) {
        return false;
    }
    uint32_t round = ++visits->rounds[line];
    bool is_first = round > visits->most[stretch];
    visits->most[stretch] = is_first ? round : visits->most[stretch];
    return is_first;
}

const bool *stepper_visits(const Stepper *stepper, const ExplainWish *wish, Arena *arena)
{
    const MachineProgram *program = stepper->program;
    uint32_t lines = 1, count = stepper_count(stepper);
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        lines = program->code[pc].ptx_line >= lines ? program->code[pc].ptx_line + 1 : lines;
    }
    Visits visits = {.stepper = stepper, .wish = wish, .line_count = lines};
    visits.lead = arena_alloc(arena, lines * sizeof(uint32_t));
    visits.stretch = arena_alloc(arena, lines * sizeof(uint32_t));
    visits.rounds = arena_alloc(arena, lines * sizeof(uint32_t));
    visits.most = arena_alloc(arena, ((size_t)lines + 1) * sizeof(uint32_t));
    visits.is_loop = arena_alloc(arena, lines);
    find_leads(&visits);
    for (uint32_t f = 0; f < program->function_count; f++) {
        if (program->functions[f].ptx != NULL) {
            find_loops(&visits, program->functions[f].ptx);
        }
    }
    find_stretches(&visits);
    bool *starts = arena_alloc(arena, (size_t)count + 1);
    for (uint32_t at = 0; at < count; at++) {
        starts[at] = starts_round(&visits, stepper_step_at(stepper, at));
    }
    return starts;
}
