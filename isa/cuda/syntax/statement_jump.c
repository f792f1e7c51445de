// SPDX-License-Identifier: Apache-2.0
// switch, case, break, continue, goto and labels; destructors of the locals that a jump leaves;
// C++17 [stmt.jump], [stmt.switch], [class.dtor].
#include "isa/cuda/syntax/statement.h"

#include "isa/cuda/syntax/block.h"
#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/construct.h"
#include "isa/cuda/syntax/convert.h"
#include "isa/cuda/syntax/express.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/parse_expression.h"
#include "isa/cuda/syntax/parse_statement.h"
#include "isa/cuda/syntax/scope.h"
#include "isa/cuda/syntax/temporary.h"

#include <string.h>

// ---- blocks and what is destroyed at their ends

Block *block_open(Front *front)
{
    Block *block = arena_alloc(front->arena, sizeof *block);
    block->outer = front->body->block;
    front->body->block = block;
    return block;
}

void block_watch_variable(Front *front, Variable *variable)
{
    if (class_destructor(front, variable->type) == NULL) {
        return;
    }
    Block *block = front->body->block;
    block->destroyed = arena_room(front->arena, block->destroyed, block->count, &block->room,
                                  sizeof *block->destroyed);
    block->destroyed[block->count++] = variable;
}

bool block_is_watching(const Block *from, const Block *to)
{
    for (; from != NULL && from != to; from = from->outer) {
        if (from->count > 0) {
            return true;
        }
    }
    return false;
}

static void destroy_block(Front *front, const Block *block, Statement ***tail,
                          SourceLocation location)
{
    for (uint32_t i = block->count; i > 0; i--) {
        Variable *variable = block->destroyed[i - 1];
        if (variable == front->body->returned) {
            continue;
        }
        Expression *object = express_variable(front, variable, location);
        object->type = object->type->unqualified;
        Expression *call = construct_destroy(front, object, location);
        if (call != NULL) {
            Statement *statement = statement_new(front, STATEMENT_EXPRESSION, location);
            statement->a = call;
            statement_append(tail, statement);
        }
    }
}

// Destroys the locals of all blocks from the innermost out to, but not including, `to`.
void block_unwind(Front *front, const Block *to, Statement ***tail, SourceLocation location)
{
    for (const Block *at = front->body->block; at != NULL && at != to; at = at->outer) {
        destroy_block(front, at, tail, location);
    }
}

void block_close(Front *front, Statement ***tail, SourceLocation location)
{
    destroy_block(front, front->body->block, tail, location);
    front->body->block = front->body->block->outer;
}

Statement *block_leave(Front *front, Statement *jump, const Block *to)
{
    if (!block_is_watching(front->body->block, to)) {
        return jump;
    }
    Statement *block = statement_new(front, STATEMENT_COMPOUND, jump->location);
    Statement **tail = &block->first;
    block_unwind(front, to, &tail, jump->location);
    statement_append(&tail, jump);
    block->end = jump->location;
    return block;
}

// break ; | continue ;
Statement *parse_jump(Front *front, StatementKind kind)
{
    SourceLocation location = front_here(front);
    front->at++;
    front_expect(front, PUNCTUATOR_semicolon, kind == STATEMENT_BREAK ? "'break'" : "'continue'");
    const Loop *target = front->loop;
    while (kind == STATEMENT_CONTINUE && target != NULL && target->is_switch) {
        target = target->outer;
    }
    if (target == NULL) {
        front_error(front, location, "'%s' statement not within a loop%s",
                    kind == STATEMENT_BREAK ? "break" : "continue",
                    kind == STATEMENT_BREAK ? " or switch" : "");
        return statement_new(front, STATEMENT_EMPTY, location);
    }
    return block_leave(front, statement_new(front, kind, location), target->block);
}

// ---- labels

static Label *find_label(Front *front, const Token *name)
{
    for (Label *at = front->body->labels; at != NULL; at = at->next) {
        if (at->name == name->text) {
            return at;
        }
    }
    Label *label = arena_alloc(front->arena, sizeof *label);
    label->name = name->text;
    label->location = name->location;
    label->next = front->body->labels;
    front->body->labels = label;
    return label;
}

static void check_destroyed(Front *front, SourceLocation location)
{
    if (block_is_watching(front->body->block, NULL)) {
        front_error(front, location,
                    "'goto' and labels within the life of a variable with a destructor are not "
                    "supported");
    }
}

// goto name ;
Statement *parse_goto(Front *front)
{
    Statement *statement = statement_new(front, STATEMENT_GOTO, front_here(front));
    front->at++;
    const Token *name = front_peek(front, 0);
    if (name->kind != TOKEN_NAME) {
        front_error(front, name->location, "expected a label after 'goto'");
        express_recover(front, PUNCTUATOR_semicolon);
        front_accept(front, PUNCTUATOR_semicolon);
        return statement_new(front, STATEMENT_EMPTY, name->location);
    }
    front->at++;
    find_label(front, name);
    statement->label = name->text;
    check_destroyed(front, statement->location);
    front_expect(front, PUNCTUATOR_semicolon, "'goto'");
    return statement;
}

