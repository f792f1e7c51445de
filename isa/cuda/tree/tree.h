// SPDX-License-Identifier: Apache-2.0
// The checked tree: a device program as C would have it. All that C++ adds is resolved: templates
// are instantiated, overloads chosen, `this` is a parameter, references are pointers that are
// dereferenced where used, constructors, operators and conversions are calls, lambdas are classes,
// every conversion is a CAST, constants are folded. The front end makes it; isa/cuda/ir reads it.
// Only what a kernel (or a __device__ variable's initializer) reaches is in it.
#ifndef LOCKSTEP_CUDA_TREE_H
#define LOCKSTEP_CUDA_TREE_H

#include "isa/cuda/source/source.h"
#include "isa/cuda/tree/type.h"

typedef struct Expression Expression;
typedef struct Statement Statement;
typedef struct Variable Variable;
typedef struct Function Function;

typedef struct Field {
    const char *name; // NULL: base class, anonymous struct or union, or bit-field padding
    const Type *type;
    uint64_t offset_bytes;
    uint8_t bit_offset, bit_width; // of a bit-field in its unit at offset_bytes; width 0: none
    bool is_base;                  // a base class
    bool is_mutable;               // not const in a const object
    SourceLocation location;
} Field;

struct Class {
    const char *name;    // "Pair<int, 4>"; a closure's is "lambda at file:line:column"
    const char *mangled; // as a nested name of the Itanium ABI, or NULL
    bool is_union, is_complete, is_trivial; // trivial: may be copied as bytes
    bool is_immovable;                      // no constructor copies or moves it
    Field *fields;                          // base classes first
    uint32_t field_count;
    uint64_t size_bytes;
    uint32_t align_bytes;
    SourceLocation location;
    void *scope; // the front end's
};

struct Enumeration {
    const char *name, *mangled;
    const Type *underlying;
    bool is_scoped, is_complete;
    void *scope;
};

typedef enum VariableSpace {
    SPACE_AUTOMATIC, // a local variable or parameter of a function
    SPACE_GLOBAL,    // __device__, and constants that the device reads (const int table[] = ...)
    SPACE_CONSTANT,  // __constant__
    SPACE_SHARED,    // __shared__, also static in a function
    SPACE_TEXTURE    // a texture or surface reference
} VariableSpace;

struct Variable {
    const char *name;
    const char *mangled; // the symbol's name in PTX; NULL for automatic ones
    const Type *type;    // never a reference: a reference variable has pointer type
    VariableSpace space;
    bool is_parameter;
    bool is_extern;        // declared only; `extern __shared__` is the dynamic shared memory
    bool is_internal;      // static: not visible outside its file
    bool is_visible;       // to other files that it is linked with: not static, and not const
    bool is_inline;        // any number of files may define it
    bool is_managed;       // __managed__
    bool is_grid_constant; // parameter of a kernel
    bool is_restrict;      // parameter: a pointer declared __restrict__
    bool is_address_taken; // a hint; generation finds out itself
    bool is_result; // a local that is the function's result: it lies where the caller wants it
    uint32_t align_bytes; // at least the type's
    Expression *initial;  // of a variable with static storage: see INITIAL below; NULL: zero
    SourceLocation location;
    uint32_t end_line;  // of an automatic one's scope, set by code generation; 0: the function's
    void *front, *back; // scratch of the front end and of code generation
};

// A static initializer, flattened: bytes with holes that are addresses.
typedef struct InitialAddress {
    uint64_t offset_bytes; // where in the object, 8 bytes wide
    Variable *variable;    // or
    Function *function;
    const char *string; // or a string constant of string_size bytes (with its zero)
    uint64_t string_size;
    int64_t addend;
} InitialAddress;

typedef struct InitialValue {
    uint8_t *bytes; // of the variable's whole size; NULL: all zero
    InitialAddress *addresses;
    uint32_t address_count;
} InitialValue;

