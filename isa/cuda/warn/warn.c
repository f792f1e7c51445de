// SPDX-License-Identifier: Apache-2.0
// [divergent-barrier] and [deprecated-shuffle]: found on a walk over statements and expressions.
#include "isa/cuda/warn/warn.h"

#include "isa/base/warning.h"

#include <string.h>

typedef struct Walk {
    const Tree *tree;
    Diagnostics *diagnostics;
    uint32_t compute_capability;
    const Statement *divergent; // the innermost `if` whose condition is of the thread's own
} Walk;

// "__shfl_down" of "__shfl_down<float>".
static bool is_named(const Function *function, const char *name)
{
    size_t length = strlen(name);
    return strncmp(function->name, name, length) == 0 &&
           (function->name[length] == '\0' || function->name[length] == '<');
}

static const Function *callee(const Expression *expression)
{
    return expression->kind == EXPRESSION_CALL && expression->a != NULL ? expression->a->function
                                                                        : NULL;
}

static void check_shuffle(Walk *walk, const Expression *call, const Function *function)
{
    static const char *const names[] = {"__shfl", "__shfl_up", "__shfl_down", "__shfl_xor",
                                        "__all",  "__any",     "__ballot"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (is_named(function, names[i]) && walk->compute_capability >= 70) {
            source_report(
                walk->tree->source, walk->diagnostics, DIAGNOSTIC_WARNING, call->location,
                "'%s' was removed in compute capability 7.0, where lanes need not run in lockstep; "
                "use '%s_sync' with the mask of participating lanes [%s]",
                names[i], names[i], warning_info[WARNING_DEPRECATED_SHUFFLE].name);
        }
    }
}

static bool is_barrier(const Expression *expression)
{
    const Function *function = callee(expression);
    return function != NULL && is_named(function, "__syncthreads");
}

static bool depends_on_thread(const Expression *e)
{
    if (e == NULL) {
        return false;
    }
    bool is_thread =
        e->kind == EXPRESSION_BUILTIN && e->builtin >= BUILTIN_tid_x && e->builtin <= BUILTIN_tid_z;
    return is_thread || depends_on_thread(e->a) || depends_on_thread(e->b) ||
           depends_on_thread(e->c);
}

static void walk_statement(Walk *walk, const Statement *statement);

static void walk_expression(Walk *walk, const Expression *e)
{
    if (e == NULL) {
        return;
    }
    walk_expression(walk, e->a);
    walk_expression(walk, e->b);
    walk_expression(walk, e->c);
    for (uint32_t i = 0; i < e->list_count; i++) {
        walk_expression(walk, e->list[i]);
    }
    walk_statement(walk, e->statement);
    if (callee(e) != NULL) {
        check_shuffle(walk, e, callee(e));
    }
    if (walk->divergent != NULL && is_barrier(e)) {
        source_report(walk->tree->source, walk->diagnostics, DIAGNOSTIC_WARNING, e->location,
                      "__syncthreads() under a condition that depends on threadIdx: threads that "
                      "skip it block the others [%s]",
                      warning_info[WARNING_DIVERGENT_BARRIER].name);
        source_report(walk->tree->source, walk->diagnostics, DIAGNOSTIC_NOTE,
                      walk->divergent->location, "the condition is here");
    }
}

static bool has_barrier(const Statement *statement)
{
    for (const Statement *at = statement; at != NULL; at = at->next) {
        if ((at->a != NULL && is_barrier(at->a)) || has_barrier(at->first) ||
            has_barrier(at->body) || has_barrier(at->otherwise)) {
            return true;
        }
    }
    return false;
}

// If both sides of an `if` have a barrier, the threads may be counted so that they match: not
// certain.
static bool is_divergent(const Statement *statement)
{
    return statement->kind == STATEMENT_IF && depends_on_thread(statement->a) &&
           !(has_barrier(statement->body) && has_barrier(statement->otherwise));
}

static void walk_statement(Walk *walk, const Statement *statement)
{
    for (const Statement *at = statement; at != NULL; at = at->next) {
        const Statement *before = walk->divergent;
        walk_expression(walk, at->a);
        walk_expression(walk, at->b);
        walk_statement(walk, at->initial);
        walk->divergent = is_divergent(at) ? at : before;
        walk_statement(walk, at->first);
        walk_statement(walk, at->body);
        walk_statement(walk, at->otherwise);
        walk->divergent = before;
    }
}

void warn_tree(const Tree *tree, uint32_t compute_capability, Diagnostics *diagnostics)
{
    for (uint32_t i = 0; i < tree->function_count; i++) {
        const Function *function = tree->functions[i];
        if (function->body == NULL || tree->source->files[function->location.file].is_library) {
            continue;
        }
        Walk walk = {tree, diagnostics, compute_capability, NULL};
        walk_statement(&walk, function->body);
        warn_unset(tree, function, diagnostics);
        warn_shared(tree, function, compute_capability, diagnostics);
    }
}
