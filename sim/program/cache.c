// SPDX-License-Identifier: Apache-2.0
#include "sim/program/cache.h"

#include "isa/base/text.h"
#include "sim/program/file.h"
#include "sim/program/folder.h"
#include "sim/program/seal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { ENTRIES_KEPT = 4000, ABANDONED_AFTER_SECONDS = 3600, ROOM_BYTES = 1 << 22 };

// A folder with Lockstep's own name may be restricted; one that the user names may serve others.
static const char *own_problem(const char *path, bool is_named_by_user, Arena *arena)
{
    const char *problem = NULL;
    if (!is_named_by_user) {
        chmod(path, 0700);
    }
    int folder = folder_open(path, &problem, arena);
    if (folder >= 0) {
        close(folder);
        problem = folder_problem(path, arena);
    }
    return problem;
}

const char *cache_folder(const char **problem, Arena *arena)
{
    const char *own = getenv("LOCKSTEP_CACHE"), *shared = getenv("XDG_CACHE_HOME"),
               *home = getenv("HOME");
    const char *path = NULL;
    bool is_named_by_user = own != NULL && own[0] != 0;
    if (is_named_by_user) {
        path = own;
    } else if (shared != NULL && shared[0] == '/') {
        path = arena_printf(arena, "%s/lockstep", shared);
    } else if (home != NULL && home[0] == '/') {
        path = arena_printf(arena, "%s/.cache/lockstep", home);
    }
    if (path == NULL || !folder_make(path) || access(path, W_OK | X_OK) != 0) {
        return NULL;
    }
    *problem = own_problem(path, is_named_by_user, arena);
    return *problem == NULL ? path : NULL;
}

// An entry is named after its key and after the content of the files listed in KEY.files.
static const char *entry_name(const Hash *key, const char *list, Arena *arena)
{
    Hash content = *key;
    for (const char *at = list; *at != 0;) {
        size_t size = strcspn(at, "\n");
        const char *path = arena_text(arena, at, size);
        hash_add_text(&content, path);
        hash_add_file(&content, path);
        at += size + (at[size] == '\n');
    }
    return arena_printf(arena, "%s-%s", hash_text(key, arena), hash_text(&content, arena));
}

static const char *list_name(const Hash *key, Arena *arena)
{
    return arena_printf(arena, "%s.files", hash_text(key, arena));
}

// The files that the entry for this key depends on; NULL when there is none, or with *problem set.
static const char *read_list(const char *cache, const Hash *key, const char **problem, Arena *arena)
{
    size_t size_bytes;
    int folder = folder_open(cache, problem, arena);
    if (folder < 0) {
        return NULL;
    }
    const char *reason = NULL;
    const char *list = folder_read(folder, list_name(key, arena), &size_bytes, &reason, arena);
    if (list == NULL && errno != ENOENT) {
        *problem = reason;
    }
    close(folder);
    return list;
}

const char *cache_find(const char *cache, const Hash *key, const char **problem, Arena *arena)
{
    bool is_there;
    const char *list = read_list(cache, key, problem, arena);
    if (list == NULL) {
        return NULL;
    }
    const char *name = entry_name(key, list, arena);
    const char *entry = arena_printf(arena, "%s/%s", cache, name);
    const char *reason = seal_problem(entry, name, &is_there, arena);
    if (reason != NULL) {
        *problem = reason;
    }
    // The time of last use is the folder's time of last change.
    return is_there && reason == NULL && utimensat(AT_FDCWD, entry, NULL, 0) == 0 ? entry : NULL;
}

// The folder for temporary files, if nobody else can replace what is in it.
static const char *temporary_folder(const char **problem, Arena *arena)
{
    const char *chosen = getenv("TMPDIR");
    bool is_chosen = chosen != NULL && chosen[0] != 0;
    *problem = folder_problem(is_chosen ? chosen : "/tmp", arena);
    return *problem == NULL ? is_chosen ? chosen : "/tmp" : NULL;
}

const char *cache_workspace(const char *cache, const char **problem, Arena *arena)
{
    const char *place = cache != NULL ? cache : temporary_folder(problem, arena);
    if (place == NULL) {
        return NULL;
    }
    const char *pattern = arena_printf(arena, "%s/lockstep.XXXXXX", place);
    const char *workspace = mkdtemp(arena_text(arena, pattern, strlen(pattern)));
    if (workspace == NULL) {
        *problem = arena_printf(arena, "%s: %s", place, strerror(errno));
    }
    return workspace;
}

// Quotas show only when bytes are written.
bool cache_has_room(const char *cache, Arena *arena)
{
    const char *problem, *workspace = cache_workspace(cache, &problem, arena);
    if (workspace == NULL) {
        return false;
    }
    void *bytes = calloc(1, ROOM_BYTES);
    bool is_written =
        bytes == NULL || file_write(arena_printf(arena, "%s/room", workspace), bytes, ROOM_BYTES);
    int error = errno;
    free(bytes);
    folder_remove(workspace);
    errno = error;
    return is_written;
}

// Entries are replaced by one process at a time. -1: without a lock, on file systems that have
// none.
static int lock_cache(const char *cache, Arena *arena)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int file = open(arena_printf(arena, "%s/lock", cache),
                    O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file >= 0) {
        fcntl(file, F_SETLKW, &whole);
    }
    return file;
}

// A good entry is left in place: the process that stored it may be about to load it.
static bool put_entry(const char *cache, const char *workspace, const char *name, Arena *arena)
{
    bool is_there;
    const char *entry = arena_printf(arena, "%s/%s", cache, name), *problem;
    if (rename(workspace, entry) == 0) {
        return true;
    }
    if (seal_problem(entry, name, &is_there, arena) == NULL) {
        return false;
    }
    const char *aside = cache_workspace(cache, &problem, arena);
    bool is_moved = aside != NULL && (unlink(entry) == 0 || rename(entry, aside) == 0) &&
                    rename(workspace, entry) == 0;
    if (aside != NULL) {
        folder_remove(aside);
    }
    return is_moved;
}

const char *cache_store(const char *cache, const Hash *key, const char *workspace,
                        const char *const *files, uint32_t file_count, bool *is_temporary,
                        Arena *arena)
{
    Text list = {0};
    for (uint32_t i = 0; i < file_count; i++) {
        text_printf(&list, "%s\n", files[i]);
    }
    const char *name = entry_name(key, text_string(&list), arena);
    const char *draft = arena_printf(arena, "%s.files", workspace);
    const char *place = arena_printf(arena, "%s/%s", cache, list_name(key, arena));
    int lock = lock_cache(cache, arena);
    bool is_stored = seal_write(workspace, name, arena) &&
                     file_write(draft, text_string(&list), list.size_bytes) &&
                     chmod(draft, 0600) == 0 && rename(draft, place) == 0 &&
                     put_entry(cache, workspace, name, arena);
    if (lock >= 0) {
        close(lock);
    }
    text_destroy(&list);
    *is_temporary = !is_stored; // another process built the same, or the disk is full
    if (!is_stored) {
        unlink(draft);
    }
    return is_stored ? arena_printf(arena, "%s/%s", cache, name) : workspace;
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
            entries = arena_room(&arena, entries, count, &room, sizeof *entries);
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
