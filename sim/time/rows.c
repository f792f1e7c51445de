// SPDX-License-Identifier: Apache-2.0
#include "sim/time/rows.h"

static double later(double a, double b)
{
    return a > b ? a : b;
}

double rows_open(Rows *rows, const RowTimes *times, uint64_t offset, double now, bool is_write)
{
    uint64_t row = offset / times->row_bytes;
    RowBank *bank = &rows->banks[row % times->banks];
    double held = later(now, rows->queue[rows->next]);
    if (bank->open == row + 1) {
        return held;
    }
    double turn = later(held, rows->free_at), at = later(turn, bank->free_at);
    rows->free_at = turn + times->any; // while this bank is waited for others open theirs
    bank->free_at = at + (is_write ? times->same_write : times->same);
    bank->open = row + 1;
    return at;
}

void rows_serve(Rows *rows, double until)
{
    rows->queue[rows->next] = until;
    rows->next = (rows->next + 1) % ROW_QUEUE;
}
