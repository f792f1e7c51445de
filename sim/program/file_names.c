// SPDX-License-Identifier: Apache-2.0
#include "sim/program/file_names.h"

#include "sim/program/folder.h"

#include <string.h>

static const char *renamed(const char *name, const FilePrefix *prefix, Arena *arena)
{
    size_t size = strlen(prefix->from);
    const char *rest = name + size;
    if (size == 0 || strncmp(name, prefix->from, size) != 0 || (*rest != '/' && *rest != '\0')) {
        return name;
    }
    if (prefix->to[0] != '\0') {
        return arena_printf(arena, "%s%s", prefix->to, rest);
    }
    while (*rest == '/' || strncmp(rest, "./", 2) == 0) {
        rest += *rest == '/' ? 1 : 2;
    }
    return *rest == '\0' ? name : rest;
}

// The literal of a .file directive.
static void put_name(Build *build, const FilePrefix *prefixes, uint32_t count, const char *literal,
                     size_t size_bytes, Text *out)
{
    Text quoted = {0};
    text_unquote(&quoted, literal, size_bytes);
    const char *name = arena_text(build->arena, text_string(&quoted), quoted.size_bytes);
    for (uint32_t i = 0; i < count; i++) {
        name = renamed(name, &prefixes[i], build->arena);
    }
    text_quote(out, name, strlen(name));
    text_destroy(&quoted);
}

void build_rename_files(Build *build, BuildUnit *unit, const FilePrefix *prefixes, uint32_t count)
{
    Text out = {0};
    for (const char *ptx = unit->ptx; *ptx != '\0';) {
        size_t size = strcspn(ptx, "\n"), start = strspn(ptx, " \t");
        const char *quote = memchr(ptx, '"', size);
        if (strncmp(ptx + start, ".file", 5) == 0 && quote != NULL && ptx[size - 1] == '"') {
            text_add(&out, ptx, (size_t)(quote - ptx));
            put_name(build, prefixes, count, quote + 1, (size_t)(ptx + size - 1 - (quote + 1)),
                     &out);
        } else {
            text_add(&out, ptx, size);
        }
        text_put(&out, ptx[size] == '\n' ? "\n" : "");
        ptx += size + (ptx[size] == '\n');
    }
    unit->ptx = arena_text(build->arena, text_string(&out), out.size_bytes);
    unit->ptx_bytes = out.size_bytes;
    text_destroy(&out);
}

FilePrefix build_prefix_of_start(Build *build, const BuildUnit *unit)
{
    return (FilePrefix){unit->path[0] == '/' ? "" : folder_here(build->arena), ""};
}
