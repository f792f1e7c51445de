// SPDX-License-Identifier: Apache-2.0
#include "sim/program/cache.h"

#include "sim/program/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { ENTRIES_KEPT = 1000, ABANDONED_AFTER_SECONDS = 3600, FOLDER_DEPTH_MAX = 8 };

// FNV-1a's offset basis and prime (Fowler, Noll, Vo); the second run begins elsewhere.
Hash hash_begin(void)
{
    return (Hash){{UINT64_C(0xcbf29ce484222325), UINT64_C(0x6c62272e07bb0142)}};
}

void hash_add(Hash *hash, const void *bytes, size_t size_bytes)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size_bytes; i++) {
        hash->word[0] = (hash->word[0] ^ at[i]) * UINT64_C(0x100000001b3);
        hash->word[1] = (hash->word[1] ^ at[i] ^ 0x55) * UINT64_C(0x100000001b3);
    }
}

void hash_add_text(Hash *hash, const char *text)
{
    hash_add(hash, text == NULL ? "0" : "1", 1);
    if (text != NULL) {
        hash_add(hash, text, strlen(text) + 1);
    }
}

void hash_add_file(Hash *hash, const char *path)
{
    Arena arena = {0};
    size_t size_bytes = 0;
    const char *text = file_text(path, &size_bytes, &arena);
    uint64_t size = text == NULL ? UINT64_MAX : size_bytes;
    hash_add(hash, &size, sizeof size);
    hash_add(hash, text, text == NULL ? 0 : size_bytes);
    arena_clear(&arena);
}

void hash_add_program(Hash *hash, const char *path)
{
    struct stat info;
    memset(&info, 0, sizeof info);
    hash_add_text(hash, path);
    if (path != NULL && stat(path, &info) == 0) {
        hash_add(hash, &info.st_size, sizeof info.st_size);
        hash_add(hash, &info.st_mtim, sizeof info.st_mtim);
    }
}

const char *hash_text(const Hash *hash, Arena *arena)
{
    return arena_printf(arena, "%016llx%016llx", (unsigned long long)hash->word[0],
                        (unsigned long long)hash->word[1]);
}

