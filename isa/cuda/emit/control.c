// SPDX-License-Identifier: Apache-2.0
// Branches, switches, and the copies that PHIs leave at the ends of blocks.
#include "isa/cuda/emit/write.h"

#include <inttypes.h>
#include <stdlib.h>

void control_label(Writer *w, const IrBlock *block, Text *out)
{
    text_printf(out, "$L__BB%" PRIu32 "_%" PRIu32, w->emitter->function_number,
                w->label_numbers[block->number]);
}

// ---- Copies

typedef struct Copy {
    IrInstruction *phi, *value; // value: resolved
    uint32_t to, from;          // classes; from 0: a constant
    bool is_done;
} Copy;

static uint32_t class_of(const Writer *w, const IrInstruction *value)
{
    uint32_t id = w->value_ids[value->number];
    return id == 0 ? 0 : coalesce_class(w, id);
}

// The PHI's operand for this predecessor; NULL: the block is none.
static IrInstruction *value_from(const Writer *w, const IrInstruction *phi, const IrBlock *from)
{
    uint32_t guess = w->phi_places[from->number]; // the PHIs of a block mostly agree
    if (guess < phi->operand_count && phi->targets[guess] == from) {
        return ir_operand(phi, guess);
    }
    for (uint32_t i = 0; i < phi->operand_count; i++) {
        if (phi->targets[i] == from) {
            return ir_operand(phi, i);
        }
    }
    return NULL;
}

static uint32_t find_copies(const Writer *w, const IrBlock *to, const IrBlock *from, Copy *copies)
{
    uint32_t count = 0;
    for (IrInstruction *phi = to->first; phi != NULL && phi->op == IR_PHI; phi = phi->next) {
        IrInstruction *value = w->is_wanted[phi->number] ? value_from(w, phi, from) : NULL;
        if (value == NULL) {
            continue;
        }
        value = want_resolve(value);
        uint32_t a = class_of(w, phi), b = class_of(w, value);
        if (value->op != IR_UNDEFINED && a != b) {
            if (copies != NULL) {
                copies[count] = (Copy){phi, value, a, b, false};
            }
            count++;
        }
    }
    return count;
}

static void write_copy_to(Writer *w, Word to, RegisterKind kind, Word from)
{
    write_line(w, "mov.%s \t%s, %s;", move_suffix(kind), to.text, from.text);
}

static bool is_read_by_others(const Copy *copies, uint32_t count, uint32_t index)
{
    for (uint32_t i = 0; i < count; i++) {
        if (i != index && !copies[i].is_done && copies[i].from == copies[index].to) {
            return true;
        }
    }
    return false;
}

static void finish_copy(Writer *w, Copy *copy, Word from)
{
    write_copy_to(w, register_of(w, copy->phi), register_kind_of(copy->phi), from);
    copy->is_done = true;
}

static Word source_word(Writer *w, const Copy *copy)
{
    return copy->from == 0 ? word_of_constant(copy->value) : register_of(w, copy->value);
}

// Emits the copies whose targets no other copy still reads. An overwritten value is read from the
// register that saved it.
static uint32_t write_free_copies(Writer *w, Copy *copies, uint32_t count, uint32_t overwritten,
                                  Word saved)
{
    uint32_t written = 0, before;
    do {
        before = written;
        for (uint32_t i = 0; i < count; i++) {
            if (!copies[i].is_done && !is_read_by_others(copies, count, i)) {
                bool is_saved = overwritten != 0 && copies[i].from == overwritten;
                finish_copy(w, &copies[i], is_saved ? saved : source_word(w, &copies[i]));
                written++;
            }
        }
    } while (written > before);
    return written;
}

