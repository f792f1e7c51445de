// SPDX-License-Identifier: Apache-2.0
// docs/ptx.md: the forms of PTX and what becomes of them, from opcode.def and form.def.
// Whether a form is executed is what the tests of instructions noted.
#ifndef LOCKSTEP_TESTS_PTX_TABLE_H
#define LOCKSTEP_TESTS_PTX_TABLE_H

#include "tests/execution/instructions.h"

typedef struct TableSet {
    const char *name, *alternatives;
} TableSet;

typedef struct TableRefusal {
    PtxOpcode opcode;
    const char *modifier, *reason;
    bool is_impossible;
} TableRefusal;

static const TableSet table_sets[] = {
#define FORM(opcode, modifiers, types, operands, ptx, sm)
#define SINCE(opcode, modifier, ptx, sm)
#define REFUSE(opcode, modifier, reason)
#define SET(name, alternatives) {#name, alternatives},
#include "isa/ptx/form.def"
#undef SET
#undef REFUSE
};

static const TableRefusal table_refusals[] = {
#define SET(name, alternatives)
#define REFUSE(opcode, modifier, reason) {PTX_##opcode, modifier, reason, false},
#define NEVER(opcode, modifier, reason)  {PTX_##opcode, modifier, reason, true},
#include "isa/ptx/form.def"
#undef REFUSE
#undef SET
#undef SINCE
#undef FORM
};

static inline bool table_is_set(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof table_sets / sizeof table_sets[0]; i++) {
        if (strlen(table_sets[i].name) == length && memcmp(table_sets[i].name, word, length) == 0) {
            return true;
        }
    }
    return false;
}

// Suffixes as PTX spells them: `rn|rz sat?` becomes .rn\|.rz .sat?. A set keeps its name.
static inline void table_suffixes(const char *text, Text *out)
{
    text_put(out, *text == '\0' ? "" : "`");
    for (const char *at = text; *at != '\0';) {
        size_t length = strcspn(at, "| ?");
        bool is_named = *at == '$' && table_is_set(at + 1, length - 1);
        text_printf(out, "%s%.*s", is_named ? "" : ".", (int)length, at);
        for (at += length; *at != '\0' && strchr("| ?", *at) != NULL; at++) {
            text_printf(out, "%s%c", *at == '|' ? "\\" : "", *at);
        }
    }
    text_put(out, *text == '\0' ? "" : "`");
}

// 60: 6.0 for PTX, 60 for a target; -13: the last one.
static inline void table_version(int number, bool is_ptx, Text *out)
{
    int found = number < 0 ? -number : number;
    text_put(out, number < 0 ? "up to " : "");
    text_printf(out, is_ptx ? "%d.%d" : "sm_%d", is_ptx ? found / 10 : found, found % 10);
}

static inline void table_row(const FormRow *row, const char *state, Text *out)
{
    text_printf(out, "| `%s` | ", ptx_opcode_name(row->opcode));
    table_suffixes(row->modifiers, out);
    text_put(out, " | ");
    table_suffixes(row->types, out);
    text_put(out, " | ");
    table_version(row->ptx, true, out);
    text_put(out, " | ");
    table_version(row->sm, false, out);
    text_printf(out, " | %s |\n", state);
}

static inline void table_refused(PtxOpcode opcode, const char *modifier, const char *reason,
                                 bool is_impossible, Text *out)
{
    text_printf(out, "| `%s` | %s%s%s | | | | %s: %s |\n", ptx_opcode_name(opcode),
                *modifier == '\0' ? "" : "`.", modifier, *modifier == '\0' ? "" : "`",
                is_impossible ? "impossible" : "refused", reason);
}

static inline void table_start(uint32_t forms, uint32_t executed, Text *out)
{
    text_printf(
        out,
        "# PTX\n\n"
        "<!-- Generated from isa/ptx/opcode.def and isa/ptx/form.def "
        "by LOCKSTEP_REGOLD=1 ctest -R execution_instruction -->\n\n"
        "Each instruction of PTX ISA 9.0 that Lockstep knows, with its forms. Tests "
        "execute %" PRIu32 " of the %" PRIu32 " forms.\n\n"
        "- *executed*: a test executes the form.\n"
        "- *refused*: a kernel that contains it is refused by name; the module's other "
        "kernels run.\n"
        "- *impossible*: PTX has a name for it, but no program can execute it; a kernel that "
        "contains it is refused by name.\n"
        "- *not tested*: the form needs a later target than `sm_90`, and no test executes "
        "it; Lockstep executes it "
        "or refuses it by name.\n\n"
        "`a\\|b` is one of the two, and `?` marks what may be left out. A name with `$` is "
        "one of a set:\n\n"
        "| set | alternatives |\n|---|---|\n",
        executed, forms);
    for (size_t i = 0; i < sizeof table_sets / sizeof table_sets[0]; i++) {
        text_printf(out, "| `$%s` | ", table_sets[i].name);
        table_suffixes(table_sets[i].alternatives, out);
        text_put(out, " |\n");
    }
    text_put(out, "\nPTX and target are the first that have the form. Some suffixes need later "
                  "ones of their own: the "
                  "rows `SINCE` of `isa/ptx/form.def`.\n\n"
                  "| instruction | suffixes | types | PTX | target | Lockstep "
                  "|\n|---|---|---|---|---|---|\n");
}

#endif