// Makes the folder and those above it.
static bool make_folder(const char *path)
{
    Arena arena = {0};
    char *copy = arena_text(&arena, path, strlen(path));
    for (char *at = strchr(copy + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
        *at = 0;
        mkdir(copy, 0777);
        *at = '/';
    }
    bool is_made = mkdir(copy, 0777) == 0 || errno == EEXIST;
    arena_clear(&arena);
    return is_made && access(path, W_OK | X_OK) == 0;
}

const char *cache_folder(Arena *arena)
{
    const char *own = getenv("LOCKSTEP_CACHE"), *shared = getenv("XDG_CACHE_HOME"),
               *home = getenv("HOME");
    const char *path = NULL;
    if (own != NULL && own[0] != 0) {
        path = own;
    } else if (shared != NULL && shared[0] == '/') {
        path = arena_printf(arena, "%s/lockstep", shared);
    } else if (home != NULL && home[0] == '/') {
        path = arena_printf(arena, "%s/.cache/lockstep", home);
    }
    return path != NULL && make_folder(path) ? path : NULL;
}

// An entry is named after its key and after the content of the files listed in KEY.files.
static const char *entry_of(const char *cache, const Hash *key, const char *list, Arena *arena)
{
    Hash content = *key;
    for (const char *at = list; *at != 0;) {
        size_t size = strcspn(at, "\n");
        const char *path = arena_text(arena, at, size);
        hash_add_text(&content, path);
        hash_add_file(&content, path);
        at += size + (at[size] == '\n');
    }
    return arena_printf(arena, "%s/%s-%s", cache, hash_text(key, arena),
                        hash_text(&content, arena));
}

static const char *list_path(const char *cache, const Hash *key, Arena *arena)
{
    return arena_printf(arena, "%s/%s.files", cache, hash_text(key, arena));
}

const char *cache_find(const char *cache, const Hash *key, Arena *arena)
{
    size_t size_bytes;
    const char *list = file_text(list_path(cache, key, arena), &size_bytes, arena);
    if (list == NULL) {
        return NULL;
    }
    const char *entry = entry_of(cache, key, list, arena);
    // The time of last use is the folder's time of last change.
    return utimensat(AT_FDCWD, entry, NULL, 0) == 0 ? entry : NULL;
}

const char *cache_workspace(const char *cache, Arena *arena)
{
    const char *temporary = getenv("TMPDIR");
    temporary = temporary == NULL || temporary[0] == 0 ? "/tmp" : temporary;
    const char *pattern =
        arena_printf(arena, "%s/lockstep.XXXXXX", cache == NULL ? temporary : cache);
    return mkdtemp(arena_text(arena, pattern, strlen(pattern)));
}

const char *cache_store(const char *cache, const Hash *key, const char *workspace,
                        const char *const *files, uint32_t file_count, bool *is_temporary,
                        Arena *arena)
{
    Text list = {0};
    for (uint32_t i = 0; i < file_count; i++) {
        text_printf(&list, "%s\n", files[i]);
    }
    const char *entry = entry_of(cache, key, text_string(&list), arena);
    const char *draft = arena_printf(arena, "%s.files", workspace);
    bool is_stored = file_write(draft, text_string(&list), list.size_bytes) &&
                     rename(draft, list_path(cache, key, arena)) == 0;
    text_destroy(&list);
    if (is_stored && rename(workspace, entry) == 0) {
        *is_temporary = false;
        return entry;
    }
    *is_temporary = true; // another process built the same, or the disk is full
    unlink(draft);
    return workspace;
}

static void remove_folder(const char *folder, int depth)
{
    DIR *listing = opendir(folder);
    Arena arena = {0};
    struct dirent *item;
    while (listing != NULL && (item = readdir(listing)) != NULL) {
        if (strcmp(item->d_name, ".") == 0 || strcmp(item->d_name, "..") == 0) {
            continue;
        }
        const char *path = arena_printf(&arena, "%s/%s", folder, item->d_name);
        if (unlink(path) != 0 && depth < FOLDER_DEPTH_MAX) {
            remove_folder(path, depth + 1);
        }
    }
    if (listing != NULL) {
        closedir(listing);
    }
    rmdir(folder);
    arena_clear(&arena);
}

void folder_remove(const char *folder)
{
    remove_folder(folder, 0);
}

typedef struct Entry {
    const char *name;
    time_t used;
} Entry;

static int compare_age(const void *a, const void *b)
{
    const Entry *x = a, *y = b;
    return (x->used < y->used) - (x->used > y->used);
}

static void remove_entry(const char *cache, const char *name)
{
    Arena arena = {0};
    folder_remove(arena_printf(&arena, "%s/%s", cache, name));
    size_t key_size = strcspn(name, "-");
    if (name[key_size] == '-') {
        unlink(arena_printf(&arena, "%s/%.*s.files", cache, (int)key_size, name));
    }
    arena_clear(&arena);
}

void cache_prune(const char *cache)
{
    Arena arena = {0};
    Entry *entries = NULL;
    uint32_t count = 0, room = 0;
    DIR *listing = opendir(cache);
    struct dirent *item;
    while (listing != NULL && (item = readdir(listing)) != NULL) {
        struct stat info;
        const char *name = arena_text(&arena, item->d_name, strlen(item->d_name));
        if (stat(arena_printf(&arena, "%s/%s", cache, name), &info) != 0) {
            continue;
        }
        bool is_draft = strncmp(name, "lockstep.", 9) == 0;
        if (is_draft && time(NULL) - info.st_mtime > ABANDONED_AFTER_SECONDS) {
            remove_entry(cache, name);
        } else if (strlen(name) == 65 && name[32] == '-') {
            if (count == room) {
                entries = arena_grow(&arena, entries, room, room * 2 + 64, sizeof *entries);
                room = room * 2 + 64;
            }
            entries[count++] = (Entry){name, info.st_mtime};
        }
    }
    if (listing != NULL) {
        closedir(listing);
    }
    if (count > ENTRIES_KEPT) {
        qsort(entries, count, sizeof *entries, compare_age);
        for (uint32_t i = ENTRIES_KEPT; i < count; i++) {
            remove_entry(cache, entries[i].name);
        }
    }
    arena_clear(&arena);
}
