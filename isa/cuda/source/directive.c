// SPDX-License-Identifier: Apache-2.0
// Runs directives, C++17 [cpp]: which groups of #if are read, and what the others do.
#include "isa/cuda/source/preprocess.h"

#include <inttypes.h>
#include <string.h>

// The next directive of a group that is not read, past it: its name, with *hash at its #. Inner
// conditions are stepped over. DIRECTIVE_NONE at the end of the file.
static Directive skip_group(Preprocessor *p, const Token **hash)
{
    Frame *frame = &p->frames[p->frame_count - 1];
    const Token *tokens = frame->lexed->tokens;
    for (uint32_t depth = 0, at = frame->at;; at++) {
        if (tokens[at].kind == TOKEN_END) {
            frame->at = at;
            return DIRECTIVE_NONE;
        }
        if (!tokens[at].is_first_on_line || tokens[at].id != PUNCTUATOR_hash ||
            tokens[at + 1].kind != TOKEN_NAME || tokens[at + 1].is_first_on_line) {
            continue;
        }
        Directive directive = name_of(&tokens[at + 1])->directive;
        if (directive == DIRECTIVE_if || directive == DIRECTIVE_ifdef ||
            directive == DIRECTIVE_ifndef) {
            depth++;
        } else if (directive >= DIRECTIVE_elif && depth == 0) {
            frame->at = at + 2;
            *hash = &tokens[at];
            return directive;
        } else if (directive == DIRECTIVE_endif) {
            depth--;
        }
    }
}

static void check_end(Preprocessor *p, Span line, const char *directive)
{
    if (line.count > 0) {
        report(p, DIAGNOSTIC_WARNING, line.tokens[0].location,
               "extra tokens at end of #%s directive", directive);
    }
}

static bool is_true(Preprocessor *p, Directive directive, Span line, SourceLocation location)
{
    if (directive == DIRECTIVE_if || directive == DIRECTIVE_elif) {
        return condition_value(p, line, location);
    }
    bool is_negated = directive == DIRECTIVE_ifndef || directive == DIRECTIVE_elifndef;
    if (line.count == 0 || line.tokens[0].kind != TOKEN_NAME) {
        report_error(p, line.count == 0 ? location : line.tokens[0].location,
                     "macro name missing in #if%sdef", is_negated ? "n" : "");
        return false;
    }
    line.tokens++;
    line.count--;
    check_end(p, line, is_negated ? "ifndef" : "ifdef");
    return condition_is_defined(name_of(line.tokens - 1)) != is_negated;
}

// Whether the group that begins here is read: its condition holds, and no earlier group was read.
static bool turn(Preprocessor *p, Directive directive, SourceLocation location)
{
    Condition *condition = &p->conditions[p->condition_count - 1];
    if (condition->has_else) {
        report_error(p, location, "#%s after #else", directive == DIRECTIVE_else ? "else" : "elif");
        report(p, DIAGNOSTIC_NOTE, condition->location, "to match this #if");
    }
    Span line = file_line(p);
    if (directive == DIRECTIVE_else) {
        condition->has_else = true;
        check_end(p, line, "else");
        return !condition->was_taken;
    }
    if (condition->was_taken) {
        return false;
    }
    bool value = is_true(p, directive, line, location);
    p->conditions[p->condition_count - 1].was_taken = value;
    return value;
}

// Moves on to the group of this condition that is read, or behind its #endif.
static void find_group(Preprocessor *p)
{
    for (;;) {
        const Token *hash = NULL;
        Directive directive = skip_group(p, &hash);
        if (directive == DIRECTIVE_NONE) {
            return; // the end of the file reports it
        }
        if (directive == DIRECTIVE_endif) {
            check_end(p, file_line(p), "endif");
            p->condition_count--;
            return;
        }
        if (turn(p, directive, file_place(p, hash->location))) {
            return;
        }
    }
}