static Statement *parse_labeled(Front *front, Statement *label)
{
    if (front_is(front, PUNCTUATOR_brace_close)) { // as C23 and GCC allow
        label->body = statement_new(front, STATEMENT_EMPTY, label->location);
        return label;
    }
    Statement *body = parse_statement(front);
    if (body->next != NULL) { // several declarations: the label is placed before the first
        label->body = statement_new(front, STATEMENT_EMPTY, label->location);
        label->next = body;
    } else {
        label->body = body;
    }
    if (body->kind == STATEMENT_DECLARE) {
        label->body = statement_new(front, STATEMENT_EMPTY, label->location);
        label->next = body;
    }
    return label;
}

// name : statement
Statement *parse_label(Front *front)
{
    const Token *name = front_peek(front, 0);
    Statement *statement = statement_new(front, STATEMENT_LABEL, name->location);
    front->at += 2;
    Label *label = find_label(front, name);
    if (label->is_defined) {
        front_error(front, name->location, "redefinition of label '%s'", name->text);
        front_note(front, label->location, "previous definition is here");
    }
    label->is_defined = true;
    label->location = name->location;
    check_destroyed(front, name->location);
    statement->label = name->text;
    return parse_labeled(front, statement);
}

void statement_check_labels(Front *front)
{
    for (const Label *at = front->body->labels; at != NULL; at = at->next) {
        if (!at->is_defined) {
            front_error(front, at->location, "label '%s' is used but not defined", at->name);
        }
    }
}

// ---- switch

// switch ( [init] condition ) statement
Statement *parse_switch(Front *front)
{
    SourceLocation location = front_here(front);
    front->at++;
    front_expect(front, PUNCTUATOR_paren_open, "'switch'");
    scope_push(front, SCOPE_BLOCK, NULL);
    block_open(front);
    Statement *initial = parse_init_statement(front);
    Statement *statement = statement_new(front, STATEMENT_SWITCH, location);
    uint32_t since = temporaries_begin(front);
    Expression *value = parse_expression(front);
    if (!express_is_error(value)) {
        value = express_value(front, convert_to_scalar(front, value));
    }
    if (!type_is_integral_or_enum(value->type)) {
        front_error(front, value->location, "'switch' requires an integer, got '%s'",
                    express_type_text(front, value->type));
        value = express_error(front, value->location);
    }
    const Type *type = express_promoted(front, value);
    statement->a =
        temporaries_end_value(front, express_converted(front, value, type, value->location), since);
    if (!front_expect(front, PUNCTUATOR_paren_close, "the value of 'switch'")) {
        express_recover(front, PUNCTUATOR_paren_close);
    }
    SwitchContext context = {.outer = front->switch_, .type = type};
    Loop loop = {.outer = front->loop, .block = front->body->block, .is_switch = true};
    front->switch_ = &context;
    front->loop = &loop;
    statement->body = parse_statement(front);
    front->switch_ = context.outer;
    front->loop = loop.outer;
    statement = statement_close(front, initial, NULL, statement);
    scope_pop(front);
    return statement;
}

static bool case_value(Front *front, int64_t *value)
{
    SourceLocation location = front_here(front);
    Expression *expression = parse_constant(front);
    if (express_is_error(expression)) {
        return false;
    }
    expression = convert_implicit(front, expression, front->switch_->type, location, "'case'");
    Expression result = {0};
    const char *reason = NULL;
    if (express_is_error(expression)) {
        return false;
    }
    if (!express_evaluate(front, expression, &result, &reason)) {
        front_error(front, location, "'case' value is not constant%s%s", reason == NULL ? "" : ": ",
                    reason == NULL ? "" : reason);
        return false;
    }
    *value = (int64_t)result.integer;
    return true;
}

