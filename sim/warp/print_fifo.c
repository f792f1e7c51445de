// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/print_fifo.h"

#include "isa/base/heap.h"

#include <stdlib.h>
#include <string.h>

// An H200 answers 8650752 bytes: 64 KB for each of its 132 SMs. Before cc 7.0: the 1 MB of the
// Programming Guide.
uint64_t print_fifo_default_bytes(const Gpu *gpu)
{
    return gpu->compute_capability >= 70 ? (uint64_t)gpu->sm_count << 16 : UINT64_C(1) << 20;
}

static void reserve(PrintFifo *fifo, size_t count)
{
    size_t room = fifo->room == 0 ? 16 : fifo->room;
    while (room < count) {
        room *= 2;
    }
    if (room == fifo->room) {
        return;
    }
    fifo->records = heap_resize(fifo->records, room, sizeof *fifo->records);
    fifo->room = room;
}

static size_t text_of(const PrintRecord *records, size_t count)
{
    size_t size_bytes = 0;
    for (size_t i = 0; i < count; i++) {
        size_bytes += records[i].text_bytes;
    }
    return size_bytes;
}

void print_fifo_close(PrintFifo *fifo, uint64_t fifo_bytes)
{
    size_t text_bytes = fifo->text.size_bytes - fifo->closed_bytes;
    reserve(fifo, fifo->count + 1);
    fifo->records[fifo->count++] = (PrintRecord){
        (uint32_t)text_bytes, fifo_bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)fifo_bytes};
    fifo->fifo_bytes += fifo->records[fifo->count - 1].fifo_bytes;
    fifo->closed_bytes = fifo->text.size_bytes;
}

void print_fifo_add(PrintFifo *fifo, const PrintRecord *records, size_t count, const char *text)
{
    reserve(fifo, fifo->count + count);
    for (size_t i = 0; i < count; i++) {
        fifo->records[fifo->count++] = records[i];
        fifo->fifo_bytes += records[i].fifo_bytes;
    }
    text_add(&fifo->text, text, text_of(records, count));
    fifo->closed_bytes = fifo->text.size_bytes;
}

bool print_fifo_is_long(const PrintFifo *fifo, uint64_t limit_bytes)
{
    return fifo->fifo_bytes > 2 * limit_bytes || fifo->text.size_bytes > 2 * PRINT_TEXT_BYTES;
}

void print_fifo_trim(PrintFifo *fifo, uint64_t limit_bytes)
{
    size_t dropped = 0, text_bytes = 0;
    while (dropped < fifo->count && (fifo->fifo_bytes > limit_bytes ||
                                     fifo->text.size_bytes - text_bytes > PRINT_TEXT_BYTES)) {
        fifo->fifo_bytes -= fifo->records[dropped].fifo_bytes;
        text_bytes += fifo->records[dropped++].text_bytes;
    }
    if (dropped == 0) {
        return;
    }
    fifo->lost += dropped;
    fifo->count -= dropped;
    fifo->text.size_bytes -= text_bytes;
    fifo->closed_bytes = fifo->text.size_bytes;
    memmove(fifo->records, fifo->records + dropped, fifo->count * sizeof *fifo->records);
    memmove(fifo->text.at, fifo->text.at + text_bytes, fifo->text.size_bytes);
}

void print_fifo_clear(PrintFifo *fifo)
{
    fifo->text.size_bytes = fifo->closed_bytes = 0;
    fifo->count = 0;
    fifo->fifo_bytes = fifo->lost = 0;
}

void print_fifo_destroy(PrintFifo *fifo)
{
    text_destroy(&fifo->text);
    free(fifo->records);
    *fifo = (PrintFifo){0};
}
