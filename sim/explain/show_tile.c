// SPDX-License-Identifier: Apache-2.0
// A copy by tensor map (TMA): which box of the tensor it moved, what that cost in global memory,
// and in which banks of shared memory the 16-byte pieces of its rows lie. Leaves out where the
// bytes of a row in im2col mode come from.
#include "sim/explain/show_tile.h"

#include "sim/explain/show.h"
#include "sim/memory/swizzle.h"
#include "sim/memory/tensor_map.h"

#include <inttypes.h>
#include <string.h>

// Of shared memory: banks of four bytes, 32 of which make a line of the drawing.
enum { BANK_BYTES = 4, DRAWN_BYTES = 128, DRAWN_LINES = 8 };
enum { PIECE_BYTES = 16, DRAWN_PIECES = DRAWN_BYTES / PIECE_BYTES };

static const char *type_name(uint8_t type)
{
    static const char *const names[TENSOR_TYPE_COUNT] = {
        "u8",  "u16",  "u32",       "s32",  "u64",        "s64",   "f16",       "f32",
        "f64", "bf16", "f32 (ftz)", "tf32", "tf32 (ftz)", "b4x16", "b4x16_p64", "b6x16_p32"};
    return type < TENSOR_TYPE_COUNT ? names[type] : "?";
}

static uint32_t tile_row_bytes(const StepTile *tile)
{
    return (uint32_t)tile->box[0] * tile->room_bytes;
}

static uint32_t tile_rows(const StepTile *tile)
{
    uint32_t row = (uint32_t)tile->box[0] * tile->element_bytes;
    return row == 0 ? 0 : tile->size_bytes / row;
}

static uint32_t tile_piece_address(const StepTile *tile, uint32_t row, uint32_t piece)
{
    uint32_t address = tile->shared + row * tile->pitch_bytes + piece * PIECE_BYTES;
    return swizzled_by(address, tile->span_bytes, (SwizzleAtom)tile->atom) &
           ~(uint32_t)(PIECE_BYTES - 1);
}

// What the first execution of a copy moved; NULL: none is recorded.
static const StepTile *first_tile(const Recording *recording, uint32_t pc)
{
    for (uint32_t i = 0; recording != NULL && i < recording->step_count; i++) {
        const RecordedStep *step = &recording->steps[i];
        if (step->pc == pc && step->access != RECORDED_NONE &&
            recording->accesses[step->access].access.tile.rank > 0) {
            return &recording->accesses[step->access].access.tile;
        }
    }
    return NULL;
}

// The next copy on the line from micro-op *pc on, which then is the one behind it; NULL: there is
// none left.
static const StepTile *next_copy(const ReportLaunch *launch, const ExplainWish *wish, uint32_t *pc,
                                 const Micro **micro)
{
    const MachineProgram *program = launch->record->program;
    while (program != NULL && *pc < program->code_count) {
        uint32_t at = (*pc)++;
        *micro = &program->code[at];
        bool is_wanted =
            (*micro)->kind == MICRO_COPY_TENSOR && explain_is_on_line(program, *micro, wish);
        const StepTile *tile = is_wanted ? first_tile(launch->record->recording, at) : NULL;
        if (tile != NULL) {
            return tile;
        }
    }
    return NULL;
}

static bool is_load(const Micro *micro)
{
    return micro->e != ROW_NONE;
}

static void show_box(const StepTile *tile, Text *out)
{
    Text text = {0};
    for (uint32_t i = 0; i < tile->rank; i++) {
        text_printf(&text, "%s%u", i > 0 ? " x " : "", tile->box[i]);
    }
    text_printf(&text, " elements of %s, innermost dimension first; %" PRIu32 " bytes, from ",
                type_name(tile->type), tile->size_bytes);
    if (tile->slice_bytes > 0) {
        text_printf(&text, "slice of %u bytes ", tile->slice_bytes);
    }
    text_put(&text, "(");
    for (uint32_t i = 0; i < tile->rank; i++) {
        text_printf(&text, "%s%" PRId32, i > 0 ? ", " : "", tile->at[i]);
    }
    text_put(&text, ") of the tensor");
    show_entry(out, "box", text_string(&text));
    text_destroy(&text);
}

