// SPDX-License-Identifier: Apache-2.0
// Initial values of variables (PTX ISA 9.0, "Initializers"): nested braces, constants, and
// addresses of variables and functions, which become relocations. Addresses taken apart into bytes,
// as nvcc writes those of packed structures (0xFF(a), 0xFF00(a), ...), are put together again.
#include "isa/ptx/parser.h"

#include <string.h>

#define INITIAL_MAX_BYTES ((uint64_t)256 << 20) // of one module
#define LEVEL_MAX         6                     // 4 dimensions, vector, element

typedef struct Initial {
    Parser *parser;
    PtxVariable *variable;
    uint8_t *bytes;
    uint64_t room;              // bytes allocated
    uint64_t end;               // of the last element given
    bool is_open;               // the first dimension grows
    uint32_t level_count;       // pairs of braces
    uint64_t stride[LEVEL_MAX]; // bytes of what a pair of braces at this level holds
    uint32_t element_bytes;
} Initial;

// Makes room for bytes up to `end`; false after reporting that there are too many.
static bool reserve(Initial *initial, uint64_t end)
{
    Parser *parser = initial->parser;
    if (end <= initial->room) {
        return true;
    }
    if (!initial->is_open) {
        parser_error(parser, "too many initial values for '%s'", initial->variable->name);
        return false;
    }
    uint64_t room = initial->room < 64 ? 64 : initial->room;
    while (room < end) {
        room *= 2;
    }
    parser->initial_bytes += room;
    if (parser->initial_bytes > INITIAL_MAX_BYTES) {
        parser_error(parser, "the initial values of the module are too large");
        return false;
    }
    initial->bytes = arena_grow(parser->arena, initial->bytes, initial->room, room, 1);
    initial->room = room;
    return true;
}

static void put(Initial *initial, uint64_t offset, uint64_t value, uint32_t size_bytes)
{
    for (uint32_t i = 0; i < size_bytes && i < 8; i++) {
        initial->bytes[offset + i] = (uint8_t)(value >> (8 * i));
    }
}

static bool is_float_type(PtxType type)
{
    return type == PTX_TYPE_F32 || type == PTX_TYPE_F64;
}

// The bits of a constant in an element, by its type.
static uint64_t bits_of(Initial *initial, Constant c)
{
    PtxType type = initial->variable->type;
    PtxTypeKind kind = ptx_type_kind(type);
    if (c.is_float != is_float_type(type) && !(c.is_float && kind == PTX_KIND_BITS)) {
        parser_error(initial->parser,
                     c.is_float ? "cannot initialize %s with a floating-point constant"
                                : "cannot initialize %s with an integer constant",
                     ptx_suffix_name(type));
        return 0;
    }
    if (!c.is_float) {
        return (uint64_t)c.integer;
    }
    if (initial->element_bytes == 4) {
        float single = (float)c.real;
        uint32_t bits;
        memcpy(&bits, &single, sizeof bits);
        return c.is_single ? c.single : bits;
    }
    uint64_t bits;
    memcpy(&bits, &c.real, sizeof bits);
    return bits;
}

typedef struct PtxRelocation PtxRelocation;

// Whether `next` holds the bytes of the same address right after those of `last`.
static bool continues(const PtxRelocation *last, const PtxRelocation *next)
{
    return last->variable == next->variable && last->function == next->function &&
           last->addend == next->addend && last->is_generic == next->is_generic &&
           last->offset + last->size_bytes == next->offset &&
           last->shift_bits + 8u * last->size_bytes == next->shift_bits;
}

static void add_relocation(Initial *initial, const PtxRelocation *relocation)
{
    PtxVariable *variable = initial->variable;
    uint32_t count = variable->relocation_count;
    if (count > 0 && relocation->shift_bits > 0 &&
        continues(&variable->relocations[count - 1], relocation)) {
        PtxRelocation *last = &variable->relocations[count - 1];
        last->size_bytes = (uint8_t)(last->size_bytes + relocation->size_bytes);
        return;
    }
    variable->relocations =
        parser_room(initial->parser->arena, variable->relocations, count, sizeof(PtxRelocation));
    variable->relocations[variable->relocation_count++] = *relocation;
}

