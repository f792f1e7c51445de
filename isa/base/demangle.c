// SPDX-License-Identifier: Apache-2.0
// Recursive descent over the grammar of the Itanium C++ ABI, section 5.1 "External Names"; a
// function is named after its production. Substitutions are kept as text.
#include "isa/base/demangle.h"

#include <stdint.h>
#include <string.h>

#define SUBSTITUTION_MAX 64
#define DEPTH_MAX        64

typedef struct Demangler {
    Arena arena;
    const char *at;
    DemangleForm form;
    const char *substitution[SUBSTITUTION_MAX];
    uint32_t substitution_count;
    uint32_t depth;
    bool is_template; // the function's own name ended in template arguments
    bool has_failed;
} Demangler;

static const char *parse_type(Demangler *d);
static const char *parse_name(Demangler *d, bool *is_template);

static const char *fail(Demangler *d)
{
    d->has_failed = true;
    return "";
}

static bool accept(Demangler *d, const char *text)
{
    size_t size = strlen(text);
    if (strncmp(d->at, text, size) != 0) {
        return false;
    }
    d->at += size;
    return true;
}

static const char *join(Demangler *d, const char *a, const char *b)
{
    size_t a_bytes = strlen(a), b_bytes = strlen(b);
    char *text = arena_alloc(&d->arena, a_bytes + b_bytes + 1);
    memcpy(text, a, a_bytes);
    memcpy(text + a_bytes, b, b_bytes);
    return text;
}

static const char *remember(Demangler *d, const char *text)
{
    if (d->substitution_count == SUBSTITUTION_MAX) {
        return fail(d);
    }
    d->substitution[d->substitution_count++] = text;
    return text;
}

// <source-name> ::= <number> <identifier>
static const char *parse_source_name(Demangler *d)
{
    size_t size = 0;
    while (*d->at >= '0' && *d->at <= '9' && size < 4096) {
        size = size * 10 + (size_t)(*d->at++ - '0');
    }
    if (size == 0 || strlen(d->at) < size) {
        return fail(d);
    }
    const char *name = arena_text(&d->arena, d->at, size);
    d->at += size;
    return strncmp(name, "_GLOBAL__N_", 11) == 0 ? "<unnamed>" : name;
}

// <seq-id> of S<seq-id>_ and <number> of T<number>_: nothing is 0, "0" is 1, ...
static uint32_t parse_sequence(Demangler *d, uint32_t base)
{
    uint32_t value = 0;
    bool is_empty = true;
    for (; *d->at != '_'; d->at++) {
        char c = *d->at;
        uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                         : c >= 'A' && c <= 'Z' ? (uint32_t)(c - 'A') + 10
                                                : base;
        if (digit >= base || value > 100000) {
            fail(d);
            return 0;
        }
        value = value * base + digit;
        is_empty = false;
    }
    d->at++;
    return is_empty ? 0 : value + 1;
}

// <substitution> ::= S_ | S <seq-id> _ | St
static const char *parse_substitution(Demangler *d)
{
    if (accept(d, "t")) {
        return "std";
    }
    uint32_t index = parse_sequence(d, 36);
    return index < d->substitution_count ? d->substitution[index] : fail(d);
}

// X ad L _Z <encoding> E E, after the _Z: the address of a function, without its parameters
static const char *parse_function_address(Demangler *d)
{
    bool is_template;
    const char *name = parse_name(d, &is_template);
    while (!accept(d, "EE")) {
        if (*d->at == 0 || d->has_failed) {
            return fail(d);
        }
        parse_type(d);
    }
    return join(d, "&", name);
}

// <template-arg> ::= <type> | L <type> <value> E | X ad L _Z <encoding> E E
static const char *parse_template_argument(Demangler *d)
{
    if (accept(d, "XadL_Z")) {
        return parse_function_address(d);
    }
    if (!accept(d, "L")) {
        return parse_type(d);
    }
    const char *type = parse_type(d);
    const char *sign = accept(d, "n") ? "-" : "";
    size_t size = strspn(d->at, "0123456789");
    const char *value = join(d, sign, arena_text(&d->arena, d->at, size));
    d->at += size;
    if (size == 0 || !accept(d, "E")) {
        return fail(d);
    }
    return d->form == DEMANGLE_FULL ? join(d, join(d, join(d, "(", type), ")"), value) : value;
}

