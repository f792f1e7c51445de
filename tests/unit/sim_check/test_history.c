// SPDX-License-Identifier: Apache-2.0
// What units did last to memory: every form of a page gives back what was kept.
#include "sim/check/history.h"
#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

static AccessRef ref(uint32_t access, uint32_t lane)
{
    return (access + 1) << 5 | lane;
}

// Keeps accesses and values of bytes, then counts the bytes that are not given back.
static uint32_t wrong_bytes(History *history, Plane plane, const AccessRef *refs,
                            const uint16_t *values)
{
    PastPage *page = history_page(history, 7);
    Past past, again;
    past_open(page, false, &past);
    past.has[plane] = past.has_values = true;
    memcpy(past.refs[plane], refs, sizeof past.refs[plane]);
    memcpy(past.values, values, sizeof past.values);
    past_keep(history, page, &past);
    past_open(page, false, &again);
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < SHADOW_PAGE_BYTES; i++) {
        wrong += again.refs[plane][i] != refs[i] || past_access(page, plane, i) != refs[i] ||
                 again.values[i] != values[i];
    }
    return wrong;
}

typedef struct Form {
    uint8_t shift, step;
    bool is_wide;
    uint8_t value_shift;
    bool are_values_wide;
} Form;

static void expect_form(History *history, Form form)
{
    const PastPage *page = history_find(history, 7);
    const PastPlane *plane = &page->planes[PLANE_WRITER];
    EXPECT_EQ(plane->shift, form.shift);
    EXPECT(plane->shift == 0 || plane->step == form.step);
    EXPECT_EQ(plane->is_wide, form.is_wide);
    EXPECT_EQ(page->values.shift, form.value_shift);
    EXPECT_EQ(page->values.is_wide, form.are_values_wide);
}

// Consecutive lanes of several warps each write `width` bytes.
static void write_lanes(uint32_t width, AccessRef *refs, uint16_t *values)
{
    for (uint32_t i = 0; i < SHADOW_PAGE_BYTES; i++) {
        refs[i] = ref(100 + i / width / 32, i / width % 32);
        values[i] = (uint16_t)(width == 1 ? i : (i / width) * 1000);
    }
}

TEST(accesses_of_lanes_in_order_take_words)
{
    static const Form forms[] = {
        {2, 0, false, 0, false}, {2, 1, false, 1, true}, {2, 2, false, 2, true}};
    AccessRef refs[SHADOW_PAGE_BYTES];
    uint16_t values[SHADOW_PAGE_BYTES];
    for (uint32_t i = 0; i < 3; i++) {
        History history;
        history_init(&history);
        write_lanes(1u << i, refs, values);
        EXPECT_EQ(wrong_bytes(&history, PLANE_WRITER, refs, values), 0);
        expect_form(&history, forms[i]);
        history_destroy(&history);
    }
}

TEST(other_accesses_take_bytes)
{
    AccessRef refs[SHADOW_PAGE_BYTES] = {0};
    uint16_t values[SHADOW_PAGE_BYTES] = {0};
    History history;
    history_init(&history);
    refs[3] = ref(5, 31); // part of a word, beside nothing
    refs[9] = ref(0, 0);
    EXPECT_EQ(wrong_bytes(&history, PLANE_WRITER, refs, values), 0);
    expect_form(&history, (Form){0, 0, false, 2, true});
    refs[200] = ref(5000, 1); // too far in the log for 16 bits
    values[201] = 300;
    EXPECT_EQ(wrong_bytes(&history, PLANE_WRITER, refs, values), 0);
    expect_form(&history, (Form){0, 0, true, 0, true});
    EXPECT_EQ(wrong_bytes(&history, PLANE_READER, refs, values), 0);
    write_lanes(4, refs, values); // back to words
    EXPECT_EQ(wrong_bytes(&history, PLANE_WRITER, refs, values), 0);
    expect_form(&history, (Form){2, 2, false, 2, true});
    Past past;
    past_open(history_find(&history, 7), true, &past);
    EXPECT_EQ(past.shift, 0); // the readers are bytes
    history_destroy(&history);
}

TEST(cells_that_a_page_has_left_are_used_again)
{
    History history;
    history_init(&history);
    AccessRef refs[2][SHADOW_PAGE_BYTES];
    uint16_t values[SHADOW_PAGE_BYTES] = {0};
    write_lanes(1, refs[0], values);
    memcpy(refs[1], refs[0], sizeof refs[1]);
    refs[1][0] = 0;
    size_t used = 0;
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < 100; i++) {
        wrong += wrong_bytes(&history, PLANE_WRITER, refs[i % 2], values);
        used = i == 1 ? history.pool.used : used;
    }
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(history.pool.at, 0);
    EXPECT_EQ(history.pool.used, used);
    history_destroy(&history);
}

TEST(collecting_keeps_what_a_history_refers_to)
{
    History history;
    AccessLog log = {0};
    history_init(&history);
    for (uint32_t i = 0; i < 9000; i++) {
        access_add(&log, (Access){.when = i});
    }
    AccessRef refs[SHADOW_PAGE_BYTES] = {0};
    uint16_t values[SHADOW_PAGE_BYTES] = {0};
    write_lanes(1, refs, values); // accesses 100 to 107
    wrong_bytes(&history, PLANE_WRITER, refs, values);
    memset(refs, 0, sizeof refs);
    refs[0] = ref(50, 3);
    refs[1] = ref(8999, 4);
    wrong_bytes(&history, PLANE_READER, refs, values);
    history_collect(&log, &history);
    EXPECT_EQ(log.count, 10);
    const PastPage *page = history_find(&history, 7);
    EXPECT_EQ(access_stamp(&log, past_access(page, PLANE_READER, 0)).when, 50);
    EXPECT_EQ(access_stamp(&log, past_access(page, PLANE_READER, 1)).when, 8999);
    EXPECT_EQ(past_access(page, PLANE_READER, 2), 0);
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < SHADOW_PAGE_BYTES; i++) {
        Stamp stamp = access_stamp(&log, past_access(page, PLANE_WRITER, i));
        wrong += stamp.when != 100 + i / 32 || stamp.lane != i % 32;
    }
    EXPECT_EQ(wrong, 0);
    history_destroy(&history);
    free(log.items);
}