// symbol: name | "generic" "(" name ")"
static void parse_symbol(Initial *initial, PtxRelocation *relocation)
{
    Parser *parser = initial->parser;
    relocation->is_generic = parser_is_name(parser, "generic");
    if (relocation->is_generic) {
        parser_next(parser);
        parser_expect(parser, '(', "after generic");
    }
    Token name = parser->token;
    if (name.kind != TOKEN_NAME) {
        parser_expected(parser, "a variable or function name");
        return;
    }
    const Binding *binding = ptx_scope_find(parser, name.name);
    if (binding != NULL && binding->kind == BINDING_VARIABLE) {
        relocation->variable = binding->variable;
    } else if (binding != NULL && binding->kind == BINDING_FUNCTION) {
        relocation->function = binding->function;
    } else {
        parser_error(parser, "'%s' is not declared", name.name->text);
        return;
    }
    parser_next(parser);
    if (relocation->is_generic) {
        parser_expect(parser, ')', "after the name");
    }
}

// address: symbol (("+" | "-") constant)?
static void parse_address(Initial *initial, PtxRelocation *relocation)
{
    Parser *parser = initial->parser;
    parse_symbol(initial, relocation);
    if (parser_is(parser, '+') || parser_is(parser, '-')) {
        relocation->addend = ptx_parse_constant(parser).integer;
    }
    if (relocation->size_bytes != 4 && relocation->size_bytes != 8) {
        parser_error(parser, "an address requires an element of 32 or 64 bits");
    }
}

// masked address: mask "(" address ")", the mask being 0xFF, 0xFF00, ... for a byte
static void parse_masked(Initial *initial, uint64_t mask, PtxRelocation *relocation)
{
    Parser *parser = initial->parser;
    uint32_t size_bits = 8 * initial->element_bytes;
    uint32_t shift = 0;
    while (shift < 64 && ((mask >> shift) & 0xff) == 0) {
        shift += 8;
    }
    uint64_t ones = size_bits == 64 ? UINT64_MAX : ((uint64_t)1 << size_bits) - 1;
    if (shift >= 64 || mask >> shift != ones) {
        parser_error(parser, "the mask must select %u bytes of the address",
                     initial->element_bytes);
        return;
    }
    parser_next(parser);
    relocation->size_bytes = 8;
    parse_address(initial, relocation);
    relocation->size_bytes = (uint8_t)initial->element_bytes;
    relocation->shift_bits = (uint8_t)shift;
    parser_expect(parser, ')', "after the address");
}

// element: constant | address | masked address
static void parse_element(Initial *initial, uint64_t offset)
{
    Parser *parser = initial->parser;
    if (!reserve(initial, offset + initial->element_bytes)) {
        return;
    }
    PtxRelocation relocation = {.offset = offset, .size_bytes = (uint8_t)initial->element_bytes};
    if (parser->token.kind == TOKEN_NAME && !parser_is_name(parser, "WARP_SZ")) {
        parse_address(initial, &relocation);
    } else {
        Constant c = ptx_parse_constant(parser);
        if (!parser_is(parser, '(')) {
            put(initial, offset, parser->is_panicking ? 0 : bits_of(initial, c),
                initial->element_bytes);
            return;
        }
        parse_masked(initial, c.is_float ? 0 : (uint64_t)c.integer, &relocation);
    }
    if (!parser->is_panicking) {
        add_relocation(initial, &relocation);
    }
}

