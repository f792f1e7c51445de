// SPDX-License-Identifier: Apache-2.0
// Overload resolution: candidates for a call, and the best of them.
#ifndef LOCKSTEP_CUDA_OVERLOAD_H
#define LOCKSTEP_CUDA_OVERLOAD_H

#include "isa/cuda/syntax/convert.h"
#include "isa/cuda/syntax/name.h"

typedef struct Candidate {
    FunctionInfo *function;
    bool is_template, is_viable;
    const Template *template_;
    ConversionRank object_rank;
    Conversion *conversions;
} Candidate;

typedef struct CandidateSet {
    Candidate *items;
    uint32_t count, room;
    Expression *object;        // of methods
    const NameReference *name; // with explicit template arguments, or NULL
    bool sees_later;           // functions that are declared after the call are candidates
    bool is_implicit;          // explicit constructors do not count
    bool is_without_user;      // arguments do not convert by constructor or conversion function
    Expression **arguments;
    uint32_t argument_count;
} CandidateSet;

// Adds functions and, where deduction succeeds, instances of function templates.
void overload_add(Front *front, CandidateSet *set, Symbol *overloads, const NameReference *name,
                  SourceLocation location);
// The arguments in the form that deduction needs.
Expression **overload_deduction_arguments(Front *front, const CandidateSet *set);
// Adds what argument-dependent lookup finds.
void overload_add_by_arguments(Front *front, CandidateSet *set, const char *name,
                               SourceLocation location);
// The best viable candidate; NULL if there is none, with *is_ambiguous if several are best.
Candidate *overload_best(Front *front, CandidateSet *set, bool *is_ambiguous);
// Adds a note for each candidate that says why it does not fit.
void overload_note_candidates(Front *front, const CandidateSet *set);
// Adds a note for each function template that does not fit the arguments, with the mismatch.
void overload_note_refused(Front *front, const CandidateSet *set, Symbol *overloads,
                           const NameReference *name, SourceLocation location);
// The instance of a function template that has explicit arguments, or fits a function type.
FunctionInfo *overload_instance(Front *front, Template *template_, const NameReference *name,
                                const Type *wanted);
// The call of an overloaded operator, or NULL when no candidate is viable; b is NULL for unary
// ones.
Expression *overload_operator(Front *front, const char *name, Expression *a, Expression *b,
                              bool is_member_only, SourceLocation location);

#endif