// <template-arg>* E; the arguments of a pack, J <template-arg>* E, stand among the others
static const char *parse_argument_list(Demangler *d, const char *text, bool *is_first)
{
    if (++d->depth > DEPTH_MAX) {
        return fail(d);
    }
    while (!accept(d, "E")) {
        if (*d->at == 0 || d->has_failed) {
            return fail(d);
        }
        if (accept(d, "J")) {
            text = parse_argument_list(d, text, is_first);
            continue;
        }
        text = join(d, join(d, text, *is_first ? "" : ", "), parse_template_argument(d));
        *is_first = false;
    }
    d->depth--;
    return text;
}

// <template-args> ::= I <template-arg>+ E, after the I
static const char *parse_template_arguments(Demangler *d)
{
    bool is_first = true;
    return join(d, parse_argument_list(d, "<", &is_first), ">");
}

// <nested-name> ::= N [<CV-qualifiers>] <prefix> <unqualified-name> E, after the N
static const char *parse_nested_name(Demangler *d, bool *is_template)
{
    const char *name = NULL;
    d->at += strspn(d->at, "rVK");
    while (!accept(d, "E")) {
        *is_template = false;
        bool is_known = false;
        if (accept(d, "I")) {
            name = name == NULL ? fail(d) : join(d, name, parse_template_arguments(d));
            *is_template = true;
        } else if (accept(d, "S")) {
            name = parse_substitution(d);
            is_known = true;
        } else {
            accept(d, "L");
            const char *part = parse_source_name(d);
            name = name == NULL ? part : join(d, join(d, name, "::"), part);
        }
        if (d->has_failed) {
            return "";
        }
        if (!is_known && *d->at != 'E') {
            remember(d, name);
        }
    }
    return name == NULL ? fail(d) : name;
}

// <name> ::= <nested-name> | <unscoped-name> | <unscoped-template-name> <template-args>
static const char *parse_name(Demangler *d, bool *is_template)
{
    *is_template = false;
    if (accept(d, "N")) {
        return parse_nested_name(d, is_template);
    }
    accept(d, "L");
    const char *scope = accept(d, "St") ? "std::" : "";
    const char *name = join(d, scope, parse_source_name(d));
    if (*d->at == 'I') {
        remember(d, name);
        d->at++;
        *is_template = true;
        name = join(d, name, parse_template_arguments(d));
    }
    return name;
}

// <builtin-type>, or NULL
static const char *parse_builtin(Demangler *d)
{
    static const struct {
        const char *code, *name;
    } types[] = {{"v", "void"},         {"w", "wchar_t"},
                 {"b", "bool"},         {"c", "char"},
                 {"a", "signed char"},  {"h", "unsigned char"},
                 {"s", "short"},        {"t", "unsigned short"},
                 {"i", "int"},          {"j", "unsigned int"},
                 {"l", "long"},         {"m", "unsigned long"},
                 {"x", "long long"},    {"y", "unsigned long long"},
                 {"n", "__int128"},     {"o", "unsigned __int128"},
                 {"f", "float"},        {"d", "double"},
                 {"e", "long double"},  {"DF16b", "__bf16"},
                 {"DF16_", "_Float16"}, {"Dn", "std::nullptr_t"}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (accept(d, types[i].code)) {
            return types[i].name;
        }
    }
    return NULL;
}

// Const and volatile are written before a plain type and after a pointer.
static const char *parse_qualified(Demangler *d)
{
    bool is_volatile = accept(d, "V"), is_const = accept(d, "K");
    const char *type = parse_type(d);
    size_t size = strlen(type);
    bool is_pointer = size > 0 && strchr("*&", type[size - 1]) != NULL;
    const char *words = is_volatile && is_const ? "const volatile"
                        : is_const              ? "const"
                                                : "volatile";
    type = is_pointer ? join(d, type, words) : join(d, join(d, words, " "), type);
    return remember(d, type);
}

