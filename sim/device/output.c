// SPDX-License-Identifier: Apache-2.0
#include "sim/device/output.h"

#include "isa/base/heap.h"

#include <stdlib.h>

static void keep_piece(Output *output, OutputPiece piece)
{
    output->pieces = heap_room(output->pieces, output->count, &output->room, sizeof(OutputPiece));
    output->pieces[output->count++] = piece;
}

// The records of a block are in order; those that it printed later come later.
static int by_block(const void *a, const void *b)
{
    const OutputPiece *left = a, *right = b;
    return left->block != right->block
               ? (left->block > right->block) - (left->block < right->block)
               : (left->first > right->first) - (left->first < right->first);
}

// The records of one piece that are still to be considered.
static void drop_oldest(Output *output, OutputPiece *piece, uint64_t *fifo_bytes,
                        uint64_t *text_bytes)
{
    const PrintRecord *record = &output->printed.records[piece->first];
    while (piece->count > 0 &&
           (*fifo_bytes > output->limit_bytes || *text_bytes > PRINT_TEXT_BYTES)) {
        *fifo_bytes -= record->fifo_bytes;
        *text_bytes -= record->text_bytes;
        piece->text += record->text_bytes;
        piece->first++;
        piece->count--;
        piece->lost++;
        record++;
    }
}

static bool belongs(const Turns *turns, const OutputPiece *piece)
{
    return turns == NULL || turns_had(turns, piece->unit);
}

// Of the units that had their turn, in block order, only the newest records that fit stay. Those of
// others are not weighed: they may turn out not to belong to the launch.
static void trim(Output *output, const Turns *turns)
{
    uint64_t fifo_bytes = 0, text_bytes = 0;
    PrintFifo kept = {0};
    if (output->count > 1) {
        qsort(output->pieces, output->count, sizeof(OutputPiece), by_block);
    }
    for (size_t i = 0; i < output->count; i++) {
        const OutputPiece *piece = &output->pieces[i];
        for (size_t k = 0; k < piece->count && belongs(turns, piece); k++) {
            fifo_bytes += output->printed.records[piece->first + k].fifo_bytes;
            text_bytes += output->printed.records[piece->first + k].text_bytes;
        }
    }
    for (size_t i = 0; i < output->count; i++) {
        OutputPiece *piece = &output->pieces[i];
        if (belongs(turns, piece)) {
            drop_oldest(output, piece, &fifo_bytes, &text_bytes);
        }
        size_t text = kept.text.size_bytes, first = kept.count;
        print_fifo_add(&kept, output->printed.records + piece->first, piece->count,
                       output->printed.text.at + piece->text);
        piece->text = text;
        piece->first = first;
    }
    print_fifo_destroy(&output->printed);
    output->printed = kept;
}

// Pieces without remaining records, whose losses are counted, are dropped.
static void drop_empty(Output *output, const Turns *turns)
{
    uint32_t count = 0;
    for (size_t i = 0; i < output->count; i++) {
        OutputPiece *piece = &output->pieces[i];
        bool is_empty = belongs(turns, piece) && piece->count == 0;
        output->lost += is_empty ? piece->lost : 0;
        if (!is_empty) {
            output->pieces[count++] = *piece;
        }
    }
    output->count = count;
}

static void keep(Output *output, uint64_t unit, uint64_t block, PrintFifo *printed)
{
    if (printed->count > 0) {
        keep_piece(output, (OutputPiece){.unit = unit,
                                         .block = block,
                                         .text = output->printed.text.size_bytes,
                                         .first = output->printed.count,
                                         .count = printed->count,
                                         .lost = printed->lost});
        print_fifo_add(&output->printed, printed->records, printed->count, printed->text.at);
        print_fifo_clear(printed);
    }
}

static void keep_short(Output *output, const Turns *turns)
{
    if (print_fifo_is_long(&output->printed, output->limit_bytes + output->untrimmed_bytes)) {
        trim(output, turns);
        drop_empty(output, turns);
        // What could not be dropped must double before it is tried again.
        bool is_over = output->printed.fifo_bytes > output->limit_bytes;
        output->untrimmed_bytes = is_over ? output->printed.fifo_bytes - output->limit_bytes : 0;
    }
}

void output_keep(Output *output, const Turns *turns, const Unit *unit)
{
    for (uint32_t rank = 0; rank < unit->block_count; rank++) {
        keep(output, unit->index, unit_block_index(unit->launch, unit->index, rank),
             unit->engine->output(unit->blocks[rank]));
    }
    keep_short(output, turns);
}

void output_keep_block(Output *output, uint64_t index, Block *block)
{
    keep(output, index, index, block_output(block));
    keep_short(output, NULL);
}

uint64_t output_collect(Output *output, const Turns *turns, Text *to)
{
    trim(output, turns);
    for (size_t i = 0; i < output->count; i++) {
        const OutputPiece *piece = &output->pieces[i];
        const PrintRecord *records = output->printed.records + piece->first;
        size_t text_bytes = 0;
        for (size_t k = 0; k < piece->count; k++) {
            text_bytes += records[k].text_bytes;
        }
        if (belongs(turns, piece)) {
            text_add(to, output->printed.text.at + piece->text, text_bytes);
            output->lost += piece->lost;
        }
    }
    return output->lost;
}

void output_destroy(Output *output)
{
    print_fifo_destroy(&output->printed);
    free(output->pieces);
}
