// SPDX-License-Identifier: Apache-2.0
// Which variables of the CUDA source the registers of a PTX text hold and from where on, and where
// others are in local memory: comments at the end of the text, which our compiler writes and
// steppers and pages read. The text of other compilers has none.
#ifndef LOCKSTEP_BASE_SOURCE_VARIABLE_H
#define LOCKSTEP_BASE_SOURCE_VARIABLE_H

#include "isa/base/text.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum SourceForm {
    SOURCE_FORM_S32, // also of narrower integers
    SOURCE_FORM_U32,
    SOURCE_FORM_S64,
    SOURCE_FORM_U64,
    SOURCE_FORM_F32,
    SOURCE_FORM_F64,
    SOURCE_FORM_BOOL,
    SOURCE_FORM_CHAR,
    SOURCE_FORM_POINTER,
    SOURCE_FORM_BITS
} SourceForm;

// "12", "0.5", "true", "'a'", "0x7f..."
void source_form_print(SourceForm form, uint64_t bits, Text *out);

// A scalar: a variable, or a member or element of one. Texts are not terminated.
typedef struct SourceVariable {
    uint32_t id, whole; // whole: the id of the variable of which this is a part, or its own
    SourceForm form;
    uint32_t first_line, end_line; // of its scope, in its file
    const char *name;              // "sum", "acc[2][1]", "p.x"
    const char *function;          // that declares it, as people write it
    const char *file;
    uint32_t name_bytes, function_bytes, file_bytes;
} SourceVariable;

// From a place in the code on, a variable holds something.
typedef enum SourceSetKind {
    SOURCE_SET_LOST, // nothing that is kept
    SOURCE_SET_CONSTANT,
    SOURCE_SET_VARIABLE, // what another one holds there
    SOURCE_SET_REGISTER  // what the register holds there
} SourceSetKind;

typedef struct SourceSet {
    uint32_t instruction; // of its function, from 0
    bool is_before;       // that instruction, which begins a block; else after it
    uint32_t variable;    // ids that no SourceVariable has only keep values for others
    SourceSetKind kind;
    uint64_t bits;    // of CONSTANT
    uint32_t from;    // of VARIABLE
    const char *name; // of REGISTER, not terminated
    uint32_t name_bytes;
} SourceSet;

#define SOURCE_DIMENSIONS_MAX 8u

// Scalars in the memory of a thread: a variable, or a member or the elements of one. Its name has
// empty brackets for indices: "bodies[].position[]".
typedef struct SourceMemory {
    SourceVariable variable;
    uint64_t offset_bytes; // of the first scalar, from the function's .local variable on
    uint32_t size_bytes;   // of a scalar
    uint32_t dimension_count;
    uint32_t count[SOURCE_DIMENSIONS_MAX]; // of elements, by dimension
    uint64_t stride_bytes[SOURCE_DIMENSIONS_MAX];
} SourceMemory;

// Adds the comment about a variable of a PTX function.
void source_variable_write(const char *function, const SourceVariable *variable, Text *ptx);
// Adds a row to the rows of a function; after them, the comments.
void source_set_write(const SourceSet *set, Text *rows);
void source_sets_write(const char *function, const char *rows, Text *ptx);

void source_memory_write(const char *function, const SourceMemory *memory, Text *ptx);

// The next comment of any kind; NULL: there is none. *function: the name's start in it.
const char *source_variable_next(const char *ptx, const char **function);
// The next variable, or row, of the function from *ptx on, which then is after it.
bool source_variable_read(const char **ptx, const char *function, SourceVariable *variable);
bool source_set_read(const char **ptx, const char *function, SourceSet *set);
bool source_memory_read(const char **ptx, const char *function, SourceMemory *memory);

#endif