// Lines of 128 bytes of shared memory from the tile's start: in each piece of 16 bytes which row
// and piece of the tile lies there.
static void draw(const StepTile *tile, Text *out)
{
    uint32_t start = tile->shared / DRAWN_BYTES * DRAWN_BYTES;
    int32_t row_at[DRAWN_LINES][DRAWN_PIECES], piece_at[DRAWN_LINES][DRAWN_PIECES];
    uint32_t pieces = tile_row_bytes(tile) / PIECE_BYTES, rows = tile_rows(tile);
    for (uint32_t i = 0; i < DRAWN_LINES * DRAWN_PIECES; i++) {
        row_at[i / DRAWN_PIECES][i % DRAWN_PIECES] = -1;
    }
    for (uint32_t row = 0; row < rows && row < DRAWN_LINES * DRAWN_PIECES; row++) {
        for (uint32_t piece = 0; piece < pieces; piece++) {
            uint32_t at = (tile_piece_address(tile, row, piece) - start) / PIECE_BYTES;
            if (at < DRAWN_LINES * DRAWN_PIECES) {
                row_at[at / DRAWN_PIECES][at % DRAWN_PIECES] = (int32_t)row;
                piece_at[at / DRAWN_PIECES][at % DRAWN_PIECES] = (int32_t)piece;
            }
        }
    }
    text_put(out, "  bank     ");
    for (uint32_t i = 0; i < DRAWN_PIECES; i++) {
        text_printf(out, "%7u", i * PIECE_BYTES / BANK_BYTES);
    }
    text_put(out, "\n");
    for (uint32_t line = 0; line < DRAWN_LINES; line++) {
        text_printf(out, "  %7" PRIx32 "  ", start + line * DRAWN_BYTES);
        for (uint32_t i = 0; i < DRAWN_PIECES; i++) {
            if (row_at[line][i] < 0) {
                text_put(out, "      .");
            } else {
                text_printf(out, "%5" PRId32 ":%" PRId32, row_at[line][i], piece_at[line][i]);
            }
        }
        text_put(out, "\n");
    }
}

// Whether the drawings of two tiles differ in addresses alone: the pattern of a swizzle repeats.
static bool looks_alike(const StepTile *a, const StepTile *b)
{
    return a->span_bytes == b->span_bytes && a->atom == b->atom &&
           tile_row_bytes(a) == tile_row_bytes(b) &&
           (a->shared - b->shared) % (DRAWN_BYTES * DRAWN_LINES) == 0;
}

static const char *atom_name(const StepTile *tile)
{
    static const char *const names[SWIZZLE_ATOM_COUNT] = {
        "", ", atoms of 32 bytes", ", atoms of 32 bytes, halves of 16 bytes flipped in odd lines",
        ", atoms of 64 bytes"};
    return names[tile->atom];
}

// before: the tile that was shown last, or NULL.
static void show_copy(const Micro *micro, const StepTile *tile, const StepTile *before, Text *out)
{
    Text text = {0};
    text_printf(&text,
                "copy by tensor map (PTX line %" PRIu32 "), %s shared memory, first execution",
                micro->ptx_line, is_load(micro) ? "to" : "from");
    show_entry(out, "tile", text_string(&text));
    text_destroy(&text);
    show_box(tile, out);
    text = (Text){0};
    text_printf(&text, "%" PRIu32 " sectors of 32 bytes in %" PRIu32 " lines or parts of lines",
                tile->sectors, tile->lines);
    show_entry(out, "global", text_string(&text));
    text_destroy(&text);
    if (tile->has_mbarrier) {
        text = (Text){0};
        text_printf(&text,
                    "at shared address %" PRIx32 ": its transaction count falls by %" PRIu32
                    " bytes when the tile has arrived",
                    tile->mbarrier, tile->size_bytes);
        show_entry(out, "mbarrier", text_string(&text));
        text_destroy(&text);
    }
    text = (Text){0};
    text_printf(&text, tile->span_bytes > PIECE_BYTES ? "%u bytes%s" : "none", tile->span_bytes,
                atom_name(tile));
    bool is_drawn = before == NULL || !looks_alike(before, tile);
    text_put(&text, is_drawn ? "; row:piece of the tile in each 16 bytes of shared memory"
                             : "; the rows lie as those above");
    show_entry(out, "swizzle", text_string(&text));
    text_destroy(&text);
    if (is_drawn) {
        draw(tile, out);
    }
}

