// SPDX-License-Identifier: Apache-2.0
// The parser's way through the tokens: looking ahead, accepting, skipping, and reporting. Quiet
// parsing counts errors instead of reporting them; a place can be left and returned to; text can be
// added.
#include "isa/cuda/syntax/front.h"

#include <stdarg.h>
#include <string.h>

#define NESTING_LIMIT        400u // deeper than people write, within a thread's stack
#define NOTED_INSTANTIATIONS 4u

// The rest of a '>>', '>>=', '>=', ... whose first characters closed template arguments.
static const Token *rest_of_token(Front *front, const Token *token)
{
    static const struct {
        const char *text;
        TokenId id;
    } rests[] = {{">", PUNCTUATOR_greater},
                 {">>", PUNCTUATOR_shift_right},
                 {"=", PUNCTUATOR_assign},
                 {">=", PUNCTUATOR_greater_equal}};
    Token *rest = arena_alloc(front->arena, sizeof *rest);
    *rest = *token;
    rest->text += front->half_of_token;
    rest->length -= front->half_of_token;
    for (size_t i = 0; i < sizeof rests / sizeof rests[0]; i++) {
        if (strlen(rests[i].text) == rest->length &&
            memcmp(rests[i].text, rest->text, rest->length) == 0) {
            rest->id = (uint16_t)rests[i].id;
        }
    }
    return rest;
}

const Token *front_peek(Front *front, uint32_t ahead)
{
    uint32_t last = front->source->token_count;
    if (front->is_given_up) {
        return &front->source->tokens[last];
    }
    if (front->at > last) { // a parser that skips without checking stays at the end
        front->at = last;
    }
    if (front->at == last || ahead > last - front->at) {
        return &front->source->tokens[last];
    }
    const Token *token = &front->source->tokens[front->at + ahead];
    return ahead == 0 && front->half_of_token != 0 ? rest_of_token(front, token) : token;
}

bool front_is(Front *front, TokenId id)
{
    return front_peek(front, 0)->id == id;
}

static void advance(Front *front)
{
    front->half_of_token = 0;
    if (front->at < front->source->token_count) {
        front->at++;
    }
}

bool front_accept(Front *front, TokenId id)
{
    if (!front_is(front, id)) {
        return false;
    }
    advance(front);
    return true;
}

static const char *text_of_id(TokenId id)
{
    static const char *const texts[TOKEN_ID_COUNT] = {
#define PUNCTUATOR(name, text) [PUNCTUATOR_##name] = text,
#include "isa/cuda/source/punctuator.def"
#undef PUNCTUATOR
#define KEYWORD(name) [KEYWORD_##name] = #name,
#include "isa/cuda/source/keyword.def"
#undef KEYWORD
    };
    return texts[id] != NULL ? texts[id] : "name";
}

// After the token before the cursor: the place of a ';' missing at the end of a line.
static SourceLocation end_of_previous(Front *front)
{
    const Token *found = front_peek(front, 0);
    const Token *previous = &front->source->tokens[front->at > 0 ? front->at - 1 : 0];
    SourceLocation location = previous->location;
    if (front->at == 0 || location.file != found->location.file ||
        location.line == found->location.line) {
        return found->location;
    }
    location.column += previous->length;
    return location;
}

bool front_expect(Front *front, TokenId id, const char *after_what)
{
    if (front_accept(front, id)) {
        return true;
    }
    const Token *found = front_peek(front, 0);
    const char *before = after_what != NULL ? " after " : "";
    const char *what = after_what != NULL ? after_what : "";
    if (found->kind == TOKEN_END) {
        front_error(front, found->location, "expected '%s'%s%s at the end of the file",
                    text_of_id(id), before, what);
    } else {
        SourceLocation location =
            id == PUNCTUATOR_semicolon ? end_of_previous(front) : found->location;
        front_error(front, location, "expected '%s'%s%s, found '%.*s'", text_of_id(id), before,
                    what, (int)found->length, found->text);
    }
    return false;
}