// Cases are in ascending order. The place of the first one that ends at the value or above.
static uint32_t first_case_from(const SwitchContext *context, int64_t value)
{
    uint32_t low = 0, high = context->case_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (context->cases[middle]->last_value < value) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void note_case(Front *front, Statement *statement)
{
    SwitchContext *context = front->switch_;
    uint32_t at = first_case_from(context, statement->first_value);
    const Statement *other = at < context->case_count ? context->cases[at] : NULL;
    if (other != NULL && other->first_value <= statement->last_value) {
        front_error(front, statement->location, "duplicate 'case' value");
        front_note(front, other->location, "previously used here");
        return;
    }
    context->cases = arena_room(front->arena, context->cases, context->case_count,
                                &context->case_room, sizeof *context->cases);
    memmove(context->cases + at + 1, context->cases + at,
            (context->case_count++ - at) * sizeof *context->cases);
    context->cases[at] = statement;
}

// case constant [... constant] : statement
Statement *parse_case(Front *front)
{
    Statement *statement = statement_new(front, STATEMENT_CASE, front_here(front));
    front->at++;
    if (front->switch_ == NULL) {
        front_error(front, statement->location, "'case' label not within a switch statement");
        express_recover(front, PUNCTUATOR_colon);
        return statement_new(front, STATEMENT_EMPTY, statement->location);
    }
    bool is_good = case_value(front, &statement->first_value);
    statement->last_value = statement->first_value;
    if (front_accept(front, PUNCTUATOR_ellipsis)) {
        is_good = case_value(front, &statement->last_value) && is_good;
        if (is_good && statement->last_value < statement->first_value) {
            express_warning(front, statement->location, "empty 'case' range");
        }
    }
    if (!front_expect(front, PUNCTUATOR_colon, "'case'")) {
        express_recover(front, PUNCTUATOR_colon);
    }
    if (is_good && statement->first_value <= statement->last_value) {
        note_case(front, statement);
    }
    return parse_labeled(front, statement);
}

// default : statement
Statement *parse_default(Front *front)
{
    Statement *statement = statement_new(front, STATEMENT_DEFAULT, front_here(front));
    front->at++;
    front_expect(front, PUNCTUATOR_colon, "'default'");
    if (front->switch_ == NULL || front->switch_->has_default) {
        front_error(front, statement->location,
                    front->switch_ == NULL ? "'default' label not within a switch statement"
                                           : "multiple 'default' labels in one switch");
        return statement_new(front, STATEMENT_EMPTY, statement->location);
    }
    front->switch_->has_default = true;
    return parse_labeled(front, statement);
}

// ---- whether the end of a function can be reached

static bool is_true(const Expression *condition)
{
    return condition == NULL || (condition->kind == EXPRESSION_INTEGER && condition->integer != 0);
}

// Whether a `break` leaves the loop or switch whose body this list is.
static bool has_break(const Statement *list)
{
    for (; list != NULL; list = list->next) {
        switch (list->kind) {
        case STATEMENT_BREAK: return true;
        case STATEMENT_WHILE:
        case STATEMENT_DO:
        case STATEMENT_FOR:
        case STATEMENT_SWITCH: break;
        default:
            if (has_break(list->first) || has_break(list->body) || has_break(list->otherwise)) {
                return true;
            }
        }
    }
    return false;
}

static bool has_default(const Statement *list)
{
    for (; list != NULL; list = list->next) {
        if (list->kind == STATEMENT_DEFAULT ||
            (list->kind != STATEMENT_SWITCH &&
             (has_default(list->first) || has_default(list->body)))) {
            return true;
        }
    }
    return false;
}

static bool never_returns(const Expression *expression)
{
    if (expression == NULL) {
        return false;
    }
    if (expression->kind == EXPRESSION_BUILTIN) {
        return expression->builtin == BUILTIN_trap || expression->builtin == BUILTIN_unreachable;
    }
    return expression->kind == EXPRESSION_CALL && expression->a != NULL &&
           expression->a->function != NULL && expression->a->function->is_noreturn;
}

static bool falls_through(const Statement *statement)
{
    switch (statement->kind) {
    case STATEMENT_RETURN:
    case STATEMENT_GOTO:
    case STATEMENT_BREAK:
    case STATEMENT_CONTINUE: return false;
    case STATEMENT_COMPOUND: return statement_falls_through(statement->first);
    case STATEMENT_EXPRESSION: return !never_returns(statement->a);
    case STATEMENT_IF:
        return statement->otherwise == NULL
                   ? !is_true(statement->a) || statement_falls_through(statement->body)
                   : statement_falls_through(statement->body) ||
                         statement_falls_through(statement->otherwise);
    case STATEMENT_WHILE:
    case STATEMENT_FOR: return !is_true(statement->a) || has_break(statement->body);
    case STATEMENT_DO:
        return has_break(statement->body) ||
               (statement_falls_through(statement->body) && !is_true(statement->a));
    case STATEMENT_SWITCH:
        return has_break(statement->body) || !has_default(statement->body) ||
               statement_falls_through(statement->body);
    case STATEMENT_CASE:
    case STATEMENT_DEFAULT:
    case STATEMENT_LABEL: return statement_falls_through(statement->body);
    case STATEMENT_ASM: return true;
    default: return true;
    }
}

static bool is_label(const Statement *statement)
{
    return statement->kind == STATEMENT_LABEL || statement->kind == STATEMENT_CASE ||
           statement->kind == STATEMENT_DEFAULT;
}

bool statement_falls_through(const Statement *list)
{
    bool is_reached = true;
    for (; list != NULL; list = list->next) {
        is_reached = is_reached || is_label(list);
        is_reached = is_reached && falls_through(list);
    }
    return is_reached;
}
