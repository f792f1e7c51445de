// SPDX-License-Identifier: Apache-2.0
// Inside of tree_print: the text so far and how deep it is in the tree.
#ifndef LOCKSTEP_CUDA_PRINT_H
#define LOCKSTEP_CUDA_PRINT_H

#include "isa/cuda/tree/tree.h"

#include <string.h>

#define PRINT_DEPTH_LIMIT 500u // what lies deeper is cut with "..."

typedef struct Printer {
    Text *out;
    uint32_t indent, depth;
} Printer;

void print_expression(Printer *printer, const Expression *expression); // NULL: "-"
void print_variable(Printer *printer, const Variable *variable);
void print_initial(Printer *printer, const Variable *variable);
void print_string(Text *out, const char *text, size_t size_bytes);
// On lines of its own, inside an expression.
void print_statement_list(Printer *printer, const Statement *statement);

#endif
