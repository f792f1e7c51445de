// SPDX-License-Identifier: Apache-2.0
// What all units of a launch did last to each byte of global memory. Each page has the smallest
// form that holds it exactly: a cell is a word if its bytes belong to lanes in order, and half as
// long if the page's accesses are near each other in the log. So a byte in use takes less than 3
// bytes, also in arrays of char, unless a word's bytes are accessed by several instructions.
#ifndef LOCKSTEP_CHECK_HISTORY_H
#define LOCKSTEP_CHECK_HISTORY_H

#include "sim/check/shadow.h"

// Of a page's planes, those that matter to other units. Changers count as writers.
#define HISTORY_PLANES (PLANE_READER + 1)

typedef struct PastPlane {
    void *cells;    // uint32_t if wide, else uint16_t; NULL: no accesses
    AccessRef base; // added to cells that are not wide, but for 0
    uint8_t shift;  // a cell is 1 << shift bytes
    uint8_t step;   // byte i of a word has the lane of its first one + (i >> step)
    bool is_wide;
} PastPlane;

typedef struct PastValues {
    void *cells;   // uint16_t if wide, else uint8_t; NULL: no writes
    uint8_t shift; // a cell is 1 << shift bytes
    bool is_wide;
} PastValues;

typedef struct PastPage {
    uint64_t number;
    PastPlane planes[HISTORY_PLANES];
    PastValues values;
} PastPage;

#define HISTORY_SIZES 4u // of cells: 128, 256, 512, 1024 bytes

typedef struct History {
    PageTable table;            // of PastPage
    ShadowPool pool;            // of cells
    void *spare[HISTORY_SIZES]; // cells that a page has left for another form; linked
} History;

void history_init(History *history);
void history_clear(History *history);
void history_destroy(History *history);

// Valid until the next page is asked for.
PastPage *history_page(History *history, uint64_t number);

static inline uint32_t history_page_count(const History *history)
{
    return history->table.count;
}

static inline const PastPage *history_page_at(const History *history, uint32_t index)
{
    return (const PastPage *)history->table.pages + index;
}

static inline const PastPage *history_find(const History *history, uint64_t number)
{
    return page_table_find(&history->table, number); // NULL: never touched
}

// A page as arrays of cells, 1 << shift bytes each. Nothing is in an array that it does not have.
typedef struct Past {
    uint32_t shift;
    bool has[HISTORY_PLANES], has_values;
    AccessRef refs[HISTORY_PLANES][SHADOW_PAGE_BYTES];
    uint16_t values[SHADOW_PAGE_BYTES];
} Past;

// In cells of words, if the page has no others and `wants_words`; else in bytes.
void past_open(const PastPage *page, bool wants_words, Past *past);
void past_keep(History *history, PastPage *page, const Past *past);
// The access to one byte of the page; 0: none.
AccessRef past_access(const PastPage *page, Plane plane, uint32_t byte);
// Whether the values that were last written to the byte are equal.
bool past_has_equal(const PastPage *a, const PastPage *b, uint32_t byte);

// As shadow_collect().
void history_collect(AccessLog *log, History *history);

#endif
