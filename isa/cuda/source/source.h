// SPDX-License-Identifier: Apache-2.0
// From the characters of a CUDA C++ file to the tokens its parser reads: translation phases 1 to 6
// of C++17 (splices, comments, directives, macros, adjacent strings stay apart for the parser).
// Leaves out: trigraphs, digraphs, modules, universal names in identifiers. Files come through a
// callback: this room opens none.
#ifndef LOCKSTEP_CUDA_SOURCE_H
#define LOCKSTEP_CUDA_SOURCE_H

#include "isa/base/arena.h"
#include "isa/base/diagnostics.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum TokenKind {
    TOKEN_END, // after the last token
    TOKEN_NAME,
    TOKEN_KEYWORD,    // id: a row of keyword.def
    TOKEN_NUMBER,     // a preprocessing number, with its suffix
    TOKEN_CHARACTER,  // with quotes and prefix
    TOKEN_STRING,     // with quotes and prefix; raw strings too
    TOKEN_PUNCTUATOR, // id: a row of punctuator.def
    TOKEN_PRAGMA      // #pragma or _Pragma that is for the compiler: text is what follows "pragma"
} TokenKind;

// KEYWORD_int, KEYWORD_template, KEYWORD___global__, ..., made from keyword.def; PUNCTUATOR_*
// from punctuator.def. 0 is no keyword. Both share one numbering, so that one id says it all.
typedef enum TokenId {
    TOKEN_ID_NONE,
#define PUNCTUATOR(name, text) PUNCTUATOR_##name,
#include "isa/cuda/source/punctuator.def"
#undef PUNCTUATOR
#define KEYWORD(name) KEYWORD_##name,
#include "isa/cuda/source/keyword.def"
#undef KEYWORD
    TOKEN_ID_COUNT
} TokenId;

typedef struct SourceLocation {
    uint32_t file; // index into Source.files
    uint32_t line; // from 1
    uint32_t column;
} SourceLocation;

// Names and keywords are interned: equal text is the same pointer. `text` is not zero-terminated
// for other kinds than names and keywords; use length.
typedef struct Token {
    uint8_t kind; // TokenKind
    uint8_t is_first_on_line : 1;
    uint8_t is_after_space : 1;
    uint16_t id; // TokenId
    uint32_t length;
    const char *text;
    SourceLocation location; // of the place of use: for a token out of a macro, of the macro's name
} Token;

typedef struct SourceFile {
    const char *path; // as diagnostics and .file show it
    const char *text;
    size_t size_bytes;
    bool is_library; // one of the compiler's own headers
} SourceFile;

typedef struct Source {
    Arena *arena;
    SourceFile *files; // [0] is the file that was asked for
    uint32_t file_count;
    Token *tokens; // token_count of them, then one TOKEN_END
    uint32_t token_count;
    const char **skipped_headers; // <...> headers that nobody had: the host's own
    uint32_t skipped_header_count;
} Source;

typedef struct SourceOptions {
    // Finds an included file. name: as written; from: path of the including file. Sets *path and
    // *text, which must live as long as the Source. Headers in angle brackets that it does not find
    // are taken for the host's and skipped; a missing "file.h" is an error. May be NULL.
    bool (*find)(void *context, const char *name, bool is_angled, const char *from,
                 const char **path, const char **text, size_t *size_bytes);
    void *find_context;
    // Whether the host's compiler has the header in angle brackets; where it has not, that is an
    // error. NULL: it has them all.
    bool (*has_host_header)(const char *name);
    // The compiler's own headers, looked up by name before `find`. May be NULL.
    const char *(*find_library)(const char *name, size_t *size_bytes);
    const char *const *defines; // "NAME" or "NAME=value"; the compiler's come first
    uint32_t define_count;
    const char *prelude; // library header that every file starts with, or NULL
} SourceOptions;

// Preprocesses one file. Always returns a Source; whether it may be used says error_count of the
// diagnostics. Everything lives in `arena`.
Source *source_preprocess(Arena *arena, const char *path, const char *text, size_t size_bytes,
                          const SourceOptions *options, Diagnostics *diagnostics);

// The interned form of a name, as tokens have it.
const char *source_intern(Source *source, const char *name, size_t length);

// What a diagnostic about this place needs.
SourcePosition source_position(const Source *source, SourceLocation location);
void source_report(const Source *source, Diagnostics *diagnostics, DiagnosticLevel level,
                   SourceLocation location, const char *format, ...) TEXT_PRINTF(5, 6);

typedef enum LiteralKind {
    LITERAL_INT,
    LITERAL_UNSIGNED,
    LITERAL_LONG,
    LITERAL_UNSIGNED_LONG,
    LITERAL_LONG_LONG,
    LITERAL_UNSIGNED_LONG_LONG,
    LITERAL_FLOAT,
    LITERAL_DOUBLE,
    LITERAL_LONG_DOUBLE,
    LITERAL_CHAR,
    LITERAL_WIDE_CHAR // wchar_t, char16_t, char32_t: a 32-bit value
} LiteralKind;

typedef struct Literal {
    LiteralKind kind; // as C++17 [lex.literal] types it, with LP64 widths
    uint64_t integer;
    double real;
} Literal;

// The value of a NUMBER or CHARACTER token. False (with a diagnostic) when malformed or too large.
// Decimal, hexadecimal, octal, binary, digit separators, hexadecimal floats, long double as double.
bool source_literal(const Source *source, const Token *token, Diagnostics *diagnostics,
                    Literal *literal);

// The bytes of one STRING token without its quotes, escapes resolved, zero-terminated.
const char *source_string(const Source *source, const Token *token, Diagnostics *diagnostics,
                          size_t *size_bytes);

#endif
