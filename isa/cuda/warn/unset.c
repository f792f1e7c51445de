// SPDX-License-Identifier: Apache-2.0
// [uninitialized-variable]: what is done first to a local variable that is declared without a
// value. Reading it, or a part of it, is wrong, wherever the program takes it from then. Follows
// the order of the source: the first round of a loop comes first. Says nothing where a condition
// inside of a loop, or a way out of the round, may keep that round away from the read and the
// variable is assigned later, behind a `goto`, of copies of whole classes, and once any part has
// been written.
#include "isa/base/warning.h"
#include "isa/cuda/tree/type.h"
#include "isa/cuda/warn/warn.h"

#define UNSET_MAX 64u // variables at a time; of more, nothing is said

typedef struct Unset {
    const Variable *variable;
    uint32_t loops;         // around its declaration
    const Expression *read; // the first one, where a condition inside of a loop may keep it away
} Unset;

typedef struct Walk {
    const Tree *tree;
    Diagnostics *diagnostics;
    Unset unset[UNSET_MAX];
    uint32_t unset_count;
    uint32_t loops;       // around this place
    uint32_t loop_limit;  // the loops outside of the outermost one that holds a condition around it
    uint32_t leave_limit; // the same of a loop whose round may have been left before this place
    bool has_jump;
} Walk;

static void walk_statement(Walk *walk, const Statement *statement);
static void walk_value(Walk *walk, const Expression *e);

static bool has_value(const Type *type)
{
    while (type->kind == TYPE_ARRAY) {
        type = type->base;
    }
    return type_is_scalar(type) || (type->kind == TYPE_CLASS && type->class_->field_count > 0);
}

static void declare(Walk *walk, const Statement *at)
{
    const Variable *variable = at->variable;
    if (variable == NULL || at->a != NULL || variable->space != SPACE_AUTOMATIC ||
        variable->name == NULL || !has_value(variable->type) || walk->unset_count == UNSET_MAX) {
        return;
    }
    walk->unset[walk->unset_count++] = (Unset){variable, walk->loops, NULL};
}

static void report(const Walk *walk, const Variable *variable, const Expression *read)
{
    source_report(walk->tree->source, walk->diagnostics, DIAGNOSTIC_WARNING, read->location,
                  "'%s' is used before it is given a value [%s]", variable->name,
                  warning_info[WARNING_UNINITIALIZED].name);
    source_report(walk->tree->source, walk->diagnostics, DIAGNOSTIC_NOTE, variable->location,
                  "it is declared here, without a value");
}

// Once a variable is written or its address is taken, or once it is reported, no more is said.
static void mention(Walk *walk, const Expression *e, bool is_read)
{
    for (uint32_t i = 0; i < walk->unset_count; i++) {
        Unset *unset = &walk->unset[i];
        if (unset->variable != e->variable) {
            continue;
        }
        uint32_t limit =
            walk->leave_limit > walk->loop_limit ? walk->leave_limit : walk->loop_limit;
        if (is_read && limit > unset->loops) {
            unset->read = unset->read == NULL ? e : unset->read;
            return;
        }
        if (is_read && !walk->has_jump) {
            report(walk, unset->variable, unset->read == NULL ? e : unset->read);
        }
        *unset = walk->unset[--walk->unset_count];
        return;
    }
}

// The array whose element it is, by an index; else NULL.
static const Expression *indexed(const Expression *e)
{
    const Expression *sum = e->kind == EXPRESSION_DEREFERENCE ? e->a : NULL;
    bool is_element =
        sum != NULL && sum->kind == EXPRESSION_POINTER_ADD && sum->a->kind == EXPRESSION_ADDRESS;
    return is_element ? sum->a->a : NULL;
}

// A part of a class or array is read.
static void walk_part(Walk *walk, const Expression *e)
{
    const Expression *array = indexed(e);
    if (e->kind == EXPRESSION_VARIABLE) {
        mention(walk, e, true);
    } else if (e->kind == EXPRESSION_MEMBER) {
        walk_part(walk, e->a);
    } else if (array != NULL) {
        walk_value(walk, e->a->b);
        walk_part(walk, array);
    } else {
        walk_value(walk, e);
    }
}

// What is written or whose address is taken: its parts are read, itself is not.
static void walk_place(Walk *walk, const Expression *e)
{
    if (e == NULL) {
        return;
    }
    switch (e->kind) {
    case EXPRESSION_VARIABLE: mention(walk, e, false); break;
    case EXPRESSION_MEMBER: walk_place(walk, e->a); break;
    case EXPRESSION_DEREFERENCE: walk_value(walk, e->a); break;
    case EXPRESSION_CONDITIONAL:
        walk_value(walk, e->a);
        walk_place(walk, e->b);
        walk_place(walk, e->c);
        break;
    default: walk_value(walk, e); break;
    }
}

// Parts that may be left out run under a condition.
static void walk_condition(Walk *walk, const Expression *e, const Statement *statement)
{
    uint32_t before = walk->loop_limit;
    walk->loop_limit = walk->loops;
    walk_value(walk, e);
    walk_statement(walk, statement);
    walk->loop_limit = before;
}