// The copies act at the same time; one more register breaks a cycle.
static void write_copies(Writer *w, const IrBlock *to, const IrBlock *from)
{
    uint32_t count = find_copies(w, to, from, NULL), left = count;
    Copy *copies = arena_alloc(&w->arena, (count + 1) * sizeof *copies);
    find_copies(w, to, from, copies);
    left -= write_free_copies(w, copies, count, 0, (Word){""});
    while (left > 0) {
        uint32_t at = 0;
        while (copies[at].is_done) {
            at++;
        }
        RegisterKind kind = register_kind_of(copies[at].phi);
        Word saved = register_fresh(w, kind);
        write_copy_to(w, saved, kind, register_of(w, copies[at].phi));
        finish_copy(w, &copies[at], source_word(w, &copies[at]));
        left -= 1 + write_free_copies(w, copies, count, copies[at].to, saved);
    }
}

void control_copies_before(Writer *w, IrBlock *block)
{
    const IrInstruction *last = block->last;
    if (last->target_count == 1 && !w->is_early[block->number]) {
        write_copies(w, last->targets[0], block);
    }
    for (uint32_t i = 0; last->op == IR_BRANCH && i < last->target_count; i++) {
        const IrBlock *edge = last->targets[i];
        if (w->is_early[edge->number]) {
            write_copies(w, edge->last->targets[0], edge);
        }
    }
}

void control_copies_after(Writer *w, IrBlock *block)
{
    if (block->predecessor_count == 1 && block->predecessors[0]->last->target_count > 1) {
        write_copies(w, block, block->predecessors[0]);
    }
}

bool control_has_copies(const Writer *w, IrBlock *block)
{
    return !w->is_early[block->number] && find_copies(w, block->last->targets[0], block, NULL) > 0;
}

// ---- Terminators. is_noted: nothing is written; labels that will be used are noted.

static void go(Writer *w, IrBlock *to, const IrBlock *next, bool is_noted)
{
    to = order_resolve(w, to);
    if (to == next) {
        return;
    }
    w->has_label[to->number] = true;
    if (!is_noted) {
        Text label = {0};
        control_label(w, to, &label);
        write_line(w, "bra.uni \t%s;", text_string(&label));
        text_destroy(&label);
    }
}

static void go_if(Writer *w, const char *guard, Word condition, IrBlock *to, bool is_noted)
{
    to = order_resolve(w, to);
    w->has_label[to->number] = true;
    if (!is_noted) {
        Text label = {0};
        control_label(w, to, &label);
        write_line(w, "@%s%s bra \t%s;", guard, condition.text, text_string(&label));
        text_destroy(&label);
    }
}

static void write_branch(Writer *w, IrInstruction *at, const IrBlock *next, bool is_noted)
{
    bool is_inverted;
    IrInstruction *condition = want_condition(ir_operand(at, 0), &is_inverted);
    IrBlock *then = order_resolve(w, at->targets[is_inverted ? 1 : 0]);
    IrBlock *otherwise = order_resolve(w, at->targets[is_inverted ? 0 : 1]);
    if (then == otherwise) {
        go(w, then, next, is_noted);
        return;
    }
    Word word = {""};
    if (!is_noted) {
        word = operand_register(w, condition);
    }
    if (then == next) {
        go_if(w, "!", word, otherwise, is_noted);
    } else {
        go_if(w, "", word, then, is_noted);
        go(w, otherwise, next, is_noted);
    }
}

typedef struct Case {
    int64_t value;
    IrBlock *to;
} Case;

static int compare_cases(const void *a, const void *b)
{
    const Case *x = a, *y = b;
    return x->value < y->value ? -1 : x->value > y->value;
}

#define CHAIN_CASES 3u // up to this many cases are compared in sequence, as nvcc does

typedef struct Switch {
    Writer *w;
    Word value;
    const char *type;
    Case *cases;
    IrBlock *otherwise;
    const IrBlock *next;
    bool is_noted;
} Switch;

