// SPDX-License-Identifier: Apache-2.0
// The words of a PTX text, one at a time. Comments, blanks, `#` lines and `@@DWARF` lines are
// skipped. A dotted word (".global", ".f32", ".L2::128B") is one token, dot included.
#ifndef LOCKSTEP_PTX_LEX_H
#define LOCKSTEP_PTX_LEX_H

#include "isa/ptx/name.h"

typedef enum TokenKind {
    TOKEN_END,
    TOKEN_NAME, // add, %r1, $L__BB0_1, _
    TOKEN_DOT,  // .u32
    TOKEN_INTEGER,
    TOKEN_FLOAT,
    TOKEN_STRING,
    TOKEN_PUNCTUATION,
    TOKEN_BAD // `message` says what is wrong
} TokenKind;

// Punctuation is its character; two characters are packed, the second one low.
#define PUNCTUATION_PAIR(first, second) (((first) << 8) | (second))

typedef struct Token {
    TokenKind kind;
    int punctuation;
    const char *start;     // in the text; of a STRING: after the opening quote
    uint32_t length;       // of a STRING: without the quotes
    uint32_t line, column; // from 1
    Name *name;            // NAME, DOT
    uint64_t bits;         // INTEGER: its value; FLOAT: IEEE bits
    bool is_unsigned;      // INTEGER: with U, or above INT64_MAX
    bool is_double;        // FLOAT: 64 bits wide
    const char *message;   // BAD
} Token;

typedef struct Lexer {
    NameTable *names;
    const char *at;
    const char *end; // *end is 0
    const char *line_start;
    uint32_t line;
} Lexer;

// `text` is size_bytes long and has one more byte, which is zero.
void ptx_lexer_init(Lexer *lexer, NameTable *names, const char *text, size_t size_bytes);

Token ptx_lexer_next(Lexer *lexer);

#endif
