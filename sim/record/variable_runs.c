// SPDX-License-Identifier: Apache-2.0
// Where in the machine's code the events of the PTX happen.
#include "sim/record/variable_events.h"

#include <string.h>

// Micro-ops that a branch leads to, and those after one.
static void find_leaders(EventSearch *search)
{
    const MachineProgram *program = search->results->program;
    const MachineFunction *function = &program->functions[search->function];
    search->is_leader = arena_alloc(search->arena, (size_t)program->code_count + 1);
    for (uint32_t pc = function->entry_pc; pc < function->end_pc; pc++) {
        const Micro *micro = &program->code[pc];
        search->is_leader[pc + 1] |= micro_is_branch(micro->kind);
        if (micro->kind == MICRO_BRANCH && micro->target < program->code_count) {
            search->is_leader[micro->target] = true;
        }
    }
    for (uint32_t i = 0; i < program->target_count; i++) {
        if (program->targets[i] < program->code_count) {
            search->is_leader[program->targets[i]] = true;
        }
    }
}

// A stretch of micro-ops that one lane performs from start to end. The machine orders them as it
// likes, and may have several rounds of a loop in it. Events happen in the order of the PTX: when
// all that comes before them was performed.
typedef struct Run {
    EventSearch *search;
    uint32_t first, end; // pcs
    uint32_t low, high;  // instructions
    uint32_t rounds;
    uint32_t *counts; // by instruction - low: micro-ops that look alike
    uint32_t *lasts;  // by round and instruction - low: pcs; UINT32_MAX: none
    uint32_t *newest; // by instruction - low: its last micro-op in the run
    uint32_t *before; // by pc - first: the micro-op before it of the same instruction
    uint32_t *twins;  // by pc - first: how many of these do the same
    bool *has_block;  // by instruction - low: some micro-op is of its block
} Run;

static uint32_t *last_of(const Run *run, uint32_t round, uint32_t instruction)
{
    return &run->lasts[(size_t)round * (run->high - run->low + 1) + instruction - run->low];
}

// Links the micro-ops of each instruction, and counts those before each that do the same.
static void find_twins(Run *run, Arena *arena)
{
    const Micro *code = run->search->results->program->code;
    uint32_t size = run->end - run->first;
    run->before = arena_alloc(arena, size * sizeof *run->before);
    run->twins = arena_alloc(arena, size * sizeof *run->twins);
    run->newest = arena_alloc(arena, (run->high - run->low + 1) * sizeof *run->newest);
    memset(run->newest, 0xff, (run->high - run->low + 1) * sizeof *run->newest);
    for (uint32_t pc = run->first; pc < run->end; pc++) {
        uint32_t index = event_index_at(run->search, pc);
        if (index == UINT32_MAX) {
            continue;
        }
        uint32_t *newest = &run->newest[index - run->low];
        run->before[pc - run->first] = *newest;
        for (uint32_t at = *newest; at != UINT32_MAX; at = run->before[at - run->first]) {
            run->twins[pc - run->first] +=
                code[at].kind == code[pc].kind && code[at].function == code[pc].function;
        }
        *newest = pc;
    }
}

static void find_bounds(Run *run)
{
    run->low = UINT32_MAX;
    run->high = 0;
    for (uint32_t pc = run->first; pc < run->end; pc++) {
        uint32_t index = event_index_at(run->search, pc);
        if (index != UINT32_MAX) {
            uint32_t start = event_start_of(run->search, index);
            run->low = start < run->low ? start : run->low;
            run->high = index > run->high ? index : run->high;
        }
    }
    while (run->low <= run->high && run->high + 1 < run->search->ptx->instruction_count &&
           !run->search->is_start[run->high + 1]) {
        run->high++;
    }
}

