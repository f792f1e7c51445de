// SPDX-License-Identifier: Apache-2.0
#include "sim/program/shape.h"

static bool is_name(const Scan *scan, uint32_t index)
{
    return index < scan->count && scan->tokens[index].kind == SCAN_NAME;
}

// Behind the bracket's partner, or behind the bracket where it has none.
static uint32_t skip_group(const Scan *scan, uint32_t at)
{
    return scan->tokens[at].match > at ? scan->tokens[at].match + 1 : at + 1;
}

uint32_t skip_angles(const Scan *scan, uint32_t at)
{
    uint32_t depth = 0;
    while (at < scan->count) {
        switch (scan_word(scan, at)) {
        case WORD_LESS: depth++; break;
        case WORD_GREATER:
            if (--depth == 0) {
                return at + 1;
            }
            break;
        case WORD_OPEN:
        case WORD_OPEN_SQUARE:
        case WORD_OPEN_BRACE: at = skip_group(scan, at); continue;
        case WORD_SEMICOLON:
        case WORD_CLOSE:
        case WORD_CLOSE_SQUARE:
        case WORD_CLOSE_BRACE: return 0;
        default: break;
        }
        at++;
    }
    return 0;
}

// What a walk over a declaration's specifiers and declarator has seen.
typedef struct Seen {
    bool is_global, is_device, is_host, is_constant_expression, is_deduced, has_arrow;
    uint32_t parameters;
} Seen;

uint32_t scan_skip_initializers(const Scan *scan, uint32_t at)
{
    while (at < scan->count) {
        while (is_name(scan, at) || scan_word(scan, at) == WORD_SCOPE) {
            at++;
        }
        if (scan_word(scan, at) == WORD_LESS && (at = skip_angles(scan, at)) == 0) {
            return 0;
        }
        if (scan_word(scan, at) == WORD_SCOPE) {
            continue;
        }
        if (scan_word(scan, at) != WORD_OPEN && scan_word(scan, at) != WORD_OPEN_BRACE) {
            return 0;
        }
        at = skip_group(scan, at);
        at += scan_word(scan, at) == WORD_ELLIPSIS;
        if (scan_word(scan, at) != WORD_COMMA) {
            return scan_word(scan, at) == WORD_OPEN_BRACE ? at : 0;
        }
        at++;
    }
    return 0;
}

static void see(const Scan *scan, uint32_t at, Seen *seen)
{
    switch (scan_word(scan, at)) {
    case WORD_GLOBAL: seen->is_global = true; break;
    case WORD_DEVICE: seen->is_device = true; break;
    case WORD_HOST: seen->is_host = true; break;
    case WORD_CONSTEXPR:
    case WORD_CONSTEVAL: seen->is_constant_expression = true; break;
    case WORD_AUTO: seen->is_deduced = seen->is_deduced || seen->parameters == 0; break;
    case WORD_DECLTYPE:
        seen->is_deduced = seen->is_deduced || scan_word(scan, at + 2) == WORD_AUTO;
        break;
    case WORD_ARROW: seen->has_arrow = true; break;
    default: break;
    }
}

// operator(), operator<<, operator float: to the ( of its parameters.
static uint32_t skip_operator(const Scan *scan, uint32_t at)
{
    at++;
    if (scan_word(scan, at) == WORD_OPEN && scan_word(scan, at + 1) == WORD_CLOSE) {
        return at + 2;
    }
    while (at < scan->count && scan_word(scan, at) != WORD_OPEN &&
           scan_word(scan, at) != WORD_SEMICOLON) {
        at++;
    }
    return at;
}

// Whether a ( after this token opens the parameters.
static bool is_declarator(const Scan *scan, uint32_t before)
{
    WordKind kind = word_kind(scan_word(scan, before));
    return scan_word(scan, before) == WORD_GREATER || (is_name(scan, before) && kind == WORD_PLAIN);
}

// Walks to the { of the body; 0 when this is no function's definition.
static uint32_t find_body(const Scan *scan, uint32_t at, Seen *seen)
{
    for (bool is_operator = false; at < scan->count;) {
        see(scan, at, seen);
        switch (scan_word(scan, at)) {
        case WORD_OPERATOR:
            at = skip_operator(scan, at);
            is_operator = true;
            break;
        case WORD_OPEN:
            if (seen->parameters == 0 && (is_operator || is_declarator(scan, at - 1))) {
                seen->parameters = at;
            }
            at = skip_group(scan, at);
            break;
        case WORD_OPEN_SQUARE: at = skip_group(scan, at); break;
        case WORD_LESS: {
            uint32_t behind = skip_angles(scan, at);
            at = behind > 0 ? behind : at + 1;
            break;
        }
        case WORD_OPEN_BRACE: return seen->parameters > 0 ? at : 0;
        case WORD_COLON: return seen->parameters > 0 ? scan_skip_initializers(scan, at + 1) : 0;
        case WORD_SEMICOLON:
        case WORD_CLOSE_BRACE:
        case WORD_CLOSE:
        case WORD_ASSIGN: return 0;
        default: at++; break;
        }
    }
    return 0;
}