static void run_if(Preprocessor *p, Directive directive, SourceLocation location)
{
    p->conditions = arena_room(&p->scratch, p->conditions, p->condition_count, &p->condition_room,
                               sizeof(Condition));
    bool value = is_true(p, directive, file_line(p), location);
    p->conditions[p->condition_count++] = (Condition){.location = location, .was_taken = value};
    if (!value) {
        find_group(p);
    }
}

static void run_else(Preprocessor *p, Directive directive, SourceLocation location)
{
    const Frame *frame = &p->frames[p->frame_count - 1];
    if (p->condition_count == frame->first_condition) {
        static const char *const name[] = {"elif", "elifdef", "elifndef", "else", "endif"};
        report_error(p, location, "#%s without #if", name[directive - DIRECTIVE_elif]);
        file_line(p);
        return;
    }
    if (directive == DIRECTIVE_endif) {
        check_end(p, file_line(p), "endif");
        p->condition_count--;
        return;
    }
    p->conditions[p->condition_count - 1].was_taken = true;
    turn(p, directive, location);
    find_group(p);
}

static void run_message(Preprocessor *p, DiagnosticLevel level, Span line, SourceLocation location)
{
    Text text = {0};
    paste_spell(&text, line.tokens, line.count);
    report(p, level, location, "#%s %s", level == DIAGNOSTIC_ERROR ? "error" : "warning",
           text_string(&text));
    text_destroy(&text);
}

// #line 12 "file", or the line marker # 12 "file" flags.
static void run_line(Preprocessor *p, Span line, SourceLocation location)
{
    Frame *frame = &p->frames[p->frame_count - 1];
    uint32_t next_line = frame->lexed->tokens[frame->at - 1].location.line + 1;
    Token number, name;
    Literal value = {0};
    uint32_t floor = expand_begin(p, line);
    expand_next(p, &number);
    expand_next(p, &name);
    expand_end(p, floor);
    if (number.kind != TOKEN_NUMBER || strspn(number.text, "0123456789") < number.length ||
        (name.kind != TOKEN_STRING && name.kind != TOKEN_END)) {
        report_error(p, location, "#line expects a decimal line number and an optional file name");
        return;
    }
    for (uint32_t i = 0; i < number.length && value.integer < INT32_MAX; i++) {
        value.integer = value.integer * 10 + (uint64_t)(number.text[i] - '0');
    }
    if (value.integer > INT32_MAX) {
        report_error(p, number.location, "line number out of range (at most 2147483647)");
        return;
    }
    uint32_t old = frame->is_presumed ? frame->presumed_file : frame->lexed->file;
    const char *path = p->source.files[old].path;
    if (name.kind == TOKEN_STRING) {
        size_t size_bytes;
        path = source_string(&p->source, &name, p->diagnostics, &size_bytes);
    }
    if (path != NULL) {
        bool is_old = p->source.files[old].text == NULL && //
                      strcmp(path, p->source.files[old].path) == 0;
        frame->presumed_file = is_old ? old : file_add(p, path, NULL, 0);
        frame->line_shift = (uint32_t)value.integer - next_line;
        frame->is_presumed = true;
    }
}

static bool is_name(const Token *token, const char *text)
{
    return token->kind == TOKEN_NAME && strcmp(token->text, text) == 0;
}

void directive_pragma(Preprocessor *p, Span line, SourceLocation location, Token *pragma)
{
    uint32_t start = p->temporary.count;
    bool is_verbatim =
        line.count > 0 && (is_name(line.tokens, "STDC") || is_name(line.tokens, "GCC"));
    if (!is_verbatim) {
        uint32_t floor = expand_begin(p, line);
        for (Token token; expand_next(p, &token), token.kind != TOKEN_END;) {
            token_list_add(p, &p->temporary, &token);
        }
        expand_end(p, floor);
        line.count = p->temporary.count - start;
        line.tokens = token_list_copy(p, &p->temporary, start);
    }
    Text text = {0};
    paste_spell(&text, line.tokens, line.count);
    p->temporary.count = start;
    *pragma = (Token){.kind = TOKEN_PRAGMA,
                      .is_first_on_line = true,
                      .location = location,
                      .text = arena_text(p->source.arena, text.at, text.size_bytes),
                      .length = (uint32_t)text.size_bytes};
    text_destroy(&text);
}