// braces: "{" ((braces | element) ("," (braces | element))*)? "}"
static void parse_braces(Initial *initial, uint32_t level, uint64_t offset)
{
    Parser *parser = initial->parser;
    uint64_t limit = offset + initial->stride[level];
    bool is_last = level + 1 == initial->level_count;
    uint64_t stride = is_last ? initial->element_bytes : initial->stride[level + 1];
    parser_expect(parser, '{', "before the initial values");
    while (!parser_is(parser, '}') && !parser->is_panicking) {
        if (offset >= limit && !(level == 0 && initial->is_open)) {
            parser_error(parser, "too many initial values for '%s'", initial->variable->name);
        } else if (is_last) {
            parse_element(initial, offset);
        } else {
            parse_braces(initial, level + 1, offset);
        }
        offset += stride;
        initial->end = initial->end < offset ? offset : initial->end;
        if (!parser_accept(parser, ',')) {
            break;
        }
    }
    parser_expect(parser, '}', "after the initial values");
}

// sampler state: "{" name "=" value ("," name "=" value)* "}", kept as text
static void parse_sampler_state(Parser *parser, PtxVariable *variable)
{
    Text text = {0};
    parser_expect(parser, '{', "before the sampler state");
    while (parser->token.kind == TOKEN_NAME) {
        text_printf(&text, "%s%s = ", text.size_bytes > 0 ? ", " : "", parser->token.name->text);
        parser_next(parser);
        parser_expect(parser, '=', "after the property");
        if (parser->token.kind != TOKEN_NAME && parser->token.kind != TOKEN_INTEGER) {
            parser_expected(parser, "a value");
            break;
        }
        text_add(&text, parser->token.start, parser->token.length);
        parser_next(parser);
        if (!parser_accept(parser, ',')) {
            break;
        }
    }
    parser_expect(parser, '}', "after the sampler state");
    variable->sampler_state = arena_text(parser->arena, text_string(&text), text.size_bytes);
    text_destroy(&text);
}

static void find_levels(Initial *initial)
{
    const PtxVariable *variable = initial->variable;
    uint64_t size = (uint64_t)initial->element_bytes * variable->vector;
    uint32_t dimensions = variable->dimension_count;
    initial->level_count = dimensions + (variable->vector > 1);
    initial->stride[dimensions] = size;
    for (uint32_t i = dimensions; i > 0; i--) {
        size *= variable->dimension[i - 1];
        initial->stride[i - 1] = size;
    }
}

static bool may_have_initial(const PtxVariable *variable)
{
    return variable->space == PTX_SPACE_GLOBAL || variable->space == PTX_SPACE_CONST;
}

static void finish_open(Initial *initial)
{
    PtxVariable *variable = initial->variable;
    if (initial->is_open && initial->stride[1] > 0) {
        uint64_t count = (initial->end + initial->stride[1] - 1) / initial->stride[1];
        variable->dimension[0] = count;
        variable->size_bytes = count * initial->stride[1];
    }
}

// initial: braces | element | sampler state
void ptx_parse_initial(Parser *parser, PtxVariable *variable)
{
    Initial initial = {.parser = parser,
                       .variable = variable,
                       .is_open = variable->dimension_count > 0 && variable->dimension[0] == 0,
                       .element_bytes = ptx_type_bytes(variable->type)};
    if (!may_have_initial(variable)) {
        parser_error(parser, "only .global and .const variables can have initial values");
        return;
    }
    if (ptx_type_kind(variable->type) == PTX_KIND_OPAQUE) {
        parse_sampler_state(parser, variable);
        return;
    }
    if (variable->type == PTX_TYPE_NONE || parser->is_panicking) {
        return;
    }
    find_levels(&initial);
    parser->initial_bytes += variable->size_bytes;
    if (parser->initial_bytes > INITIAL_MAX_BYTES) {
        parser_error(parser, "the initial values of the module are too large");
        return;
    }
    initial.room = variable->size_bytes;
    initial.bytes = arena_alloc(parser->arena, initial.room);
    if (initial.level_count == 0) {
        parse_element(&initial, 0);
    } else {
        parse_braces(&initial, 0, 0);
    }
    finish_open(&initial);
    variable->initial = initial.bytes;
}
