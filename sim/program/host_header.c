// SPDX-License-Identifier: Apache-2.0
#include "sim/program/host_header.h"

#include "sim/program/header.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_standard(const char *name)
{
    static const char *const names[] = {
#define HOST_HEADER(text) text,
#include "sim/program/host_header.def"
#undef HOST_HEADER
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_in_folder(const char *folder, size_t folder_bytes, const char *name)
{
    char path[4096];
    int size = snprintf(path, sizeof path, "%.*s/%s", (int)folder_bytes, folder, name);
    return size > 0 && (size_t)size < sizeof path && access(path, R_OK) == 0;
}

// Of a list with colons between the folders, as compilers take it from the environment.
static bool is_in_list(const char *list, const char *name)
{
    while (list != NULL && *list != '\0') {
        size_t size = strcspn(list, ":");
        if (size > 0 && is_in_folder(list, size, name)) {
            return true;
        }
        list += size + (list[size] == ':');
    }
    return false;
}

static bool is_in_system(const char *name)
{
    static const char *const patterns[] = {"/usr/local/include",
                                           "/usr/include",
                                           "/usr/include/*-linux-gnu",
                                           "/usr/include/c++/*",
                                           "/usr/include/*-linux-gnu/c++/*",
                                           "/usr/lib/gcc/*/*/include",
                                           "/usr/lib/llvm-*/lib/clang/*/include",
                                           "/usr/local/cuda/include"};
    bool is_found = false;
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0] && !is_found; i++) {
        glob_t folders;
        if (glob(patterns[i], GLOB_NOSORT, NULL, &folders) != 0) {
            continue;
        }
        for (size_t j = 0; j < folders.gl_pathc && !is_found; j++) {
            is_found = is_in_folder(folders.gl_pathv[j], strlen(folders.gl_pathv[j]), name);
        }
        globfree(&folders);
    }
    return is_found;
}

bool host_has_header(const char *name)
{
    return is_standard(name) || header_is_ours(name) || is_in_list(getenv("CPATH"), name) ||
           is_in_list(getenv("CPLUS_INCLUDE_PATH"), name) || is_in_system(name);
}
