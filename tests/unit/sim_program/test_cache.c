// SPDX-License-Identifier: Apache-2.0
#include "sim/program/cache.h"

#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Place {
    Arena arena;
    const char *cache;
} Place;

static Place place_make(void)
{
    char folder[] = "/tmp/lockstep-test-XXXXXX";
    Place place = {0};
    char *made = mkdtemp(folder);
    EXPECT(made != NULL);
    place.cache = arena_text(&place.arena, folder, strlen(folder));
    return place;
}

static void place_remove(Place *place)
{
    folder_remove(place->cache);
    arena_clear(&place->arena);
}

static Hash key_of(const char *text)
{
    Hash hash = hash_begin();
    hash_add_text(&hash, text);
    return hash;
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    EXPECT(file != NULL);
    if (file != NULL) {
        fputs(text, file);
        fclose(file);
    }
}

TEST(no_text_is_not_the_empty_text)
{
    Hash none = key_of(NULL), empty = key_of("");
    EXPECT(memcmp(&none, &empty, sizeof none) != 0);
}

TEST(what_was_stored_is_found_by_its_key_alone)
{
    Place place = place_make();
    Hash key = key_of("a"), other = key_of("b");
    EXPECT(cache_find(place.cache, &key, &place.arena) == NULL);
    const char *workspace = cache_workspace(place.cache, &place.arena);
    write_file(arena_printf(&place.arena, "%s/program.so", workspace), "built");
    bool is_temporary = true;
    cache_store(place.cache, &key, workspace, NULL, 0, &is_temporary, &place.arena);
    EXPECT(!is_temporary);
    EXPECT(cache_find(place.cache, &key, &place.arena) != NULL);
    EXPECT(cache_find(place.cache, &other, &place.arena) == NULL);
    place_remove(&place);
}

TEST(an_entry_goes_with_the_files_it_depends_on)
{
    Place place = place_make();
    Hash key = key_of("a");
    const char *header = arena_printf(&place.arena, "%s/header.h", place.cache);
    write_file(header, "int x;");
    const char *workspace = cache_workspace(place.cache, &place.arena);
    bool is_temporary = true;
    cache_store(place.cache, &key, workspace, &header, 1, &is_temporary, &place.arena);
    EXPECT(cache_find(place.cache, &key, &place.arena) != NULL);
    write_file(header, "int y;");
    EXPECT(cache_find(place.cache, &key, &place.arena) == NULL);
    place_remove(&place);
}
