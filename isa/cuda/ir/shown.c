// SPDX-License-Identifier: Apache-2.0
#include "isa/cuda/ir/shown.h"

#include "isa/cuda/ir/ir.h"

#include <string.h>

static uint32_t add_shown(IrModule *module, IrShown shown)
{
    if (module->shown_count == 0) {
        module->shown_count = 1; // 0 is none
        module->shown = arena_alloc(module->arena, 64 * sizeof *module->shown);
        module->shown_room = 64;
    }
    module->shown = arena_room(module->arena, module->shown, module->shown_count,
                               &module->shown_room, sizeof *module->shown);
    module->shown[module->shown_count] = shown;
    return module->shown_count++;
}

static bool is_of_user(const IrModule *module, const Variable *variable)
{
    const Source *source = module->tree == NULL ? NULL : module->tree->source;
    return source != NULL && variable->name != NULL && variable->name[0] != '\0' &&
           variable->location.line > 0 && variable->location.file < source->file_count &&
           !source->files[variable->location.file].is_library;
}

uint32_t shown_variable(IrModule *module, const Variable *variable, const Function *function)
{
    if (variable == NULL || !is_of_user(module, variable)) {
        return 0;
    }
    uint32_t id = add_shown(module, (IrShown){.variable = variable, .function = function});
    module->shown[id].whole = id;
    return id;
}

uint32_t shown_part(IrModule *module, uint32_t whole, uint64_t offset_bytes)
{
    if (whole == 0 || offset_bytes == 0) {
        return whole;
    }
    for (uint32_t at = module->shown[whole].next_part; at != 0; at = module->shown[at].next_part) {
        if (module->shown[at].offset_bytes == offset_bytes) {
            return at;
        }
    }
    IrShown part = module->shown[whole];
    part.offset_bytes = offset_bytes;
    uint32_t id = add_shown(module, part);
    module->shown[whole].next_part = id;
    return id;
}

// --- lists

static const IrNote *join(Arena *arena, const IrNote *before, const IrNote *after)
{
    if (before == NULL || after == NULL) {
        return before == NULL ? after : before;
    }
    IrNote *both = arena_alloc(arena, sizeof *both);
    both->before = before;
    both->after = after;
    return both;
}

void shown_each(const IrNote *notes, ShownSee *see, void *context)
{
    Arena arena = {0};
    uint32_t depth = 0, room = 0;
    const IrNote **stack = NULL;
    while (notes != NULL) {
        if (notes->before != NULL) {
            stack = arena_room(&arena, (void *)stack, depth, &room, sizeof *stack);
            stack[depth++] = notes->after;
            notes = notes->before;
            continue;
        }
        see(context, notes);
        notes = depth > 0 ? stack[--depth] : NULL;
    }
    arena_clear(&arena);
}

static Arena *arena_of(const IrInstruction *at)
{
    return at->function->module->arena;
}

static void add_note(Arena *arena, const IrNote **list, IrNote note)
{
    IrNote *made = arena_alloc(arena, sizeof *made);
    *made = note;
    *list = join(arena, *list, made);
}

static void add_name(IrInstruction *value, uint32_t shown)
{
    IrNames *made = arena_alloc(arena_of(value), sizeof *made);
    *made = (IrNames){shown, value->names};
    value->names = made;
}

// --- assignments

static bool is_only_kept(const IrModule *module, uint32_t shown)
{
    return module->shown[shown].variable == NULL;
}

// The id that keeps the value for notes.
static uint32_t keeper_of(IrInstruction *value)
{
    IrModule *module = value->function->module;
    for (const IrNames *at = value->names; at != NULL; at = at->next) {
        if (is_only_kept(module, at->shown)) {
            return at->shown;
        }
    }
    add_name(value, add_shown(module, (IrShown){0}));
    return value->names->shown;
}

static uint64_t bits_of(const IrInstruction *constant)
{
    uint64_t bits = constant->integer;
    if (constant->type == IR_F32) {
        float narrow = (float)constant->real;
        uint32_t word;
        memcpy(&word, &narrow, sizeof word);
        return word;
    }
    if (constant->type == IR_F64) {
        memcpy(&bits, &constant->real, sizeof bits);
    }
    return bits;
}

static void note_value(Arena *arena, const IrNote **list, uint32_t shown, IrInstruction *value)
{
    IrNote note = {.kind = IR_NOTE_LOST, .shown = shown};
    if (value->op == IR_CONSTANT) {
        note.kind = IR_NOTE_CONSTANT;
        note.bits = bits_of(value);
    } else if (value->op != IR_UNDEFINED && value->op != IR_UNSET) {
        note.kind = IR_NOTE_VARIABLE;
        note.from = keeper_of(value);
    }
    add_note(arena, list, note);
}

void shown_name(IrInstruction *value, uint32_t shown)
{
    if (shown != 0) {
        add_name(value, shown);
    }
}

void shown_assign(IrInstruction *where, uint32_t shown, IrInstruction *value)
{
    if (shown == 0) {
        return;
    }
    bool is_made_here =
        value->block != NULL && value->op != IR_PHI && value->next == where && where->notes == NULL;
    if (is_made_here || value->op == IR_ARGUMENT) {
        add_name(value, shown);
    } else {
        note_value(arena_of(where), &where->notes, shown, value);
    }
}

