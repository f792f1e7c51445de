// SPDX-License-Identifier: Apache-2.0
// Scopes: entering and leaving them, and names to symbols.
#ifndef LOCKSTEP_CUDA_SCOPE_H
#define LOCKSTEP_CUDA_SCOPE_H

#include "isa/cuda/syntax/front.h"

// Makes a scope inside the current one and enters it.
Scope *scope_push(Front *front, ScopeKind kind, const char *name);
// Leaves the current scope for its parent.
void scope_pop(Front *front);
// Adds a symbol; functions and function templates of one name become overloads.
Symbol *scope_add(Front *front, Scope *scope, SymbolKind kind, const char *name,
                  SourceLocation location);
// Makes a symbol mean the same as another; its name and its place in its scope stay.
void scope_copy_symbol(Symbol *to, const Symbol *from);
// Finds a name in this scope alone; NULL: not there.
Symbol *scope_find_own(const Scope *scope, const char *name);
// Finds a name in this scope, its bases and the namespaces it uses; NULL: not there.
Symbol *scope_find_here(const Scope *scope, const char *name);
// The same for the token at the cursor: what a namespace declares further down is not found.
Symbol *scope_find_visible(const Front *front, const Scope *scope, const char *name);
// Finds a name from the current scope outward, in classes with their bases, as the token at the
// cursor sees it. Members of bases that depend on template parameters come last.
Symbol *scope_lookup(Front *front, const char *name);
// The same without the members of classes: the free functions that an operator may mean.
Symbol *scope_lookup_free(Front *front, const char *name);
// Whether the token at the cursor sees this symbol alone, without its overloads: a namespace's is
// seen from its declaration on, all others wherever their scope is.
bool scope_is_visible(const Front *front, const Symbol *symbol);
// Whether a template is being instantiated at the cursor.
bool scope_is_in_template(const Front *front);
// Finds a member of a class or of its bases; *offset_bytes (may be NULL): of the base it is in.
Symbol *scope_find_member(Front *front, const Scope *class_scope, const char *name,
                          uint64_t *offset_bytes);
// Reports a name that several base classes of the class have, where the class itself has none.
void scope_check_ambiguous(Front *front, const Scope *class_, const char *name,
                           SourceLocation location);
// Whether a scope is in an unnamed namespace.
bool scope_is_unnamed(const Scope *scope);

#endif
