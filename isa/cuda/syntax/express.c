// SPDX-License-Identifier: Apache-2.0
// The grammar of expressions from the comma down to the binary operators: C++17 [expr].
#include "isa/cuda/syntax/express.h"

#include "isa/cuda/syntax/convert.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/overload.h"
#include "isa/cuda/syntax/parse_expression.h"
#include "isa/cuda/syntax/statement.h"
#include "isa/cuda/syntax/syntax_check.h"

typedef struct BinaryOperator {
    uint8_t precedence; // from 1 (||), higher binds tighter; 0: no binary operator
    ExpressionKind kind;
} BinaryOperator;

static BinaryOperator binary_operator(const Front *front, uint16_t id)
{
    switch (id) {
    case PUNCTUATOR_or_or: return (BinaryOperator){1, EXPRESSION_LOGICAL_OR};
    case PUNCTUATOR_and_and: return (BinaryOperator){2, EXPRESSION_LOGICAL_AND};
    case PUNCTUATOR_bar: return (BinaryOperator){3, EXPRESSION_OR};
    case PUNCTUATOR_caret: return (BinaryOperator){4, EXPRESSION_XOR};
    case PUNCTUATOR_ampersand: return (BinaryOperator){5, EXPRESSION_AND};
    case PUNCTUATOR_equal: return (BinaryOperator){6, EXPRESSION_EQUAL};
    case PUNCTUATOR_not_equal: return (BinaryOperator){6, EXPRESSION_NOT_EQUAL};
    case PUNCTUATOR_less: return (BinaryOperator){7, EXPRESSION_LESS};
    case PUNCTUATOR_less_equal: return (BinaryOperator){7, EXPRESSION_LESS_EQUAL};
    case PUNCTUATOR_greater: return (BinaryOperator){front->is_angle ? 0 : 7, EXPRESSION_GREATER};
    case PUNCTUATOR_greater_equal:
        return (BinaryOperator){front->is_angle ? 0 : 7, EXPRESSION_GREATER_EQUAL};
    case PUNCTUATOR_shift_left: return (BinaryOperator){8, EXPRESSION_SHIFT_LEFT};
    case PUNCTUATOR_shift_right:
        return (BinaryOperator){front->is_angle ? 0 : 8, EXPRESSION_SHIFT_RIGHT};
    case PUNCTUATOR_plus: return (BinaryOperator){9, EXPRESSION_ADD};
    case PUNCTUATOR_minus: return (BinaryOperator){9, EXPRESSION_SUBTRACT};
    case PUNCTUATOR_star: return (BinaryOperator){10, EXPRESSION_MULTIPLY};
    case PUNCTUATOR_slash: return (BinaryOperator){10, EXPRESSION_DIVIDE};
    case PUNCTUATOR_percent: return (BinaryOperator){10, EXPRESSION_REMAINDER};
    default: return (BinaryOperator){0, EXPRESSION_INTEGER};
    }
}

// binary-expression: cast-expression { operator binary-expression }, all left to right. A pack
// expansion's "..." or a fold's operator before it ends the expression.
static Expression *parse_binary(Front *front, uint8_t least_precedence)
{
    Expression *left = parse_cast_expression(front);
    for (;;) {
        const Token *token = front_peek(front, 0);
        BinaryOperator operator_ = binary_operator(front, token->id);
        if (token->kind != TOKEN_PUNCTUATOR || operator_.precedence == 0 ||
            operator_.precedence < least_precedence || front->half_of_token != 0 ||
            front_peek(front, 1)->id == PUNCTUATOR_ellipsis) {
            return left;
        }
        SourceLocation location = token->location;
        front->at++;
        Expression *right = parse_binary(front, (uint8_t)(operator_.precedence + 1));
        left = express_binary(front, operator_.kind, left, right, location);
    }
}

// conditional-expression: binary-expression [ ? expression : assignment-expression ]
Expression *parse_constant(Front *front)
{
    if (!front_enter(front)) {
        front_leave(front);
        return express_give_up(front);
    }
    Expression *condition = parse_binary(front, 1);
    SourceLocation location = front_here(front);
    if (front_accept(front, PUNCTUATOR_question)) {
        bool was_angle = front->is_angle;
        front->is_angle = false;
        Expression *b = front_is(front, PUNCTUATOR_colon) ? NULL : parse_expression(front);
        front->is_angle = was_angle;
        front_expect(front, PUNCTUATOR_colon, "the second operand of '?'");
        Expression *c = parse_assignment(front);
        condition = express_conditional(front, condition, b, c, location);
    }
    front_leave(front);
    return condition;
}

static ExpressionKind compound_operation(uint16_t id)
{
    switch (id) {
    case PUNCTUATOR_multiply_assign: return EXPRESSION_MULTIPLY;
    case PUNCTUATOR_divide_assign: return EXPRESSION_DIVIDE;
    case PUNCTUATOR_remainder_assign: return EXPRESSION_REMAINDER;
    case PUNCTUATOR_add_assign: return EXPRESSION_ADD;
    case PUNCTUATOR_subtract_assign: return EXPRESSION_SUBTRACT;
    case PUNCTUATOR_shift_left_assign: return EXPRESSION_SHIFT_LEFT;
    case PUNCTUATOR_shift_right_assign: return EXPRESSION_SHIFT_RIGHT;
    case PUNCTUATOR_and_assign: return EXPRESSION_AND;
    case PUNCTUATOR_xor_assign: return EXPRESSION_XOR;
    case PUNCTUATOR_or_assign: return EXPRESSION_OR;
    default: return EXPRESSION_ASSIGN;
    }
}