static const char *parse_pointer(Demangler *d, const char *mark)
{
    const char *type = parse_type(d);
    size_t size = strlen(type);
    bool is_pointer = size > 0 && type[size - 1] == '*';
    return remember(d, join(d, join(d, type, is_pointer ? "" : " "), mark));
}

// <template-param> ::= T_ | T <number> _, written T1, T2, ... as ncu does
static const char *parse_template_parameter(Demangler *d)
{
    uint32_t index = parse_sequence(d, 10) + 1;
    char digits[12] = {'T'};
    uint32_t at = 1;
    for (uint32_t unit = 100000; unit > 0; unit /= 10) {
        if (index >= unit) {
            digits[at++] = (char)('0' + index / unit % 10);
        }
    }
    return remember(d, arena_text(&d->arena, digits, at));
}

static const char *parse_class_type(Demangler *d)
{
    bool is_template;
    return remember(d, parse_name(d, &is_template));
}

static const char *parse_substituted_type(Demangler *d)
{
    const char *type = parse_substitution(d);
    if (strcmp(type, "std") == 0) {
        type = remember(d, join(d, "std::", parse_source_name(d)));
    }
    if (accept(d, "I")) {
        type = remember(d, join(d, type, parse_template_arguments(d)));
    }
    return type;
}

// <type>
static const char *parse_type(Demangler *d)
{
    if (d->has_failed || ++d->depth > DEPTH_MAX) {
        return fail(d);
    }
    const char *type = parse_builtin(d);
    if (type != NULL) {
        // a built-in type is no substitution
    } else if (*d->at == 'K' || *d->at == 'V') {
        type = parse_qualified(d);
    } else if (accept(d, "P")) {
        type = parse_pointer(d, "*");
    } else if (accept(d, "R")) {
        type = parse_pointer(d, "&");
    } else if (accept(d, "O")) {
        type = parse_pointer(d, "&&");
    } else if (accept(d, "Dp")) {
        type = remember(d, join(d, parse_type(d), "..."));
    } else if (accept(d, "T")) {
        type = parse_template_parameter(d);
    } else if (accept(d, "S")) {
        type = parse_substituted_type(d);
    } else if (*d->at == 'N' || (*d->at >= '1' && *d->at <= '9')) {
        type = parse_class_type(d);
    } else {
        type = fail(d);
    }
    d->depth--;
    return type;
}

// <bare-function-type> ::= <type>+; a template's begins with the result
static const char *parse_function_type(Demangler *d, const char *name)
{
    const char *text = d->is_template ? join(d, join(d, parse_type(d), " "), name) : name;
    text = join(d, text, "(");
    bool is_first = true;
    while (*d->at != 0 && *d->at != '.' && *d->at != '$' && !d->has_failed) {
        const char *type = parse_type(d);
        bool is_void = is_first && strcmp(type, "void") == 0;
        text = join(d, join(d, text, is_first ? "" : ", "), is_void ? "" : type);
        is_first = false;
    }
    return join(d, text, ")");
}

// <mangled-name> ::= _Z <encoding>
static const char *parse_encoding(Demangler *d)
{
    const char *name = parse_name(d, &d->is_template);
    if (d->form == DEMANGLE_FULL) {
        return parse_function_type(d, name);
    }
    if (d->form == DEMANGLE_BASE) {
        const char *arguments = strchr(name, '<');
        bool is_unnamed = strncmp(name, "<unnamed>", 9) == 0;
        arguments = is_unnamed ? strchr(name + 9, '<') : arguments;
        size_t size = arguments == NULL ? strlen(name) : (size_t)(arguments - name);
        return arena_text(&d->arena, name, size);
    }
    return name;
}

bool demangle(const char *name, DemangleForm form, Text *out)
{
    Demangler d = {.form = form, .at = name};
    const char *text = accept(&d, "_Z") ? parse_encoding(&d) : fail(&d);
    bool is_good = !d.has_failed;
    text_put(out, is_good ? text : name);
    arena_clear(&d.arena);
    return is_good;
}

const char *demangle_in(Arena *arena, const char *name, DemangleForm form)
{
    Text text = {0};
    demangle(name, form, &text);
    const char *copy = arena_text(arena, text_string(&text), text.size_bytes);
    text_destroy(&text);
    return copy;
}
