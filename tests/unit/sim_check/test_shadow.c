// SPDX-License-Identifier: Apache-2.0
// The log of accesses and the words that refer to it.
#include "sim/check/shadow.h"
#include "tests/test.h"

#include <stdlib.h>

static void destroy(Shadow *shadow, ShadowPool *pool, AccessLog *log)
{
    shadow_destroy(shadow);
    shadow_pool_destroy(pool);
    free(log->items);
}

TEST(a_reference_tells_who_accessed)
{
    AccessLog log = {0};
    EXPECT_EQ(access_stamp(&log, 0).when, 0);
    access_add(&log, (Access){.when = 1});
    AccessRef ref = access_add(&log, (Access){.when = 7, .warp = 3, .pc = 99, .is_async = 1});
    Stamp stamp = access_stamp(&log, ref | 21u);
    EXPECT_EQ(stamp.when, 7);
    EXPECT_EQ(stamp.warp, 3);
    EXPECT_EQ(stamp.pc, 99);
    EXPECT_EQ(stamp.lane, 21);
    EXPECT(stamp.is_async && !stamp.is_atomic);
    free(log.items);
}

TEST(pages_are_found_again_among_many)
{
    ShadowPool pool = {0};
    Shadow shadow;
    AccessLog log = {0};
    shadow_init(&shadow, &pool);
    for (uint32_t i = 0; i < 5000; i++) {
        uint64_t number = (uint64_t)i * 64 + 3; // all of one hint
        shadow_plane(&shadow, shadow_page(&shadow, number), PLANE_WRITER)[i % 64] = i + 1;
    }
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < 5000; i++) {
        const Page *page = shadow_page(&shadow, (uint64_t)i * 64 + 3);
        wrong += page->planes[PLANE_WRITER][i % 64] != i + 1 || page->planes[PLANE_READER] != NULL;
    }
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(shadow_page_count(&shadow), 5000);
    shadow_clear(&shadow);
    shadow_pool_reset(&pool);
    EXPECT(shadow_page(&shadow, 3)->planes[PLANE_WRITER] == NULL);
    destroy(&shadow, &pool, &log);
}

TEST(a_split_page_keeps_what_its_words_had)
{
    ShadowPool pool = {0};
    Shadow shadow;
    AccessLog log = {0};
    shadow_init(&shadow, &pool);
    Page *page = shadow_page(&shadow, 1);
    shadow_plane(&shadow, page, PLANE_WRITER)[5] = 77;
    shadow_values(&shadow, page)[5] = 123;
    shadow_split(&shadow, page);
    EXPECT_EQ(page->shift, 0);
    EXPECT_EQ(page->planes[PLANE_WRITER][19], 0);
    EXPECT_EQ(page->planes[PLANE_WRITER][20], 77);
    EXPECT_EQ(page->planes[PLANE_WRITER][23], 77);
    EXPECT_EQ(page->values[23], 123);
    EXPECT_EQ(page->planes[PLANE_WRITER][24], 0);
    EXPECT(page->planes[PLANE_READER] == NULL);
    destroy(&shadow, &pool, &log);
}

TEST(collecting_keeps_what_words_refer_to_in_order)
{
    ShadowPool pool = {0};
    Shadow shadow;
    AccessLog log = {0};
    shadow_init(&shadow, &pool);
    for (uint32_t i = 0; i < 100; i++) {
        access_add(&log, (Access){.when = i});
    }
    Page *page = shadow_page(&shadow, 9);
    shadow_plane(&shadow, page, PLANE_READER)[0] = 41u << 5 | 4;
    shadow_plane(&shadow, page, PLANE_WRITER)[0] = 8u << 5 | 31;
    shadow_plane(&shadow, page, PLANE_WRITER)[1] = 41u << 5 | 5;
    Shadow *all = &shadow;
    shadow_collect(&log, &all, 1);
    EXPECT_EQ(log.count, 2);
    Stamp reader = access_stamp(&log, page->planes[PLANE_READER][0]);
    Stamp writer = access_stamp(&log, page->planes[PLANE_WRITER][0]);
    EXPECT_EQ(reader.when, 40);
    EXPECT_EQ(reader.lane, 4);
    EXPECT_EQ(writer.when, 7);
    EXPECT_EQ(writer.lane, 31);
    EXPECT_EQ(page->planes[PLANE_WRITER][1], (2u << 5 | 5));
    EXPECT_EQ(page->planes[PLANE_WRITER][2], 0);
    destroy(&shadow, &pool, &log);
}
