// SPDX-License-Identifier: Apache-2.0
// Every opcode of opcode.def that is not refused, and every form of it (a row of form.def), was
// executed by one of test_instructions_*.c: they note which rows their launches executed. A new row
// without a test fails, unless it needs a later GPU than an H200.
#include "tests/execution/ptx_table.h"

static const char *const refusals[] = {
#define OPCODE(name, text, refusal) refusal,
#include "isa/ptx/opcode.def"
#undef OPCODE
};

// Adds what one test program noted.
static bool read_notes(const char *name)
{
    char path[1024];
    uint32_t rows = 0, row;
    snprintf(path, sizeof path, "%s/%s", NOTES_FOLDER, name);
    FILE *file = fopen(path, "r");
    if (!test_report(file != NULL, __FILE__, __LINE__, path)) {
        return false;
    }
    bool is_current = fscanf(file, "%u", &rows) == 1 && EXPECT_EQ(rows, form_row_count());
    while (is_current && fscanf(file, "%u", &row) == 1 && row < FORM_MAX) {
        form_is_executed[row] = true;
    }
    fclose(file);
    return is_current;
}

// INSTRUCTION_TESTS: the names of the files, each with a blank behind it.
static bool read_all_notes(void)
{
    char names[] = INSTRUCTION_TESTS;
    bool is_good = true;
    uint32_t count = 0;
    for (char *name = strtok(names, " "); name != NULL; name = strtok(NULL, " ")) {
        is_good = read_notes(name) && is_good;
        count++;
    }
    return EXPECT(count > 0) && is_good;
}

// Not on an H200: later GPUs.
static bool is_beyond(const FormRow *row)
{
    return row->sm > 90;
}

TEST(every_form_is_executed_by_a_test)
{
    if (!read_all_notes()) {
        return;
    }
    for (uint32_t i = 0; i < form_row_count(); i++) {
        const FormRow *row = form_row(i);
        bool is_right = form_is_executed[i] || is_beyond(row);
        if (!test_report(is_right, __FILE__, __LINE__, "a test that executes")) {
            fprintf(stderr, "    FORM(%s, \"%s\", \"%s\", \"%s\")\n", ptx_opcode_name(row->opcode),
                    row->modifiers, row->types, row->operands);
        }
    }
}

TEST(every_opcode_is_executed_by_a_test)
{
    bool is_executed[PTX_OPCODE_COUNT] = {false};
    if (!read_all_notes()) {
        return;
    }
    for (uint32_t i = 0; i < form_row_count(); i++) {
        const FormRow *row = form_row(i);
        is_executed[row->opcode] |= form_is_executed[i];
    }
    for (uint32_t opcode = 0; opcode < PTX_OPCODE_COUNT; opcode++) {
        if (!EXPECT(is_executed[opcode] || refusals[opcode] != NULL)) {
            fprintf(stderr, "no test executes %s\n", ptx_opcode_name((PtxOpcode)opcode));
        }
    }
}

static void write_table(Text *out)
{
    uint32_t executed = 0;
    for (uint32_t i = 0; i < form_row_count(); i++) {
        executed += form_is_executed[i];
    }
    table_start(form_row_count(), executed, out);
    for (uint32_t opcode = 0; opcode < PTX_OPCODE_COUNT; opcode++) {
        if (refusals[opcode] != NULL) {
            table_refused((PtxOpcode)opcode, "", refusals[opcode], false, out);
        }
        for (uint32_t i = 0; i < form_row_count(); i++) {
            if (form_row(i)->opcode == opcode) {
                table_row(form_row(i), form_is_executed[i] ? "executed" : "not tested", out);
            }
        }
        for (size_t i = 0; i < sizeof table_refusals / sizeof table_refusals[0]; i++) {
            const TableRefusal *refusal = &table_refusals[i];
            if (refusal->opcode == opcode) {
                table_refused(refusal->opcode, refusal->modifier, refusal->reason,
                              refusal->is_impossible, out);
            }
        }
    }
}

static char *read_page(const char *path)
{
    FILE *file = fopen(path, "rb");
    Text page = {0};
    char part[4096];
    size_t size;
    while (file != NULL && (size = fread(part, 1, sizeof part, file)) > 0) {
        text_add(&page, part, size);
    }
    if (file != NULL) {
        fclose(file);
    }
    return page.at; // or NULL
}

static void write_page(const char *path, const Text *table)
{
    FILE *file = fopen(path, "wb");
    if (EXPECT(file != NULL)) {
        fwrite(text_string(table), 1, table->size_bytes, file);
        EXPECT_EQ(fclose(file), 0);
    }
}

TEST(the_page_of_ptx_is_current)
{
    Text table = {0};
    if (!read_all_notes()) {
        return;
    }
    write_table(&table);
    if (getenv("LOCKSTEP_REGOLD") != NULL) {
        write_page(PTX_PAGE, &table);
    }
    char *page = read_page(PTX_PAGE);
    if (!EXPECT(page != NULL && strcmp(page, text_string(&table)) == 0)) {
        fprintf(stderr, "%s: LOCKSTEP_REGOLD=1 ctest -R execution_instruction writes it\n",
                PTX_PAGE);
    }
    free(page);
    text_destroy(&table);
}