// push_macro("name") keeps a definition, pop_macro("name") brings back the one kept last.
static bool run_macro_pragma(Preprocessor *p, Span line)
{
    bool is_push = line.count == 4 && is_name(line.tokens, "push_macro");
    bool is_pop = line.count == 4 && is_name(line.tokens, "pop_macro");
    if ((!is_push && !is_pop) || line.tokens[2].kind != TOKEN_STRING ||
        line.tokens[2].text[0] != '"') {
        return false;
    }
    Name *name = name_intern(p, line.tokens[2].text + 1, line.tokens[2].length - 2);
    if (is_push) {
        p->kept = arena_room(&p->scratch, p->kept, p->kept_count, &p->kept_room, sizeof *p->kept);
        p->kept[p->kept_count++] = (KeptMacro){name, name->macro};
        return true;
    }
    for (uint32_t i = p->kept_count; i > 0; i--) {
        if (p->kept[i - 1].name == name) {
            name->macro = p->kept[i - 1].macro;
            p->kept[i - 1].name = NULL; // the order of the others counts
            break;
        }
    }
    return true;
}

static void run_pragma(Preprocessor *p, Span line, SourceLocation location)
{
    if (run_macro_pragma(p, line)) {
        return;
    }
    if (line.count == 1 && is_name(line.tokens, "once")) {
        p->frames[p->frame_count - 1].lexed->is_once = true;
        return;
    }
    directive_pragma(p, line, location, &p->pragma);
    p->has_pragma = true;
}

static void run_other(Preprocessor *p, Directive directive, SourceLocation location)
{
    Span line = file_line(p);
    switch (directive) {
    case DIRECTIVE_define: macro_define(p, line, location); break;
    case DIRECTIVE_undef: macro_undefine(p, line, location); break;
    case DIRECTIVE_include:
    case DIRECTIVE_include_next:
        include_run(p, line, location, directive == DIRECTIVE_include_next);
        break;
    case DIRECTIVE_pragma: run_pragma(p, line, location); break;
    case DIRECTIVE_line: run_line(p, line, location); break;
    case DIRECTIVE_error: run_message(p, DIAGNOSTIC_ERROR, line, location); break;
    case DIRECTIVE_warning: run_message(p, DIAGNOSTIC_WARNING, line, location); break;
    default: break; // #ident
    }
}

// Directives may stand between the arguments of a macro: they leave its place of use as it was.
void directive_run(Preprocessor *p)
{
    SourceLocation use = p->use;
    Frame *frame = &p->frames[p->frame_count - 1];
    const Token *hash = &frame->lexed->tokens[frame->at++];
    const Token *name = &frame->lexed->tokens[frame->at];
    SourceLocation location = file_place(p, hash->location);
    if (name->is_first_on_line) {
        return; // a # alone does nothing
    }
    Directive directive = name->kind == TOKEN_NAME ? name_of(name)->directive : DIRECTIVE_NONE;
    if (name->kind == TOKEN_NUMBER) {
        run_line(p, file_line(p), location);
    } else if (directive == DIRECTIVE_NONE) {
        report_error(p, file_place(p, name->location), "invalid preprocessing directive '#%.*s'",
                     (int)name->length, name->text);
        file_line(p);
    } else {
        frame->at++;
        if (directive < DIRECTIVE_if) {
            run_other(p, directive, location);
        } else if (directive < DIRECTIVE_elif) {
            run_if(p, directive, location);
        } else {
            run_else(p, directive, location);
        }
    }
    p->use = use;
}
