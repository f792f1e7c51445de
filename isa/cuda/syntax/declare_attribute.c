// SPDX-License-Identifier: Apache-2.0
// Attributes: alignas, __attribute__, [[...]], __declspec, and CUDA's __launch_bounds__ and
// __cluster_dims__.
#include "isa/cuda/syntax/parse_declaration.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/name.h"
#include "isa/cuda/syntax/parse_expression.h"

#include <string.h>

#define BLOCK_THREADS_MAX 1024u // of every compute capability since 2.0

// "(a, b, c)" of constants; returns how many there were.
static uint32_t parse_constants(Front *front, uint32_t *values, uint32_t room)
{
    uint32_t count = 0;
    if (!front_expect(front, PUNCTUATOR_paren_open, "the attribute")) {
        return 0;
    }
    bool was_angle = front->is_angle;
    front->is_angle = false;
    do {
        const Type *type = NULL;
        uint64_t value = 0;
        if (!parse_integer_constant(front, &type, &value)) {
            break;
        }
        if (count < room) {
            values[count] = (uint32_t)value;
        }
        count++;
    } while (front_accept(front, PUNCTUATOR_comma));
    front->is_angle = was_angle;
    front_expect(front, PUNCTUATOR_paren_close, "the attribute's values");
    return count;
}

static void parse_align(Front *front, Specifiers *specifiers, SourceLocation location)
{
    uint32_t value = 0;
    if (parse_constants(front, &value, 1) == 0) {
        return;
    }
    if (value != 0 && (value & (value - 1u)) != 0) {
        front_error(front, location, "alignment %u is not a power of two", value);
    } else if (value > specifiers->align_bytes) {
        specifiers->align_bytes = value;
    }
}

static void parse_alignas(Front *front, Specifiers *specifiers, SourceLocation location)
{
    FrontPlace before = front_place(front);
    if (front_accept(front, PUNCTUATOR_paren_open) && name_is_type(front)) {
        const Type *type = parse_type_id(front);
        if (type != NULL && class_complete(front, type, location) &&
            type_align(type) > specifiers->align_bytes) {
            specifiers->align_bytes = type_align(type);
        }
        front_expect(front, PUNCTUATOR_paren_close, "alignas's type");
        return;
    }
    front_return(front, before);
    parse_align(front, specifiers, location);
}

static bool is_spelled(const Token *token, const char *name)
{
    size_t length = strlen(name);
    const char *text = token->text;
    uint32_t token_length = token->length;
    if (token_length > 4 && memcmp(text, "__", 2) == 0 &&
        memcmp(text + token_length - 2, "__", 2) == 0) {
        text += 2;
        token_length -= 4;
    }
    return token_length == length && memcmp(text, name, length) == 0;
}

// One name of __attribute__((...)) or [[...]]; unknown ones are ignored for the device.
static void parse_named_attribute(Front *front, Specifiers *specifiers)
{
    const Token *token = front_peek(front, 0);
    front->at++;
    if (front_accept(front, PUNCTUATOR_scope)) { // [[gnu::aligned]]
        token = front_peek(front, 0);
        front->at++;
    }
    bool has_values = front_is(front, PUNCTUATOR_paren_open);
    if ((is_spelled(token, "aligned") || is_spelled(token, "align")) && has_values) {
        parse_align(front, specifiers, token->location);
        return;
    }
    if (is_spelled(token, "aligned")) {
        specifiers->align_bytes = specifiers->align_bytes < 16u ? 16u : specifiers->align_bytes;
    }
    specifiers->is_packed |= is_spelled(token, "packed");
    specifiers->is_noinline |= is_spelled(token, "noinline");
    specifiers->is_forceinline |= is_spelled(token, "always_inline");
    specifiers->is_noreturn |= is_spelled(token, "noreturn");
    specifiers->is_device |= is_spelled(token, "device") || is_spelled(token, "device_builtin");
    specifiers->is_global |= is_spelled(token, "global");
    specifiers->is_shared |= is_spelled(token, "shared");
    specifiers->is_constant |= is_spelled(token, "constant");
    if (has_values) {
        front_skip_balanced(front);
    }
}

// Names up to the closing one: "aligned(8), packed".
static void parse_attribute_list(Front *front, Specifiers *specifiers, TokenId close)
{
    while (!front_is(front, close) && front_peek(front, 0)->kind != TOKEN_END) {
        if (!front_accept(front, PUNCTUATOR_comma)) {
            parse_named_attribute(front, specifiers);
        }
    }
    front->at++;
}

static void parse_launch_bounds(Front *front, Specifiers *specifiers)
{
    uint32_t values[3] = {0};
    SourceLocation location = front_here(front);
    parse_constants(front, values, 3);
    if (values[0] > BLOCK_THREADS_MAX) {
        front_error(front, location, "a block cannot have more than %u threads", BLOCK_THREADS_MAX);
    }
    specifiers->max_threads = values[0];
    specifiers->min_blocks = values[1];
    specifiers->max_blocks_per_cluster = values[2];
}

static void parse_cluster_dims(Front *front, Specifiers *specifiers)
{
    uint32_t values[3] = {1, 1, 1};
    parse_constants(front, values, 3);
    memcpy(specifiers->cluster, values, sizeof values);
}

bool parse_attribute(Front *front, Specifiers *specifiers)
{
    const Token *token = front_peek(front, 0);
    switch (token->id) {
    case KEYWORD___launch_bounds__:
        front->at++;
        parse_launch_bounds(front, specifiers);
        return true;
    case KEYWORD___cluster_dims__:
        front->at++;
        parse_cluster_dims(front, specifiers);
        return true;
    case KEYWORD___block_size__:
        front->at++;
        front_skip_balanced(front);
        return true;
    case KEYWORD___maxnreg__:
        front->at++;
        parse_constants(front, &specifiers->max_registers, 1);
        return true;
    case KEYWORD___align__:
        front->at++;
        parse_align(front, specifiers, token->location);
        return true;
    case KEYWORD_alignas:
        front->at++;
        parse_alignas(front, specifiers, token->location);
        return true;
    case KEYWORD___attribute__:
    case KEYWORD___attribute:
        front->at++;
        if (front_expect(front, PUNCTUATOR_paren_open, "__attribute__") &&
            front_expect(front, PUNCTUATOR_paren_open, "__attribute__(")) {
            parse_attribute_list(front, specifiers, PUNCTUATOR_paren_close);
            front_expect(front, PUNCTUATOR_paren_close, "__attribute__((...)");
        }
        return true;
    case KEYWORD___declspec:
        front->at++;
        if (front_accept(front, PUNCTUATOR_paren_open)) {
            parse_attribute_list(front, specifiers, PUNCTUATOR_paren_close);
        }
        return true;
    case PUNCTUATOR_bracket_open:
        if (front_peek(front, 1)->id != PUNCTUATOR_bracket_open) {
            return false;
        }
        front->at += 2;
        parse_attribute_list(front, specifiers, PUNCTUATOR_bracket_close);
        front_expect(front, PUNCTUATOR_bracket_close, "[[...]");
        return true;
    default: return false;
    }
}

void parse_attributes(Front *front, Specifiers *specifiers)
{
    while (parse_attribute(front, specifiers)) {
    }
}
