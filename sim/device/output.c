// SPDX-License-Identifier: Apache-2.0
#include "sim/device/output.h"

#include <stdlib.h>

static void keep_piece(Output *output, OutputPiece piece)
{
    if (output->count == output->room) {
        output->room = output->room == 0 ? 16 : output->room * 2;
        output->pieces = realloc(output->pieces, output->room * sizeof(OutputPiece));
        if (output->pieces == NULL) {
            abort();
        }
    }
    output->pieces[output->count++] = piece;
}

static void keep(Output *output, uint64_t unit, uint64_t block, const char *bytes,
                 uint64_t size_bytes)
{
    if (size_bytes > 0) {
        keep_piece(output, (OutputPiece){.unit = unit,
                                         .block = block,
                                         .offset = output->text.size_bytes,
                                         .size_bytes = (size_t)size_bytes});
        text_add(&output->text, bytes, (size_t)size_bytes);
    }
}

void output_keep(Output *output, const Unit *unit)
{
    for (uint32_t rank = 0; rank < unit->block_count; rank++) {
        uint64_t size_bytes = 0;
        const char *bytes = unit->engine->output(unit->blocks[rank], &size_bytes);
        keep(output, unit->index, unit_block_index(unit->launch, unit->index, rank), bytes,
             size_bytes);
    }
}

void output_keep_block(Output *output, uint64_t index, const Block *block)
{
    uint64_t size_bytes = 0;
    const char *bytes = block_output(block, &size_bytes);
    keep(output, index, index, bytes, size_bytes);
}

static int by_block(const void *a, const void *b)
{
    const OutputPiece *left = a, *right = b;
    return (left->block > right->block) - (left->block < right->block);
}

static void collect(Output *output, const Turns *turns, Text *to)
{
    if (output->count > 1) {
        qsort(output->pieces, output->count, sizeof(OutputPiece), by_block);
    }
    for (size_t i = 0; i < output->count; i++) {
        const OutputPiece *piece = &output->pieces[i];
        if (turns == NULL || turns_had(turns, piece->unit)) {
            text_add(to, output->text.at + piece->offset, piece->size_bytes);
        }
    }
}

void output_collect(Output *output, const Turns *turns, Text *to)
{
    collect(output, turns, to);
}

void output_collect_all(Output *output, Text *to)
{
    collect(output, NULL, to);
}

void output_destroy(Output *output)
{
    text_destroy(&output->text);
    free(output->pieces);
}
