// SPDX-License-Identifier: Apache-2.0
// Names, resolved while they are read, and the questions that only lookup answers.
#ifndef LOCKSTEP_CUDA_NAME_H
#define LOCKSTEP_CUDA_NAME_H

#include "isa/cuda/syntax/front.h"

typedef struct NameReference {
    Symbol *symbol;
    const char *name; // the last part
    SourceLocation location;
    Scope *qualifier;            // the scope named before the last ::, or NULL
    TemplateArgument *arguments; // explicit ones of a function template
    uint32_t argument_count;
    bool has_arguments;
} NameReference;

// Reads a possibly qualified name, ns::Class<int>::member; false after reporting. Template-ids of
// class and alias templates are instantiated and come as TYPE symbols.
bool parse_name(Front *front, NameReference *name);
// Whether the tokens here begin a declaration (in a block).
bool name_is_declaration(Front *front);
// Whether the tokens here begin a type (in a cast, sizeof, template argument).
bool name_is_type(Front *front);
// Whether only a type is here: "T(x)" and "T{x}" are expressions.
bool name_is_type_id(Front *front);
// Skips template arguments, from '<' past its '>'.
void name_skip_arguments(Front *front);
// The element that a pack currently stands for; any other symbol itself.
Symbol *name_bound_symbol(Front *front, Symbol *symbol);
// A name as messages show it: with namespaces, classes and template arguments.
const char *name_qualified(Front *front, const Scope *home, const char *name,
                           const TemplateArgument *arguments, uint32_t argument_count,
                           bool has_arguments);
// Reports that `token` after the qualifier of `name` is not declared.
void name_report_unknown(Front *front, const NameReference *name, const Token *token);
// Reports, and returns true, if an undeclared name is one that only the host's headers declare.
bool name_report_host(Front *front, const char *name, SourceLocation location);

#endif