// Past the '}' of the '{' here, regardless of other brackets in between.
static void skip_braces(Front *front)
{
    uint32_t depth = 0;
    do {
        TokenId id = (TokenId)front_peek(front, 0)->id;
        depth += id == PUNCTUATOR_brace_open;
        depth -= id == PUNCTUATOR_brace_close;
        if (front_peek(front, 0)->kind == TOKEN_END) {
            return;
        }
        advance(front);
    } while (depth > 0);
}

void front_skip_balanced(Front *front)
{
    uint32_t depth = 0;
    if (front_is(front, PUNCTUATOR_brace_open)) {
        skip_braces(front);
        return;
    }
    do {
        const Token *token = front_peek(front, 0);
        switch (token->id) {
        case PUNCTUATOR_paren_open:
        case PUNCTUATOR_bracket_open: depth++; break;
        case PUNCTUATOR_paren_close:
        case PUNCTUATOR_bracket_close: depth -= depth > 0; break;
        case PUNCTUATOR_brace_open: skip_braces(front); continue;
        case PUNCTUATOR_brace_close:
            if (depth > 0) {
                return; // the bracket is unclosed: the block around it ends here
            }
            break;
        default: break;
        }
        if (token->kind == TOKEN_END) {
            return;
        }
        advance(front);
    } while (depth > 0);
}

bool front_is_enclosed(Front *front, uint32_t first, uint32_t end)
{
    FrontPlace place = front_place(front);
    front->at = first;
    front->half_of_token = 0;
    bool is_enclosed = front_is(front, PUNCTUATOR_paren_open);
    if (is_enclosed) {
        front_skip_balanced(front);
        is_enclosed = front->at == end;
    }
    front_return(front, place);
    return is_enclosed;
}

bool front_accept_template_close(Front *front)
{
    const Token *token = front_peek(front, 0);
    switch (token->id) {
    case PUNCTUATOR_greater: advance(front); return true;
    case PUNCTUATOR_shift_right:
    case PUNCTUATOR_greater_greater_greater:
    case PUNCTUATOR_greater_equal:
    case PUNCTUATOR_shift_right_assign: front->half_of_token++; return true;
    default: return false;
    }
}

SourceLocation front_here(Front *front)
{
    return front_peek(front, 0)->location;
}

static const char *formatted(Front *front, const char *format, va_list arguments)
{
    Text text = {0};
    text_vprintf(&text, format, arguments);
    const char *kept = arena_text(front->arena, text_string(&text), text.size_bytes);
    text_destroy(&text);
    return kept;
}

static void note_instantiations(Front *front)
{
    uint32_t count = 0;
    for (Instantiation *at = front->instantiation; at != NULL; at = at->outer) {
        if (count++ == NOTED_INSTANTIATIONS) {
            return;
        }
        source_report(front->source, front->diagnostics, DIAGNOSTIC_NOTE, at->location,
                      "in instantiation of '%s' required here", at->name);
    }
}

void front_error(Front *front, SourceLocation location, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *message = formatted(front, format, arguments);
    va_end(arguments);
    if (front->quiet > 0) {
        if (front->quiet_errors++ == 0) {
            front->quiet_message = message;
        }
        return;
    }
    SourceLocation last = front->last_error;
    bool is_again = location.line != 0 && front->diagnostics->error_count > 0 &&
                    last.line == location.line && last.column == location.column &&
                    last.file == location.file && front->instantiation == NULL;
    if (is_again) {
        return;
    }
    front->last_error = location;
    source_report(front->source, front->diagnostics, DIAGNOSTIC_ERROR, location, "%s", message);
    note_instantiations(front);
}

void front_error_always(Front *front, SourceLocation location, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *message = formatted(front, format, arguments);
    va_end(arguments);
    uint32_t quiet = front->quiet;
    if (quiet > 0 && front->quiet_errors++ == 0) {
        front->quiet_message = message;
    }
    front->quiet = 0;
    front_error(front, location, "%s", message);
    front->quiet = quiet;
}

