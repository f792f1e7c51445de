// SPDX-License-Identifier: Apache-2.0
#include "sim/explain/rewrite.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// A place in the text that is code.
typedef struct Scan {
    const char *at;
    uint32_t line;
} Scan;

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static void step(Scan *scan)
{
    scan->line += *scan->at == '\n';
    scan->at++;
}

static void skip_string(Scan *scan)
{
    char quote = *scan->at;
    step(scan);
    while (*scan->at != '\0' && *scan->at != quote && *scan->at != '\n') {
        step(scan);
        if (scan->at[-1] == '\\' && *scan->at != '\0') {
            step(scan);
        }
    }
    if (*scan->at == quote) {
        step(scan);
    }
}

// To the next character of code, which may be this one.
static void skip_comments(Scan *scan)
{
    for (;;) {
        if (scan->at[0] == '/' && scan->at[1] == '/') {
            while (*scan->at != '\0' && *scan->at != '\n') {
                step(scan);
            }
        } else if (scan->at[0] == '/' && scan->at[1] == '*') {
            const char *end = strstr(scan->at + 2, "*/");
            while (*scan->at != '\0' && (end == NULL || scan->at < end + 2)) {
                step(scan);
            }
        } else if (*scan->at == '"' || *scan->at == '\'') {
            skip_string(scan);
        } else {
            return;
        }
    }
}

// The next word of code from here on; false: there is none. The scan is then behind it.
static bool next_word(Scan *scan, const char **word, size_t *size_bytes)
{
    for (skip_comments(scan); *scan->at != '\0'; skip_comments(scan)) {
        if (!is_word(*scan->at)) {
            step(scan);
            continue;
        }
        *word = scan->at;
        while (is_word(*scan->at)) {
            scan->at++;
        }
        *size_bytes = (size_t)(scan->at - *word);
        return true;
    }
    return false;
}

static bool is_text(const char *word, size_t size_bytes, const char *text)
{
    return size_bytes == strlen(text) && memcmp(word, text, size_bytes) == 0;
}

// What stands between two brackets.
typedef struct Index {
    const char *at;
    size_t size_bytes;
} Index;

// The brackets behind a name; how many there are.
static uint32_t read_indices(Scan scan, Index indices[4])
{
    uint32_t count = 0;
    while (*scan.at == ' ') {
        scan.at++;
    }
    while (*scan.at == '[' && count < 4) {
        const char *begin = ++scan.at;
        uint32_t depth = 1;
        while (*scan.at != '\0' && depth > 0) {
            depth += *scan.at == '[';
            depth -= *scan.at == ']';
            scan.at++;
        }
        indices[count++] = (Index){begin, (size_t)(scan.at - 1 - begin)};
        while (*scan.at == ' ') {
            scan.at++;
        }
    }
    return count;
}

// Without operators that bind less than what is put around it.
static bool is_simple(Index index)
{
    for (size_t i = 0; i < index.size_bytes; i++) {
        if (!is_word(index.at[i]) && index.at[i] != '.') {
            return false;
        }
    }
    return true;
}

static void put_operand(Index index, Text *out)
{
    text_put(out, is_simple(index) ? "" : "(");
    text_add(out, index.at, index.size_bytes);
    text_put(out, is_simple(index) ? "" : ")");
}

// The declaration of the array: `__shared__ float tile[32][32]`.
typedef struct Declaration {
    Scan name; // behind it
    Index indices[4];
    uint32_t count;
} Declaration;

