// SPDX-License-Identifier: Apache-2.0
#include "sim/program/cache.h"

#include "sim/program/file.h"
#include "sim/program/folder.h"

#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static const char *workspace_of(Place *place)
{
    const char *problem = NULL, *workspace = cache_workspace(place->cache, &problem, &place->arena);
    EXPECT(workspace != NULL);
    return workspace;
}

static const char *find(Place *place, const char *key, const char **problem)
{
    Hash hash = key_of(key);
    *problem = NULL;
    return cache_find(place->cache, &hash, problem, &place->arena);
}

static bool is_found(Place *place, const char *key)
{
    const char *problem;
    return find(place, key, &problem) != NULL;
}

// Stores an entry that holds one file, program.so.
static const char *store(Place *place, const char *key, const char *text)
{
    Hash hash = key_of(key);
    bool is_temporary = true;
    const char *workspace = workspace_of(place);
    write_file(arena_printf(&place->arena, "%s/program.so", workspace), text);
    const char *entry =
        cache_store(place->cache, &hash, workspace, NULL, 0, &is_temporary, &place->arena);
    if (is_temporary) {
        folder_remove(workspace);
    }
    return is_temporary ? NULL : entry;
}

TEST(what_was_stored_is_found_by_its_key_alone)
{
    Place place = place_make();
    EXPECT(!is_found(&place, "a"));
    EXPECT(store(&place, "a", "built") != NULL);
    EXPECT(is_found(&place, "a"));
    EXPECT(!is_found(&place, "b"));
    place_remove(&place);
}

TEST(an_entry_goes_with_the_files_it_depends_on)
{
    Place place = place_make();
    Hash key = key_of("a");
    const char *header = arena_printf(&place.arena, "%s/header.h", place.cache);
    write_file(header, "int x;");
    bool is_temporary = true;
    cache_store(place.cache, &key, workspace_of(&place), &header, 1, &is_temporary, &place.arena);
    EXPECT(is_found(&place, "a"));
    write_file(header, "int y;");
    EXPECT(!is_found(&place, "a"));
    place_remove(&place);
}

TEST(two_builds_of_one_entry_keep_the_first_and_replace_a_damaged_one)
{
    Place place = place_make();
    const char *problem, *entry = store(&place, "a", "built");
    EXPECT(store(&place, "a", "built again") == NULL);
    EXPECT(is_found(&place, "a"));
    write_file(arena_printf(&place.arena, "%s/program.so", entry), "");
    EXPECT(find(&place, "a", &problem) == NULL);
    EXPECT(problem != NULL && strstr(problem, "program.so was changed") != NULL);
    EXPECT(store(&place, "a", "third") != NULL);
    EXPECT(is_found(&place, "a"));
    place_remove(&place);
}

// Every byte of every file of an entry: altered, and everything from it on cut off.
TEST(an_entry_that_was_altered_or_truncated_is_refused)
{
    Place place = place_make();
    static const char *const files[] = {"program.so", "seal"};
    const char *problem, *entry = store(&place, "a", "what was built");
    for (int i = 0; i < 2; i++) {
        size_t size_bytes = 0;
        const char *path = arena_printf(&place.arena, "%s/%s", entry, files[i]);
        const char *good = file_text(path, &size_bytes, &place.arena);
        for (size_t at = 0; at < size_bytes; at++) {
            char *bad = arena_text(&place.arena, good, size_bytes);
            bad[at] ^= 1;
            EXPECT(file_write(path, bad, size_bytes));
            EXPECT(!is_found(&place, "a"));
            EXPECT(file_write(path, good, at));
            EXPECT(!is_found(&place, "a"));
        }
        EXPECT(file_write(path, good, size_bytes));
        EXPECT(is_found(&place, "a"));
    }
    EXPECT(unlink(arena_printf(&place.arena, "%s/program.so", entry)) == 0);
    EXPECT(find(&place, "a", &problem) == NULL && problem != NULL);
    place_remove(&place);
}

TEST(an_entry_under_another_name_is_refused)
{
    Place place = place_make();
    const char *a = store(&place, "a", "for a"), *b = store(&place, "b", "for b");
    folder_remove(b);
    EXPECT(rename(a, b) == 0);
    EXPECT(!is_found(&place, "b"));
    place_remove(&place);
}

TEST(what_others_can_write_to_is_refused)
{
    Place place = place_make();
    const char *problem, *entry = store(&place, "a", "built");
    const char *program = arena_printf(&place.arena, "%s/program.so", entry);
    const char *const paths[] = {entry, program, arena_printf(&place.arena, "%s/seal", entry)};
    for (int i = 0; i < 3; i++) {
        EXPECT(chmod(paths[i], 0702 | (i == 0) * 05) == 0);
        EXPECT(find(&place, "a", &problem) == NULL);
        EXPECT(problem != NULL && strstr(problem, "written to by other users") != NULL);
        EXPECT(chmod(paths[i], 0700) == 0);
        EXPECT(is_found(&place, "a"));
    }
    place_remove(&place);
}

