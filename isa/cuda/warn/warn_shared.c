// SPDX-License-Identifier: Apache-2.0
// [warp-synchronous] and [missing-barrier]: an element of a __shared__ array is written at
// threadIdx.x plus a constant, then another thread's element is read with nothing between that lets
// one thread see what another wrote (CUDA C++ Programming Guide, "Independent Thread Scheduling").
#include "isa/cuda/warn/warn.h"

#include <stdlib.h>

#define VARIABLE_LIMIT 128u // locals that are followed
#define WRITE_LIMIT    32u  // in one stretch of straight-line code
#define WARP_LANES     32u

// thread * threadIdx.x + constant
typedef struct Form {
    bool is_known;
    int64_t thread, constant;
} Form;

typedef struct Local {
    const Variable *variable;
    uint32_t writes;
    Form form; // of the one value it gets
} Local;

typedef struct Write {
    const Variable *array;
    Form index;
} Write;

typedef struct Shared {
    const Tree *tree;
    Diagnostics *diagnostics;
    uint32_t compute_capability;
    Local locals[VARIABLE_LIMIT];
    uint32_t local_count;
    Write writes[WRITE_LIMIT]; // since the last barrier, or what may be one
    uint32_t write_count;
    int64_t threads; // threadIdx.x below this is here for certain; 0: nothing is known
    bool is_guarded; // by a comparison with threadIdx.x
    bool is_told;
} Shared;

static Local *local_of(Shared *shared, const Variable *variable)
{
    for (uint32_t i = 0; i < shared->local_count; i++) {
        if (shared->locals[i].variable == variable) {
            return &shared->locals[i];
        }
    }
    if (shared->local_count == VARIABLE_LIMIT) {
        return NULL;
    }
    shared->locals[shared->local_count] = (Local){.variable = variable};
    return &shared->locals[shared->local_count++];
}

static Form form_of(Shared *shared, const Expression *e)
{
    Form none = {0}, a, b;
    switch (e->kind) {
    case EXPRESSION_INTEGER: return (Form){true, 0, (int32_t)e->integer};
    case EXPRESSION_BUILTIN: return (Form){e->builtin == BUILTIN_tid_x, 1, 0};
    case EXPRESSION_CAST: return form_of(shared, e->a);
    case EXPRESSION_VARIABLE: {
        const Local *local = local_of(shared, e->variable);
        return local != NULL && local->writes == 1 ? local->form : none;
    }
    case EXPRESSION_ADD:
    case EXPRESSION_SUBTRACT: {
        int64_t sign = e->kind == EXPRESSION_ADD ? 1 : -1;
        a = form_of(shared, e->a);
        b = form_of(shared, e->b);
        return (Form){a.is_known && b.is_known, a.thread + sign * b.thread,
                      a.constant + sign * b.constant};
    }
    default: return none;
    }
}

// ---- which locals get one value only

static void count_statement(Shared *shared, const Statement *statement);

static void count_expression(Shared *shared, const Expression *e)
{
    if (e == NULL) {
        return;
    }
    bool is_write = e->kind == EXPRESSION_ASSIGN || e->kind == EXPRESSION_COMPOUND ||
                    e->kind == EXPRESSION_ADDRESS ||
                    (e->kind >= EXPRESSION_PRE_INCREMENT && e->kind <= EXPRESSION_POST_DECREMENT);
    if (is_write && e->a->kind == EXPRESSION_VARIABLE) {
        Local *local = local_of(shared, e->a->variable);
        if (local != NULL) {
            local->writes++;
        }
    }
    count_expression(shared, e->a);
    count_expression(shared, e->b);
    count_expression(shared, e->c);
    for (uint32_t i = 0; i < e->list_count; i++) {
        count_expression(shared, e->list[i]);
    }
    count_statement(shared, e->statement);
}

static void count_operands(Shared *shared, const AsmStatement *assembly)
{
    for (uint32_t i = 0; assembly != NULL && i < assembly->operand_count; i++) {
        const Expression *value = assembly->operands[i].value;
        Local *local = value->kind == EXPRESSION_VARIABLE && assembly->operands[i].is_output
                           ? local_of(shared, value->variable)
                           : NULL;
        if (local != NULL) {
            local->writes += 2;
        }
    }
}

