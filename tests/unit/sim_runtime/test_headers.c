// SPDX-License-Identifier: Apache-2.0
// The headers that host code may include compile, all in one program: as C++11 to C++20 with g++,
// and clang++ where it is, and the API's as C11. A compiler that is not there is said and skipped.
#include "tests/test.h"

#include <dirent.h>
#include <stdlib.h>

#define FOLDER  LOCKSTEP_SOURCE_DIR "/sim/runtime/include"
#define TOOLKIT LOCKSTEP_SOURCE_DIR "/isa/cuda/library/toolkit" // for what kernels have, too

static bool has(const char *compiler)
{
    char command[256];
    snprintf(command, sizeof(command), "%s --version >/dev/null 2>&1", compiler);
    bool is_there = system(command) == 0;
    if (!is_there) {
        printf("skipped: there is no %s\n", compiler);
    }
    return is_there;
}

// Compiles a file that includes every header of the folder.
static bool compiles(const char *compiler, const char *standard, const char *language,
                     const char *includes)
{
    char command[16384];
    snprintf(command, sizeof(command),
             "printf '%sint main(void) { return 0; }\\n' | %s -x %s -std=%s -Wall -Wextra -Werror "
             "-Wno-unused-function -I" FOLDER " -I" TOOLKIT " -fsyntax-only -",
             includes, compiler, language, standard);
    return system(command) == 0;
}

static unsigned list_headers(char *includes, size_t room)
{
    unsigned count = 0;
    size_t used = 0;
    DIR *folder = opendir(FOLDER);
    for (struct dirent *at = folder == NULL ? NULL : readdir(folder); at != NULL;
         at = readdir(folder)) {
        const char *end = strrchr(at->d_name, '.');
        if (end != NULL && strcmp(end, ".h") == 0) {
            used += (size_t)snprintf(includes + used, room - used, "#include <%s>\\n", at->d_name);
            count++;
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
    snprintf(includes + used, room - used,
             "#include <nvtx3/nvtx3.hpp>\\n#include <cooperative_groups/reduce.h>\\n"
             "#include <cuda/atomic>\\n");
    return count;
}

TEST(all_headers_compile_as_cxx)
{
    static const char *const compilers[] = {"g++", "clang++"};
    static const char *const standards[] = {"c++11", "c++14", "c++17", "c++20"};
    static char includes[8192];
    EXPECT(list_headers(includes, sizeof(includes)) > 30);
    for (int i = 0; i < 2; i++) {
        for (int k = 0; has(compilers[i]) && k < 4; k++) {
            EXPECT(compiles(compilers[i], standards[k], "c++", includes));
        }
    }
}

TEST(the_api_compiles_as_c)
{
    static const char *const headers =
        "#include <cuda_runtime_api.h>\\n#include <cuda_runtime.h>\\n"
        "#include <vector_functions.h>\\n#include <cuda.h>\\n"
        "#include <nvToolsExtCuda.h>\\n#include <nvToolsExtCudaRt.h>\\n#include "
        "<nvToolsExtSync.h>\\n";
    EXPECT(!has("gcc") || compiles("gcc", "c11", "c", headers));
}

TEST(half_rounds_as_the_compilers_own)
{
    static const char *const program = LOCKSTEP_BINARY_DIR "/half_on_the_host";
    char command[1024];
    snprintf(command, sizeof(command),
             "g++ -O1 -std=c++17 -I" FOLDER " -I" TOOLKIT " %s -o %s && %s",
             LOCKSTEP_SOURCE_DIR "/tests/unit/sim_runtime/half.cc", program, program);
    EXPECT(!has("g++") || system(command) == 0);
}

// What is wrong must be noticed: the test above would pass if nothing were compiled.
TEST(a_wrong_header_does_not_compile)
{
    EXPECT(!has("g++") || !compiles("g++", "c++17", "c++", "#include <no_such_header.h>\\n"));
}
