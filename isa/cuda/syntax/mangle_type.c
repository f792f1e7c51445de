// SPDX-License-Identifier: Apache-2.0
// Mangled types and template arguments, with substitutions (Itanium C++ ABI, 5.1.5, 5.1.7, 5.1.10).
#include "isa/cuda/syntax/mangler.h"

static const char *const basic_codes[TYPE_NULLPTR + 1] = {
    [TYPE_VOID] = "v",
    [TYPE_BOOL] = "b",
    [TYPE_CHAR] = "c",
    [TYPE_SIGNED_CHAR] = "a",
    [TYPE_UNSIGNED_CHAR] = "h",
    [TYPE_SHORT] = "s",
    [TYPE_UNSIGNED_SHORT] = "t",
    [TYPE_INT] = "i",
    [TYPE_UNSIGNED_INT] = "j",
    [TYPE_LONG] = "l",
    [TYPE_UNSIGNED_LONG] = "m",
    [TYPE_LONG_LONG] = "x",
    [TYPE_UNSIGNED_LONG_LONG] = "y",
    [TYPE_CHAR16] = "Ds",
    [TYPE_CHAR32] = "Di",
    [TYPE_WCHAR] = "w",
    [TYPE_FLOAT] = "f",
    [TYPE_DOUBLE] = "d",
    [TYPE_LONG_DOUBLE] = "e",
    [TYPE_NULLPTR] = "Dn",
};

// ---- substitutions

static void mangle_sequence(Mangler *mangler, char letter, uint64_t index)
{
    static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    char text[20];
    size_t at = sizeof text;
    uint64_t base = letter == 'S' ? 36 : 10;
    text[--at] = '_';
    for (uint64_t left = index; left > 0;) {
        left--; // S_ is the first, S0_ the second
        do {
            text[--at] = digits[left % base];
            left /= base;
        } while (left > 0);
    }
    text[--at] = letter;
    text_add(mangler->out, &text[at], sizeof text - at);
}

bool mangle_substitute(Mangler *mangler, ComponentKind kind, uint32_t index, const void *key)
{
    for (uint32_t i = 0; i < mangler->component_count; i++) {
        const Component *at = &mangler->components[i];
        if (at->kind == kind && at->index == index && at->key == key) {
            mangle_sequence(mangler, 'S', i);
            return true;
        }
    }
    return false;
}

void mangle_remember(Mangler *mangler, ComponentKind kind, uint32_t index, const void *key)
{
    if (mangler->component_count < MANGLE_COMPONENT_LIMIT) {
        mangler->components[mangler->component_count++] = (Component){kind, index, key};
    } else {
        mangler->is_cut = true;
    }
}

// ---- template arguments

static void mangle_literal(Mangler *mangler, const Type *type, uint64_t value)
{
    text_put(mangler->out, "L");
    mangle_one_type(mangler, type->unqualified);
    if (type_is_signed(type) && (int64_t)value < 0) {
        text_printf(mangler->out, "n%llu", (unsigned long long)(0 - value));
    } else {
        text_printf(mangler->out, "%llu", (unsigned long long)value);
    }
    text_put(mangler->out, "E");
}

static void mangle_symbol_argument(Mangler *mangler, const TemplateArgument *argument)
{
    const Symbol *symbol = argument->symbol;
    if (symbol->kind == SYMBOL_TEMPLATE && symbol->template_ != NULL) {
        mangle_template_name(mangler, symbol->template_);
        return;
    }
    bool is_reference = argument->value_type != NULL && type_is_reference(argument->value_type);
    text_put(mangler->out, is_reference ? "L_Z" : "XadL_Z");
    if (symbol->function != NULL) {
        mangle_encoding(mangler, symbol->function);
    } else {
        mangle_source_name(mangler, symbol->name);
    }
    text_put(mangler->out, is_reference ? "E" : "EE");
}

