// SPDX-License-Identifier: Apache-2.0
// The characters of a file to preprocessing tokens: phases 1 to 3. Spliced lines are joined before,
// with a table of the places, so that lines and columns stay those of the file.
#include "isa/cuda/source/preprocess.h"

#include <string.h>

#define PADDING           8  // zeros after each text, so that looking ahead needs no check
#define RAW_DELIMITER_MAX 16 // C++17 [lex.string]

typedef struct Lexer {
    Preprocessor *p;
    const char *at, *end;
    const char *line_start;
    uint32_t line, file;
    const char **splice, **splice_end; // where in the joined text a line was spliced
    bool is_first, is_spaced;
    bool is_header_next;
} Lexer;

static bool is_digit(char c)
{
    return (unsigned)(c - '0') < 10;
}

static bool is_name_start(char c)
{
    return (unsigned)((c | 32) - 'a') < 26 || c == '_' || (unsigned char)c >= 0x80;
}

static bool is_name_part(char c)
{
    return is_name_start(c) || is_digit(c);
}

// Counts the lines that were spliced before `at`.
static void sync_splices(Lexer *l, const char *at)
{
    while (l->splice < l->splice_end && *l->splice <= at) {
        l->line++;
        l->line_start = *l->splice++;
    }
}

static SourceLocation location_at(Lexer *l, const char *at)
{
    sync_splices(l, at);
    return (SourceLocation){l->file, l->line, (uint32_t)(at - l->line_start) + 1};
}

static void new_line(Lexer *l, const char *at)
{
    sync_splices(l, at);
    l->line++;
    l->line_start = at + 1;
}

static size_t splice_length(const char *at)
{
    return at[0] != '\\' ? 0 : at[1] == '\n' ? 2 : at[1] == '\r' && at[2] == '\n' ? 3 : 0;
}

// Joins spliced lines. text has a zero at its end.
static void join_lines(Lexer *l, const char *text, size_t size_bytes)
{
    l->at = l->line_start = text;
    l->end = text + size_bytes;
    uint32_t count = 0, found = 0;
    for (const char *at = text; (at = memchr(at, '\\', (size_t)(l->end - at))) != NULL; at++) {
        count += splice_length(at) > 0;
    }
    if (count == 0) {
        return;
    }
    char *joined = arena_alloc(l->p->source.arena, size_bytes + PADDING);
    l->splice = arena_alloc(&l->p->scratch, count * sizeof *l->splice);
    char *out = joined;
    for (const char *at = text; at < l->end;) {
        size_t length = splice_length(at);
        if (length > 0) {
            l->splice[found++] = out;
            at += length;
        } else {
            *out++ = *at++;
        }
    }
    l->splice_end = l->splice + found;
    l->at = l->line_start = joined;
    l->end = out;
}

static void skip_comment(Lexer *l)
{
    const char *start = l->at;
    SourceLocation location = location_at(l, start);
    for (l->at += 2; l->at < l->end; l->at++) {
        if (*l->at == '*' && l->at[1] == '/') {
            l->at += 2;
            return;
        }
        if (*l->at == '\n') {
            new_line(l, l->at);
        }
    }
    report_error(l->p, location, "unterminated comment");
}

static void skip_space(Lexer *l)
{
    for (;; l->is_spaced = true) {
        switch (*l->at) {
        case '\n':
            new_line(l, l->at++);
            l->is_first = true;
            break;
        case ' ':
        case '\t':
        case '\r':
        case '\v':
        case '\f': l->at++; break;
        case '\0':
            if (l->at >= l->end) {
                return;
            }
            l->at++;
            break;
        case '/':
            if (l->at[1] == '/') {
                const char *newline = memchr(l->at, '\n', (size_t)(l->end - l->at));
                l->at = newline == NULL ? l->end : newline;
            } else if (l->at[1] == '*') {
                skip_comment(l);
            } else {
                return;
            }
            break;
        default: return;
        }
    }
}

static void lex_number(Lexer *l)
{
    while (is_name_part(*l->at) || *l->at == '.' || (*l->at == '\'' && is_name_part(l->at[1]))) {
        char letter = (char)(*l->at++ | 32);
        if ((letter == 'e' || letter == 'p') && (*l->at == '+' || *l->at == '-')) {
            l->at++;
        }
    }
}

// A string or character; at the quote. Ends before the end of the line in any case.
static uint8_t lex_quoted(Lexer *l)
{
    char quote = *l->at++;
    while (l->at < l->end && *l->at != '\n') {
        if (*l->at == quote) {
            l->at++;
            return quote == '"' ? TOKEN_STRING : TOKEN_CHARACTER;
        }
        l->at += *l->at == '\\' && l->at + 1 < l->end && l->at[1] != '\n' ? 2 : 1;
    }
    return PIECE_UNTERMINATED;
}