void shown_enter(IrBlock *block, const IrInstruction *old, IrInstruction *value)
{
    Arena *arena = block->function->module->arena;
    for (const IrNames *at = old->names; at != NULL; at = at->next) {
        note_value(arena, &block->notes, at->shown, value);
    }
    block->notes = join(arena, block->notes, old->notes);
}

// --- what passes do

// A new value in the old one's place takes its names. One that was there before does not hold the
// variables any earlier for it.
void shown_replace(IrInstruction *old, IrInstruction *by)
{
    bool is_new = by->block != NULL && by->block == old->block && by->number > old->number;
    if (is_new && by->next == old) {
        by->notes = join(arena_of(old), by->notes, old->notes);
        old->notes = NULL;
    }
    if (old == by || old->names == NULL || old->block == NULL) {
        return;
    }
    bool has_place = by->op != IR_CONSTANT && by->op != IR_UNDEFINED;
    for (const IrNames *at = old->names; at != NULL; at = at->next) {
        if (has_place && is_new) {
            add_name(by, at->shown);
        } else {
            note_value(arena_of(old), &old->notes, at->shown, by);
        }
    }
    old->names = NULL;
}

void shown_forget(IrInstruction *value)
{
    for (const IrNames *at = value->names; at != NULL; at = at->next) {
        add_note(arena_of(value), &value->notes,
                 (IrNote){.kind = IR_NOTE_LOST, .shown = at->shown});
    }
    value->names = NULL;
}

static void lose(void *context, const IrNote *note)
{
    IrInstruction *where = context;
    add_note(arena_of(where), &where->notes, (IrNote){.kind = IR_NOTE_LOST, .shown = note->shown});
}

void shown_lose(IrInstruction *where, const IrNote *notes)
{
    shown_each(notes, lose, where);
}

static void add_after(IrInstruction *at, const IrNote *notes)
{
    at->notes = join(arena_of(at), at->notes, notes);
}

// Where only some go on to the block, what it notes is lost.
void shown_skip(IrBlock *block)
{
    const IrNote *notes = block->last->notes;
    IrBlock *to = block->last->targets[0];
    if (notes == NULL) {
        return;
    }
    block->last->notes = NULL;
    if (to->predecessor_count == 1) {
        shown_prepend(to->first, notes);
        return;
    }
    for (uint32_t i = 0; i < block->predecessor_count; i++) {
        IrInstruction *last = block->predecessors[i]->last;
        if (last->op == IR_JUMP) {
            add_after(last, notes);
        } else {
            shown_lose(last, notes);
        }
    }
}

static void pass_notes_on(IrInstruction *at)
{
    const IrNote **to = at->next != NULL ? &at->next->notes : &at->block->notes;
    *to =
        at->next != NULL ? join(arena_of(at), at->notes, *to) : join(arena_of(at), *to, at->notes);
    at->notes = NULL;
}

void shown_remove(IrInstruction *at)
{
    shown_forget(at);
    pass_notes_on(at);
}

void shown_move(IrInstruction *at)
{
    const IrNames *names = at->names;
    at->names = NULL;
    for (const IrNames *name = names; name != NULL; name = name->next) {
        note_value(arena_of(at), &at->notes, name->shown, at);
    }
    pass_notes_on(at);
}

typedef struct Search {
    uint32_t shown;
    bool is_found;
} Search;

static void look(void *context, const IrNote *note)
{
    Search *search = context;
    search->is_found = search->is_found || note->shown == search->shown;
}

static bool is_told_of(const IrInstruction *at, uint32_t shown)
{
    Search search = {shown, false};
    for (const IrNames *name = at->names; name != NULL; name = name->next) {
        search.is_found = search.is_found || name->shown == shown;
    }
    shown_each(at->notes, look, &search);
    return search.is_found;
}

// Whether the variable gets something else between the two, `where` included.
static bool is_told_of_between(const IrInstruction *at, const IrInstruction *where, uint32_t shown)
{
    bool is_found = false;
    for (const IrInstruction *next = at->next; next != NULL; next = next->next) {
        is_found = is_found || is_told_of(next, shown);
    }
    for (const IrInstruction *next = where->block->first; next != where; next = next->next) {
        is_found = is_found || is_told_of(next, shown);
    }
    return is_found || is_told_of(where, shown);
}

void shown_sink(IrInstruction *at, const IrInstruction *where)
{
    IrInstruction kept = {.function = at->function};
    for (const IrNames *name = at->names; name != NULL; name = name->next) {
        if (!is_told_of_between(at, where, name->shown)) {
            add_name(&kept, name->shown);
        }
    }
    shown_remove(at);
    at->names = kept.names;
}

// What is inserted is computed for what follows: it comes after the notes.
void shown_insert(IrInstruction *at)
{
    if (at->op != IR_PHI && at->next->notes != NULL) {
        at->notes = join(arena_of(at), at->next->notes, at->notes);
        at->next->notes = NULL;
    }
}

void shown_place(IrInstruction *at)
{
    if (at->block->notes != NULL && at->next == NULL) {
        at->notes = join(arena_of(at), at->block->notes, at->notes);
        at->block->notes = NULL;
    }
}

void shown_prepend(IrInstruction *at, const IrNote *notes)
{
    at->notes = join(arena_of(at), notes, at->notes);
}

void shown_clone(const IrInstruction *at, IrInstruction *made)
{
    if (made->op != IR_CONSTANT && made->op != IR_UNDEFINED) {
        made->names = at->names;
        made->notes = at->notes;
    }
}
