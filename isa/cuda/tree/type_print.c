// SPDX-License-Identifier: Apache-2.0
// Types as C++ declarators: what stands before the (absent) name, then what stands after it.
#include "isa/cuda/tree/dependent.h"

#include "isa/cuda/tree/tree.h"
#include <string.h>

#define PRINT_DEPTH_LIMIT 200u  // deeper types are cut with "..."
#define PRINT_BYTES_LIMIT 8192u // and longer ones: a type of n lines can have 2^n parts

static const char *const basic_names[TYPE_NULLPTR + 1] = {
    [TYPE_VOID] = "void",
    [TYPE_BOOL] = "bool",
    [TYPE_CHAR] = "char",
    [TYPE_SIGNED_CHAR] = "signed char",
    [TYPE_UNSIGNED_CHAR] = "unsigned char",
    [TYPE_SHORT] = "short",
    [TYPE_UNSIGNED_SHORT] = "unsigned short",
    [TYPE_INT] = "int",
    [TYPE_UNSIGNED_INT] = "unsigned int",
    [TYPE_LONG] = "long",
    [TYPE_UNSIGNED_LONG] = "unsigned long",
    [TYPE_LONG_LONG] = "long long",
    [TYPE_UNSIGNED_LONG_LONG] = "unsigned long long",
    [TYPE_CHAR16] = "char16_t",
    [TYPE_CHAR32] = "char32_t",
    [TYPE_WCHAR] = "wchar_t",
    [TYPE_FLOAT] = "float",
    [TYPE_DOUBLE] = "double",
    [TYPE_LONG_DOUBLE] = "long double",
    [TYPE_NULLPTR] = "std::nullptr_t",
};

static void print_before(const Type *type, Text *out, uint32_t depth);
static void print_after(const Type *type, Text *out, uint32_t depth);

// Whether nothing more is printed; the text then ends in "...".
static bool is_cut(Text *out, uint32_t depth)
{
    if (depth < PRINT_DEPTH_LIMIT && out->size_bytes < PRINT_BYTES_LIMIT) {
        return false;
    }
    if (out->size_bytes < 3 || memcmp(out->at + out->size_bytes - 3, "...", 3) != 0) {
        text_put(out, "...");
    }
    return true;
}

static void print_whole(const Type *type, Text *out, uint32_t depth)
{
    print_before(type, out, depth);
    print_after(type, out, depth);
}

static void print_qualifiers(uint8_t qualifiers, const char *separator, Text *out)
{
    static const char *const names[] = {"const", "volatile", "__restrict__"};
    bool is_first = true;
    for (uint32_t i = 0; i < 3; i++) {
        if ((qualifiers >> i & 1) != 0) {
            text_put(out, is_first ? "" : " ");
            text_put(out, names[i]);
            is_first = false;
        }
    }
    text_put(out, is_first ? "" : separator);
}

static void print_dependent_arguments(const Dependent *dependent, Text *out, uint32_t depth)
{
    text_put(out, "<");
    for (uint32_t i = 0; i < dependent->argument_count && !is_cut(out, depth); i++) {
        const DependentArgument *argument = &dependent->arguments[i];
        text_put(out, i == 0 ? "" : ", ");
        if (argument->type != NULL) {
            print_whole(argument->type, out, depth);
        } else if (argument->is_value_parameter) {
            text_printf(out, "$%u", argument->index);
        } else {
            text_printf(out, "%lld", (long long)argument->integer);
        }
    }
    text_put(out, ">");
}

// Template parameters have no names here: $0 is the first.
static void print_dependent(const Dependent *dependent, Text *out, uint32_t depth)
{
    if (dependent == NULL) {
        text_put(out, "<dependent type>");
        return;
    }
    switch (dependent->kind) {
    case DEPENDENT_PARAMETER: text_printf(out, "$%u", dependent->index); break;
    case DEPENDENT_CLASS:
        text_put(out, dependent->name == NULL ? "?" : dependent->name);
        print_dependent_arguments(dependent, out, depth);
        break;
    case DEPENDENT_TEMPLATE:
        text_printf(out, "$%u", dependent->index);
        print_dependent_arguments(dependent, out, depth);
        break;
    case DEPENDENT_ARRAY:
        print_whole(dependent->element, out, depth);
        text_printf(out, "[$%u]", dependent->index);
        break;
    case DEPENDENT_PACK:
        print_whole(dependent->pattern, out, depth);
        text_put(out, "...");
        break;
    case DEPENDENT_OTHER: text_put(out, "<dependent type>"); break;
    }
}

