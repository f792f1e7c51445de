// SPDX-License-Identifier: Apache-2.0
// A branch as text: which lanes went where, the stack, where they reconverge, and what it costs.
#include "isa/base/bits.h"
#include "sim/explain/show.h"

#include <string.h>

static void put_place(const MachineProgram *program, uint32_t pc, Text *out)
{
    if (pc >= program->code_count) {
        text_put(out, "the end");
        return;
    }
    const Micro *micro = &program->code[pc];
    SourcePosition position = report_position(program, micro);
    const char *slash = position.file == NULL ? NULL : strrchr(position.file, '/');
    if (micro->location > 0 && position.file != NULL) {
        text_printf(out, "%s:%u, ", slash == NULL ? position.file : slash + 1, position.line);
    }
    text_printf(out, "PTX line %u", micro->ptx_line);
}

static void show_side(const MachineProgram *program, const BranchFacts *facts, uint32_t index,
                      Text *out)
{
    const BranchSide *side = &facts->sides[index];
    Text label = {0}, text = {0};
    text_printf(&label, "side %u", index + 1);
    show_lanes(&text, side->lanes, '.', 0);
    text_printf(&text, "  %08x %u lane%s: ", side->lanes, bits_count(side->lanes),
                bits_count(side->lanes) == 1 ? "" : "s");
    if (side->pc == facts->reconverge) {
        text_put(&text, "straight to where they meet");
    } else {
        put_place(program, side->pc, &text);
        text_printf(&text, "; %u instructions", side->issued);
    }
    show_entry(out, text_string(&label), text_string(&text));
    text_destroy(&label);
    text_destroy(&text);
}

static void show_entry_of_stack(const MachineProgram *program, const SimtEntry *entry,
                                const char *label, Text *out)
{
    Text text = {0};
    text_printf(&text, "%08x at ", entry->mask);
    put_place(program, entry->pc, &text);
    text_put(&text, ", until ");
    put_place(program, entry->reconverge, &text);
    show_entry(out, label, text_string(&text));
    text_destroy(&text);
}

// The stack that the warp's next step found, from the top: what the branch made of it.
static void show_stack(const MachineProgram *program, const Recording *recording, uint32_t step,
                       Text *out)
{
    const RecordedStep *at = &recording->steps[step], *next = NULL;
    for (uint32_t i = step + 1; i < recording->step_count && next == NULL; i++) {
        const RecordedStep *other = &recording->steps[i];
        next = other->warp == at->warp && other->split == at->split ? other : NULL;
    }
    if (next == NULL) {
        return;
    }
    Text text = {0};
    text_printf(&text, "%u entr%s before, %u after; from the top:", at->stack_count,
                at->stack_count == 1 ? "y" : "ies", next->stack_count);
    show_entry(out, "stack", text_string(&text));
    text_destroy(&text);
    for (uint32_t i = next->stack_count; i > 0; i--) {
        show_entry_of_stack(program, &recording->entries[next->stack + i - 1], "", out);
    }
}

static void show_meeting(const MachineProgram *program, const Recording *recording,
                         const BranchFacts *facts, Text *out)
{
    Text text = {0};
    if (facts->reconverge == PC_EXIT) {
        text_put(&text, "nowhere: one side leaves the function before the paths meet, so the other "
                        "continues alone");
    } else {
        put_place(program, facts->reconverge, &text);
        text_put(&text, ": the immediate post-dominator, the first instruction that all ways from "
                        "the branch must pass");
    }
    if (facts->met_step != RECORDED_NONE) {
        text_printf(&text, "; there %08x go on", recording->steps[facts->met_step].active);
    } else if (facts->is_cut_off) {
        text_put(&text, " (the recording ends before)");
    }
    show_entry(out, "meet", text_string(&text));
    text_destroy(&text);
}

static uint32_t issued_by_sides(const BranchFacts *facts)
{
    uint32_t issued = 0;
    for (uint32_t i = 0; i < facts->side_count; i++) {
        issued += facts->sides[i].issued;
    }
    return issued;
}

static void show_branch_cost(const BranchFacts *facts, Text *out)
{
    uint64_t useful = (uint64_t)facts->issued * bits_count(facts->active);
    uint32_t longest = 0, issued = facts->issued + issued_by_sides(facts);
    Text text = {0};
    text_printf(&text, "%u", facts->issued);
    for (uint32_t i = 0; i < facts->side_count; i++) {
        const BranchSide *side = &facts->sides[i];
        text_printf(&text, " + %u", side->issued);
        useful += side->lane_issues;
        longest = side->issued > longest ? side->issued : longest;
    }
    text_printf(&text, " = %u instructions of the warp", issued);
    if (facts->side_count > 1) {
        text_printf(&text, ", one side after the other, %.1f of 32 lanes busy",
                    issued == 0 ? 0.0 : (double)useful / issued);
    }
    if (facts->side_count > 1 && !facts->is_backward) {
        text_printf(&text, "; a warp that does not diverge issues at most %u",
                    facts->issued + longest);
    }
    show_entry(out, "cost", text_string(&text));
    text_destroy(&text);
}

static const char *obstacle_text(BranchObstacle obstacle)
{
    switch (obstacle) {
    case BRANCH_LOOPS:
        return "not possible: there is a loop in between, and its trip count decides";
    case BRANCH_CALLS: return "not possible: there is a call, return or exit in between";
    case BRANCH_BARRIERS: return "not possible: there is a barrier in between";
    case BRANCH_OPEN: return "not possible: the sides do not meet, or are too many or too long";
    case BRANCH_GUARDABLE: break;
    }
    return "";
}

static void show_guarded_cost(const BranchFacts *facts, Text *out)
{
    if (facts->obstacle != BRANCH_GUARDABLE) {
        show_entry(out, "guards", obstacle_text(facts->obstacle));
        return;
    }
    uint32_t issued = facts->issued + issued_by_sides(facts);
    Text text = {0};
    text_printf(&text,
                "%u instructions if both sides were predicated, whichever lanes are active; ",
                facts->guarded_issues);
    if (facts->guarded_issues < issued) {
        text_printf(&text, "%u fewer than the branch here", issued - facts->guarded_issues);
    } else if (facts->guarded_issues > issued) {
        text_printf(&text, "%u more than the branch here", facts->guarded_issues - issued);
    } else {
        text_put(&text, "as many as the branch here");
    }
    show_entry(out, "guards", text_string(&text));
    text_destroy(&text);
}

void show_branch(const MachineProgram *program, const Recording *recording, uint32_t step,
                 const BranchFacts *facts, Text *out)
{
    Text text = {0};
    show_lanes(&text, facts->active, '.', 0);
    text_printf(&text, "  %08x %u reach it", facts->active, bits_count(facts->active));
    show_entry(out, "lanes", text_string(&text));
    text_destroy(&text);
    for (uint32_t i = 0; i < facts->side_count; i++) {
        show_side(program, facts, i, out);
    }
    if (facts->side_count < 2) {
        show_entry(out, "diverges",
                   facts->is_backward ? "not in this visit: the loop continues or ends for all "
                                        "lanes at once"
                                      : "not in this visit: all lanes agree, so only one "
                                        "side runs");
    } else {
        show_stack(program, recording, step, out);
    }
    show_meeting(program, recording, facts, out);
    show_branch_cost(facts, out);
    show_guarded_cost(facts, out);
}
