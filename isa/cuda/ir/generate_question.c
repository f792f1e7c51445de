// SPDX-License-Identifier: Apache-2.0
// Questions about the tree that decide which code is generated.
#include "isa/cuda/ir/generate.h"

#define CHEAP_COST 6u // operations that cost less than a branch around them

static uint32_t cost(const Expression *e, uint32_t left);

static uint32_t cost_of_parts(const Expression *e, uint32_t own, uint32_t left)
{
    const Expression *parts[] = {e->a, e->b, e->c};
    uint32_t sum = own;
    for (size_t i = 0; i < 3 && sum <= left; i++) {
        sum += parts[i] == NULL ? 0 : cost(parts[i], left - sum);
    }
    return sum;
}

static bool is_free_variable(const Expression *e)
{
    return e->variable->space == SPACE_AUTOMATIC && !type_is_aggregate(e->type) &&
           (e->type->qualifiers & QUALIFIER_VOLATILE) == 0;
}

static uint32_t cost_of_builtin(const Expression *e, uint32_t left)
{
    bool is_cheap_one = (e->builtin >= BUILTIN_min_s32 && e->builtin <= BUILTIN_abs_s32) ||
                        (e->builtin >= BUILTIN_tid_x && e->builtin <= BUILTIN_warpsize) ||
                        (e->builtin >= BUILTIN_fabsf && e->builtin <= BUILTIN_fmax);
    uint32_t sum = is_cheap_one ? 1 : left + 1;
    for (uint32_t i = 0; i < e->list_count && sum <= left; i++) {
        sum += cost(e->list[i], left - sum);
    }
    return sum;
}

// Returns a cost above `left` for what is too expensive or must not be evaluated speculatively.
static uint32_t cost(const Expression *e, uint32_t left)
{
    switch (e->kind) {
    case EXPRESSION_INTEGER:
    case EXPRESSION_FLOATING: return 0;
    case EXPRESSION_VARIABLE: return is_free_variable(e) ? 0 : left + 1;
    case EXPRESSION_NEGATE:
    case EXPRESSION_BIT_NOT:
    case EXPRESSION_NOT:
    case EXPRESSION_CAST: return type_is_scalar(e->type) ? cost_of_parts(e, 1, left) : left + 1;
    case EXPRESSION_DIVIDE:
    case EXPRESSION_REMAINDER:
        return e->b->kind == EXPRESSION_INTEGER && e->b->integer != 0 &&
                       (e->b->integer & (e->b->integer - 1)) == 0
                   ? cost_of_parts(e, 2, left)
                   : left + 1;
    case EXPRESSION_ADD:
    case EXPRESSION_SUBTRACT:
    case EXPRESSION_MULTIPLY:
    case EXPRESSION_SHIFT_LEFT:
    case EXPRESSION_SHIFT_RIGHT:
    case EXPRESSION_AND:
    case EXPRESSION_OR:
    case EXPRESSION_XOR:
    case EXPRESSION_POINTER_ADD:
    case EXPRESSION_POINTER_SUBTRACT:
    case EXPRESSION_EQUAL:
    case EXPRESSION_NOT_EQUAL:
    case EXPRESSION_LESS:
    case EXPRESSION_LESS_EQUAL:
    case EXPRESSION_GREATER:
    case EXPRESSION_GREATER_EQUAL:
    case EXPRESSION_LOGICAL_AND:
    case EXPRESSION_LOGICAL_OR:
    case EXPRESSION_CONDITIONAL: return cost_of_parts(e, 1, left);
    case EXPRESSION_BUILTIN: return cost_of_builtin(e, left);
    default: return left + 1;
    }
}

bool is_cheap(const Expression *e)
{
    return cost(e, CHEAP_COST) <= CHEAP_COST;
}

// ---- Is a parameter only ever read in place?

typedef struct Search {
    const Variable *variable;
    bool is_found; // a use that is more than reading
    uint32_t depth;
} Search;