bool shape_function(const Scan *scan, uint32_t start, Function *function)
{
    Seen seen = {0};
    uint32_t body = find_body(scan, start, &seen);
    if (body == 0 || scan->tokens[body].match <= body || !(seen.is_global || seen.is_device)) {
        return false;
    }
    bool is_kept =
        seen.is_host || seen.is_constant_expression || (seen.is_deduced && !seen.has_arrow);
    *function = (Function){.parameters = seen.parameters,
                           .body = body,
                           .body_close = scan->tokens[body].match,
                           .is_kernel = seen.is_global,
                           .is_device_only = seen.is_device && !is_kept};
    return function->is_kernel || function->is_device_only;
}

// Whether the declaration that this token is in says: extern __device__.
static bool is_extern_on_device(const Scan *scan, uint32_t at)
{
    bool is_extern = false, is_device = false;
    for (; at > 0; at--) {
        Word word = scan_word(scan, at);
        if (word == WORD_SEMICOLON || word == WORD_OPEN_BRACE || word == WORD_CLOSE_BRACE) {
            break;
        }
        is_extern = is_extern || word == WORD_EXTERN;
        is_device = is_device || word == WORD_DEVICE || word == WORD_CONSTANT;
    }
    return is_extern && is_device;
}

static bool was_extern(const Scan *scan, uint32_t name)
{
    for (uint32_t at = 1; at < name; at++) {
        if (scan_same(scan, at, name) && is_extern_on_device(scan, at)) {
            return true;
        }
    }
    return false;
}

// The name of a variable on the device, of a plain type that is not const; 0: it is none.
static uint32_t plain_device_name(const Scan *scan, uint32_t start)
{
    bool is_device = false, is_const = false, has_type = false;
    for (uint32_t at = start; at < scan->count; at++) {
        Word word = scan_word(scan, at);
        if (scan_is_name(scan, at)) {
            return is_device && has_type && !is_const ? at : 0;
        }
        is_device |= word == WORD_DEVICE || word == WORD_CONSTANT;
        is_const = word == WORD_CONST || (is_const && word != WORD_STAR);
        has_type |= word_kind(word) == WORD_TYPE && word != WORD_AUTO;
        bool is_expected = word == WORD_DEVICE || word == WORD_CONSTANT || word == WORD_STATIC ||
                           word == WORD_STAR || word_kind(word) == WORD_CV ||
                           (word_kind(word) == WORD_TYPE && word != WORD_AUTO);
        if (!is_expected) {
            return 0;
        }
    }
    return 0;
}

bool shape_device_value(const Scan *scan, uint32_t start, uint32_t *assign, uint32_t *end)
{
    uint32_t at = plain_device_name(scan, start);
    if (at == 0) {
        return false;
    }
    for (at++; scan_word(scan, at) == WORD_OPEN_SQUARE; at = scan_close(scan, at) + 1) {
        if (scan_close(scan, at) == at + 1) {
            return false; // its size is that of the value
        }
    }
    *assign = at;
    if (scan_word(scan, at) != WORD_ASSIGN) {
        return false;
    }
    for (; at < scan->count && scan_word(scan, at) != WORD_SEMICOLON; at++) {
        if (scan_word(scan, at) == WORD_COMMA) {
            return false; // more variables
        }
        at = scan_close(scan, at);
    }
    *end = at;
    return true;
}

bool shape_device_variable(const Scan *scan, uint32_t start)
{
    bool is_device = false;
    for (uint32_t at = start; at < scan->count;) {
        switch (scan_word(scan, at)) {
        case WORD_DEVICE:
        case WORD_CONSTANT: is_device = true; break;
        case WORD_SEMICOLON:
        case WORD_ASSIGN:
        case WORD_OPEN_SQUARE:
            return is_device && is_name(scan, at - 1) && scan_word(scan, at - 2) != WORD_SCOPE &&
                   !was_extern(scan, at - 1);
        case WORD_OPEN:
            if (word_kind(scan_word(scan, at - 1)) != WORD_SPECIFIER &&
                word_kind(scan_word(scan, at - 1)) != WORD_CALL) {
                return false;
            }
            at = skip_group(scan, at);
            continue;
        case WORD_LESS: {
            uint32_t behind = skip_angles(scan, at);
            at = behind > 0 ? behind : at + 1;
            continue;
        }
        case WORD_EXTERN:
        case WORD_STATIC:
        case WORD_INLINE:
        case WORD_TYPEDEF:
        case WORD_USING:
        case WORD_TEMPLATE:
        case WORD_OPERATOR:
        case WORD_MANAGED:
        case WORD_SHARED:
        case WORD_GLOBAL:
        case WORD_CONSTEXPR:
        case WORD_OPEN_BRACE:
        case WORD_CLOSE_BRACE:
        case WORD_CLOSE: return false;
        default: break;
        }
        at++;
    }
    return false;
}

