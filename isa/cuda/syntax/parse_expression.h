// SPDX-License-Identifier: Apache-2.0
// The grammar of expressions: each function reads the production that it is named after. After an
// error has been reported, a parser returns an error expression, and whoever meets one reports
// nothing more.
#ifndef LOCKSTEP_CUDA_PARSE_EXPRESSION_H
#define LOCKSTEP_CUDA_PARSE_EXPRESSION_H

#include "isa/cuda/syntax/express_node.h"

Expression *parse_expression(Front *front); // with commas
Expression *parse_assignment(Front *front); // without; also initializers' clauses
Expression *parse_constant(Front *front);   // conditional-expression
Expression *parse_cast_expression(Front *front);
Expression *parse_unary(Front *front);
Expression *parse_postfix(Front *front);
Expression *parse_primary(Front *front);
Expression *parse_literal(Front *front);
Expression *parse_lambda(Front *front);
Expression *parse_new(Front *front);
Expression *parse_delete(Front *front);
Expression *parse_fold(Front *front); // at '(': (pack op ...), or NULL: it is not a fold
// Reads the operand of sizeof or decltype, which is not evaluated.
Expression *parse_unevaluated(Front *front, Expression *(*parse)(Front *front));
Expression *parse_braced_list(Front *front); // { a, .b = c, {d} }
// Reads adjacent string literals; size_bytes: with the terminating zero.
const char *parse_string_literal(Front *front, uint64_t *size_bytes);
// Reads arguments up to `close`, which is consumed; pack expansions are expanded.
bool parse_arguments(Front *front, ExpressionList *list, TokenId close);
// Reads a constant expression's value; reports and returns false when it is not one.
bool parse_integer_constant(Front *front, const Type **type, uint64_t *value);

#endif
