// SPDX-License-Identifier: Apache-2.0
// What kernels have printed and the host has not yet taken: a buffer of fixed size in which the
// oldest records give way to new ones (CUDA C++ Programming Guide, "Formatted Output": "If more
// output is produced during kernel execution than fits in the buffer, older output is
// overwritten"). A record's text is kept as formatted; its size in the buffer is counted as the GPU
// stores it.
#ifndef LOCKSTEP_WARP_PRINT_FIFO_H
#define LOCKSTEP_WARP_PRINT_FIFO_H

#include "isa/base/text.h"
#include "sim/gpu/gpu.h"

#include <stdint.h>

// The most text that is kept, regardless of the buffer's size: fields can be wide, and buffers
// large.
#define PRINT_TEXT_BYTES ((size_t)64 << 20)

typedef struct PrintRecord {
    uint32_t text_bytes;
    uint32_t fifo_bytes; // 0: never lost while it is among the newest (an assertion's message)
} PrintRecord;

typedef struct PrintFifo {
    Text text;           // of the records, oldest first
    size_t closed_bytes; // of it, in records
    PrintRecord *records;
    size_t count, room;
    uint64_t fifo_bytes; // of these records
    uint64_t lost;       // records that gave way
} PrintFifo;

// cudaLimitPrintfFifoSize unless set.
uint64_t print_fifo_default_bytes(const Gpu *gpu);

// What was added to fifo->text since the last record is a record.
void print_fifo_close(PrintFifo *fifo, uint64_t fifo_bytes);
// Adds a copy of records that have this text.
void print_fifo_add(PrintFifo *fifo, const PrintRecord *records, size_t count, const char *text);

// Whether it has grown so far beyond the limit that trimming is worth the time.
bool print_fifo_is_long(const PrintFifo *fifo, uint64_t limit_bytes);
// Drops the oldest records until the others fit.
void print_fifo_trim(PrintFifo *fifo, uint64_t limit_bytes);

void print_fifo_clear(PrintFifo *fifo);
void print_fifo_destroy(PrintFifo *fifo);

#endif
