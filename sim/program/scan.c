// SPDX-License-Identifier: Apache-2.0
#include "sim/program/scan.h"

#include <ctype.h>
#include <string.h>

static const struct {
    const char *text;
    WordKind kind;
} words[] = {
    {"", WORD_PLAIN},
#define WORD(id, text, kind) {text, WORD_##kind},
#include "sim/program/word.def"
#undef WORD
};

typedef struct Scanner {
    const char *at, *end;
    bool is_line_start;
    Arena *arena;
    ScanToken *tokens;
    uint32_t count, room;
    uint32_t *open; // indices of brackets that wait for their partners
    uint32_t depth, open_room;
} Scanner;

WordKind word_kind(Word word)
{
    return words[word].kind;
}

Word scan_word(const Scan *scan, uint32_t index)
{
    return index < scan->count ? (Word)scan->tokens[index].word : WORD_NONE;
}

bool scan_is(const Scan *scan, uint32_t index, const char *text)
{
    const ScanToken *token = &scan->tokens[index < scan->count ? index : 0];
    return token->length == strlen(text) && memcmp(token->text, text, token->length) == 0;
}

bool scan_same(const Scan *scan, uint32_t a, uint32_t b)
{
    const ScanToken *x = &scan->tokens[a], *y = &scan->tokens[b];
    return x->length == y->length && memcmp(x->text, y->text, x->length) == 0;
}

bool scan_is_name(const Scan *scan, uint32_t index)
{
    return scan->tokens[index].kind == SCAN_NAME && scan_word(scan, index) == WORD_NONE;
}

uint32_t scan_close(const Scan *scan, uint32_t index)
{
    bool is_open = index < scan->count && scan->tokens[index].match > index;
    return is_open ? scan->tokens[index].match : index;
}

const char *scan_end(const Scan *scan, uint32_t index)
{
    return scan->tokens[index].text + scan->tokens[index].length;
}