typedef enum ExpressionKind {
    EXPRESSION_INTEGER,     // integer: value of an integer, bool, enum, pointer or nullptr constant
    EXPRESSION_FLOATING,    // real
    EXPRESSION_STRING,      // lvalue: an array of char in constant data
    EXPRESSION_VARIABLE,    // lvalue
    EXPRESSION_FUNCTION,    // the function itself (decays by ADDRESS)
    EXPRESSION_DEREFERENCE, // lvalue: *a
    EXPRESSION_MEMBER,      // a.field: lvalue if a is one
    EXPRESSION_ADDRESS,     // &a
    EXPRESSION_NEGATE,
    EXPRESSION_BIT_NOT,
    EXPRESSION_NOT, // logical; bool
    // Binary: operands already have the type of the operation, except shifts (each its own
    // promoted type) and pointer arithmetic.
    EXPRESSION_ADD,
    EXPRESSION_SUBTRACT,
    EXPRESSION_MULTIPLY,
    EXPRESSION_DIVIDE,
    EXPRESSION_REMAINDER,
    EXPRESSION_SHIFT_LEFT,
    EXPRESSION_SHIFT_RIGHT, // arithmetic for signed types
    EXPRESSION_AND,
    EXPRESSION_OR,
    EXPRESSION_XOR,
    EXPRESSION_POINTER_ADD,        // a pointer, b integer (any width); in elements
    EXPRESSION_POINTER_SUBTRACT,   // a pointer, b integer
    EXPRESSION_POINTER_DIFFERENCE, // long, in elements
    EXPRESSION_EQUAL,              // comparisons give bool
    EXPRESSION_NOT_EQUAL,
    EXPRESSION_LESS,
    EXPRESSION_LESS_EQUAL,
    EXPRESSION_GREATER,
    EXPRESSION_GREATER_EQUAL,
    EXPRESSION_LOGICAL_AND, // short-circuit; bool
    EXPRESSION_LOGICAL_OR,
    EXPRESSION_CONDITIONAL, // a ? b : c; lvalue if b and c are
    EXPRESSION_COMMA,
    EXPRESSION_ASSIGN,   // a = b; of classes: copies the bytes, see is_birth; lvalue
    EXPRESSION_COMPOUND, // a op= b: `operation` (ADD to XOR, POINTER_ADD/SUBTRACT) is done in
                         // `operation_type`, the result converted back; lvalue
    EXPRESSION_PRE_INCREMENT,
    EXPRESSION_PRE_DECREMENT,
    EXPRESSION_POST_INCREMENT,
    EXPRESSION_POST_DECREMENT,
    EXPRESSION_CAST,    // to `type`: arithmetic, pointer, bool; to void: value dropped
    EXPRESSION_CALL,    // a: FUNCTION or an expression of pointer-to-function type; list: arguments
    EXPRESSION_BUILTIN, // builtin: row of builtin.def; list: arguments
    EXPRESSION_ZERO,    // a class or array value with all bytes zero (only as source of ASSIGN)
    EXPRESSION_TEMPORARY,  // lvalue: `variable` after evaluating a (its initialization, or NULL)
    EXPRESSION_STATEMENTS, // ({ ... }): statement, then value a (or NULL)
    EXPRESSION_INITIAL     // only as Variable.initial: see InitialValue
} ExpressionKind;

typedef enum BuiltinId {
    BUILTIN_NONE,
#define BUILTIN(name, result, arguments, flags) BUILTIN_##name,
#include "isa/cuda/tree/builtin.def"
#undef BUILTIN
    BUILTIN_COUNT
} BuiltinId;

struct Expression {
    ExpressionKind kind;
    bool is_lvalue;
    bool is_bound; // of ADDRESS, POINTER_ADD: a reference is bound there, or an atomic works
    bool is_birth; // of ASSIGN: a begins to exist; b makes an object that may not move in it
    ExpressionKind operation; // of COMPOUND
    BuiltinId builtin;
    const Type *type; // never a reference
    const Type *operation_type;
    SourceLocation location;
    Expression *a, *b, *c;
    Expression **list;
    uint32_t list_count;
    uint64_t integer; // sign- or zero-extended to 64 bits by its type
    double real;
    const char *string;
    uint64_t string_size; // with the terminating zero
    Variable *variable;
    Function *function;
    const Field *field;
    Statement *statement;
    InitialValue *initial;
    const void *front; // scratch of the front end: overload set, list initializer, ...
};

