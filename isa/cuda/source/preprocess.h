// SPDX-License-Identifier: Apache-2.0
// What the parts of the preprocessor share: names, macros, the files being read and the macros
// being expanded. Only this room includes it.
//
// A file becomes an array of tokens at once (lex.c). file.c hands them out and runs the directives
// it meets (directive.c, condition.c, include.c); expand.c reads through it and replaces macros
// (substitute.c, paste.c); preprocess.c collects what comes out.
#ifndef LOCKSTEP_CUDA_PREPROCESS_H
#define LOCKSTEP_CUDA_PREPROCESS_H

#include "isa/cuda/source/source.h"

// Kinds of tokens that never leave this room.
enum {
    PIECE_PAINTED = TOKEN_PRAGMA + 1, // a name that is not to be expanded any more
    PIECE_PARAMETER,                  // in a macro's body; id: TOKEN_ID_COUNT + its number
    PIECE_OPTIONAL,                   // __VA_OPT__ in the body of a macro
    PIECE_PLACEMARKER,                // an empty operand of ##
    PIECE_HEADER,                     // <name> after #include
    PIECE_UNTERMINATED,               // a string or character whose line ends before it does
    PIECE_STRAY                       // a byte that begins no token
};

#define PARAMETERS_MAX 10000

typedef enum Directive {
    DIRECTIVE_NONE,
#define DIRECTIVE(name) DIRECTIVE_##name,
#include "isa/cuda/source/directive.def"
#undef DIRECTIVE
} Directive;

typedef enum Builtin {
    BUILTIN_NONE,
#define BUILTIN(name, text, is_macro) BUILTIN_##name,
#include "isa/cuda/source/builtin.def"
#undef BUILTIN
} Builtin;

typedef struct Macro Macro;
typedef struct Name Name;

// An interned name. Tokens point at `text`; name_of() finds the way back.
struct Name {
    Name *next; // with the same bucket
    Macro *macro;
    uint32_t hash;
    uint32_t length;
    uint16_t id;       // a keyword, or the punctuator that an operator like `and` stands for
    uint8_t directive; // Directive
    uint8_t builtin;   // Builtin
    char text[];
};

struct Macro {
    Name *name;
    SourceLocation location; // of its name in its definition
    const Token *body;
    uint32_t body_count;
    uint32_t parameter_count; // with the variadic one, which is the last
    const Name **parameters;
    bool is_function;
    bool is_variadic;
    bool has_paste;   // an object-like macro whose body must be substituted
    bool is_disabled; // while what it expanded to is read
    Builtin builtin;
};

typedef struct Span {
    const Token *tokens;
    uint32_t count;
} Span;

typedef struct TokenList {
    Token *tokens;
    uint32_t count;
    uint32_t room;
} TokenList;

typedef struct LexedFile {
    uint32_t file;
    Token *tokens;     // ends with a TOKEN_END
    const Name *guard; // the file is nothing but #ifndef guard ... #endif
    bool is_once;
} LexedFile;

// A file that is being read.
typedef struct Frame {
    LexedFile *lexed;
    uint32_t at;
    uint32_t first_condition; // conditions below it belong to the including files
    bool is_presumed;         // a #line was met: what follows stands elsewhere
    uint32_t presumed_file;
    uint32_t line_shift; // added to the physical line, modulo 2^32
} Frame;

typedef struct Condition {
    SourceLocation location;
    bool was_taken; // some group of it
    bool has_else;
} Condition;

// Tokens that are read before the file goes on.
typedef struct Context {
    const Token *at;
    const Token *end;
    Macro *macro;         // that expanded to them, or NULL
    bool is_barrier;      // reading ends here
    bool is_fresh;        // the first token takes the flags of the macro's name
    uint8_t is_first : 1; // those flags
    uint8_t is_spaced : 1;
} Context;

// A definition that #pragma push_macro keeps.
typedef struct KeptMacro {
    Name *name;
    Macro *macro;
} KeptMacro;

typedef struct Punctuator {
    uint32_t code, mask; // the first three characters, lowest byte first
    uint16_t id;
    uint16_t length;
} Punctuator;

