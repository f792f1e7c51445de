// SPDX-License-Identifier: Apache-2.0
// Implicit conversions: the rank of an argument's conversion, and the nodes that perform it.
#ifndef LOCKSTEP_CUDA_CONVERT_H
#define LOCKSTEP_CUDA_CONVERT_H

#include "isa/cuda/syntax/front.h"

// [over.ics.rank], best first.
typedef enum ConversionRank {
    CONVERSION_EXACT,
    CONVERSION_QUALIFICATION, // exact but adds const: loses against EXACT for references
    CONVERSION_PROMOTION,
    CONVERSION_STANDARD,
    CONVERSION_USER,
    CONVERSION_ELLIPSIS,
    CONVERSION_NONE
} ConversionRank;

typedef struct Conversion {
    ConversionRank rank;
    FunctionInfo *function; // of a USER conversion: constructor or conversion function
    ConversionRank second;  // of a USER conversion by function: of its result
    bool is_ambiguous;
} Conversion;

// The rank of a conversion; USER if a class is involved other than as itself or as a base.
ConversionRank convert_rank(const Type *from, bool is_lvalue, bool is_null_constant,
                            const Type *to);
// Which of two conversions of the same rank is better, [over.ics.rank]/4: below zero `a`, above
// zero `b`. Pointers to bool are worst, a nearer base is better than a farther one or void *.
int convert_compare(const Type *from, const Type *a, const Type *b);
// Finds the conversion of an expression; with_user: by constructors and conversion functions too.
Conversion convert_find(Front *front, Expression *from, const Type *to, bool with_user);
// Converts implicitly, or reports an error in the named context and returns an error expression;
// never NULL.
Expression *convert_implicit(Front *front, Expression *from, const Type *to,
                             SourceLocation location, const char *context);
// As convert_implicit, also to a reference type: the result is then a pointer to what it binds to.
Expression *convert_to(Front *front, Expression *from, const Type *to, SourceLocation location,
                       const char *context);
// Converts a class object by its conversion function to a scalar; anything else stays as it is.
Expression *convert_to_scalar(Front *front, Expression *from);
// Converts by a conversion function, explicit ones included; NULL if there is none.
Expression *convert_explicitly(Front *front, Expression *from, const Type *to,
                               SourceLocation location);
// The function of an overload set that has the given type; NULL if there is none.
Expression *convert_overloads(Front *front, Expression *from, const Type *to);

#endif
