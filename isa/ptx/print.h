// SPDX-License-Identifier: Apache-2.0
// What the printer's files share.
#ifndef LOCKSTEP_PTX_PRINT_H
#define LOCKSTEP_PTX_PRINT_H

#include "isa/ptx/statement.h"

// A function name that .loc lines refer to, under its number in .section .debug_str.
typedef struct PrintedString {
    const char *text;
    uint32_t first; // index of the first location that uses it
    uint32_t number;
} PrintedString;

typedef struct PrintedStrings {
    PrintedString *items; // by address of the text
    uint32_t count;
} PrintedStrings;

// print_variable.c: `.global .align 4 .f32 x[4] = {...}`, without the semicolon.
void ptx_print_variable(const PtxVariable *variable, bool is_declaration, Text *out);
void ptx_print_parameter(const PtxVariable *parameter, Text *out);

// print_location.c
void ptx_print_strings_init(PrintedStrings *strings, const PtxModule *module);
void ptx_print_strings_destroy(PrintedStrings *strings);
void ptx_print_location(const PrintedStrings *strings, const PtxModule *module, uint32_t index,
                        Text *out);
// Last of all: no location can be printed after it.
void ptx_print_string_section(PrintedStrings *strings, Text *out);

#endif