static void print_specifier(const Type *type, Text *out, uint32_t depth)
{
    print_qualifiers(type->qualifiers, " ", out);
    if (type->kind <= TYPE_NULLPTR) {
        text_put(out, basic_names[type->kind]);
    } else if (type->kind == TYPE_CLASS) {
        text_put(out, type->class_->name == NULL ? "<unnamed class>" : type->class_->name);
    } else if (type->kind == TYPE_ENUM) {
        const char *name = type->enumeration->name;
        text_put(out, name == NULL ? "<unnamed enum>" : name);
    } else if (type->kind == TYPE_DEPENDENT) {
        print_dependent(type->dependent, out, depth);
    } else {
        text_put(out, type->kind == TYPE_AUTO ? "auto" : "<overloaded function>");
    }
}

static void print_space(Text *out)
{
    char last = out->size_bytes == 0 ? '(' : out->at[out->size_bytes - 1];
    if (last != '(' && last != '*' && last != '&') {
        text_put(out, " ");
    }
}

static bool needs_parentheses(const Type *base)
{
    return base->kind == TYPE_ARRAY || base->kind == TYPE_FUNCTION;
}

static const Type *pointee(const Type *type)
{
    return type->kind == TYPE_MEMBER_POINTER ? type->parameters[0] : type->base;
}

static bool is_indirect(const Type *type)
{
    return type->kind == TYPE_POINTER || type_is_reference(type) ||
           type->kind == TYPE_MEMBER_POINTER;
}

static void print_before(const Type *type, Text *out, uint32_t depth)
{
    if (is_cut(out, depth)) {
        return;
    }
    if (type->kind == TYPE_ARRAY || type->kind == TYPE_FUNCTION) {
        print_before(type->base, out, depth + 1);
        return;
    }
    if (!is_indirect(type)) {
        print_specifier(type, out, depth + 1);
        return;
    }
    print_before(pointee(type), out, depth + 1);
    print_space(out);
    text_put(out, needs_parentheses(pointee(type)) ? "(" : "");
    if (type->kind == TYPE_MEMBER_POINTER) {
        print_whole(type->base, out, depth + 1);
        text_put(out, "::");
    }
    text_put(out, type->kind == TYPE_REFERENCE          ? "&"
                  : type->kind == TYPE_RVALUE_REFERENCE ? "&&"
                                                        : "*");
    print_qualifiers(type->qualifiers, "", out);
}

static void print_parameters(const Type *type, Text *out, uint32_t depth)
{
    text_put(out, "(");
    for (uint32_t i = 0; i < type->parameter_count && !is_cut(out, depth); i++) {
        text_put(out, i == 0 ? "" : ", ");
        print_whole(type->parameters[i], out, depth + 1);
    }
    if (type->is_variadic) {
        text_put(out, type->parameter_count == 0 ? "..." : ", ...");
    }
    text_put(out, ")");
    if (type->method_qualifiers != 0) {
        text_put(out, " ");
        print_qualifiers(type->method_qualifiers, "", out);
    }
}

static void print_after(const Type *type, Text *out, uint32_t depth)
{
    if (is_cut(out, depth)) {
        return;
    }
    if (type->kind == TYPE_ARRAY) {
        if (type->count == ARRAY_OF_UNKNOWN_BOUND) {
            text_put(out, "[]");
        } else {
            text_printf(out, "[%llu]", (unsigned long long)type->count);
        }
        print_after(type->base, out, depth + 1);
    } else if (type->kind == TYPE_FUNCTION) {
        print_parameters(type, out, depth);
        print_after(type->base, out, depth + 1);
    } else if (is_indirect(type)) {
        text_put(out, needs_parentheses(pointee(type)) ? ")" : "");
        print_after(pointee(type), out, depth + 1);
    }
}

void type_print(const Type *type, Text *out)
{
    print_whole(type, out, 0);
}