static void mangle_argument(Mangler *mangler, const TemplateArgument *argument)
{
    if (argument->is_pack) {
        text_put(mangler->out, "J");
        for (uint32_t i = 0; i < argument->pack_count; i++) {
            mangle_argument(mangler, &argument->pack[i]);
        }
        text_put(mangler->out, "E");
    } else if (argument->type != NULL) {
        mangle_one_type(mangler, argument->type);
    } else if (argument->symbol != NULL) {
        mangle_symbol_argument(mangler, argument);
    } else if (argument->value_type != NULL) {
        mangle_literal(mangler, argument->value_type, argument->integer);
    }
}

void mangle_template_arguments(Mangler *mangler, const TemplateArgument *arguments, uint32_t count)
{
    text_put(mangler->out, "I");
    for (uint32_t i = 0; i < count; i++) {
        mangle_argument(mangler, &arguments[i]);
    }
    text_put(mangler->out, "E");
}

// Where the arguments for a parameter pack begin, which stand in a list of their own.
static uint32_t first_of_pack(const Dependent *dependent)
{
    const Template *template_ = dependent->template_;
    for (uint32_t i = 0; template_ != NULL && i < template_->parameter_count; i++) {
        if (template_->parameters[i].is_pack) {
            return i;
        }
    }
    return UINT32_MAX;
}

void mangle_dependent_arguments(Mangler *mangler, const Dependent *dependent)
{
    uint32_t pack = first_of_pack(dependent);
    text_put(mangler->out, "I");
    for (uint32_t i = 0; i < dependent->argument_count; i++) {
        const DependentArgument *argument = &dependent->arguments[i];
        text_put(mangler->out, i == pack ? "J" : "");
        if (argument->type != NULL) {
            mangle_one_type(mangler, argument->type);
        } else if (argument->is_value_parameter) {
            text_put(mangler->out, "X"); // also of a pack, as nvcc's front end writes it
            mangle_sequence(mangler, 'T', argument->index);
            text_put(mangler->out, "E");
        } else { // the value's type is not noted; int is what programs write
            int64_t value = (int64_t)argument->integer;
            uint64_t magnitude = value < 0 ? 0 - argument->integer : argument->integer;
            text_printf(mangler->out, "Li%s%lluE", value < 0 ? "n" : "",
                        (unsigned long long)magnitude);
        }
    }
    if (pack <= dependent->argument_count) {
        text_put(mangler->out, pack == dependent->argument_count ? "JE" : "E");
    }
    text_put(mangler->out, "E");
}

// ---- types

static void mangle_parameter_name(Mangler *mangler, uint32_t index)
{
    if (!mangle_substitute(mangler, COMPONENT_PARAMETER, index, NULL)) {
        mangle_sequence(mangler, 'T', index);
        mangle_remember(mangler, COMPONENT_PARAMETER, index, NULL);
    }
}

static void mangle_dependent(Mangler *mangler, const Type *type)
{
    const Dependent *dependent = type->dependent;
    if (dependent == NULL || dependent->kind == DEPENDENT_PARAMETER) {
        mangle_parameter_name(mangler, dependent == NULL ? 0 : dependent->index);
        return;
    }
    if (mangle_substitute(mangler, COMPONENT_TYPE, 0, type)) {
        return;
    }
    switch (dependent->kind) {
    case DEPENDENT_CLASS: mangle_dependent_class(mangler, dependent); break;
    case DEPENDENT_TEMPLATE:
        mangle_parameter_name(mangler, dependent->index);
        mangle_dependent_arguments(mangler, dependent);
        break;
    case DEPENDENT_ARRAY:
        text_put(mangler->out, "A");
        mangle_sequence(mangler, 'T', dependent->index);
        text_put(mangler->out, "_");
        mangle_one_type(mangler, dependent->element);
        break;
    case DEPENDENT_PACK:
        text_put(mangler->out, "Dp");
        mangle_one_type(mangler, dependent->pattern);
        break;
    default: mangle_source_name(mangler, "dependent"); break;
    }
    mangle_remember(mangler, COMPONENT_TYPE, 0, type);
}

