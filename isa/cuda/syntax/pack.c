// SPDX-License-Identifier: Apache-2.0
// Pack expansion, C++17 [temp.variadic]: a pattern followed by "..." is read once for each element.
// The packs that it names stand for that element meanwhile.
#include "isa/cuda/syntax/pack.h"

#include "isa/cuda/syntax/name.h"
#include "isa/cuda/syntax/scope.h"

static bool opens(TokenId id)
{
    return id == PUNCTUATOR_paren_open || id == PUNCTUATOR_bracket_open ||
           id == PUNCTUATOR_brace_open;
}

static bool is_template_name(Front *front, const Token *token)
{
    Symbol *symbol = token->kind == TOKEN_NAME ? scope_lookup(front, token->text) : NULL;
    return symbol == NULL ? token->kind == TOKEN_NAME
                          : symbol->kind == SYMBOL_TEMPLATE || symbol->kind == SYMBOL_TYPE ||
                                symbol->kind == SYMBOL_FUNCTION;
}

// Moves past the item at the cursor: to ',', a closing token or "...".
static void skip_item(Front *front)
{
    while (front_peek(front, 0)->kind != TOKEN_END) {
        const Token *token = front_peek(front, 0);
        TokenId id = (TokenId)token->id;
        bool is_angle_end =
            front->is_angle && (id == PUNCTUATOR_greater || id == PUNCTUATOR_shift_right ||
                                id == PUNCTUATOR_greater_greater_greater);
        if (id == PUNCTUATOR_comma || id == PUNCTUATOR_paren_close || id == PUNCTUATOR_semicolon ||
            id == PUNCTUATOR_bracket_close || id == PUNCTUATOR_brace_close ||
            id == PUNCTUATOR_ellipsis || is_angle_end || front->half_of_token != 0) {
            return;
        }
        if (id == KEYWORD_sizeof && front_peek(front, 1)->id == PUNCTUATOR_ellipsis) {
            front->at += 2;
        } else if (opens(id)) {
            front_skip_balanced(front);
        } else if (id == PUNCTUATOR_less && front->at > 0 &&
                   is_template_name(front, &front->source->tokens[front->at - 1])) {
            name_skip_arguments(front);
        } else {
            front->at++;
        }
    }
}

static void note_pack(Front *front, PackExpansion *expansion, Symbol *symbol)
{
    for (uint32_t i = 0; i < expansion->pack_count; i++) {
        if (expansion->packs[i] == symbol) {
            return;
        }
    }
    uint32_t count = expansion->pack_count;
    expansion->packs =
        arena_grow(front->arena, expansion->packs, count, count + 1u, sizeof(Symbol *));
    expansion->saved =
        arena_grow(front->arena, expansion->saved, count, count + 1u, sizeof(uint32_t));
    expansion->packs[count] = symbol;
    expansion->saved[count] = symbol->current_element;
    expansion->pack_count++;
}

// Packs named between first and end that no "..." inside expands.
static void find_packs(Front *front, PackExpansion *expansion, uint32_t first, uint32_t end,
                       uint32_t depth)
{
    const Token *tokens = front->source->tokens;
    for (uint32_t i = first; i < end && depth < 100u; i++) {
        if (tokens[i].id == KEYWORD_sizeof && tokens[i + 1].id == PUNCTUATOR_ellipsis) {
            i += 4; // sizeof...(name)
            continue;
        }
        if (opens((TokenId)tokens[i].id)) {
            FrontPlace before = front_place(front);
            front->is_angle = false;
            front->half_of_token = 0;
            front->at = i;
            front_skip_balanced(front);
            uint32_t close = front->at - 1;
            front->at = i + 1;
            while (front->at < close) {
                uint32_t item = front->at;
                skip_item(front);
                uint32_t item_end = front->at < close ? front->at : close;
                if (!front_is(front, PUNCTUATOR_ellipsis)) {
                    find_packs(front, expansion, item, item_end, depth + 1u);
                }
                front->at += front->at < close;
            }
            front_return(front, before);
            i = close;
            continue;
        }
        if (tokens[i].id == KEYWORD_auto && front->auto_pack != NULL) {
            note_pack(front, expansion, front->auto_pack);
            continue;
        }
        bool is_member =
            i > 0 && (tokens[i - 1].id == PUNCTUATOR_dot || tokens[i - 1].id == PUNCTUATOR_arrow ||
                      tokens[i - 1].id == PUNCTUATOR_scope);
        Symbol *symbol =
            tokens[i].kind == TOKEN_NAME && !is_member ? scope_lookup(front, tokens[i].text) : NULL;
        if (symbol != NULL && symbol->kind == SYMBOL_PACK &&
            tokens[i + 1].id != PUNCTUATOR_ellipsis) {
            note_pack(front, expansion, symbol);
        } else if (symbol != NULL && symbol->kind == SYMBOL_PACK && i + 1 >= end) {
            note_pack(front, expansion, symbol);
        }
    }
}

static void count_elements(Front *front, PackExpansion *expansion)
{
    expansion->count = expansion->pack_count > 0 ? expansion->packs[0]->element_count : 0;
    for (uint32_t i = 1; i < expansion->pack_count; i++) {
        if (expansion->packs[i]->element_count != expansion->count) {
            front_error(front, front_here(front),
                        "pack expansion contains parameter packs of different lengths");
        }
        if (expansion->packs[i]->element_count < expansion->count) {
            expansion->count = expansion->packs[i]->element_count;
        }
    }
}

void pack_begin_range(Front *front, PackExpansion *expansion, uint32_t first, uint32_t end)
{
    *expansion = (PackExpansion){.first = first, .end = end, .is_expansion = true};
    find_packs(front, expansion, first, end, 0);
    count_elements(front, expansion);
}

uint32_t pack_item_end(Front *front)
{
    FrontPlace before = front_place(front);
    skip_item(front);
    uint32_t end = front->at;
    front_return(front, before);
    return end;
}

void pack_begin(Front *front, PackExpansion *expansion)
{
    *expansion = (PackExpansion){.count = 1};
    if (front->dependent > 0) {
        return;
    }
    uint32_t first = front->at, end = pack_item_end(front);
    if (end == first || front->source->tokens[end].id != PUNCTUATOR_ellipsis) {
        return;
    }
    PackExpansion found;
    pack_begin_range(front, &found, first, end);
    if (found.pack_count == 0) {
        front_error(front, front_here(front),
                    "expansion pattern before '...' contains no parameter pack");
        found.count = 0;
    }
    *expansion = found;
}

void pack_select(const PackExpansion *expansion, uint32_t element)
{
    for (uint32_t i = 0; i < expansion->pack_count; i++) {
        expansion->packs[i]->current_element = element != 0 ? element : expansion->saved[i];
    }
}

bool pack_next(Front *front, PackExpansion *expansion)
{
    expansion->reading = expansion->next == 0 ? front->reading : expansion->reading;
    front->reading = expansion->reading;
    if (expansion->next < expansion->count) {
        if (expansion->is_expansion) {
            front->reading = expansion->reading * 31 + expansion->next + 1;
        }
        pack_select(expansion, ++expansion->next);
        if (expansion->is_expansion) {
            front->at = expansion->first;
            front->half_of_token = 0;
        }
        return true;
    }
    pack_select(expansion, 0);
    if (expansion->is_expansion) {
        front->at = expansion->end;
        front->half_of_token = 0;
        front_accept(front, PUNCTUATOR_ellipsis);
    }
    return false;
}
