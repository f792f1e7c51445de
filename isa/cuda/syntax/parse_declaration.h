// SPDX-License-Identifier: Apache-2.0
// The grammar of declarations: each function reads what it is named after.
#ifndef LOCKSTEP_CUDA_PARSE_DECLARATION_H
#define LOCKSTEP_CUDA_PARSE_DECLARATION_H

#include "isa/cuda/syntax/front.h"

typedef enum DeclarationPlace { PLACE_NAMESPACE, PLACE_CLASS, PLACE_BLOCK } DeclarationPlace;

typedef struct Specifiers {
    const Type *type; // NULL: none was given (constructors, conversion functions)
    SourceLocation location;
    Template *deduced_class; // Pair p(1, 2): the class template whose arguments are to be deduced
    bool is_typedef, is_static, is_extern, is_inline, is_constexpr, is_friend, is_virtual;
    bool is_explicit, is_mutable, is_thread_local, is_noinline, is_forceinline, is_noreturn;
    bool is_device, is_global, is_host, is_shared, is_constant, is_managed, is_grid_constant;
    bool is_packed, defines_type;
    bool is_unknown;        // the type is an error that has been reported
    uint32_t quiet_errors;  // front->quiet_errors where the declaration began
    bool is_specialization; // after "template <>"
    uint32_t align_bytes;
    uint32_t max_threads, min_blocks, max_blocks_per_cluster, max_registers, cluster[3];
} Specifiers;

typedef struct ParameterList {
    const Type **types;
    const char **names;
    TokenRange *defaults;
    bool *is_grid_constant;
    uint32_t count, room;
    const char *pack_name;
    uint32_t pack_first, pack_count;
    bool is_variadic;
} ParameterList;

typedef struct Declarator {
    const Type *type;
    const char *name; // NULL: abstract
    SourceLocation location;
    Scope *qualifier;            // class or namespace of a qualified name, or NULL
    Scope *scope;                // where what follows the name is looked up
    TemplateArgument *arguments; // f<int>(...): of an explicit specialization or instantiation
    uint32_t argument_count;
    bool has_arguments;
    bool is_constructor, is_destructor, is_conversion, is_pack;
    bool is_function, is_const_method, is_nested; // is_nested: the name was in parentheses
    ParameterList parameters;
    uint32_t align_bytes;
} Declarator;

typedef enum DeclaratorForm {
    DECLARATOR_NAMED,
    DECLARATOR_ABSTRACT,
    DECLARATOR_EITHER
} DeclaratorForm;

// Reads a file to its end.
void parse_translation_unit(Front *front);
// Reads a declaration of a namespace or class.
void parse_declaration(Front *front, DeclarationPlace place);
// Reads a declaration in a block; returns its DECLARE statements, a list by `next`.
Statement *parse_block_declaration(Front *front);
// Reads declarators to the ';' and declares what they name. Returns true if the declaration is
// complete, perhaps at the end of a line with a forgotten ";".
bool parse_declarators(Front *front, Specifiers *specifiers, DeclarationPlace place,
                       Statement ***tail);
// Reads `auto [a, b] = e;` after its specifiers, with the cursor at '['; type: auto with its
// qualifiers and reference. Consumes the ';' and returns statements as parse_block_declaration
// does.
Statement *parse_structured_binding(Front *front, const Type *type);
// Reads an enum specifier.
const Type *parse_enum(Front *front);
// Reads a namespace definition or alias.
void parse_namespace(Front *front);
// Reads a using declaration, directive or alias.
void parse_using(Front *front, DeclarationPlace place);
// Reads a static_assert and reports it if it fails.
void parse_static_assert(Front *front);

// Reads decl-specifiers; true if there was at least one. Without a type, type stays NULL.
bool parse_specifiers(Front *front, Specifiers *specifiers, DeclarationPlace place);
// Reads one attribute, CUDA qualifier or the like, in any place; true if there was one.
bool parse_attribute(Front *front, Specifiers *specifiers);
// Reads all attributes at the cursor.
void parse_attributes(Front *front, Specifiers *specifiers);

// Reads a declarator of the given form; false after reporting.
bool parse_declarator(Front *front, const Type *base, DeclaratorForm form, Declarator *declarator);
// Reads the operators * & && C::* before a declarator and applies them to `base`.
const Type *parse_pointer_operators(Front *front, const Type *base);
// Reads the name that a declarator declares.
bool parse_declarator_id(Front *front, Declarator *declarator);
// Reads what follows `operator`: "operator+" and so on; a conversion's type goes to *conversion.
const char *parse_operator_name(Front *front, const Type **conversion);
// Reads function parameters, after '(' through ')'.
bool parse_parameters(Front *front, ParameterList *list);
// Reads a type-id: specifiers and an abstract declarator; NULL after reporting.
const Type *parse_type_id(Front *front);

#endif