static bool is_name_start(char c)
{
    return isalpha((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static bool is_name_part(char c)
{
    return is_name_start(c) || isdigit((unsigned char)c);
}

static Word find_word(const char *text, size_t length)
{
    for (int i = 1; i < WORD_COUNT; i++) {
        if (words[i].text[0] == text[0] && strncmp(words[i].text, text, length) == 0 &&
            words[i].text[length] == 0) {
            return (Word)i;
        }
    }
    return WORD_NONE;
}

// Behind a comment that starts here; NULL when there is none.
static const char *comment_end(const Scanner *scanner)
{
    const char *at = scanner->at;
    if (at[0] != '/' || (at[1] != '/' && at[1] != '*')) {
        return NULL;
    }
    const char *end = strstr(at + 2, at[1] == '/' ? "\n" : "*/");
    return end == NULL ? scanner->end : at[1] == '/' ? end : end + 2;
}

// The end of a line that goes on behind a backslash.
static const char *line_end(const Scanner *scanner)
{
    const char *at = scanner->at;
    while (at < scanner->end && (*at != '\n' || at[-1] == '\\')) {
        at++;
    }
    return at;
}

// White space, comments and whole lines that start with #.
static void skip_space(Scanner *scanner)
{
    while (scanner->at < scanner->end) {
        char c = *scanner->at;
        if (c == '#' && scanner->is_line_start) {
            scanner->at = line_end(scanner);
        } else if (comment_end(scanner) != NULL) {
            scanner->at = comment_end(scanner);
        } else if (isspace((unsigned char)c) || c == 0) {
            scanner->is_line_start = c == '\n' || scanner->is_line_start;
            scanner->at++;
        } else {
            break;
        }
    }
}

static const char *name_end(const char *at)
{
    while (is_name_part(*at)) {
        at++;
    }
    return at;
}

static const char *number_end(const char *at)
{
    while (is_name_part(*at) || *at == '.' || (*at == '\'' && is_name_part(at[1])) ||
           ((*at == '+' || *at == '-') && strchr("eEpP", at[-1]) != NULL)) {
        at++;
    }
    return at;
}

static const char *quoted_end(const Scanner *scanner, const char *at)
{
    char quote = *at++;
    while (at < scanner->end && *at != quote && *at != '\n') {
        at += *at == '\\' && at + 1 < scanner->end ? 2 : 1;
    }
    return at < scanner->end && *at == quote ? at + 1 : at;
}

// R"delimiter( ... )delimiter", from the quote on.
static const char *raw_end(const Scanner *scanner, const char *quote)
{
    const char *delimiter = quote + 1;
    size_t size = strcspn(delimiter, "(\n");
    if (delimiter[size] != '(') {
        return quoted_end(scanner, quote);
    }
    for (const char *at = delimiter + size; at < scanner->end; at++) {
        if (*at == ')' && strncmp(at + 1, delimiter, size) == 0 && at[1 + size] == '"') {
            return at + size + 2;
        }
    }
    return scanner->end;
}

static const char *punctuator_end(const char *at)
{
    static const char *const longer[] = {"...", "::", "->", "<=", ">=", "==", "!=", "&&", "||"};
    for (size_t i = 0; i < sizeof longer / sizeof *longer; i++) {
        if (strncmp(at, longer[i], strlen(longer[i])) == 0) {
            return at + strlen(longer[i]);
        }
    }
    return at + 1;
}

// A name may be the prefix of a quoted text.
static const char *token_end(const Scanner *scanner, ScanKind *kind)
{
    const char *at = scanner->at;
    if (is_name_start(*at)) {
        const char *end = name_end(at);
        bool is_prefix = (*end == '"' || *end == '\'') && end - at <= 3 &&
                         strspn(at, "uUL8R") >= (size_t)(end - at);
        *kind = is_prefix ? SCAN_QUOTED : SCAN_NAME;
        if (!is_prefix) {
            return end;
        }
        return end[-1] == 'R' && *end == '"' ? raw_end(scanner, end) : quoted_end(scanner, end);
    }
    if (isdigit((unsigned char)*at) || (*at == '.' && isdigit((unsigned char)at[1]))) {
        *kind = SCAN_NUMBER;
        return number_end(at + 1);
    }
    *kind = *at == '"' || *at == '\'' ? SCAN_QUOTED : SCAN_PUNCTUATOR;
    return *kind == SCAN_QUOTED ? quoted_end(scanner, at) : punctuator_end(at);
}

static ScanToken *add_token(Scanner *scanner)
{
    scanner->tokens = arena_room(scanner->arena, scanner->tokens, scanner->count, &scanner->room,
                                 sizeof(ScanToken));
    return &scanner->tokens[scanner->count++];
}

static Word opener_of(uint8_t word)
{
    return word == WORD_CLOSE          ? WORD_OPEN
           : word == WORD_CLOSE_SQUARE ? WORD_OPEN_SQUARE
           : word == WORD_CLOSE_BRACE  ? WORD_OPEN_BRACE
                                       : WORD_NONE;
}

static void match_bracket(Scanner *scanner, uint32_t index)
{
    ScanToken *tokens = scanner->tokens;
    uint8_t word = tokens[index].word;
    if (word == WORD_OPEN || word == WORD_OPEN_SQUARE || word == WORD_OPEN_BRACE) {
        scanner->open = arena_room(scanner->arena, scanner->open, scanner->depth,
                                   &scanner->open_room, sizeof(uint32_t));
        scanner->open[scanner->depth++] = index;
        return;
    }
    Word opener = opener_of(word);
    if (opener != WORD_NONE && scanner->depth > 0 &&
        tokens[scanner->open[scanner->depth - 1]].word == opener) {
        uint32_t partner = scanner->open[--scanner->depth];
        tokens[partner].match = index;
        tokens[index].match = partner;
    }
}

Scan scan_text(const char *text, size_t size_bytes, Arena *arena)
{
    Scanner scanner = {.at = text,
                       .end = text + size_bytes,
                       .is_line_start = true,
                       .arena = arena,
                       .room = 1024,
                       .open_room = 64};
    scanner.tokens = arena_alloc(arena, scanner.room * sizeof(ScanToken));
    scanner.open = arena_alloc(arena, scanner.open_room * sizeof(uint32_t));
    *add_token(&scanner) = (ScanToken){.text = text};
    for (skip_space(&scanner); scanner.at < scanner.end; skip_space(&scanner)) {
        ScanKind kind;
        const char *end = token_end(&scanner, &kind);
        ScanToken *token = add_token(&scanner);
        *token = (ScanToken){
            .text = scanner.at, .length = (uint32_t)(end - scanner.at), .kind = (uint8_t)kind};
        if (kind == SCAN_NAME || kind == SCAN_PUNCTUATOR) {
            token->word = (uint8_t)find_word(token->text, token->length);
        }
        match_bracket(&scanner, scanner.count - 1);
        scanner.at = end;
        scanner.is_line_start = false;
    }
    *add_token(&scanner) = (ScanToken){.text = scanner.end};
    return (Scan){scanner.tokens, scanner.count - 1};
}