// As many rounds as most instructions have.
static void find_rounds(Run *run, Arena *arena)
{
    uint32_t size = run->high - run->low + 1, one = 0, all = 0;
    run->counts = arena_alloc(arena, size * sizeof *run->counts);
    run->rounds = 1;
    for (uint32_t pc = run->first; pc < run->end; pc++) {
        uint32_t index = event_index_at(run->search, pc);
        if (index != UINT32_MAX) {
            uint32_t *count = &run->counts[index - run->low],
                     twins = run->twins[pc - run->first] + 1;
            *count = twins > *count ? twins : *count;
            run->rounds = *count > run->rounds ? *count : run->rounds;
        }
    }
    for (uint32_t i = 0; i < size; i++) {
        all += run->counts[i] == run->rounds;
        one += run->counts[i] > 0 && run->counts[i] != run->rounds;
    }
    run->rounds = all >= one ? run->rounds : 1;
}

static uint32_t round_of(const Run *run, uint32_t pc)
{
    uint32_t count = run->counts[event_index_at(run->search, pc) - run->low];
    return count == run->rounds ? run->twins[pc - run->first] : run->rounds - 1;
}

// The instruction that ends its block.
static uint32_t block_end_of(const EventSearch *search, uint32_t instruction)
{
    while (instruction + 1 < search->ptx->instruction_count && !search->is_start[instruction + 1]) {
        instruction++;
    }
    return instruction;
}

// Whether the instruction is the branch that ends its block, or the comparison that it reads.
static bool is_closing(const EventSearch *search, uint32_t instruction)
{
    const PtxInstruction *at = &search->ptx->instructions[instruction],
                         *end = &search->ptx->instructions[block_end_of(search, instruction)];
    bool is_test = at->operand_count > 0 && at->operands[0].kind == PTX_OPERAND_REGISTER &&
                   at->operands[0].reg == end->guard;
    return end->opcode == PTX_BRA && end->guard != NULL && (at == end || is_test);
}

// Before and between the copies of an unrolled loop, micro-ops of what closes its block decide
// which copy comes next. They alone do not perform the block.
static bool performs_block(const EventSearch *search, uint32_t instruction)
{
    if (!is_closing(search, instruction)) {
        return true;
    }
    uint32_t end = block_end_of(search, instruction);
    for (uint32_t at = event_start_of(search, instruction); at <= end; at++) {
        if (search->has_micro[at] && !is_closing(search, at)) {
            return false;
        }
    }
    return true;
}

static void find_places(Run *run, Arena *arena)
{
    size_t size = run->high - run->low + 1;
    run->lasts = arena_alloc(arena, size * run->rounds * sizeof *run->lasts);
    run->has_block = arena_alloc(arena, size);
    memset(run->lasts, 0xff, size * run->rounds * sizeof *run->lasts);
    for (uint32_t pc = run->first; pc < run->end; pc++) {
        uint32_t index = event_index_at(run->search, pc);
        if (index == UINT32_MAX) {
            continue;
        }
        *last_of(run, round_of(run, pc), index) = pc;
        if (!performs_block(run->search, index)) {
            continue;
        }
        for (uint32_t i = event_start_of(run->search, index) - run->low; i < size; i++) {
            if (i + run->low > index && run->search->is_start[i + run->low]) {
                break;
            }
            run->has_block[i] = true;
        }
    }
}

// Whether other lanes than before may reach the instruction; a short branch is no step of its own,
// but guards what comes after it.
static bool is_block_start(const Run *run, uint32_t at)
{
    PtxOpcode before = at > 0 ? run->search->ptx->instructions[at - 1].opcode : PTX_BRA;
    return run->search->is_start[at] || before == PTX_BRA || before == PTX_BRX;
}

// The micro-op whose lanes an event at the instruction has: its own, or the nearest of its block.
static uint32_t guide_of(const Run *run, uint32_t round, uint32_t instruction)
{
    for (uint32_t at = instruction;; at--) {
        if (*last_of(run, round, at) != UINT32_MAX) {
            return *last_of(run, round, at);
        }
        if (at == run->low || is_block_start(run, at)) {
            break;
        }
    }
    for (uint32_t at = instruction + 1; at <= run->high && !is_block_start(run, at); at++) {
        if (*last_of(run, round, at) != UINT32_MAX) {
            return *last_of(run, round, at);
        }
    }
    return UINT32_MAX;
}

