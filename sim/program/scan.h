// SPDX-License-Identifier: Apache-2.0
// Tokens of C++ with their places in the text, so that a rewriter can copy all the rest as it
// stands. Comments and lines that start with # (line markers, pragmas, directives) are white space
// here. Leaves out what no rewriting needs: values, most operators of several characters.
#ifndef LOCKSTEP_PROGRAM_SCAN_H
#define LOCKSTEP_PROGRAM_SCAN_H

#include "isa/base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum ScanKind {
    SCAN_END,
    SCAN_NAME,
    SCAN_NUMBER,
    SCAN_QUOTED, // a string or character, raw ones too
    SCAN_PUNCTUATOR
} ScanKind;

// Words that the rewriter must know, and punctuators.
typedef enum Word {
    WORD_NONE,
#define WORD(id, text, kind) WORD_##id,
#include "sim/program/word.def"
#undef WORD
    WORD_COUNT
} Word;

typedef enum WordKind {
    WORD_PLAIN,
    WORD_QUALIFIER, // of CUDA; vanishes
    WORD_CALL,      // of CUDA, with arguments in parentheses; vanishes with them
    WORD_SPECIFIER, // a name before parentheses that are no parameter list
    WORD_TYPE,      // part of a type that has no name of its own
    WORD_CV,        // const and its like
    WORD_CONTROL    // a keyword that no callee ends with
} WordKind;

typedef struct ScanToken {
    const char *text;
    uint32_t length;
    uint32_t match; // for a bracket: the index of its partner; 0: none
    uint8_t kind;   // ScanKind
    uint8_t word;   // Word
} ScanToken;

typedef struct Scan {
    const ScanToken *tokens; // [0] is an END, then count - 1 tokens, then one END
    uint32_t count;          // index of the last END
} Scan;

// The tokens of the text, which must be zero-terminated after size_bytes and outlive the Scan.
Scan scan_text(const char *text, size_t size_bytes, Arena *arena);

WordKind word_kind(Word word);

// WORD_NONE after the last token.
Word scan_word(const Scan *scan, uint32_t index);

// Whether a token is this text; whether two tokens are the same.
bool scan_is(const Scan *scan, uint32_t index, const char *text);
bool scan_same(const Scan *scan, uint32_t a, uint32_t b);

// A name that is no word of word.def.
bool scan_is_name(const Scan *scan, uint32_t index);

// From a bracket that opens to its partner; any other token stays.
uint32_t scan_close(const Scan *scan, uint32_t index);

// Behind the token's text.
const char *scan_end(const Scan *scan, uint32_t index);

#endif
