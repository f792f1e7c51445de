// SPDX-License-Identifier: Apache-2.0
// Rows of a memory partition: each of its banks keeps one row open, and opening another takes time,
// between any two banks of the partition and between two rows of the same bank, longer after a
// write. The controller holds a limited number of requests; one whose bank is busy lets later ones
// go first. Leaves out the time on the bus (memory.c), that a long read keeps its bank from opening
// another row, and that requests to a closed row are served before that.
#ifndef LOCKSTEP_TIME_ROWS_H
#define LOCKSTEP_TIME_ROWS_H

#include <stdbool.h>
#include <stdint.h>

enum { ROW_BANKS_MAX = 32, ROW_QUEUE = 32 };

// In cycles of the SM clock.
typedef struct RowTimes {
    uint32_t banks;     // of a partition; 0: opening rows takes no time
    uint32_t row_bytes; // of all chips of a partition
    double any;         // from the opening of a row to that of the next, in any bank
    double same;        // in the same bank
    double same_write;  // in the same bank after a write
} RowTimes;

typedef struct RowBank {
    uint64_t open; // row + 1; 0: none
    double free_at;
} RowBank;

typedef struct Rows {
    RowBank banks[ROW_BANKS_MAX];
    double free_at;
    double queue[ROW_QUEUE]; // when the latest requests were served, in their order
    uint32_t next;
} Rows;

// When the row of a request that comes at `now` is open. offset: address within the partition. The
// next call must be rows_serve() for the same request.
double rows_open(Rows *rows, const RowTimes *times, uint64_t offset, double now, bool is_write);

// That request is served at `until`.
void rows_serve(Rows *rows, double until);

#endif
