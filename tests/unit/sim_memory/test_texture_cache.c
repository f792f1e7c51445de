// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/texture_cache.h"
#include "sim/memory/texture_table.h"
#include "tests/test.h"

// Two sets of two 64-byte lines with 32-byte sectors.
static const TextureCacheShape small = {.line_bytes = 64, .sector_bytes = 32, .ways = 2, .sets = 2};

static TextureCacheResult read_alone(TextureCache *cache, uint64_t address)
{
    texture_cache_begin(cache);
    return texture_cache_read(cache, address);
}

TEST(second_request_hits)
{
    TextureCache *cache = texture_cache_create(small);
    EXPECT_EQ(read_alone(cache, 0), TEXTURE_CACHE_MISS);
    EXPECT_EQ(read_alone(cache, 31), TEXTURE_CACHE_HIT);
    texture_cache_destroy(cache);
}

TEST(sectors_of_a_line_come_one_by_one)
{
    TextureCache *cache = texture_cache_create(small);
    read_alone(cache, 0);
    EXPECT_EQ(read_alone(cache, 32), TEXTURE_CACHE_MISS);
    EXPECT_EQ(read_alone(cache, 0), TEXTURE_CACHE_HIT);
    texture_cache_destroy(cache);
}

TEST(a_request_counts_each_sector_once)
{
    TextureCache *cache = texture_cache_create(small);
    texture_cache_begin(cache);
    EXPECT_EQ(texture_cache_read(cache, 4), TEXTURE_CACHE_MISS);
    EXPECT_EQ(texture_cache_read(cache, 8), TEXTURE_CACHE_COUNTED);
    EXPECT_EQ(texture_cache_read(cache, 36), TEXTURE_CACHE_MISS);
    texture_cache_destroy(cache);
}

TEST(least_recently_used_line_goes)
{
    TextureCache *cache = texture_cache_create(small);
    read_alone(cache, 0); // lines 0, 2, 4 share set 0
    read_alone(cache, 128);
    read_alone(cache, 0);
    read_alone(cache, 256); // replaces line 2
    EXPECT_EQ(read_alone(cache, 0), TEXTURE_CACHE_HIT);
    EXPECT_EQ(read_alone(cache, 128), TEXTURE_CACHE_MISS);
    texture_cache_destroy(cache);
}

TEST(cleared_cache_is_empty)
{
    TextureCache *cache = texture_cache_create(small);
    read_alone(cache, 0);
    texture_cache_clear(cache);
    EXPECT_EQ(read_alone(cache, 0), TEXTURE_CACHE_MISS);
    EXPECT_EQ(read_alone(cache, 0), TEXTURE_CACHE_HIT);
    texture_cache_destroy(cache);
}

TEST(gt200_has_eight_sets_of_twenty)
{
    TextureCacheShape shape = texture_cache_shape(gpu_preset("gtx280"));
    EXPECT_EQ(shape.line_bytes, 32); // 5 KB, 20 ways, 32 B: Wong et al., ISPASS 2010
    EXPECT_EQ(shape.ways, 20);
    EXPECT_EQ(shape.sets, 8);
}

TEST(unified_l1_serves_current_gpus)
{
    const Gpu *gpu = gpu_preset("v100");
    TextureCacheShape shape = texture_cache_shape(gpu);
    EXPECT_EQ(shape.line_bytes, gpu->l1_line_bytes);
    EXPECT_EQ(shape.sector_bytes, gpu->l1_sector_bytes);
    EXPECT_EQ(shape.sets * shape.ways * shape.line_bytes, gpu->l1_bytes);
}

TEST(unknown_sizes_still_make_a_cache)
{
    Gpu gpu = {0};
    TextureCacheShape shape = texture_cache_shape(&gpu);
    EXPECT_EQ(shape.sets, 1);
    EXPECT_EQ(shape.ways, 4);
    EXPECT_EQ(shape.line_bytes, 32);
}

TEST(handles_are_found_until_removed)
{
    TextureTable table = {0};
    Texture texture = {.width = 1};
    uint64_t first = texture_table_create(&table, TEXTURE_FOR_FETCH, &texture);
    texture_table_bind(&table, 0x7f0000000000, TEXTURE_FOR_SURFACE, &texture);
    texture.width = 2;
    uint64_t second = texture_table_create(&table, TEXTURE_FOR_FETCH, &texture);
    EXPECT(first != 0 && first != second);
    EXPECT_EQ(texture_table_find(&table, second)->texture.width, 2);
    EXPECT_EQ(texture_table_find(&table, 0x7f0000000000)->use, TEXTURE_FOR_SURFACE);
    EXPECT(texture_table_remove(&table, first));
    EXPECT(!texture_table_remove(&table, first));
    EXPECT(texture_table_find(&table, first) == NULL);
    EXPECT(texture_table_find(&table, second) != NULL);
    texture_table_clear(&table);
}

TEST(binding_again_replaces)
{
    TextureTable table = {0};
    Texture texture = {.width = 1};
    texture_table_bind(&table, 64, TEXTURE_FOR_FETCH, &texture);
    texture.width = 5;
    texture_table_bind(&table, 64, TEXTURE_FOR_FETCH, &texture);
    EXPECT_EQ(table.count, 1);
    EXPECT_EQ(texture_table_find(&table, 64)->texture.width, 5);
    texture_table_clear(&table);
}
