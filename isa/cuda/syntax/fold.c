// SPDX-License-Identifier: Apache-2.0
// Fold expressions, C++17 [expr.prim.fold]: (pack op ...), (... op pack), (a op ... op b).
#include "isa/cuda/syntax/express.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/parse_expression.h"

#include "isa/cuda/syntax/pack.h"

typedef struct Fold {
    uint32_t open, close, ellipsis; // token indices
    bool has_left, has_right;       // an operand before, after the "..."
} Fold;

// Finds "..." directly within the parentheses at the cursor.
static bool find_fold(Front *front, Fold *fold)
{
    const Token *tokens = front->source->tokens;
    uint32_t depth = 0;
    *fold = (Fold){.open = front->at};
    for (uint32_t i = front->at; i < front->source->token_count; i++) {
        switch (tokens[i].id) {
        case PUNCTUATOR_paren_open:
        case PUNCTUATOR_bracket_open:
        case PUNCTUATOR_brace_open: depth++; break;
        case PUNCTUATOR_paren_close:
        case PUNCTUATOR_bracket_close:
        case PUNCTUATOR_brace_close:
            if (--depth == 0) {
                fold->close = i;
                fold->has_left = fold->ellipsis > fold->open + 1;
                fold->has_right = fold->ellipsis + 1 < i;
                return fold->ellipsis != 0;
            }
            break;
        case PUNCTUATOR_ellipsis: fold->ellipsis = depth == 1 ? i : fold->ellipsis; break;
        case PUNCTUATOR_semicolon:
            if (depth <= 1) {
                return false;
            }
            break;
        default: break;
        }
    }
    return false;
}

static bool expand(Front *front, uint32_t first, uint32_t end, ExpressionList *items)
{
    PackExpansion expansion;
    front->at = first;
    pack_begin_range(front, &expansion, first, end);
    if (expansion.pack_count == 0) {
        return false;
    }
    while (pack_next(front, &expansion)) {
        express_list_add(front, items, parse_cast_expression(front));
    }
    return true;
}

static Expression *empty_fold(Front *front, TokenId id, SourceLocation location)
{
    switch (id) {
    case PUNCTUATOR_and_and: return express_integer(front, TYPE_BOOL, 1, location);
    case PUNCTUATOR_or_or: return express_integer(front, TYPE_BOOL, 0, location);
    case PUNCTUATOR_comma:
        return express_converted(front, express_integer(front, TYPE_INT, 0, location),
                                 type_basic(&front->types, TYPE_VOID), location);
    default:
        front_error(front, location, "fold of an empty pack over this operator has no value");
        return express_error(front, location);
    }
}

static Expression *combine(Front *front, TokenId id, const ExpressionList *items,
                           Expression *initial, bool is_left, SourceLocation location)
{
    Expression *value = initial;
    for (uint32_t i = 0; i < items->count; i++) {
        Expression *item = items->items[is_left ? i : items->count - 1 - i];
        if (value == NULL) {
            value = item;
            continue;
        }
        value = is_left ? express_operator(front, id, value, item, location)
                        : express_operator(front, id, item, value, location);
        if (value == NULL) {
            front_error(front, location, "operator cannot be used in a fold expression");
            return express_error(front, location);
        }
    }
    return value != NULL ? value : empty_fold(front, id, location);
}

// At '('. Returns NULL, and consumes nothing, if no fold expression begins here.
Expression *parse_fold(Front *front)
{
    Fold fold;
    if (!find_fold(front, &fold)) {
        return NULL;
    }
    SourceLocation location = front->source->tokens[fold.ellipsis].location;
    bool was_angle = front->is_angle;
    front->is_angle = false;
    uint32_t operator_at = fold.has_left ? fold.ellipsis - 1 : fold.ellipsis + 1;
    TokenId id = (TokenId)front->source->tokens[operator_at].id;
    ExpressionList items = {0};
    Expression *initial = NULL;
    bool is_pack_left = fold.has_left && expand(front, fold.open + 1, fold.ellipsis - 1, &items);
    bool is_good = is_pack_left;
    if (fold.has_right && !is_pack_left) {
        is_good = expand(front, fold.ellipsis + 2, fold.close, &items);
    }
    if (is_good && fold.has_left && fold.has_right) {
        front->at = is_pack_left ? fold.ellipsis + 2 : fold.open + 1;
        initial = parse_cast_expression(front);
    }
    front->at = fold.close + 1;
    front->half_of_token = 0;
    front->is_angle = was_angle;
    if (!is_good) {
        front_error(front, location, "expansion pattern of '...' contains no parameter pack");
        return express_error(front, location);
    }
    return combine(front, id, &items, initial, !is_pack_left, location);
}