bool show_tiles(const ReportLaunch *launch, const ExplainWish *wish, bool is_alone,
                const char *source, Text *out)
{
    const StepTile *before = NULL, *tile;
    const Micro *micro;
    uint32_t pc = 0;
    while ((tile = next_copy(launch, wish, &pc, &micro)) != NULL) {
        if (before == NULL && is_alone) {
            text_printf(out, "%s:%u: copy by tensor map\n", wish->file, wish->line);
            if (source != NULL) {
                show_entry(out, "source", source + strspn(source, " \t"));
            }
        }
        show_copy(micro, tile, before, out);
        before = tile;
    }
    return before != NULL;
}

static void put_rows_json(const StepTile *tile, Json *json)
{
    uint32_t pieces = tile_row_bytes(tile) / PIECE_BYTES;
    json_key(json, "banks");
    json_open(json, '[');
    for (uint32_t row = 0; row < tile_rows(tile) && row < DRAWN_LINES; row++) {
        json_separate(json);
        json_open(json, '[');
        for (uint32_t piece = 0; piece < pieces; piece++) {
            uint32_t bank = tile_piece_address(tile, row, piece) % DRAWN_BYTES / BANK_BYTES;
            json_separate(json);
            text_printf(json->out, "%" PRIu32, bank);
        }
        json_close(json, ']');
    }
    json_close(json, ']');
}

static void put_numbers(Json *json, const char *name, const int64_t *values, uint32_t count)
{
    json_key(json, name);
    json_open(json, '[');
    for (uint32_t i = 0; i < count; i++) {
        json_separate(json);
        text_printf(json->out, "%" PRId64, values[i]);
    }
    json_close(json, ']');
}

static void put_copy_json(const Micro *micro, const StepTile *tile, Json *json)
{
    static const uint8_t atom_bytes[SWIZZLE_ATOM_COUNT] = {16, 32, 32, 64};
    int64_t box[TENSOR_RANK_MAX] = {0}, at[TENSOR_RANK_MAX] = {0};
    for (uint32_t i = 0; i < tile->rank; i++) {
        box[i] = tile->box[i];
        at[i] = tile->at[i];
    }
    json_separate(json);
    json_open(json, '{');
    json_number(json, "ptx_line", micro->ptx_line);
    json_text(json, "type", type_name(tile->type));
    put_numbers(json, "box", box, tile->rank);
    put_numbers(json, "at", at, tile->rank);
    json_number(json, "bytes", tile->size_bytes);
    json_number(json, "sectors", tile->sectors);
    json_number(json, "lines", tile->lines);
    json_number(json, "shared", tile->shared);
    json_number(json, "swizzle", tile->span_bytes);
    json_number(json, "atom", atom_bytes[tile->atom]);
    json_number(json, "slice", tile->slice_bytes);
    if (tile->has_mbarrier) {
        json_number(json, "mbarrier", tile->mbarrier);
    }
    put_rows_json(tile, json);
    json_close(json, '}');
}

bool tiles_put_json(const ReportLaunch *launch, const ExplainWish *wish, Json *json)
{
    const StepTile *tile;
    const Micro *micro;
    uint32_t pc = 0;
    bool is_any = false;
    while ((tile = next_copy(launch, wish, &pc, &micro)) != NULL) {
        if (!is_any) {
            json_key(json, "tiles");
            json_open(json, '[');
        }
        is_any = true;
        put_copy_json(micro, tile, json);
    }
    if (is_any) {
        json_close(json, ']');
    }
    return is_any;
}