static void walk_list(Walk *walk, const Expression *e)
{
    walk_value(walk, e->a);
    walk_value(walk, e->b);
    walk_value(walk, e->c);
    for (uint32_t i = 0; i < e->list_count; i++) {
        walk_value(walk, e->list[i]);
    }
    walk_statement(walk, e->statement);
}

static void walk_value(Walk *walk, const Expression *e)
{
    if (e == NULL) {
        return;
    }
    switch (e->kind) {
    case EXPRESSION_VARIABLE: mention(walk, e, type_is_scalar(e->type)); break;
    case EXPRESSION_MEMBER: walk_part(walk, e->a); break;
    case EXPRESSION_DEREFERENCE:
        if (indexed(e) != NULL) {
            walk_part(walk, e);
        } else {
            walk_value(walk, e->a);
        }
        break;
    case EXPRESSION_ADDRESS: walk_place(walk, e->a); break;
    case EXPRESSION_ASSIGN:
        walk_value(walk, e->b);
        walk_place(walk, e->a);
        break;
    case EXPRESSION_COMPOUND:
        walk_value(walk, e->b);
        walk_value(walk, e->a);
        break;
    case EXPRESSION_LOGICAL_AND:
    case EXPRESSION_LOGICAL_OR:
        walk_value(walk, e->a);
        walk_condition(walk, e->b, NULL);
        break;
    case EXPRESSION_CONDITIONAL:
        walk_value(walk, e->a);
        walk_condition(walk, e->b, NULL);
        walk_condition(walk, e->c, NULL);
        break;
    case EXPRESSION_STATEMENTS:
        walk_statement(walk, e->statement);
        walk_value(walk, e->a);
        break;
    case EXPRESSION_CAST:
        if (e->type->kind == TYPE_VOID) {
            walk_place(walk, e->a);
        } else {
            walk_value(walk, e->a);
        }
        break;
    default: walk_list(walk, e); break;
    }
}

static void walk_loop(Walk *walk, const Statement *at)
{
    uint32_t before = walk->leave_limit;
    walk_statement(walk, at->initial);
    walk->loops++;
    if (at->kind != STATEMENT_DO) {
        walk_value(walk, at->a);
    }
    walk_statement(walk, at->body);
    if (at->kind == STATEMENT_DO) {
        walk_value(walk, at->a);
    }
    walk_value(walk, at->b);
    walk->loops--;
    walk->leave_limit = before;
}

static void walk_assembly(Walk *walk, const AsmStatement *assembly)
{
    for (int pass = 0; pass < 2; pass++) { // what is read comes before what is written
        for (uint32_t i = 0; i < assembly->operand_count; i++) {
            const AsmOperand *operand = &assembly->operands[i];
            bool is_read = !operand->is_output || operand->is_read_write;
            if (pass == 0 && is_read) {
                walk_value(walk, operand->value);
            } else if (pass == 1 && !is_read) {
                walk_place(walk, operand->value);
            }
        }
    }
}

static void walk_one(Walk *walk, const Statement *at)
{
    switch (at->kind) {
    case STATEMENT_EXPRESSION: walk_place(walk, at->a); break; // a value that nobody takes
    case STATEMENT_DECLARE:
        walk_value(walk, at->a);
        declare(walk, at);
        break;
    case STATEMENT_IF:
        walk_value(walk, at->a);
        walk_condition(walk, NULL, at->body);
        walk_condition(walk, NULL, at->otherwise);
        break;
    case STATEMENT_SWITCH:
        walk_value(walk, at->a);
        walk_condition(walk, NULL, at->body);
        break;
    case STATEMENT_WHILE:
    case STATEMENT_DO:
    case STATEMENT_FOR: walk_loop(walk, at); break;
    case STATEMENT_BREAK:
    case STATEMENT_CONTINUE: walk->leave_limit = walk->loops; break;
    case STATEMENT_GOTO:
    case STATEMENT_LABEL:
        walk->has_jump = true;
        walk_statement(walk, at->body);
        break;
    case STATEMENT_ASM: walk_assembly(walk, at->assembly); break;
    default:
        walk_value(walk, at->a);
        walk_statement(walk, at->initial);
        walk_statement(walk, at->first);
        walk_statement(walk, at->body);
        break;
    }
}

static void walk_statement(Walk *walk, const Statement *statement)
{
    for (const Statement *at = statement; at != NULL; at = at->next) {
        walk_one(walk, at);
    }
}

void warn_unset(const Tree *tree, const Function *function, Diagnostics *diagnostics)
{
    Walk walk = {.tree = tree, .diagnostics = diagnostics};
    walk_statement(&walk, function->body);
    for (uint32_t i = 0; i < walk.unset_count && !walk.has_jump; i++) {
        if (walk.unset[i].read != NULL) { // and nothing is ever written to it
            report(&walk, walk.unset[i].variable, walk.unset[i].read);
        }
    }
}