// The text with the splices put back: they do not count in a raw string.
static void restore_splices(Lexer *l, const char **splice, Token *token)
{
    const char *end = token->text + token->length;
    uint32_t count = 0;
    while (splice != l->splice_end && splice + count < l->splice_end && splice[count] < end) {
        count++;
    }
    if (count == 0) {
        return;
    }
    char *text = arena_alloc(l->p->source.arena, token->length + 2 * (size_t)count + PADDING);
    char *out = text;
    for (const char *at = token->text; at < end; *out++ = *at++) {
        for (; count > 0 && *splice == at; splice++, count--) {
            *out++ = '\\';
            *out++ = '\n';
        }
    }
    token->text = text;
    token->length = (uint32_t)(out - text);
}

// R"delimiter( ... )delimiter"; at the quote.
static uint8_t lex_raw(Lexer *l, Token *token)
{
    const char **splice = l->splice;
    const char *delimiter = ++l->at;
    size_t length = strcspn(delimiter, "() \\\t\v\f\r\n\"");
    if (length > RAW_DELIMITER_MAX || delimiter[length] != '(') {
        report_error(
            l->p, token->location,
            "invalid raw string: expected R\", a delimiter of at most 16 characters, then '('");
        return PIECE_PLACEMARKER;
    }
    for (l->at += length + 1; l->at < l->end; l->at++) {
        if (*l->at == ')' && (size_t)(l->end - l->at) > length + 1 &&
            memcmp(l->at + 1, delimiter, length) == 0 && l->at[length + 1] == '"') {
            l->at += length + 2;
            token->length = (uint32_t)(l->at - token->text);
            restore_splices(l, splice, token);
            return TOKEN_STRING;
        }
        if (*l->at == '\n') {
            new_line(l, l->at);
        }
    }
    report_error(l->p, token->location, "unterminated raw string");
    return PIECE_PLACEMARKER;
}

// Whether a name is the prefix of the literal behind it: L u U u8, and R after any of them.
static bool is_prefix(const char *text, size_t length, bool *is_raw)
{
    *is_raw = text[length - 1] == 'R';
    length -= *is_raw;
    return (length == 0 && *is_raw) || (length == 1 && strchr("LuU", text[0]) != NULL) ||
           (length == 2 && text[0] == 'u' && text[1] == '8');
}

static void lex_name(Lexer *l, Token *token)
{
    const char *start = l->at;
    uint32_t hash = NAME_HASH_START;
    while (is_name_part(*l->at)) {
        hash = NAME_HASH(hash, *l->at);
        l->at++;
    }
    size_t length = (size_t)(l->at - start);
    bool is_raw = false;
    if ((*l->at == '"' || *l->at == '\'') && length <= 3 && is_prefix(start, length, &is_raw) &&
        (!is_raw || *l->at == '"')) {
        token->kind = is_raw ? lex_raw(l, token) : lex_quoted(l);
        return;
    }
    token->kind = TOKEN_NAME;
    token->text = name_intern_hashed(l->p, start, length, hash)->text;
    token->length = (uint32_t)length;
}

static bool lex_header(Lexer *l)
{
    size_t length = strcspn(l->at, ">\n");
    if (l->at + length >= l->end || l->at[length] != '>') {
        return false;
    }
    l->at += length + 1;
    return true;
}