TEST(links_are_not_followed)
{
    Place place = place_make();
    const char *problem, *entry = store(&place, "a", "built");
    const char *program = arena_printf(&place.arena, "%s/program.so", entry);
    const char *moved = arena_printf(&place.arena, "%s/moved", place.cache);
    EXPECT(rename(program, moved) == 0 && symlink(moved, program) == 0);
    EXPECT(find(&place, "a", &problem) == NULL);
    EXPECT(problem != NULL && strstr(problem, "program.so is a link") != NULL);
    EXPECT(unlink(program) == 0 && rename(moved, program) == 0);
    EXPECT(is_found(&place, "a"));
    EXPECT(rename(entry, moved) == 0 && symlink(moved, entry) == 0);
    EXPECT(find(&place, "a", &problem) == NULL);
    EXPECT(problem != NULL && strstr(problem, "is a link") != NULL);
    EXPECT(store(&place, "a", "built") != NULL); // in place of the link
    EXPECT(is_found(&place, "a"));
    place_remove(&place);
}

// Only root can give files away.
TEST(files_of_other_users_are_refused)
{
    Place place = place_make();
    const char *problem, *entry = store(&place, "a", "built");
    const char *program = arena_printf(&place.arena, "%s/program.so", entry);
    if (chown(program, 1234, (gid_t)-1) == 0) {
        EXPECT(find(&place, "a", &problem) == NULL);
        EXPECT(problem != NULL && strstr(problem, "belongs to another user") != NULL);
        EXPECT(chown(program, geteuid(), (gid_t)-1) == 0);
        EXPECT(chown(entry, 1234, (gid_t)-1) == 0);
        EXPECT(find(&place, "a", &problem) == NULL && problem != NULL);
        EXPECT(store(&place, "a", "built") != NULL);
        EXPECT(is_found(&place, "a"));
    }
    place_remove(&place);
}

TEST(a_cache_that_others_can_write_to_is_not_used)
{
    Place place = place_make();
    const char *problem = NULL, *own = arena_printf(&place.arena, "%s/own", place.cache);
    setenv("LOCKSTEP_CACHE", own, 1);
    EXPECT(cache_folder(&problem, &place.arena) != NULL && problem == NULL);
    struct stat status;
    EXPECT(stat(own, &status) == 0 && (status.st_mode & 0777) == 0700);
    EXPECT(chmod(own, 0777) == 0);
    EXPECT(cache_folder(&problem, &place.arena) == NULL && problem != NULL);
    EXPECT(chmod(own, 0700) == 0 && chmod(place.cache, 0777) == 0);
    problem = NULL;
    EXPECT(cache_folder(&problem, &place.arena) == NULL);
    EXPECT(problem != NULL && strstr(problem, "other users can write to") != NULL);
    EXPECT(chmod(place.cache, 01777) == 0); // sticky, as /tmp: ours stays where it is
    EXPECT(cache_folder(&problem, &place.arena) != NULL);
    unsetenv("LOCKSTEP_CACHE");
    setenv("XDG_CACHE_HOME", place.cache, 1); // the folder's name is our own here: it is narrowed
    const char *named = arena_printf(&place.arena, "%s/lockstep", place.cache);
    EXPECT(mkdir(named, 0777) == 0 && chmod(named, 0777) == 0);
    EXPECT(cache_folder(&problem, &place.arena) != NULL);
    EXPECT(stat(named, &status) == 0 && (status.st_mode & 0777) == 0700);
    unsetenv("XDG_CACHE_HOME");
    place_remove(&place);
}

TEST(temporary_files_do_not_go_where_others_can_replace_them)
{
    Place place = place_make();
    const char *problem = NULL;
    EXPECT(chmod(place.cache, 0777) == 0);
    setenv("TMPDIR", place.cache, 1);
    EXPECT(cache_workspace(NULL, &problem, &place.arena) == NULL && problem != NULL);
    EXPECT(chmod(place.cache, 01777) == 0);
    EXPECT(cache_workspace(NULL, &problem, &place.arena) != NULL);
    unsetenv("TMPDIR");
    place_remove(&place);
}

// A folder of another user in the cache may hold links by the time that it is removed.
TEST(removing_a_folder_follows_no_links)
{
    Place place = place_make();
    const char *kept = arena_printf(&place.arena, "%s/kept", place.cache);
    const char *gone = arena_printf(&place.arena, "%s/gone", place.cache);
    EXPECT(mkdir(kept, 0700) == 0 && mkdir(gone, 0700) == 0);
    write_file(arena_printf(&place.arena, "%s/file", kept), "x");
    EXPECT(symlink(kept, arena_printf(&place.arena, "%s/link", gone)) == 0);
    folder_remove(gone);
    EXPECT(access(gone, F_OK) != 0);
    EXPECT(access(arena_printf(&place.arena, "%s/file", kept), F_OK) == 0);
    place_remove(&place);
}