// assignment-expression: conditional-expression [ assignment-operator initializer-clause ]
Expression *parse_assignment(Front *front)
{
    const Token *start = front_peek(front, 0);
    if (start->id == KEYWORD_throw) {
        front_error(front, start->location, "exceptions are not supported in device code");
        front->at++;
        if (!front_is(front, PUNCTUATOR_semicolon) && !front_is(front, PUNCTUATOR_paren_close)) {
            parse_assignment(front);
        }
        return express_error(front, start->location);
    }
    Expression *left = parse_constant(front);
    const Token *token = front_peek(front, 0);
    if (token->kind != TOKEN_PUNCTUATOR || front_peek(front, 1)->id == PUNCTUATOR_ellipsis) {
        return left;
    }
    if (token->id == PUNCTUATOR_assign) {
        front->at++;
        Expression *right = front_is(front, PUNCTUATOR_brace_open) ? parse_braced_list(front)
                                                                   : parse_assignment(front);
        return express_assign(front, left, right, token->location);
    }
    ExpressionKind operation = compound_operation(token->id);
    if (operation == EXPRESSION_ASSIGN) {
        return left;
    }
    front->at++;
    Expression *right = parse_assignment(front);
    return express_compound(front, operation, left, right, token->location);
}

// The operation of a binary, compound assignment or comma token; NULL if the token is none of
// these.
Expression *express_operator(Front *front, TokenId id, Expression *a, Expression *b,
                             SourceLocation location)
{
    BinaryOperator binary = binary_operator(front, (uint16_t)id);
    if (binary.precedence != 0) {
        return express_binary(front, binary.kind, a, b, location);
    }
    if (id == PUNCTUATOR_comma) {
        return express_is_error(a) || express_is_error(b) ? express_error(front, location)
                                                          : express_comma(front, a, b);
    }
    if (id == PUNCTUATOR_assign) {
        return express_assign(front, a, b, location);
    }
    ExpressionKind operation = compound_operation((uint16_t)id);
    return operation == EXPRESSION_ASSIGN ? NULL
                                          : express_compound(front, operation, a, b, location);
}

// A comparison whose result is never read is most likely a mistyped assignment.
static void warn_unused(Front *front, const Expression *expression)
{
    if (expression->kind == EXPRESSION_EQUAL) {
        express_warning(front, expression->location, "comparison result unused; did you mean '='?");
    }
}

// expression: assignment-expression { , assignment-expression }
Expression *parse_expression(Front *front)
{
    Expression *first = parse_assignment(front);
    for (;;) {
        SourceLocation location = front_here(front);
        if (front_peek(front, 1)->id == PUNCTUATOR_ellipsis ||
            !front_accept(front, PUNCTUATOR_comma)) {
            return first;
        }
        warn_unused(front, first);
        Expression *second = parse_assignment(front);
        if (express_is_error(first) || express_is_error(second)) {
            first = express_error(front, location);
            continue;
        }
        Expression *call = overload_operator(front, "operator,", first, second, false, location);
        first = call != NULL
                    ? call
                    : express_comma(front, statement_discarded(front, first),
                                    express_is_overloads(second) ? express_value(front, second)
                                                                 : second);
    }
}

static void want_body(void *context, Function *function)
{
    Front *front = context;
    FunctionInfo *info = function->front;
    if (info != NULL) {
        syntax_parse_body(front, info);
    }
}

#define CONSTANT_STEPS 10000000u // of one constant expression; as much as GCC allows by default

bool express_evaluate(Front *front, Expression *expression, Expression *result, const char **reason)
{
    ConstantContext context = {.want_body = want_body,
                               .context = front,
                               .steps_left = CONSTANT_STEPS,
                               .arena = front->arena};
    bool is_constant = constant_evaluate(&context, expression, result);
    *reason = context.reason;
    return is_constant;
}

// constant-expression, contextually converted to an integer.
Expression *parse_unevaluated(Front *front, Expression *(*parse)(Front *front))
{
    Body *body = front->body;
    uint32_t pending = body != NULL ? body->pending_count : 0;
    front->unevaluated++;
    Expression *expression = parse(front);
    front->unevaluated--;
    if (body != NULL) {
        body->pending_count = pending; // no temporary has been made
    }
    return expression;
}

bool parse_integer_constant(Front *front, const Type **type, uint64_t *value)
{
    Expression *expression = parse_constant(front);
    if (express_is_error(expression)) {
        return false;
    }
    expression = convert_to_scalar(front, express_value(front, expression));
    Expression result = {0};
    const char *reason = NULL;
    if (!type_is_integral_or_enum(expression->type)) {
        front_error(front, expression->location,
                    "expected an integer constant expression, got type '%s'",
                    express_type_text(front, expression->type));
        return false;
    }
    if (!express_evaluate(front, expression, &result, &reason)) {
        front_error(front, expression->location, "expression is not constant%s%s",
                    reason == NULL ? "" : ": ", reason == NULL ? "" : reason);
        return false;
    }
    *type = expression->type->unqualified;
    *value = result.integer;
    return true;
}
