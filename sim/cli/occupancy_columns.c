// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/occupancy.h"

#include <stdio.h>
#include <string.h>

enum { LABEL = 26, NARROWEST = 12 };

typedef struct Columns {
    const Configuration *asked;
    const GpuChoice *gpus;
    uint32_t count;
    int width;
    Text *out;
} Columns;

static Occupancy occupancy_on(const Columns *columns, uint32_t gpu, uint32_t threads)
{
    const Configuration *c = columns->asked;
    return occupancy(columns->gpus[gpu].gpu, threads, c->registers, c->shared_bytes);
}

static void put_cell(const Columns *columns, const char *text)
{
    text_printf(columns->out, "%*s", columns->width, text);
}

// What a row has for one GPU.
typedef void CellFunction(const Gpu *gpu, const Occupancy *o, Text *cell);

static void put_row(const Columns *columns, const char *label, CellFunction *function)
{
    text_printf(columns->out, "  %-*s", LABEL, label);
    for (uint32_t i = 0; i < columns->count; i++) {
        Occupancy o = occupancy_on(columns, i, columns->asked->threads);
        Text cell = {0};
        function(columns->gpus[i].gpu, &o, &cell);
        put_cell(columns, text_string(&cell));
        text_destroy(&cell);
    }
    text_put(columns->out, "\n");
}

static void put_fraction(const Gpu *gpu, const Occupancy *o, Text *cell)
{
    (void)gpu;
    text_printf(cell, o->blocks_per_sm == 0 ? "does not fit" : "%.2f %%", 100 * o->fraction);
}

static void put_warps(const Gpu *gpu, const Occupancy *o, Text *cell)
{
    text_printf(cell, "%u of %u", o->warps_per_sm, gpu->warps_per_sm);
}

static void put_blocks(const Gpu *gpu, const Occupancy *o, Text *cell)
{
    (void)gpu;
    text_printf(cell, "%u", o->blocks_per_sm);
}

static void put_limiter(const Gpu *gpu, const Occupancy *o, Text *cell)
{
    (void)gpu;
    if (o->blocks_per_sm == 0) {
        text_put(cell, "-");
    } else {
        occupancy_put_limits(o->limited_by, ", ", cell);
    }
}

static void put_limit(uint32_t limit, Text *cell)
{
    if (limit == UINT32_MAX) {
        text_put(cell, "-");
    } else {
        text_printf(cell, "%u", limit);
    }
}

#define LIMIT_CELL(name)                                                                           \
    static void put_limit_##name(const Gpu *gpu, const Occupancy *o, Text *cell)                   \
    {                                                                                              \
        (void)gpu;                                                                                 \
        put_limit(o->limit_##name, cell);                                                          \
    }
LIMIT_CELL(warps)
LIMIT_CELL(blocks)
LIMIT_CELL(registers)
LIMIT_CELL(shared)

static const struct {
    const char *label;
    CellFunction *function;
} rows[] = {
    {"occupancy", put_fraction},
    {"warps per SM", put_warps},
    {"blocks per SM", put_blocks},
    {"limited by", put_limiter},
    {"  allowed by warps", put_limit_warps},
    {"  allowed by blocks", put_limit_blocks},
    {"  allowed by registers", put_limit_registers},
    {"  allowed by shared memory", put_limit_shared},
};

// The widest cell of all rows, and two blanks.
static int width_of(const Columns *columns)
{
    size_t most = NARROWEST;
    for (uint32_t i = 0; i < columns->count; i++) {
        size_t size = strlen(columns->gpus[i].name);
        most = size > most ? size : most;
        for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
            Occupancy o = occupancy_on(columns, i, columns->asked->threads);
            Text cell = {0};
            rows[row].function(columns->gpus[i].gpu, &o, &cell);
            most = cell.size_bytes > most ? cell.size_bytes : most;
            text_destroy(&cell);
        }
    }
    return (int)most + 2;
}

static void put_names(const Columns *columns, const char *label)
{
    text_printf(columns->out, "  %-*s", LABEL, label);
    for (uint32_t i = 0; i < columns->count; i++) {
        put_cell(columns, columns->gpus[i].name);
    }
    text_put(columns->out, "\n");
}

// Why a block does not fit.
static void put_refusals(const Columns *columns)
{
    for (uint32_t i = 0; i < columns->count; i++) {
        Occupancy o = occupancy_on(columns, i, columns->asked->threads);
        if (o.blocks_per_sm == 0 && o.refusal != NULL) {
            text_printf(columns->out, "  %s: %s\n", columns->gpus[i].name, o.refusal);
        }
    }
}

static void put_size(const Columns *columns, uint32_t threads)
{
    text_printf(columns->out, "%c %-*u", threads == columns->asked->threads ? '*' : ' ', LABEL,
                threads);
    for (uint32_t i = 0; i < columns->count; i++) {
        Occupancy o = occupancy_on(columns, i, threads);
        char cell[32];
        snprintf(cell, sizeof cell, o.blocks_per_sm == 0 ? "-" : "%.2f %%", 100 * o.fraction);
        put_cell(columns, cell);
    }
    text_put(columns->out, "\n");
}

void occupancy_put_columns(const Configuration *asked, const GpuChoice *gpus, uint32_t count,
                           Text *out)
{
    Columns columns = {asked, gpus, count, 0, out};
    columns.width = width_of(&columns);
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t own = gpus[i].gpu->threads_per_block;
        most = own > most ? own : most;
    }
    text_printf(
        out, "Blocks of %u threads, %u registers a thread, %u bytes of shared memory a block\n\n",
        asked->threads, asked->registers, asked->shared_bytes);
    put_names(&columns, "");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        put_row(&columns, rows[i].label, rows[i].function);
    }
    put_refusals(&columns);
    text_put(out, "\n");
    put_names(&columns, "occupancy by threads");
    for (uint32_t threads = 0;
         (threads = occupancy_next_size(threads, asked->threads, most)) != 0;) {
        put_size(&columns, threads);
    }
}