typedef enum StatementKind {
    STATEMENT_EMPTY,
    STATEMENT_EXPRESSION,
    STATEMENT_DECLARE, // variable comes to life; a: its initialization as an expression, or NULL
    STATEMENT_COMPOUND,
    STATEMENT_IF,    // a, then body, otherwise
    STATEMENT_WHILE, // a, body
    STATEMENT_DO,
    STATEMENT_FOR,    // initial, a (or NULL), b (step, or NULL), body
    STATEMENT_SWITCH, // a; body holds CASE and DEFAULT
    STATEMENT_CASE,   // first to last, values of the switch's type; body: what follows the colon
    STATEMENT_DEFAULT,
    STATEMENT_BREAK,
    STATEMENT_CONTINUE,
    STATEMENT_RETURN, // a or NULL
    STATEMENT_GOTO,   // label
    STATEMENT_LABEL,  // label, body
    STATEMENT_ASM
} StatementKind;

typedef struct AsmOperand {
    const char *name; // [name], or NULL
    char constraint;  // 'h' 16 bits, 'r' 32, 'l' 64, 'f' float, 'd' double, 'n' constant, 'q' 128,
                      // 'C' string
    bool is_output, is_read_write;
    Expression *value; // outputs: an lvalue
} AsmOperand;

typedef struct AsmStatement {
    const char *text; // %0 %1 ... %% %{ as written
    bool is_volatile, is_clobbering_memory;
    bool is_intrinsic;    // in the math library's headers: nvcc has an operation of its own there
    AsmOperand *operands; // outputs first
    uint32_t operand_count;
} AsmStatement;

typedef enum UnrollRequest { UNROLL_DEFAULT, UNROLL_FULL, UNROLL_COUNT } UnrollRequest;

struct Statement {
    StatementKind kind;
    SourceLocation location;
    Statement *next; // in a COMPOUND
    Expression *a, *b;
    Statement *initial, *body, *otherwise;
    Statement *first; // of a COMPOUND
    Variable *variable;
    int64_t first_value, last_value; // of a CASE
    const char *label;
    AsmStatement *assembly;
    UnrollRequest unroll;  // #pragma unroll before a loop
    uint32_t unroll_count; // of UNROLL_COUNT; 1: do not unroll
    SourceLocation end;    // of a COMPOUND: its closing brace
};

struct Function {
    const char *name;    // qualified, with template arguments, for messages: "reduce<256>"
    const char *mangled; // Itanium ABI, as nvcc names it in PTX
    const Type *type;    // parameters as declared after references became pointers
    const Type *result;
    Variable **parameters; // `this` first where there is one
    uint32_t parameter_count;
    Statement *body; // NULL: declared only (vprintf, malloc, functions of other files)
    bool is_kernel, is_noinline, is_forceinline, is_inline, is_internal, is_variadic;
    bool is_noreturn, is_recursive;
    bool is_instantiated;                                     // explicitly, for all files
    uint32_t max_threads, min_blocks, max_blocks_per_cluster; // __launch_bounds__; 0: not given
    uint32_t max_registers;                                   // __maxnreg__
    uint32_t cluster[3];                                      // __cluster_dims__; 0: none
    SourceLocation location;
    void *front, *back;
};

// A device program: what one .cu file gives.
typedef struct Tree {
    Arena *arena;
    Source *source;
    Types *types;
    Function **functions; // kernels and all they reach; callees before or after callers
    uint32_t function_count;
    Variable **variables; // with static storage, in order of declaration, local statics included
    uint32_t variable_count;
    const char **kernel_templates; // of the user's files, qualified, in order of the source
    uint32_t kernel_template_count;
    const Function **instances; // of SyntaxOptions.instantiations, one each; NULL: refused
} Tree;

// The tree as text, for tests.
void tree_print(const Tree *tree, Text *out);

#endif