static uint32_t skip_type_name(const Scan *scan, uint32_t at, uint32_t end)
{
    at += scan_word(scan, at) == WORD_SCOPE;
    while (at < end && is_name(scan, at)) {
        at++;
        if (scan_word(scan, at) == WORD_LESS) {
            uint32_t behind = skip_angles(scan, at);
            at = behind > 0 ? behind : at;
        }
        if (scan_word(scan, at) != WORD_SCOPE) {
            break;
        }
        at++;
        at += scan_word(scan, at) == WORD_TEMPLATE;
    }
    return at;
}

// const, volatile, qualifiers of CUDA's, attributes.
static uint32_t skip_qualifiers(const Scan *scan, uint32_t at, uint32_t end)
{
    while (at < end) {
        WordKind kind = word_kind(scan_word(scan, at));
        if (kind == WORD_CV || kind == WORD_QUALIFIER) {
            at++;
        } else if (scan_word(scan, at) == WORD_ATTRIBUTE || scan_word(scan, at) == WORD_ALIGNAS) {
            at = skip_group(scan, at + 1);
        } else if (scan_word(scan, at) == WORD_OPEN_SQUARE &&
                   scan_word(scan, at + 1) == WORD_OPEN_SQUARE) {
            at = skip_group(scan, at);
        } else {
            break;
        }
    }
    return at;
}

uint32_t skip_specifiers(const Scan *scan, uint32_t at, uint32_t end)
{
    bool has_type = false;
    for (at = skip_qualifiers(scan, at, end); at < end; at = skip_qualifiers(scan, at, end)) {
        Word word = scan_word(scan, at);
        if (word_kind(word) == WORD_TYPE) {
            has_type = true;
            at++;
        } else if (word == WORD_DECLTYPE || word == WORD_TYPEOF || word == WORD_TYPEOF_LONG) {
            has_type = true;
            at = skip_group(scan, at + 1);
        } else if (word == WORD_STRUCT || word == WORD_CLASS || word == WORD_UNION ||
                   word == WORD_ENUM || word == WORD_TYPENAME) {
            at++;
        } else if (!has_type && (is_name(scan, at) || word == WORD_SCOPE)) {
            has_type = true;
            at = skip_type_name(scan, at, end);
        } else {
            break;
        }
    }
    return at;
}

static uint32_t skip_pointers(const Scan *scan, uint32_t at, uint32_t end)
{
    for (at = skip_qualifiers(scan, at, end); at < end; at = skip_qualifiers(scan, at, end)) {
        Word word = scan_word(scan, at);
        if (word != WORD_STAR && word != WORD_AND && word != WORD_AND_AND) {
            break;
        }
        at++;
    }
    return at;
}

// The name in *f, (*f)(int), (&a)[3], ...args.
static void find_name(const Scan *scan, uint32_t at, Parameter *parameter)
{
    uint32_t end = parameter->end;
    at = skip_pointers(scan, at, end);
    while (at < end && scan_word(scan, at) == WORD_OPEN) {
        at = skip_pointers(scan, at + 1, end);
    }
    if (at < end && scan_word(scan, at) == WORD_ELLIPSIS) {
        parameter->is_pack = true;
        at++;
    }
    parameter->place = at;
    parameter->name = at < end && is_name(scan, at) ? at : 0;
}

bool shape_parameter(const Scan *scan, uint32_t *at, uint32_t close, Parameter *parameter)
{
    if (*at >= close) {
        return false;
    }
    uint32_t end = *at;
    while (end < close && scan_word(scan, end) != WORD_COMMA) {
        Word word = scan_word(scan, end);
        uint32_t behind = word == WORD_LESS ? skip_angles(scan, end) : 0;
        bool is_group = word == WORD_OPEN || word == WORD_OPEN_SQUARE || word == WORD_OPEN_BRACE;
        end = behind > 0 ? behind : is_group ? skip_group(scan, end) : end + 1;
    }
    end = end > close ? close : end;
    *parameter = (Parameter){.first = *at, .end = end};
    find_name(scan, skip_specifiers(scan, *at, end), parameter);
    *at = end + 1;
    return true;
}
