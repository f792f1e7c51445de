// SPDX-License-Identifier: Apache-2.0
// Sections beside what ncu printed on an H200 (traces/h200/ncu/labels.csv), and units.
#include "sim/report/section.h"
#include "sim/report/table.h"
#include "sim/report/unit.h"
#include "tests/test.h"

#include <string.h>

static Table recorded_labels(Arena *arena)
{
    static char text[1 << 14];
    FILE *file = fopen(LOCKSTEP_SOURCE_DIR "/traces/h200/ncu/labels.csv", "r");
    size_t size_bytes = 0;
    if (EXPECT(file != NULL)) {
        size_bytes = fread(text, 1, sizeof text, file);
        fclose(file);
    }
    return table_read(text, size_bytes, arena);
}

// The first recorded row from `from` on that has the section, label and unit.
static uint32_t find_label(const Table *table, uint32_t from, const char *section,
                           const SectionEntry *row)
{
    uint32_t at = from;
    while (at < table->count && (strcmp(table_cell(&table->rows[at], 0), section) != 0 ||
                                 strcmp(table_cell(&table->rows[at], 2), row->text) != 0 ||
                                 strcmp(table_cell(&table->rows[at], 3), row->unit) != 0)) {
        at++;
    }
    return at;
}

TEST(sections_have_rows_that_ncu_has_in_its_order_with_its_units)
{
    Arena arena = {0};
    Table table = recorded_labels(&arena);
    const char *section = "";
    uint32_t at = 0, rows = 0;
    for (uint32_t i = 0; section_entry(i) != NULL; i++) {
        const SectionEntry *entry = section_entry(i);
        if (entry->name != NULL) {
            section = entry->text;
            continue;
        }
        at = find_label(&table, at, section, entry);
        if (at == table.count) {
            EXPECT_TEXT(entry->text, "a row of ncu's, here and in this unit");
            break;
        }
        rows++;
    }
    EXPECT(rows > 40);
    arena_clear(&arena);
}

static void expect_scaled(double value, const char *unit, double scaled, const char *wanted)
{
    char buffer[UNIT_MAX];
    const char *found = unit_scale(unit, &value, buffer);
    EXPECT_TEXT(found, wanted);
    EXPECT(value > scaled * (1 - 1e-12) && value < scaled * (1 + 1e-12));
}

// As in the recording: 1,024 byte/block is 1.02 Kbyte/block, 42,816 ns is 42.82 us.
TEST(units_grow_by_thousands)
{
    expect_scaled(1024, "byte/block", 1.024, "Kbyte/block");
    expect_scaled(42816, "ns", 42.816, "us");
    expect_scaled(999, "ns", 999, "ns");
    expect_scaled(2542989536621.82, "byte/s", 2.54298953662182, "Tbyte/s");
    expect_scaled(1497623551.94, "hz", 1.49762355194, "Ghz");
    expect_scaled(82132, "cycle", 82132, "cycle");
    expect_scaled(5e15, "ns", 5e6, "s");
    expect_scaled(3212, "bytes", 3212, "bytes");
}
