// SPDX-License-Identifier: Apache-2.0
// What messages about expressions say: types, similar names, and where reading goes on.
#ifndef LOCKSTEP_CUDA_EXPRESS_TEXT_H
#define LOCKSTEP_CUDA_EXPRESS_TEXT_H

#include "isa/cuda/syntax/front.h"

// Reports an undeclared name, with a similar one if there is any; once for each name.
Expression *express_undeclared(Front *front, const char *name, SourceLocation location);
// A type as messages show it.
const char *express_type_text(Front *front, const Type *type);
// Warns, unless the place is in a library header.
void express_warning(Front *front, SourceLocation location, const char *format, ...)
    TEXT_PRINTF(3, 4);
// The most similar visible name; NULL: none is similar.
const char *express_similar_name(Front *front, const char *name);
// The most similar one of `names`.
const char *express_similar_of(const char *name, const char *const *names, size_t count);
// The most similar member of a class or its bases.
const char *express_similar_member(Front *front, const Scope *class_scope, const char *name);
// The most similar name of a namespace, a class or an enumeration.
const char *express_similar_in(const Scope *scope, const char *name);
// Goes past `close`, or to the end of the statement, after an error.
void express_recover(Front *front, TokenId close);
// Skips the rest of the file, where nothing sensible can follow.
Expression *express_give_up(Front *front);

#endif
