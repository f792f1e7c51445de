// SPDX-License-Identifier: Apache-2.0
// printf in device code: arguments promoted, the format checked against them as GCC's -Wformat
// does. CUDA C++ Programming Guide, "Formatted Output": %[flags][width][.precision][size]type.
#include "isa/cuda/syntax/builtin.h"

#include "isa/cuda/syntax/call.h"
#include "isa/cuda/syntax/convert.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"

#include <string.h>

#define ARGUMENT_LIMIT 32u // of device printf, without the format

typedef struct FormatConversion {
    const char *length; // "", "l", "ll", "h", "hh", "z", ...
    char type;
} FormatConversion;

// Reads one conversion after '%'; counts its '*'. NULL at the end of the text.
static const char *read_conversion(const char *at, FormatConversion *conversion, uint32_t *stars)
{
    static const char *const lengths[] = {"hh", "h", "ll", "l", "z", "j", "t", "L"};
    at += strspn(at, "-+ #0'");
    for (int part = 0; part < 2; part++) {
        if (*at == '*') {
            (*stars)++;
            at++;
        } else {
            at += strspn(at, "0123456789");
        }
        if (part == 0 && *at != '.') {
            break;
        }
        at += part == 0;
    }
    conversion->length = "";
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        if (strncmp(at, lengths[i], strlen(lengths[i])) == 0) {
            conversion->length = lengths[i];
            at += strlen(lengths[i]);
            break;
        }
    }
    conversion->type = *at;
    return *at == '\0' ? NULL : at + 1;
}

static uint64_t integer_bytes(const char *length)
{
    bool is_wide = strcmp(length, "l") == 0 || strcmp(length, "ll") == 0 ||
                   strcmp(length, "z") == 0 || strcmp(length, "j") == 0 || strcmp(length, "t") == 0;
    return is_wide ? 8 : 4;
}

static bool fits(const FormatConversion *conversion, const Type *type)
{
    switch (conversion->type) {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
        return type_is_integral_or_enum(type) &&
               type_size(type) == integer_bytes(conversion->length);
    case 'c': return type_is_integral_or_enum(type) && type_size(type) == 4;
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        return type->kind ==
               (strcmp(conversion->length, "L") == 0 ? TYPE_LONG_DOUBLE : TYPE_DOUBLE);
    case 's':
        return type->kind == TYPE_POINTER &&
               (type->base->kind == TYPE_CHAR || type->base->kind == TYPE_SIGNED_CHAR ||
                type->base->kind == TYPE_UNSIGNED_CHAR);
    case 'p': return type->kind == TYPE_POINTER;
    default: return true;
    }
}

static void check_one(Front *front, const FormatConversion *conversion, const Expression *argument)
{
    if (strchr("diuxXocfFeEgGaAspn%", conversion->type) == NULL) {
        express_warning(front, argument->location, "unknown printf conversion '%%%s%c'",
                        conversion->length, conversion->type);
    } else if (!fits(conversion, argument->type)) {
        express_warning(
            front, argument->location, "format '%%%s%c' does not match the argument's type '%s'",
            conversion->length, conversion->type, express_type_text(front, argument->type));
    }
}

// C's printf has this conversion; CUDA's prints it unchanged and takes no argument for it.
static bool is_foreign(Front *front, const FormatConversion *conversion, const Expression *call)
{
    bool is_found = conversion->length[0] != '\0' && strchr("zjtL", conversion->length[0]) != NULL;
    if (is_found) {
        express_warning(front, call->location,
                        "CUDA's printf does not know '%%%s%c', and prints it unchanged: its "
                        "sizes are h, l and ll",
                        conversion->length, conversion->type);
    }
    return is_found;
}

static void check_format(Front *front, const char *format, const Expression *call)
{
    uint32_t next = 1;
    const char *at = strchr(format, '%');
    while (at != NULL) {
        FormatConversion conversion = {"", 0};
        uint32_t stars = 0;
        at = at[1] == '%' ? at + 1 : read_conversion(at + 1, &conversion, &stars);
        if (at == NULL) {
            express_warning(front, call->list[0]->location,
                            "incomplete conversion at the end of the format");
            return;
        }
        if (conversion.type != 0 && !is_foreign(front, &conversion, call)) {
            next += stars;
            if (next >= call->list_count) {
                express_warning(front, call->location,
                                "too few arguments for the format: none for '%%%s%c'",
                                conversion.length, conversion.type);
                return;
            }
            check_one(front, &conversion, call->list[next++]);
        } else if (conversion.type == 0) {
            at++; // the second '%'
        }
        at = strchr(at, '%');
    }
    if (next < call->list_count) {
        express_warning(front, call->location, "too many arguments for the format: %u are not used",
                        call->list_count - next);
    }
}

static const char *literal_format(const Expression *format)
{
    while (format->kind == EXPRESSION_CAST) {
        format = format->a;
    }
    bool is_literal = format->kind == EXPRESSION_ADDRESS && format->a->kind == EXPRESSION_STRING;
    return is_literal ? format->a->string : NULL;
}

Expression *builtin_printf(Front *front, Expression **arguments, uint32_t count,
                           SourceLocation location)
{
    if (count == 0 || count > ARGUMENT_LIMIT + 1) {
        front_error(front, location, "printf expects a format and at most %u arguments",
                    ARGUMENT_LIMIT);
        return express_error(front, location);
    }
    Expression *call =
        express_new(front, EXPRESSION_BUILTIN, type_basic(&front->types, TYPE_INT), location);
    call->builtin = BUILTIN_printf;
    call->list = arena_alloc(front->arena, count * sizeof *call->list);
    const Type *format = type_pointer(
        &front->types,
        type_qualified(&front->types, type_basic(&front->types, TYPE_CHAR), QUALIFIER_CONST));
    for (uint32_t i = 0; i < count; i++) {
        Expression *value = i == 0
                                ? convert_implicit(front, arguments[0], format,
                                                   arguments[0]->location, "argument 1 of 'printf'")
                                : call_variadic_argument(front, arguments[i]);
        if (express_is_error(value)) {
            return value;
        }
        call->list[call->list_count++] = value;
    }
    const char *text = literal_format(call->list[0]);
    if (text != NULL) {
        check_format(front, text, call);
    }
    return call;
}