static void count_statement(Shared *shared, const Statement *statement)
{
    for (const Statement *at = statement; at != NULL; at = at->next) {
        count_expression(shared, at->a);
        count_expression(shared, at->b);
        count_operands(shared, at->assembly);
        count_statement(shared, at->initial);
        count_statement(shared, at->first);
        count_statement(shared, at->body);
        count_statement(shared, at->otherwise);
    }
}

// ---- reads and writes in order

// array[index] of a __shared__ array of one dimension that is not volatile; NULL: something else.
static const Variable *shared_element(Shared *shared, const Expression *e, Form *index)
{
    if (e->kind != EXPRESSION_DEREFERENCE || e->a->kind != EXPRESSION_POINTER_ADD ||
        (e->type->qualifiers & QUALIFIER_VOLATILE) != 0 || !type_is_scalar(e->type)) {
        return NULL;
    }
    const Expression *array = e->a->a->kind == EXPRESSION_ADDRESS ? e->a->a->a : NULL;
    if (array == NULL || array->kind != EXPRESSION_VARIABLE ||
        array->variable->space != SPACE_SHARED) {
        return NULL;
    }
    *index = form_of(shared, e->a->b);
    return array->variable;
}

static bool is_other_thread(const Shared *shared, Form write, Form read)
{
    if (llabs(write.thread) != 1 || llabs(read.thread) > 1) {
        return false;
    }
    int64_t apart = llabs(write.constant - read.constant);
    if (read.thread == write.thread) {
        return apart > 0 && apart < shared->threads;
    }
    if (read.thread == 0) {
        int64_t writer = (read.constant - write.constant) * write.thread;
        return writer >= 0 && writer < shared->threads && shared->threads > 1;
    }
    return apart > 0 && apart < shared->threads; // s[31 - threadIdx.x]
}

static void report(Shared *shared, const Expression *e, const Variable *array)
{
    bool is_warp = shared->is_guarded && shared->threads <= WARP_LANES;
    if (shared->is_told || (is_warp && shared->compute_capability < 70)) {
        return;
    }
    shared->is_told = true;
    source_report(shared->tree->source, shared->diagnostics, DIAGNOSTIC_WARNING, e->location,
                  is_warp ? "'%s' is read where another lane of the warp wrote, without "
                            "__syncwarp() between: since cc 7.0 lanes need not run together "
                            "[warp-synchronous]"
                          : "'%s' is read where another thread wrote, without __syncthreads() "
                            "between [missing-barrier]",
                  array->name);
}

static void note_read(Shared *shared, const Expression *e, const Variable *array, Form index)
{
    bool is_other = false;
    for (uint32_t i = 0; i < shared->write_count; i++) {
        const Write *write = &shared->writes[i];
        if (write->array != array) {
            continue;
        }
        if (write->index.thread == index.thread && write->index.constant == index.constant) {
            return; // what it wrote itself
        }
        is_other |= is_other_thread(shared, write->index, index);
    }
    if (is_other) {
        report(shared, e, array);
    }
}

static void note_write(Shared *shared, const Variable *array, Form index)
{
    if (shared->write_count == WRITE_LIMIT) {
        shared->write_count = 0;
    }
    shared->writes[shared->write_count++] = (Write){array, index};
}

static bool may_synchronise(const Expression *e)
{
    if (e->kind == EXPRESSION_CALL || e->kind == EXPRESSION_STATEMENTS) {
        return true;
    }
    return e->kind == EXPRESSION_BUILTIN &&
           !(e->builtin >= BUILTIN_tid_x && e->builtin <= BUILTIN_nctaid_z);
}

