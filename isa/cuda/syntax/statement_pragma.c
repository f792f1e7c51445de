// SPDX-License-Identifier: Apache-2.0
// Pragmas before statements: how a loop is to be unrolled. CUDA C++ Programming Guide, "#pragma
// unroll": an optional constant expression, in parentheses or not.
#include "isa/cuda/syntax/parse_statement.h"

#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/parse_expression.h"

#include <stdlib.h>
#include <string.h>

static Statement *first_loop(Statement *statement)
{
    while (statement != NULL) {
        switch (statement->kind) {
        case STATEMENT_FOR:
        case STATEMENT_WHILE:
        case STATEMENT_DO: return statement;
        case STATEMENT_COMPOUND: {
            Statement *at = statement->first;
            while (at != NULL && at->next != NULL && at->kind == STATEMENT_DECLARE) {
                at = at->next;
            }
            statement = at;
            break;
        }
        default: return NULL;
        }
    }
    return NULL;
}

static bool is_decimal(const char *text, size_t size_bytes)
{
    for (size_t i = 0; i < size_bytes; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return false;
        }
    }
    return size_bytes > 0 && size_bytes < 10 && text[0] != '0';
}

// The count after "unroll", a constant expression; 0 if there is none. A count of zero or less is
// ignored with a warning, as in nvcc.
static uint32_t unroll_count(Front *front, const Token *pragma, uint32_t skip)
{
    const char *text = pragma->text + skip;
    size_t size_bytes = pragma->length - skip;
    while (size_bytes > 0 && (text[0] == ' ' || text[0] == '\t')) {
        text++;
        size_bytes--;
    }
    while (size_bytes > 0 && (text[size_bytes - 1] == ' ' || text[size_bytes - 1] == '\r')) {
        size_bytes--;
    }
    if (size_bytes == 0) {
        return 0;
    }
    if (is_decimal(text, size_bytes)) {
        return (uint32_t)strtoul(text, NULL, 10);
    }
    FrontPlace place = front_place(front);
    front->at = front_append_text(front, "<pragma>", text, size_bytes, pragma->location);
    front->half_of_token = 0;
    front->is_angle = false;
    const Type *type = NULL;
    uint64_t value = 0;
    bool is_good = parse_integer_constant(front, &type, &value);
    front_return(front, place);
    bool is_negative = is_good && type_is_signed(type) && (int64_t)value < 0;
    if (is_good && (value == 0 || is_negative)) {
        express_warning(front, pragma->location, "unroll count must be positive");
        return 1;
    }
    return !is_good ? 1 : value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

static bool pragma_is(const Token *pragma, const char *word, uint32_t *length)
{
    size_t size = strlen(word), skip = 0;
    while (skip < pragma->length && (pragma->text[skip] == ' ' || pragma->text[skip] == '\t')) {
        skip++;
    }
    bool is_word = pragma->length >= skip + size && memcmp(pragma->text + skip, word, size) == 0;
    char after = is_word && pragma->length > skip + size ? pragma->text[skip + size] : ' ';
    *length = (uint32_t)(skip + size);
    return is_word && !(after == '_' || (after >= 'a' && after <= 'z'));
}

// #pragma unroll [count] | nounroll before a loop; other pragmas are for other tools.
Statement *parse_pragma(Front *front)
{
    const Token *pragma = front_peek(front, 0);
    front->at++;
    uint32_t length = 0;
    bool is_unroll = pragma_is(pragma, "unroll", &length);
    uint32_t count = is_unroll ? unroll_count(front, pragma, length) : 0;
    uint32_t ignored = 0;
    bool is_off = !is_unroll && pragma_is(pragma, "nounroll", &ignored);
    if (front_is(front, PUNCTUATOR_brace_close)) {
        return NULL;
    }
    Statement *statement = parse_statement(front);
    Statement *loop = first_loop(statement);
    if ((is_unroll || is_off) && loop != NULL && loop->unroll == UNROLL_DEFAULT) {
        loop->unroll = is_off || count != 0 ? UNROLL_COUNT : UNROLL_FULL;
        loop->unroll_count = is_off ? 1 : count;
    } else if (is_unroll && loop == NULL) {
        express_warning(front, pragma->location, "'#pragma unroll' must be followed by a loop");
    }
    return statement;
}