// A statement with __shared__ that names the array before its first bracket, comma or `=`.
static bool find_declaration(const RewriteWish *wish, Declaration *found)
{
    Scan scan = {wish->text, 1};
    const char *word;
    size_t size_bytes;
    bool is_shared = false, is_found = false;
    const char *before = wish->text;
    while (next_word(&scan, &word, &size_bytes) && scan.line <= wish->line) {
        for (const char *at = before; at < word; at++) {
            is_shared = is_shared && *at != ';' && *at != '{' && *at != '}';
        }
        before = scan.at;
        if (is_text(word, size_bytes, "__shared__")) {
            is_shared = true;
        } else if (is_shared && is_text(word, size_bytes, wish->array)) {
            *found = (Declaration){.name = scan};
            found->count = read_indices(scan, found->indices);
            is_found = true;
        }
    }
    return is_found;
}

static void put_padded(const RewriteWish *wish, const Declaration *declaration, Text *out)
{
    Index last = declaration->indices[declaration->count - 1];
    char *end;
    unsigned long size = strtoul(last.at, &end, 10);
    text_add(out, wish->text, (size_t)(last.at - wish->text));
    if (end == last.at + last.size_bytes) {
        text_printf(out, "%lu", size + wish->elements);
    } else {
        bool is_sum =
            is_simple(last) || strpbrk(last.at, "?<>|&^=!,]") >= last.at + last.size_bytes;
        text_put(out, is_sum ? "" : "(");
        text_add(out, last.at, last.size_bytes);
        text_printf(out, "%s + %" PRIu32, is_sum ? "" : ")", wish->elements);
    }
    text_put(out, last.at + last.size_bytes);
}

// Whether the name stands behind a dot, an arrow or a scope: it is something else's.
static bool is_member(const char *text, const char *word)
{
    while (word > text && (word[-1] == ' ' || word[-1] == '\t' || word[-1] == '\n')) {
        word--;
    }
    bool has_two = word - text >= 2;
    return word > text && (word[-1] == '.' || (has_two && word[-2] == '-' && word[-1] == '>') ||
                           (has_two && word[-2] == ':' && word[-1] == ':'));
}

// Each element up to the end of the block that declares the array.
static const char *put_swizzled(const RewriteWish *wish, const Declaration *declaration,
                                uint32_t *line, Text *out)
{
    Scan scan = declaration->name;
    Index size = declaration->indices[1];
    const char *from = wish->text;
    int depth = 0;
    for (skip_comments(&scan); *scan.at != '\0' && depth >= 0; skip_comments(&scan)) {
        const char *word = scan.at;
        depth += *scan.at == '{';
        depth -= *scan.at == '}';
        if (!is_word(*scan.at)) {
            step(&scan);
            continue;
        }
        while (is_word(*scan.at)) {
            scan.at++;
        }
        if (!is_text(word, (size_t)(scan.at - word), wish->array) || is_member(wish->text, word)) {
            continue;
        }
        Index indices[4];
        if (read_indices(scan, indices) != 2) {
            *line = scan.line;
            return "the array is used without its two indices there, so its columns cannot be "
                   "permuted everywhere";
        }
        text_add(out, from, (size_t)(indices[1].at - from));
        put_operand(indices[1], out);
        text_put(out, " ^ (");
        put_operand(indices[0], out);
        text_put(out, " % ");
        put_operand(size, out);
        text_put(out, ")");
        from = indices[1].at + indices[1].size_bytes;
    }
    text_put(out, from);
    return NULL;
}

const char *rewrite_source(const RewriteWish *wish, uint32_t *line, Text *out)
{
    Declaration declaration;
    size_t before = out->size_bytes;
    *line = wish->line;
    if (!find_declaration(wish, &declaration)) {
        return "no __shared__ declaration of the array stands before this line in the file";
    }
    *line = declaration.name.line;
    if (declaration.count < 2) {
        return "the array has no rows: its indices are to be changed by hand";
    }
    if (wish->elements > 0) {
        put_padded(wish, &declaration, out);
        return NULL;
    }
    if (declaration.count != 2) {
        return "only the columns of arrays with two indices are permuted";
    }
    const char *problem = put_swizzled(wish, &declaration, line, out);
    if (problem != NULL) {
        out->size_bytes = before;
    }
    return problem;
}