static void write_cases(Switch *s, uint32_t first, uint32_t count, bool is_last)
{
    Writer *w = s->w;
    Word is_it = {""};
    if (count <= CHAIN_CASES) {
        for (uint32_t i = first; i < first + count; i++) {
            if (!s->is_noted) {
                is_it = register_fresh(w, REGISTER_P);
                write_line(w, "setp.eq.%s \t%s, %s, %" PRId64 ";", s->type, is_it.text,
                           s->value.text, s->cases[i].value);
            }
            go_if(w, "", is_it, s->cases[i].to, s->is_noted);
        }
        go(w, s->otherwise, is_last ? s->next : NULL, s->is_noted);
        return;
    }
    uint32_t half = count / 2, label = w->label_count++;
    uint32_t function = w->emitter->function_number;
    if (!s->is_noted) {
        is_it = register_fresh(w, REGISTER_P);
        write_line(w, "setp.gt.%s \t%s, %s, %" PRId64 ";", s->type, is_it.text, s->value.text,
                   s->cases[first + half - 1].value);
        write_line(w, "@%s bra \t$L__CASE%" PRIu32 "_%" PRIu32 ";", is_it.text, function, label);
    }
    write_cases(s, first, half, false);
    if (!s->is_noted) {
        text_printf(&w->body, "\n$L__CASE%" PRIu32 "_%" PRIu32 ":\n", function, label);
    }
    write_cases(s, first + half, count - half, is_last);
}

static void write_switch(Writer *w, IrInstruction *at, const IrBlock *next, bool is_noted)
{
    IrInstruction *value = ir_operand(at, 0);
    uint32_t count = at->target_count - 1;
    Switch s = {.w = w, .otherwise = at->targets[0], .next = next, .is_noted = is_noted};
    bool is_wide = value->type == IR_I64;
    s.type = is_wide ? "s64" : "s32";
    s.cases = arena_alloc(&w->arena, (count + 1) * sizeof *s.cases);
    for (uint32_t i = 0; i < count; i++) {
        int64_t number = at->cases[i];
        s.cases[i] =
            (Case){is_wide ? number : (int32_t)(uint32_t)(uint64_t)number, at->targets[i + 1]};
    }
    if (count > 1) {
        qsort(s.cases, count, sizeof *s.cases, compare_cases);
    }
    if (!is_noted) {
        s.value = operand_register(w, value);
    }
    write_cases(&s, 0, count, true);
}

static void write_return(Writer *w, IrInstruction *at)
{
    if (at->operand_count > 0) {
        IrInstruction *value = ir_operand(at, 0);
        Word word = operand_word(w, value);
        if (value->type == IR_I1) {
            Word number = register_fresh(w, REGISTER_R);
            write_line(w, "selp.u32 \t%s, 1, 0, %s;", number.text, word.text);
            word = number;
        }
        write_line(w, "st.param.%s \t[func_retval0+0], %s;", parameter_suffix(value->type),
                   word.text);
    }
    write_line(w, "ret;");
}

static void terminate(Writer *w, IrBlock *block, const IrBlock *next, bool is_noted)
{
    IrInstruction *at = block->last;
    switch (at->op) {
    case IR_JUMP: go(w, at->targets[0], next, is_noted); break;
    case IR_BRANCH: write_branch(w, at, next, is_noted); break;
    case IR_SWITCH: write_switch(w, at, next, is_noted); break;
    case IR_RETURN:
        if (!is_noted) {
            write_return(w, at);
        }
        break;
    default:
        if (!is_noted) {
            write_line(w, at->op == IR_TRAP ? "trap;\n\texit;" : "exit;");
        }
        break;
    }
}

static IrBlock *next_written(const Writer *w, uint32_t index)
{
    for (uint32_t i = index + 1; i < w->order_count; i++) {
        if (order_resolve(w, w->order[i]) == w->order[i]) {
            return w->order[i];
        }
    }
    return NULL;
}

void control_labels(Writer *w)
{
    w->has_label = arena_alloc(&w->arena, w->function->block_count);
    w->label_numbers = arena_alloc(&w->arena, w->function->block_count * sizeof(uint32_t));
    for (uint32_t i = 0; i < w->order_count; i++) {
        w->label_numbers[w->order[i]->number] = i;
        if (i == 0 || order_resolve(w, w->order[i]) == w->order[i]) {
            terminate(w, w->order[i], next_written(w, i), true);
        }
    }
}

void control_terminator(Writer *w, IrBlock *block, const IrBlock *next)
{
    terminate(w, block, next, false);
}