void front_warning(Front *front, SourceLocation location, const char *format, ...)
{
    if (front->quiet > 0) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    source_report(front->source, front->diagnostics, DIAGNOSTIC_WARNING, location, "%s",
                  formatted(front, format, arguments));
    va_end(arguments);
}

void front_note(Front *front, SourceLocation location, const char *format, ...)
{
    if (front->quiet > 0) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    source_report(front->source, front->diagnostics, DIAGNOSTIC_NOTE, location, "%s",
                  formatted(front, format, arguments));
    va_end(arguments);
}

QuietPlace front_quiet_begin(Front *front)
{
    QuietPlace before = {front->quiet_errors, front->quiet_message};
    front->quiet++;
    front->quiet_errors = 0;
    front->quiet_message = NULL;
    return before;
}

bool front_quiet_end(Front *front, QuietPlace before, const char **reason)
{
    bool is_clean = front->quiet_errors == 0;
    if (reason != NULL) {
        *reason = front->quiet_message;
    }
    front->quiet--;
    front->quiet_errors = before.errors;
    front->quiet_message = before.message;
    return is_clean;
}

bool front_enter(Front *front)
{
    if (++front->depth <= NESTING_LIMIT) {
        return true;
    }
    front_error(front, front_here(front), "nested too deeply");
    return false;
}

void front_leave(Front *front)
{
    front->depth--;
}

const char *front_operator_name(Front *front, TokenId id)
{
    char name[32] = "operator";
    const char *text = id == PUNCTUATOR_paren_open     ? "()"
                       : id == PUNCTUATOR_bracket_open ? "[]"
                                                       : text_of_id(id);
    strcat(name, text);
    return source_intern(front->source, name, strlen(name));
}

const char *front_literal_operator(Front *front, const char *suffix)
{
    Text text = {0};
    text_printf(&text, "operator\"\"%s", suffix);
    const char *name = front_intern(front, text_string(&text));
    text_destroy(&text);
    return name;
}

uint32_t front_append_text(Front *front, const char *name, const char *text, size_t size_bytes,
                           SourceLocation location)
{
    Source *source = front->source;
    SourceOptions none = {0};
    Source *other =
        source_preprocess(front->arena, name, text, size_bytes, &none, front->diagnostics);
    uint32_t first = source->token_count + 1, end = first + other->token_count;
    if (end >= front->token_room) {
        front->token_room = end + end / 2;
        source->tokens = arena_grow(front->arena, source->tokens, first, front->token_room,
                                    sizeof *source->tokens);
    }
    source->tokens[end] = source->tokens[source->token_count];
    for (uint32_t i = first; i < end; i++) {
        Token token = other->tokens[i - first];
        if (token.kind == TOKEN_NAME) {
            token.text = source_intern(source, token.text, token.length);
        }
        token.location = location;
        source->tokens[i] = token;
    }
    source->token_count = end;
    return first;
}

FrontPlace front_place(const Front *front)
{
    return (FrontPlace){.at = front->at,
                        .half_of_token = front->half_of_token,
                        .dependent = front->dependent,
                        .reading = front->reading,
                        .unevaluated = front->unevaluated,
                        .scope = front->scope,
                        .function = front->function,
                        .this_symbol = front->this_symbol,
                        .loop = front->loop,
                        .switch_ = front->switch_,
                        .instantiation = front->instantiation,
                        .body = front->body,
                        .is_angle = front->is_angle};
}

void front_return(Front *front, FrontPlace place)
{
    front->at = place.at;
    front->half_of_token = place.half_of_token;
    front->dependent = place.dependent;
    front->reading = place.reading;
    front->unevaluated = place.unevaluated;
    front->scope = place.scope;
    front->function = place.function;
    front->this_symbol = place.this_symbol;
    front->loop = place.loop;
    front->switch_ = place.switch_;
    front->instantiation = place.instantiation;
    front->body = place.body;
    front->is_angle = place.is_angle;
}

void front_read_again(Front *front)
{
    front->reading = ++front->reading_count << 16;
}

const char *front_intern(Front *front, const char *name)
{
    return source_intern(front->source, name, strlen(name));
}