bool mangle_is_opaque(const Type *type, uint32_t depth)
{
    if (type == NULL || !type->has_dependent) {
        return false;
    }
    if (depth >= MANGLE_DEPTH_LIMIT) {
        return true;
    }
    const Dependent *dependent = type->kind == TYPE_DEPENDENT ? type->dependent : NULL;
    if (dependent != NULL) {
        bool is_opaque = dependent->kind == DEPENDENT_OTHER ||
                         mangle_is_opaque(dependent->element, depth + 1) ||
                         mangle_is_opaque(dependent->pattern, depth + 1);
        for (uint32_t i = 0; !is_opaque && i < dependent->argument_count; i++) {
            is_opaque = mangle_is_opaque(dependent->arguments[i].type, depth + 1);
        }
        return is_opaque;
    }
    for (uint32_t i = 0; i < type->parameter_count; i++) {
        if (mangle_is_opaque(type->parameters[i], depth + 1)) {
            return true;
        }
    }
    return mangle_is_opaque(type->base, depth + 1);
}

void mangle_parameters(Mangler *mangler, const Type *function)
{
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        mangle_one_type(mangler, function->parameters[i]);
    }
    if (function->is_variadic) {
        text_put(mangler->out, "z");
    } else if (function->parameter_count == 0) {
        text_put(mangler->out, "v");
    }
}

static void mangle_qualifiers(Mangler *mangler, uint8_t qualifiers)
{
    text_put(mangler->out, (qualifiers & QUALIFIER_RESTRICT) != 0 ? "r" : "");
    text_put(mangler->out, (qualifiers & QUALIFIER_VOLATILE) != 0 ? "V" : "");
    text_put(mangler->out, (qualifiers & QUALIFIER_CONST) != 0 ? "K" : "");
}

static void mangle_compound(Mangler *mangler, const Type *type)
{
    switch (type->kind) {
    case TYPE_ARRAY:
        if (type->count == ARRAY_OF_UNKNOWN_BOUND) {
            text_put(mangler->out, "A_");
        } else {
            text_printf(mangler->out, "A%llu_", (unsigned long long)type->count);
        }
        break;
    case TYPE_FUNCTION:
        mangle_qualifiers(mangler, type->method_qualifiers);
        text_put(mangler->out, "F");
        mangle_one_type(mangler, type->base);
        mangle_parameters(mangler, type);
        text_put(mangler->out, "E");
        return;
    case TYPE_MEMBER_POINTER:
        text_put(mangler->out, "M");
        mangle_one_type(mangler, type->base);
        mangle_one_type(mangler, type->parameters[0]);
        return;
    default:
        text_put(mangler->out, type->kind == TYPE_POINTER     ? "P"
                               : type->kind == TYPE_REFERENCE ? "R"
                                                              : "O");
        break;
    }
    mangle_one_type(mangler, type->base);
}

static void mangle_any_type(Mangler *mangler, const Type *type)
{
    if (type->kind != TYPE_ARRAY && type->qualifiers != 0) {
        if (!mangle_substitute(mangler, COMPONENT_TYPE, 0, type)) {
            mangle_qualifiers(mangler, type->qualifiers);
            mangle_one_type(mangler, type->unqualified);
            mangle_remember(mangler, COMPONENT_TYPE, 0, type);
        }
    } else if (type->kind <= TYPE_NULLPTR) {
        text_put(mangler->out, basic_codes[type->kind]);
    } else if (type->kind == TYPE_CLASS) {
        mangle_class_type(mangler, type->class_);
    } else if (type->kind == TYPE_ENUM) {
        mangle_enum_type(mangler, type->enumeration);
    } else if (type->kind == TYPE_DEPENDENT) {
        mangle_dependent(mangler, type);
    } else if (type->kind == TYPE_AUTO || type->kind == TYPE_OVERLOAD_SET) {
        text_put(mangler->out, "Da");
    } else if (!mangle_substitute(mangler, COMPONENT_TYPE, 0, type)) {
        mangle_compound(mangler, type);
        mangle_remember(mangler, COMPONENT_TYPE, 0, type);
    }
}

void mangle_one_type(Mangler *mangler, const Type *type)
{
    if (mangler->depth >= MANGLE_DEPTH_LIMIT) {
        mangler->is_cut = true;
        return;
    }
    mangler->depth++;
    mangle_any_type(mangler, type);
    mangler->depth--;
}
