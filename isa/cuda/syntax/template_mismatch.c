// SPDX-License-Identifier: Apache-2.0
// Explains why a function template is not a candidate for a call, in terms of its own parameters.
#include "isa/cuda/syntax/template.h"

#include "isa/cuda/syntax/deduce.h"
#include "isa/cuda/syntax/deduce_argument.h"
#include "isa/cuda/syntax/express_text.h"

#include <stdlib.h>

static const char *keep(Front *front, Text *text)
{
    const char *copy = arena_text(front->arena, text_string(text), text->size_bytes);
    text_destroy(text);
    return copy;
}

// "Box<$0>", the printed form of types without parameter names, becomes "Box<T>" here.
static void put_pattern(Front *front, const Template *template_, const Type *pattern, Text *out)
{
    for (const char *at = express_type_text(front, pattern); *at != '\0';) {
        char *end = NULL;
        unsigned long index = *at == '$' ? strtoul(at + 1, &end, 10) : 0;
        if (*at != '$' || index >= template_->parameter_count) {
            text_add(out, at++, 1);
            continue;
        }
        const char *name = template_->parameters[index].name;
        text_put(out, name == NULL ? "?" : name);
        at = end;
    }
}

static void put_argument(Front *front, const TemplateArgument *argument, Text *out)
{
    if (argument->type != NULL) {
        text_printf(out, "'%s'", express_type_text(front, argument->type));
    } else {
        text_printf(out, "%lld", (long long)argument->integer);
    }
}

// The parameter to which this argument alone would give another value; their number if there is
// none.
static uint32_t contradiction(const Template *template_, const TemplateArgument *found,
                              const TemplateArgument *alone)
{
    uint32_t i = 0;
    while (i < template_->parameter_count &&
           (deduce_is_empty(&found[i]) || deduce_is_empty(&alone[i]) || found[i].is_pack ||
            deduce_is_same_argument(&found[i], &alone[i]))) {
        i++;
    }
    return i;
}

const char *template_mismatch(Front *front, const Template *template_, const Type *parameter,
                              const Type *argument, const TemplateArgument *found)
{
    uint32_t count = template_->parameter_count;
    TemplateArgument *alone = arena_alloc(front->arena, (count + 1u) * sizeof *alone);
    bool fits_alone = deduce_type(&front->types, parameter, argument, alone, count, true);
    uint32_t index = fits_alone ? contradiction(template_, found, alone) : count;
    Text text = {0};
    if (index < count) {
        const char *name = template_->parameters[index].name;
        text_printf(&text,
                    "conflicting values for its parameter '%s': ", name == NULL ? "?" : name);
        put_argument(front, &found[index], &text);
        text_put(&text, " and ");
        put_argument(front, &alone[index], &text);
    } else {
        text_put(&text, "its parameter '");
        put_pattern(front, template_, parameter, &text);
        text_printf(&text, "' does not match an argument of type '%s'",
                    express_type_text(front, type_without_reference(argument)));
    }
    return keep(front, &text);
}

const char *template_count_text(Front *front, const Template *template_, uint32_t count)
{
    uint32_t least = template_->required_count, most = template_->signature->parameter_count;
    Text text = {0};
    text_printf(&text, "expected %s%u argument%s, got %u",
                least == most   ? ""
                : count < least ? "at least "
                                : "at most ",
                count < least ? least : most, (count < least ? least : most) == 1 ? "" : "s",
                count);
    return keep(front, &text);
}