static void place(EventSearch *search, VariableEvent event, uint32_t guide)
{
    VariableEvents *events = search->events;
    event.guide = guide;
    events->placed = arena_room(search->arena, events->placed, events->placed_count,
                                &events->placed_room, sizeof event);
    events->placed[events->placed_count++] = event;
}

static void place_results(const Run *run, uint32_t round, uint32_t instruction)
{
    const VariableEvents *events = run->search->events;
    uint32_t newest = run->newest[instruction - run->low];
    for (uint32_t pc = newest; pc != UINT32_MAX; pc = run->before[pc - run->first]) {
        if (round_of(run, pc) != round) {
            continue;
        }
        for (uint32_t i = events->results[pc].first; i < events->results[pc].end; i++) {
            VariableEvent event = {
                .kind = VARIABLE_EVENT_COMMIT, .slot = events->written[i].reg, .from = i};
            event.key = event_order(round, 2 * (uint64_t)instruction + 1);
            place(run->search, event, pc);
        }
    }
}

// The pc up to which all micro-ops have to be performed first; 0: none.
static uint32_t place_instruction(const Run *run, uint32_t round, uint32_t instruction,
                                  uint32_t after)
{
    uint32_t last = *last_of(run, round, instruction);
    return last != UINT32_MAX && last + 1 > after ? last + 1 : after;
}

// Opens the list after the micro-op before `after`; lists are closed in order of the code.
static void open_list(const Run *run, uint32_t *open, uint32_t after)
{
    VariableEvents *events = run->search->events;
    if (*open != after) {
        VariableEventRange range = {events->placed_count, events->placed_count};
        if (after == run->first) {
            events->before[run->first] = range;
        } else {
            events->after[after - 1] = range;
        }
        *open = after;
    }
}

static void close_list(const Run *run, uint32_t open)
{
    VariableEvents *events = run->search->events;
    VariableEventRange *range =
        open == run->first ? &events->before[run->first] : &events->after[open - 1];
    range->end = events->placed_count;
}

// Moves on to the list after the micro-ops before `after`.
static void go_on(const Run *run, uint32_t *open, uint32_t after)
{
    if (*open != after) {
        close_list(run, *open);
        open_list(run, open, after);
    }
}

// A variable that takes what it held itself: copies of a loop's body that share a value have one
// name for it, and the copy in between may have changed what the name holds.
static bool is_overwritten(const EventSearch *search, uint64_t key, uint32_t slot)
{
    for (uint32_t i = search->keys[key]; i < search->keys[key + 1]; i++) {
        const VariableEvent *event = &search->events->list[i];
        if (event->kind == VARIABLE_EVENT_COPY && event->slot == slot && event->from == slot) {
            return true;
        }
    }
    return false;
}

// A micro-op that comes later and may have a guard tells its lanes when it was performed: the event
// waits for it. `after`: as in place_run.
static void place_key(const Run *run, uint32_t round, uint64_t key, uint32_t *open, uint32_t *after)
{
    EventSearch *search = run->search;
    uint32_t instruction = (uint32_t)(key / 2), guide = guide_of(run, round, instruction);
    if (guide != UINT32_MAX && guide >= *after && search->keys[key] < search->keys[key + 1]) {
        bool is_guarded = search->results->program->code[guide].guard != PREDICATE_NONE;
        *after = is_guarded ? guide + 1 : *after;
        guide = is_guarded ? guide : UINT32_MAX;
        go_on(run, open, *after);
    }
    // A result that all rounds share is that of the last one.
    bool is_missing = search->has_micro[instruction] && key % 2 == 1 &&
                      *last_of(run, round, instruction) == UINT32_MAX;
    bool is_unguided = guide_of(run, round, instruction) == UINT32_MAX;
    for (uint32_t i = search->keys[key]; i < search->keys[key + 1]; i++) {
        VariableEvent event = search->events->list[i];
        if ((is_missing && event.kind == VARIABLE_EVENT_TAKE) ||
            (is_unguided && event.kind <= VARIABLE_EVENT_TAKE) ||
            (event.kind == VARIABLE_EVENT_COPY && is_overwritten(search, key, event.from))) {
            event.kind = VARIABLE_EVENT_LOSE;
        }
        event.key = event_order(round, key);
        place(search, event, guide);
    }
}