static void lex_punctuator(Lexer *l, Token *token)
{
    const unsigned char *at = (const unsigned char *)l->at;
    if (l->is_header_next && *at == '<' && lex_header(l)) {
        token->kind = PIECE_HEADER;
        return;
    }
    uint32_t code = (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16;
    const Punctuator *punctuator = &l->p->punctuators[l->p->punctuator_start[*at]];
    for (uint32_t left = l->p->punctuator_count[*at]; left > 0; left--, punctuator++) {
        if ((code & punctuator->mask) == punctuator->code) {
            token->kind = TOKEN_PUNCTUATOR;
            token->id = punctuator->id;
            l->at += punctuator->length;
            return;
        }
    }
    token->kind = PIECE_STRAY;
    l->at++;
}

static void lex_token(Lexer *l, Token *token)
{
    skip_space(l);
    *token = (Token){.text = l->at, .location = location_at(l, l->at)};
    token->is_first_on_line = l->is_first;
    token->is_after_space = l->is_spaced;
    l->is_first = l->is_spaced = false;
    char c = *l->at;
    if (l->at >= l->end) {
        token->is_first_on_line = true;
        return;
    }
    if (is_name_start(c)) {
        lex_name(l, token);
    } else if (is_digit(c) || (c == '.' && is_digit(l->at[1]))) {
        token->kind = TOKEN_NUMBER;
        lex_number(l);
    } else if (c == '"' || c == '\'') {
        token->kind = lex_quoted(l);
    } else {
        lex_punctuator(l, token);
    }
    if (token->length == 0) {
        token->length = (uint32_t)(l->at - token->text);
    }
}

// Whether `<` after these tokens begins the name of a header.
static bool is_header_next(const Token *tokens, uint32_t count)
{
    const Token *last = &tokens[count - 1];
    if (count < 2) {
        return false;
    }
    if (last->kind == TOKEN_NAME) {
        Directive directive = name_of(last)->directive;
        return (directive == DIRECTIVE_include || directive == DIRECTIVE_include_next) &&
               last[-1].id == PUNCTUATOR_hash && last[-1].is_first_on_line;
    }
    if (last->id != PUNCTUATOR_paren_open || last[-1].kind != TOKEN_NAME) {
        return false;
    }
    Builtin builtin = name_of(last - 1)->builtin;
    return builtin == BUILTIN_HAS_INCLUDE || builtin == BUILTIN_HAS_INCLUDE_NEXT;
}

// The macro that guards a file against being read twice, or NULL.
static const Name *find_guard(const Token *tokens, uint32_t count)
{
    if (count < 6 || tokens[0].id != PUNCTUATOR_hash || tokens[1].kind != TOKEN_NAME ||
        name_of(&tokens[1])->directive != DIRECTIVE_ifndef || tokens[2].kind != TOKEN_NAME ||
        !tokens[3].is_first_on_line) {
        return NULL;
    }
    uint32_t depth = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool is_directive = tokens[i].id == PUNCTUATOR_hash && tokens[i].is_first_on_line &&
                            tokens[i + 1].kind == TOKEN_NAME;
        switch (is_directive ? name_of(&tokens[i + 1])->directive : DIRECTIVE_NONE) {
        case DIRECTIVE_if:
        case DIRECTIVE_ifdef:
        case DIRECTIVE_ifndef: depth++; break;
        case DIRECTIVE_else:
        case DIRECTIVE_elif:
        case DIRECTIVE_elifdef:
        case DIRECTIVE_elifndef:
            if (depth == 1) {
                return NULL;
            }
            break;
        case DIRECTIVE_endif:
            if (--depth == 0) {
                return i + 2 == count ? name_of(&tokens[2]) : NULL;
            }
            break;
        default: break;
        }
    }
    return NULL;
}

LexedFile *lex_file(Preprocessor *p, uint32_t file)
{
    const SourceFile *info = &p->source.files[file];
    Lexer l = {.p = p, .line = 1, .file = file, .is_first = true};
    join_lines(&l, info->text, info->size_bytes);
    if (l.end - l.at >= 3 && memcmp(l.at, "\xef\xbb\xbf", 3) == 0) {
        l.at += 3; // a byte order mark
        l.line_start = l.at;
    }
    uint32_t room = (uint32_t)(info->size_bytes / 4) + 16, count = 0;
    Token *tokens = arena_alloc(&p->scratch, room * sizeof(Token));
    for (;;) {
        tokens = arena_room(&p->scratch, tokens, count, &room, sizeof(Token));
        lex_token(&l, &tokens[count]);
        if (tokens[count].kind == TOKEN_END) {
            break;
        }
        count += tokens[count].kind != PIECE_PLACEMARKER; // a raw string gone wrong
        l.is_header_next = count > 0 && is_header_next(tokens, count);
    }
    LexedFile *lexed = arena_alloc(&p->scratch, sizeof *lexed);
    *lexed = (LexedFile){.file = file, .tokens = tokens, .guard = find_guard(tokens, count)};
    return lexed;
}

bool lex_single(Preprocessor *p, const char *text, size_t size_bytes, Token *token)
{
    Lexer l = {.p = p, .at = text, .line_start = text, .end = text + size_bytes};
    lex_token(&l, token);
    return token->kind != TOKEN_END && token->kind < PIECE_PAINTED && l.at == l.end;
}

Span lex_line(Preprocessor *p, const char *text, size_t size_bytes, SourceLocation location)
{
    Lexer l = {.p = p, .at = text, .line_start = text, .end = text + size_bytes};
    l.line = location.line;
    l.file = location.file;
    uint32_t start = p->temporary.count;
    for (Token token; lex_token(&l, &token), token.kind != TOKEN_END;) {
        token.location = location;
        token.is_first_on_line = false;
        if (token.kind != PIECE_PLACEMARKER) {
            token_list_add(p, &p->temporary, &token);
        }
    }
    Span span = {token_list_copy(p, &p->temporary, start), p->temporary.count - start};
    p->temporary.count = start;
    return span;
}