typedef struct Preprocessor {
    Source source; // first: source_intern() gets at the names through it
    const SourceOptions *options;
    Diagnostics *diagnostics;
    Arena scratch; // gone when the file is done
    bool is_stopped;

    Name **buckets;
    uint32_t bucket_count; // a power of two
    uint32_t name_count;
    Punctuator punctuators[TOKEN_ID_COUNT];
    uint8_t punctuator_start[256]; // first row for this character
    uint8_t punctuator_count[256];

    uint32_t file_room;
    LexedFile **lexed; // lexed_count of them
    uint32_t lexed_count, lexed_room;
    Frame *frames;
    uint32_t frame_count, frame_room;
    Condition *conditions;
    uint32_t condition_count, condition_room;
    Context *contexts;
    uint32_t context_count, context_room;
    KeptMacro *kept;
    uint32_t kept_count, kept_room;
    uint32_t floor;      // contexts that are no macro's expansion lie below it
    SourceLocation use;  // of the outermost macro being expanded
    uint32_t collecting; // arguments are being read
    uint32_t nesting;    // of arguments within arguments
    uint64_t expanded_tokens;
    uint32_t include_count;
    uint64_t counter; // of __COUNTER__
    Token ahead;      // read from the file, but not handed out
    bool has_ahead;
    Token pragma; // made by a directive
    bool has_pragma;
    TokenList temporary; // a stack: who adds to it takes away again
    uint32_t token_room; // of source.tokens
    uint32_t skipped_room;
} Preprocessor;

// name.c
void name_start(Preprocessor *p);
Name *name_intern(Preprocessor *p, const char *text, size_t length);
Name *name_intern_hashed(Preprocessor *p, const char *text, size_t length, uint32_t hash);
Name *name_of(const Token *token);        // of a TOKEN_NAME or PIECE_PAINTED
#define NAME_HASH_START       2166136261u // FNV-1a
#define NAME_HASH(hash, byte) (((hash) ^ (uint8_t)(byte)) * 16777619u)

// Makes room for one more element of an array in the scratch memory, or in `arena`.
void token_list_add(Preprocessor *p, TokenList *list, const Token *token);
Token *token_list_copy(Preprocessor *p, const TokenList *list, uint32_t start);

// lex.c
LexedFile *lex_file(Preprocessor *p, uint32_t file);
// The single token of the text; false if it has none or several.
bool lex_single(Preprocessor *p, const char *text, size_t size_bytes, Token *token);
// All tokens of a line of text, with the location given.
Span lex_line(Preprocessor *p, const char *text, size_t size_bytes, SourceLocation location);

// file.c
uint32_t file_add(Preprocessor *p, const char *path, const char *text, size_t size_bytes);
void file_enter(Preprocessor *p, LexedFile *lexed);
bool file_next(Preprocessor *p, Token *token); // false and TOKEN_END after the last
bool file_is_paren_next(Preprocessor *p);
SourceLocation file_place(const Preprocessor *p, SourceLocation location);
Span file_line(Preprocessor *p); // the rest of a directive's line; moves past it

// directive.c
void directive_run(Preprocessor *p); // the file is at the # of a directive
void directive_pragma(Preprocessor *p, Span line, SourceLocation location, Token *pragma);

// include.c
// Enters the library's headers that this file, which was just entered, needs (needed.def).
void include_needed(Preprocessor *p, const LexedFile *lexed);
void include_run(Preprocessor *p, Span line, SourceLocation location, bool is_next);
// Reads "name", <name> or macros that make one of them, up to the end or a `)` that is not read.
bool include_name(Preprocessor *p, Text *name, bool *is_angled);
bool include_exists(Preprocessor *p, const char *name, bool is_angled, bool is_next);
LexedFile *include_library(Preprocessor *p, const char *name);

// condition.c
bool condition_value(Preprocessor *p, Span line, SourceLocation location);
// Whether `#ifdef name` holds.
bool condition_is_defined(const Name *name);

// macro.c
void macro_define(Preprocessor *p, Span line, SourceLocation location);
void macro_undefine(Preprocessor *p, Span line, SourceLocation location);

// expand.c
// Reads `line` alone until expand_end(); returns what expand_end() needs.
uint32_t expand_begin(Preprocessor *p, Span line);
void expand_end(Preprocessor *p, uint32_t floor);
void expand_raw(Preprocessor *p, Token *token);  // the next token, as it stands
void expand_next(Preprocessor *p, Token *token); // the next one that is no macro's use
void expand_stop(Preprocessor *p, SourceLocation location, const char *message);

// substitute.c
typedef struct Argument {
    Span raw;
    Span expanded;
    bool is_expanded;
} Argument;
// The body of `macro` with its arguments in place of its parameters.
Span substitute(Preprocessor *p, const Macro *macro, Argument *arguments);
Span argument_expanded(Preprocessor *p, Argument *argument); // in expand.c

// paste.c
void paste_spell(Text *out, const Token *tokens, uint32_t count);
void paste_stringify(Preprocessor *p, Span argument, Token *token); // keeps token's place
bool paste_pair(Preprocessor *p, const Token *left, const Token *right, Token *result);

#define report(p, level, location, ...)                                                            \
    source_report(&(p)->source, (p)->diagnostics, level, location, __VA_ARGS__)
#define report_error(p, location, ...) report(p, DIAGNOSTIC_ERROR, location, __VA_ARGS__)

#endif