static void place_run(const Run *run)
{
    uint32_t after = run->first, open = UINT32_MAX;
    open_list(run, &open, after);
    for (uint32_t round = 0; round < run->rounds; round++) {
        for (uint32_t i = run->low; i <= run->high; i++) {
            if (!run->has_block[i - run->low]) {
                continue;
            }
            place_key(run, round, 2 * (uint64_t)i, &open, &after);
            after = place_instruction(run, round, i, after);
            go_on(run, &open, after);
            place_results(run, round, i);
            place_key(run, round, 2 * (uint64_t)i + 1, &open, &after);
        }
    }
    close_list(run, open);
}

// What a variable gets before a micro-op in the PTX may happen after it in the machine's order.
static void find_upcoming(const Run *run)
{
    VariableEvents *events = run->search->events;
    uint32_t end = events->placed_count, next = end;
    uint64_t order = 0;
    for (uint32_t pc = run->end; pc-- > run->first;) {
        next = events->after[pc].first < events->after[pc].end ? events->after[pc].first : next;
        events->upcoming[pc] = (VariableEventRange){next, end};
    }
    for (uint32_t pc = run->first; pc < run->end; pc++) {
        uint32_t index = event_index_at(run->search, pc);
        order = index == UINT32_MAX ? order : event_order(round_of(run, pc), 2 * (uint64_t)index);
        events->order[pc] = order;
    }
}

static void find_stores(const Run *run)
{
    const VariableEvents *events = run->search->events;
    for (uint32_t store = run->first; store < run->end; store++) {
        const Micro *micro = &run->search->results->program->code[store];
        bool is_local = micro->kind == MICRO_STORE &&
                        event_index_at(run->search, store) != UINT32_MAX &&
                        (micro->space == PTX_SPACE_LOCAL || micro->space == PTX_SPACE_GENERIC);
        for (uint32_t pc = run->first; is_local && pc < store; pc++) {
            if (events->order[pc] > events->order[store]) {
                events->stores_end[pc] = store + 1;
            }
        }
    }
}

// Where events of each key begin in the list.
static void find_keys(EventSearch *search, uint32_t first)
{
    const VariableEvents *events = search->events;
    size_t count = 2 * (size_t)search->ptx->instruction_count + 2;
    uint32_t at = first;
    search->keys = arena_alloc(search->arena, (count + 1) * sizeof *search->keys);
    for (size_t key = 0; key <= count; key++) {
        while (at < events->list_count && events->list[at].key < key) {
            at++;
        }
        search->keys[key] = at;
    }
}

void variable_runs_place(EventSearch *search, uint32_t first)
{
    const MachineFunction *function = &search->results->program->functions[search->function];
    Arena arena = {0};
    find_keys(search, first);
    find_leaders(search);
    for (uint32_t pc = function->entry_pc; pc < function->end_pc;) {
        Run run = {.search = search, .first = pc, .end = pc + 1};
        while (run.end < function->end_pc && !search->is_leader[run.end]) {
            run.end++;
        }
        find_bounds(&run);
        if (run.low <= run.high) {
            find_twins(&run, &arena);
            find_rounds(&run, &arena);
            find_places(&run, &arena);
            place_run(&run);
            find_upcoming(&run);
            find_stores(&run);
        }
        arena_clear(&arena);
        for (; pc < run.end; pc++) {
            search->events->function_of[pc] = search->function;
        }
    }
}
