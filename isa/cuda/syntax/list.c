// SPDX-License-Identifier: Apache-2.0
// Brace lists { a, .b = c, {d} }: parsed before their target's type is known, then distributed.
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/parse_expression.h"

#include "isa/cuda/syntax/pack.h"

static const Type list_type = {.kind = TYPE_OVERLOAD_SET, .unqualified = &list_type};

static void add_element(Front *front, ListInitializer *list, uint32_t *room, ListElement element)
{
    list->elements =
        arena_room(front->arena, list->elements, list->count, room, sizeof *list->elements);
    list->elements[list->count++] = element;
}

// .name = | [constant] =
static bool parse_designator(Front *front, ListElement *element)
{
    if (front_is(front, PUNCTUATOR_dot) && front_peek(front, 1)->kind == TOKEN_NAME) {
        element->field = front_peek(front, 1)->text;
        front->at += 2;
    } else if (front_accept(front, PUNCTUATOR_bracket_open)) {
        const Type *type = NULL;
        element->has_index = parse_integer_constant(front, &type, &element->index);
        front_expect(front, PUNCTUATOR_bracket_close, "a designator");
    } else {
        return false;
    }
    if (!front_is(front, PUNCTUATOR_brace_open)) {
        front_expect(front, PUNCTUATOR_assign, "a designator");
    }
    return true;
}

// A '[' in a list begins a lambda, or a designator when '=' follows its ']'.
static bool is_designator(Front *front)
{
    if (front_is(front, PUNCTUATOR_dot)) {
        return true;
    }
    if (!front_is(front, PUNCTUATOR_bracket_open)) {
        return false;
    }
    FrontPlace place = front_place(front);
    front_skip_balanced(front);
    bool is_assigned = front_is(front, PUNCTUATOR_assign);
    front_return(front, place);
    return is_assigned;
}

static Expression *parse_element_value(Front *front)
{
    return front_is(front, PUNCTUATOR_brace_open) ? parse_braced_list(front)
                                                  : parse_assignment(front);
}

// braced-init-list: { [ clause { , clause } [,] ] }
Expression *parse_braced_list(Front *front)
{
    SourceLocation location = front_here(front);
    if (!front_enter(front)) {
        front_leave(front);
        return express_give_up(front);
    }
    front->at++; // {
    bool was_angle = front->is_angle, is_good = true;
    front->is_angle = false;
    ListInitializer *list = arena_alloc(front->arena, sizeof *list);
    uint32_t room = 0;
    while (!front_is(front, PUNCTUATOR_brace_close)) {
        ListElement element = {.location = front_here(front)};
        if (is_designator(front)) {
            parse_designator(front, &element);
            element.value = parse_element_value(front);
            add_element(front, list, &room, element);
            is_good = is_good && !express_is_error(element.value);
        } else {
            PackExpansion expansion;
            pack_begin(front, &expansion);
            while (pack_next(front, &expansion)) {
                element.value = parse_element_value(front);
                add_element(front, list, &room, element);
                is_good = is_good && !express_is_error(element.value);
            }
        }
        if (!front_accept(front, PUNCTUATOR_comma)) {
            break;
        }
    }
    front->is_angle = was_angle;
    front_leave(front);
    if (!front_expect(front, PUNCTUATOR_brace_close, "a brace list")) {
        express_recover(front, PUNCTUATOR_brace_close);
        front_accept(front, PUNCTUATOR_brace_close);
        return express_error(front, location);
    }
    Expression *expression = express_new(front, EXPRESSION_ZERO, &list_type, location);
    expression->front = list;
    return is_good ? expression : express_error(front, location);
}