typedef enum Use { USE_READ, USE_OTHER } Use;

static void search_value(Search *search, const Expression *e);
static void search_place(Search *search, const Expression *e, Use use);
static void search_statement(Search *search, const Statement *statement);

static void search_pointer(Search *search, const Expression *e, Use use)
{
    switch (e->kind) {
    case EXPRESSION_ADDRESS: search_place(search, e->a, use); break;
    case EXPRESSION_CAST:
        if (ir_type_of(e->type) == IR_POINTER && ir_type_of(e->a->type) == IR_POINTER) {
            search_pointer(search, e->a, use);
        } else {
            search_value(search, e->a);
        }
        break;
    case EXPRESSION_POINTER_ADD:
    case EXPRESSION_POINTER_SUBTRACT:
        search_pointer(search, e->a, use);
        search_value(search, e->b);
        break;
    default: search_value(search, e); break;
    }
}

static bool enter(Search *search)
{
    search->is_found |= search->depth >= GENERATE_DEPTH_LIMIT;
    search->depth++;
    return !search->is_found;
}

static void search_place(Search *search, const Expression *e, Use use)
{
    if (e == NULL || !enter(search)) {
        return;
    }
    switch (e->kind) {
    case EXPRESSION_VARIABLE:
        search->is_found |= use != USE_READ && e->variable == search->variable;
        break;
    case EXPRESSION_MEMBER: search_place(search, e->a, use); break;
    case EXPRESSION_DEREFERENCE: search_pointer(search, e->a, use); break;
    case EXPRESSION_CONDITIONAL:
        search_value(search, e->a);
        search_place(search, e->b, use);
        search_place(search, e->c, use);
        break;
    case EXPRESSION_COMMA:
        search_value(search, e->a);
        search_place(search, e->b, use);
        break;
    default: search_value(search, e); break;
    }
    search->depth--;
}

static void search_value(Search *search, const Expression *e)
{
    if (e == NULL || !enter(search)) {
        return;
    }
    switch (e->kind) {
    case EXPRESSION_VARIABLE:
    case EXPRESSION_MEMBER:
    case EXPRESSION_DEREFERENCE: search_place(search, e, USE_READ); break;
    case EXPRESSION_ADDRESS: search_place(search, e->a, USE_OTHER); break;
    case EXPRESSION_ASSIGN:
    case EXPRESSION_COMPOUND:
    case EXPRESSION_PRE_INCREMENT:
    case EXPRESSION_PRE_DECREMENT:
    case EXPRESSION_POST_INCREMENT:
    case EXPRESSION_POST_DECREMENT:
        search_place(search, e->a, USE_OTHER);
        search_value(search, e->b);
        break;
    default:
        search_value(search, e->a);
        search_value(search, e->b);
        search_value(search, e->c);
        for (uint32_t i = 0; i < e->list_count; i++) {
            search_value(search, e->list[i]);
        }
        search_statement(search, e->statement);
        break;
    }
    search->depth--;
}

static void search_assembly(Search *search, const AsmStatement *assembly)
{
    for (uint32_t i = 0; assembly != NULL && i < assembly->operand_count; i++) {
        const AsmOperand *operand = &assembly->operands[i];
        if (operand->is_output) {
            search_place(search, operand->value, USE_OTHER);
        } else {
            search_value(search, operand->value);
        }
    }
}

static void search_statement(Search *search, const Statement *statement)
{
    if (statement == NULL || !enter(search)) {
        return;
    }
    search_value(search, statement->a);
    search_value(search, statement->b);
    search_statement(search, statement->initial);
    search_statement(search, statement->body);
    search_statement(search, statement->otherwise);
    search_assembly(search, statement->assembly);
    for (const Statement *at = statement->first; at != NULL; at = at->next) {
        search_statement(search, at);
    }
    search->depth--;
}

bool is_only_read(const Function *function, const Variable *parameter)
{
    Search search = {.variable = parameter};
    search_statement(&search, function->body);
    return !search.is_found;
}
