// SPDX-License-Identifier: Apache-2.0
// Where the PTX came from: .file, .loc, and of the DWARF sections the one string table that .loc
// names functions by (PTX ISA 9.0, "Debugging Directives"). All other debug sections are skipped.
#include "isa/ptx/parser.h"

#include <stdlib.h>
#include <string.h>

#define FILE_NUMBER_MAX 1000000
#define LINE_MAX_NUMBER 0x7fffffff

// file: ".file" number string ("," time "," size)?
void ptx_parse_file(Parser *parser)
{
    PtxModule *module = parser->module;
    uint64_t number = ptx_parse_count(parser, "a file number", 0, FILE_NUMBER_MAX);
    if (parser->token.kind != TOKEN_STRING) {
        parser_expected(parser, "a file name");
        return;
    }
    Text text = {0};
    text_unquote(&text, parser->token.start, parser->token.length);
    const char *name = arena_text(parser->arena, text_string(&text), text.size_bytes);
    text_destroy(&text);
    parser_next(parser);
    if (parser_accept(parser, ',')) {
        ptx_parse_constant(parser);
        parser_expect(parser, ',', "after the time");
        ptx_parse_constant(parser);
    }
    module->files = parser_room(parser->arena, module->files, module->file_count, sizeof(PtxFile));
    parser_module_statement(parser, STATEMENT_FILE)->index = module->file_count;
    module->files[module->file_count++] = (PtxFile){(uint32_t)number, name};
}

static uint32_t add_location(Parser *parser, PtxLocation location)
{
    PtxModule *module = parser->module;
    if (module->location_count == 0) { // [0] is unused
        module->locations = parser_room(parser->arena, NULL, 0, sizeof(PtxLocation));
        module->location_count = 1;
    }
    module->locations =
        parser_room(parser->arena, module->locations, module->location_count, sizeof(PtxLocation));
    module->locations[module->location_count] = location;
    return module->location_count++;
}

static bool is_same_place(const PtxLocation *a, const PtxLocation *b)
{
    return a->file == b->file && a->line == b->line && a->column == b->column;
}

#define CALL_SITE_WINDOW 64 // locations looked back for the one a call site was given by

// The location of a call site: the last one given for that place in this function, which knows
// where it was inlined itself, or a new one.
static uint32_t find_call_site(Parser *parser, PtxLocation place)
{
    uint32_t last = parser->module->location_count;
    for (uint32_t back = 1; back <= CALL_SITE_WINDOW && last >= parser->first_location + back;
         back++) {
        if (last > back && is_same_place(&parser->module->locations[last - back], &place)) {
            return last - back;
        }
    }
    return add_location(parser, place);
}

// place: file line column
static PtxLocation parse_place(Parser *parser)
{
    PtxLocation place = {0};
    place.file = (uint32_t)ptx_parse_count(parser, "a file number", 0, FILE_NUMBER_MAX);
    place.line = (uint32_t)ptx_parse_count(parser, "the line", 0, LINE_MAX_NUMBER);
    place.column = (uint32_t)ptx_parse_count(parser, "the column", 0, LINE_MAX_NUMBER);
    return place;
}

// inline: "function_name" label ("+" offset)? | "inlined_at" place
static void parse_inline(Parser *parser, PtxLocation *location, InlineName *name)
{
    if (parser_is_name(parser, "inlined_at")) {
        parser_next(parser);
        location->inlined_at = find_call_site(parser, parse_place(parser));
        return;
    }
    if (!parser_is_name(parser, "function_name")) {
        parser_expected(parser, "function_name or inlined_at");
        return;
    }
    parser_next(parser);
    if (parser->token.kind != TOKEN_NAME) {
        parser_expected(parser, "a label");
        return;
    }
    name->label = parser->token.name;
    parser_next(parser);
    if (parser_accept(parser, '+')) {
        name->offset = ptx_parse_count(parser, "the offset", 0, LINE_MAX_NUMBER);
    }
}

