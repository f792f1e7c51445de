// SPDX-License-Identifier: Apache-2.0
// The fragments of a line's matrix instructions: which lane holds which element, and the banks of
// the rows that a descriptor of wgmma reads.
#include "sim/explain/fragment.h"
#include "sim/explain/show.h"

#include <stdio.h>
#include <string.h>

// Columns of a wide product that are shown; the others are alike.
enum { COLUMNS_SHOWN = 16, CELL_COLUMNS = 3, LABEL_ROOM = 160 };

// The lane that holds an element; the first of them.
static uint32_t lane_of(const Fragment *fragment, uint32_t matrix, uint32_t row, uint32_t column)
{
    const FragmentMatrix *it = &fragment->matrices[matrix];
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        for (uint32_t element = 0; element < it->elements; element++) {
            FragmentPlace place = fragment_place(fragment, matrix, lane, element);
            if (place.row == row && place.column == column) {
                return lane;
            }
        }
    }
    return LANE_COUNT;
}

// The lanes by row and column. Elements that share a register are one sign: along the rows, of B
// along the columns.
static void show_grid(const Fragment *fragment, uint32_t matrix, Text *out)
{
    const FragmentMatrix *it = &fragment->matrices[matrix];
    uint32_t packed = it->bits < 32 ? 32u / it->bits : 1;
    uint32_t down = matrix == 1 && fragment->tile != NULL ? packed : 1;
    uint32_t across = down > 1 || fragment->tile == NULL ? 1 : packed;
    uint32_t columns = it->columns / across;
    for (uint32_t row = 0; row < it->rows; row += down) {
        text_printf(out, "  %*s", CELL_COLUMNS * 3, "");
        text_printf(out, down > 1 ? "rows %3u-%-3u" : "row  %3u    ", row, row + down - 1);
        for (uint32_t i = 0; i < columns && i < COLUMNS_SHOWN; i++) {
            text_printf(out, "%*u", CELL_COLUMNS, lane_of(fragment, matrix, row, i * across));
        }
        text_put(out, columns > COLUMNS_SHOWN ? " ..\n" : "\n");
    }
}

static void show_lane(const Fragment *fragment, uint32_t matrix, uint32_t lane, Text *out)
{
    const FragmentMatrix *it = &fragment->matrices[matrix];
    Text text = {0};
    uint32_t reg = UINT32_MAX;
    text_printf(&text, "lane %u:", lane);
    for (uint32_t element = 0; element < it->elements && element < COLUMNS_SHOWN; element++) {
        FragmentPlace place = fragment_place(fragment, matrix, lane, element);
        if (place.reg != reg) {
            text_printf(&text, "%s register %u", element > 0 ? ";" : "", place.reg);
        }
        text_printf(&text, " [%u][%u]", place.row, place.column);
        reg = place.reg;
    }
    text_put(&text, it->elements > COLUMNS_SHOWN ? " .." : "");
    show_entry(out, "", text_string(&text));
    text_destroy(&text);
}

static void show_matrix(const Fragment *fragment, uint32_t matrix, Text *out)
{
    const FragmentMatrix *it = &fragment->matrices[matrix];
    char label[LABEL_ROOM];
    snprintf(label, sizeof label, "%u x %u of %s%s", it->rows, it->columns,
             ptx_suffix_name((PtxSuffix)it->type),
             it->registers == 0 ? ", read from shared memory" : ", lanes by row and column");
    show_entry(out, it->name, label);
    if (it->registers > 0) {
        show_grid(fragment, matrix, out);
        show_lane(fragment, matrix, 0, out);
        show_lane(fragment, matrix, 5, out);
    }
}

void show_rows(const FragmentRows *rows, bool is_known, Text *out)
{
    show_entry(
        out, "swizzle",
        "of 16-byte rows, eight of each matrix: wavefronts, then the first bank of each row");
    for (uint32_t mode = 0; mode < SWIZZLE_MODES; mode++) {
        Text text = {0};
        if (mode == 0) {
            text_put(&text, is_known ? "none: " : "as it is: ");
        } else {
            text_printf(&text, "%u bytes: ", swizzle_mode_bytes(mode));
        }
        text_printf(&text, "%u%s;", rows->passes[mode],
                    is_known && mode == rows->own ? " (this one)" : "");
        for (uint32_t i = 0; i < rows->count; i++) {
            text_printf(&text, i % 8 == 0 && i > 0 ? " | %u" : " %u", rows->bank[mode][i]);
        }
        show_entry(out, "", text_string(&text));
        text_destroy(&text);
    }
}

static void show_descriptors(const LaunchRecord *record, uint32_t ptx_line, Text *out)
{
    FragmentRows rows;
    for (TileMatrix matrix = TILE_A; matrix <= TILE_B; matrix++) {
        if (fragment_descriptor_rows(record, ptx_line, matrix, &rows)) {
            show_entry(out, matrix == TILE_A ? "A" : "B", "as its descriptor gives it");
            show_rows(&rows, true, out);
        }
    }
}

bool show_fragments(const ReportLaunch *launch, const ExplainWish *wish, bool is_alone,
                    const char *source, Text *out)
{
    const MachineProgram *program = launch->record->program;
    bool is_any = false;
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        Fragment fragment;
        if (!fragment_of_line(program, pc, wish, &fragment)) {
            continue;
        }
        if (!is_any && is_alone) {
            text_printf(out, "%s:%u: matrix instructions\n", wish->file, wish->line);
            if (source != NULL) {
                show_entry(out, "source", source + strspn(source, " \t"));
            }
        }
        is_any = true;
        Text text = {0};
        fragment_name(&fragment, &text);
        text_printf(&text, " (PTX line %u)", fragment.micro->ptx_line);
        show_entry(out, "fragments", text_string(&text));
        text_destroy(&text);
        for (uint32_t i = 0; i < fragment.count; i++) {
            show_matrix(&fragment, i, out);
        }
        show_descriptors(launch->record, fragment.micro->ptx_line, out);
    }
    return is_any;
}
