// SPDX-License-Identifier: Apache-2.0
// The text's order: what stood in a module or in a body, one entry a statement, so that the printer
// can write it back. Everything a statement says beyond its order is in the structures of ptx.h.
#ifndef LOCKSTEP_PTX_STATEMENT_H
#define LOCKSTEP_PTX_STATEMENT_H

#include "isa/ptx/ptx.h"

// `.reg .type name;` or `.reg .type name<count>;`
typedef struct RegisterDeclaration {
    const char *name;
    PtxType type;
    uint8_t vector;
    bool is_range;
    uint32_t count;
} RegisterDeclaration;

typedef enum PtxStatementKind {
    // in a module
    STATEMENT_FILE,      // files[index]
    STATEMENT_FUNCTION,  // functions[index], with its body
    STATEMENT_PROTOTYPE, // functions[index], without
    // in a module or a body
    STATEMENT_VARIABLE,    // variables[index]
    STATEMENT_PRAGMA,      // text
    STATEMENT_DECLARATION, // variables[index] as `.extern`, defined further on
    STATEMENT_REFUSED,     // text: an instruction that is known and not supported
    STATEMENT_ALIAS,       // text: the names of two functions
    // in a body
    STATEMENT_REGISTERS,   // registers
    STATEMENT_INSTRUCTION, // instructions[index]
    STATEMENT_LABEL,       // labels[index]
    STATEMENT_LOCATION,    // locations[index] of the module
    STATEMENT_OPEN,        // {
    STATEMENT_CLOSE        // }
} PtxStatementKind;

typedef struct PtxStatement {
    PtxStatementKind kind;
    uint32_t index;
    union {
        const char *text;
        const RegisterDeclaration *registers;
    };
} PtxStatement;

#endif