// loc: ".loc" place ("," inline)*
void ptx_parse_loc(Parser *parser)
{
    PtxLocation location = parse_place(parser);
    InlineName name = {0};
    while (parser_accept(parser, ',')) {
        parse_inline(parser, &location, &name);
    }
    if (parser->is_panicking) {
        return;
    }
    location.inlined_function = location.inlined_at == 0 ? NULL : "";
    uint32_t index = add_location(parser, location);
    if (name.label != NULL && location.inlined_at != 0) {
        name.location = index;
        parser->inline_names = parser_room(&parser->scratch, parser->inline_names,
                                           parser->inline_name_count, sizeof(InlineName));
        parser->inline_names[parser->inline_name_count++] = name;
    }
    if (parser->function != NULL) {
        parser->location = index;
        parser_body_statement(parser, STATEMENT_LOCATION)->index = index;
    }
}

static void add_debug_string(Parser *parser, Name *label, const Text *text)
{
    parser->debug_strings = parser_room(&parser->scratch, parser->debug_strings,
                                        parser->debug_string_count, sizeof(DebugString));
    DebugString *string = &parser->debug_strings[parser->debug_string_count++];
    *string = (DebugString){.label = label, .length = (uint32_t)text->size_bytes};
    string->text = arena_text(&parser->scratch, text_string(text), text->size_bytes);
}

// string table: (label ":" (".b8" byte ("," byte)*)*)*
static void parse_string_table(Parser *parser)
{
    Name *label = NULL;
    Text text = {0};
    while (parser->token.kind != TOKEN_END && !parser_is(parser, '}')) {
        if (parser->token.kind == TOKEN_NAME) {
            if (label != NULL) {
                add_debug_string(parser, label, &text);
            }
            label = parser->token.name;
            text.size_bytes = 0;
        } else if (parser->token.kind == TOKEN_INTEGER) {
            char byte = (char)(unsigned char)parser->token.bits;
            text_add(&text, &byte, 1);
        }
        parser_next(parser);
    }
    if (label != NULL) {
        add_debug_string(parser, label, &text);
    }
    text_destroy(&text);
}

// section: ".section" name "{" anything "}"
void ptx_parse_section(Parser *parser)
{
    bool is_string_table = parser_is_dot(parser, ".debug_str");
    if (parser->token.kind != TOKEN_DOT && parser->token.kind != TOKEN_NAME) {
        parser_expected(parser, "a section name");
        return;
    }
    parser_next(parser);
    parser_accept(parser, ',');
    parser_expect(parser, '{', "after the section name");
    if (is_string_table) {
        parse_string_table(parser);
    }
    while (parser->token.kind != TOKEN_END && !parser_is(parser, '}')) {
        parser_next(parser);
    }
    parser_expect(parser, '}', "at the end of the section");
}

static int order_names(const void *left, const void *right)
{
    uintptr_t a = (uintptr_t)((const DebugString *)left)->label;
    uintptr_t b = (uintptr_t)((const DebugString *)right)->label;
    return (a > b) - (a < b);
}

// The string at a label and an offset; "" if there is none.
static const char *find_string(Parser *parser, const InlineName *use)
{
    DebugString key = {.label = use->label};
    DebugString *found = parser->debug_string_count == 0
                             ? NULL
                             : bsearch(&key, parser->debug_strings, parser->debug_string_count,
                                       sizeof key, order_names);
    if (found == NULL || use->offset >= found->length) {
        return "";
    }
    if (found->kept == NULL) {
        found->kept = arena_text(parser->arena, found->text, found->length);
    }
    return found->kept + use->offset;
}

void ptx_parse_resolve_inline_names(Parser *parser)
{
    if (parser->debug_string_count > 0) {
        qsort(parser->debug_strings, parser->debug_string_count, sizeof(DebugString), order_names);
    }
    for (uint32_t i = 0; i < parser->inline_name_count; i++) {
        const InlineName *use = &parser->inline_names[i];
        parser->module->locations[use->location].inlined_function = find_string(parser, use);
    }
}