static void visit(Shared *shared, const Expression *e)
{
    if (e == NULL) {
        return;
    }
    bool is_store = e->kind == EXPRESSION_ASSIGN || e->kind == EXPRESSION_COMPOUND;
    Form index = {0};
    const Variable *array = shared_element(shared, is_store ? e->a : e, &index);
    if (!is_store || array == NULL || e->kind == EXPRESSION_COMPOUND) {
        visit(shared, e->a);
    }
    visit(shared, e->b);
    visit(shared, e->c);
    for (uint32_t i = 0; i < e->list_count; i++) {
        visit(shared, e->list[i]);
    }
    if (may_synchronise(e)) {
        shared->write_count = 0;
    } else if (array != NULL && is_store && index.is_known) {
        note_write(shared, array, index);
    } else if (array != NULL && !is_store && index.is_known && shared->threads > 0) {
        note_read(shared, e, array, index);
    }
}

// ---- statements in order

static bool has_return(const Statement *statement)
{
    for (const Statement *at = statement; at != NULL; at = at->next) {
        if (at->kind == STATEMENT_RETURN || at->kind == STATEMENT_GOTO || has_return(at->first) ||
            has_return(at->body) || has_return(at->otherwise)) {
            return true;
        }
    }
    return false;
}

// `threadIdx.x < 32`: 32. 0: another condition.
static int64_t guard_of(Shared *shared, const Expression *condition)
{
    if (condition->kind != EXPRESSION_LESS) {
        return 0;
    }
    Form a = form_of(shared, condition->a), b = form_of(shared, condition->b);
    bool is_guard = a.is_known && b.is_known && a.thread == 1 && a.constant == 0 && b.thread == 0;
    return is_guard ? b.constant : 0;
}

static void visit_statement(Shared *shared, const Statement *statement);

// What is inside is looked at by itself: nothing of before or behind it counts.
static void visit_apart(Shared *shared, const Statement *statement, int64_t threads,
                        bool is_guarded)
{
    int64_t threads_before = shared->threads;
    bool was_guarded = shared->is_guarded;
    shared->threads = threads;
    shared->is_guarded = is_guarded;
    shared->write_count = 0;
    visit_statement(shared, statement);
    shared->write_count = 0;
    shared->threads = threads_before;
    shared->is_guarded = was_guarded;
}

static void visit_if(Shared *shared, const Statement *at)
{
    if (at->a->kind == EXPRESSION_INTEGER && at->a->integer != 0) { // of template arguments
        visit_statement(shared, at->body);
        return;
    }
    int64_t guard = guard_of(shared, at->a);
    bool is_here = shared->threads > 0;
    visit_apart(shared, at->body, is_here ? guard : 0, true);
    visit_apart(shared, at->otherwise, 0, true);
    if (has_return(at->body) || has_return(at->otherwise)) {
        shared->threads = 0; // who is left is not known
    }
}

static void declare(Shared *shared, const Statement *at)
{
    Local *local = at->variable == NULL ? NULL : local_of(shared, at->variable);
    if (local != NULL && at->a != NULL && at->a->kind == EXPRESSION_ASSIGN) {
        local->form = form_of(shared, at->a->b);
    }
}

static void visit_statement(Shared *shared, const Statement *statement)
{
    for (const Statement *at = statement; at != NULL; at = at->next) {
        switch (at->kind) {
        case STATEMENT_EMPTY: break;
        case STATEMENT_DECLARE:
            visit(shared, at->a);
            declare(shared, at);
            break;
        case STATEMENT_EXPRESSION: visit(shared, at->a); break;
        case STATEMENT_COMPOUND: visit_statement(shared, at->first); break;
        case STATEMENT_IF: visit_if(shared, at); break;
        case STATEMENT_WHILE:
        case STATEMENT_DO:
        case STATEMENT_FOR:
            visit_apart(shared, at->body, shared->threads, shared->is_guarded);
            if (has_return(at->body)) {
                shared->threads = 0;
            }
            break;
        case STATEMENT_ASM: shared->write_count = 0; break;
        default: // jumps, and what they jump to
            shared->write_count = 0;
            shared->threads = 0;
        }
    }
}

void warn_shared(const Tree *tree, const Function *function, uint32_t compute_capability,
                 Diagnostics *diagnostics)
{
    if (!function->is_kernel) {
        return; // its callers decide which threads are here
    }
    Shared shared = {.tree = tree,
                     .diagnostics = diagnostics,
                     .compute_capability = compute_capability,
                     .threads = WARP_LANES};
    count_statement(&shared, function->body);
    visit_statement(&shared, function->body);
}
