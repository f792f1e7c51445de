// SPDX-License-Identifier: Apache-2.0
// What the tests of this room share: a module from a piece of text.
#ifndef LOCKSTEP_TESTS_ISA_PTX_PARSE_H
#define LOCKSTEP_TESTS_ISA_PTX_PARSE_H

#include "isa/ptx/ptx.h"
#include "tests/test.h"

#define HEADER ".version 8.3\n.target sm_90\n.address_size 64\n"

// A module, or the messages why there is none.
typedef struct Parsed {
    PtxModule *module;
    Diagnostics diagnostics;
} Parsed;

static inline Parsed parse_bytes(const char *text, size_t size)
{
    Parsed parsed = {.module = NULL};
    parsed.module = ptx_parse(text, size, "t.ptx", &parsed.diagnostics);
    EXPECT((parsed.module == NULL) == (parsed.diagnostics.error_count > 0));
    return parsed;
}

// Parses HEADER and the text; the text's first line is line 4.
static inline Parsed parse(const char *text)
{
    Text all = {0};
    text_put(&all, HEADER);
    text_put(&all, text);
    Parsed parsed = parse_bytes(all.at, all.size_bytes);
    text_destroy(&all);
    return parsed;
}

// Parses the text as the body of a kernel `k` with registers of all kinds declared on line 4.
static inline Parsed ptx_parse_body(const char *text)
{
    Text all = {0};
    text_put(&all, ".visible .entry k() { .reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<9>; "
                   ".reg .b64 %d<9>; .reg .f32 %f<9>; .reg .f64 %fd<9>;\n");
    text_put(&all, text);
    text_put(&all, "\n}\n");
    Parsed parsed = parse(text_string(&all));
    text_destroy(&all);
    return parsed;
}

static inline void forget(Parsed *parsed)
{
    ptx_destroy(parsed->module);
    diagnostics_clear(&parsed->diagnostics);
}

// Expects no module and this as the first message, at that place.
static inline void expect_error(Parsed *parsed, uint32_t line, uint32_t column, const char *message)
{
    EXPECT(parsed->module == NULL);
    if (EXPECT(parsed->diagnostics.count > 0)) {
        EXPECT_TEXT(parsed->diagnostics.items[0].message, message);
        EXPECT_EQ(parsed->diagnostics.items[0].position.line, line);
        EXPECT_EQ(parsed->diagnostics.items[0].position.column, column);
    }
    forget(parsed);
}

#endif
