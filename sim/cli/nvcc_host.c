// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/nvcc_host.h"

#include "sim/cli/cli.h"
#include "sim/cli/nvcc_linker.h"
#include "sim/cli/nvcc_plan.h"
#include "sim/cli/nvcc_shim.h"
#include "sim/cli/nvcc_words.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static const char *const names[] = {"c++", "g++", "cc", "gcc"};

enum { NAME_COUNT = sizeof names / sizeof *names };

const char *nvcc_host_name(uint32_t index)
{
    return index < NAME_COUNT ? names[index] : NULL;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static bool is_one_of(const char *word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(word, list[i]) == 0) {
            return true;
        }
    }
    return false;
}

bool nvcc_host_is_called(const char *program)
{
    return is_one_of(last_part(program), names, NAME_COUNT) || nvcc_linker_is_called(program);
}

// Options after which nothing is linked.
static bool stops_early(const Command *words)
{
    static const char *const stops[] = {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"};
    for (uint32_t i = 1; i < words->count; i++) {
        if (is_one_of(words->at[i], stops, sizeof stops / sizeof *stops)) {
            return true;
        }
    }
    return false;
}

static bool has_word(const Command *words, const char *word)
{
    return is_one_of(word, words->at, words->count);
}

// "-lname" in the folders of -L: a shared library or an archive.
static bool library_is_plan(const Command *words, const char *name, Arena *arena)
{
    for (uint32_t i = 1; i < words->count; i++) {
        if (strncmp(words->at[i], "-L", 2) == 0 &&
            (nvcc_plan_is(arena_printf(arena, "%s/lib%s.so", words->at[i] + 2, name), arena) ||
             nvcc_plan_is(arena_printf(arena, "%s/lib%s.a", words->at[i] + 2, name), arena))) {
            return true;
        }
    }
    return false;
}

// Whether one of the files or libraries is Lockstep's.
static bool links_plans(const Command *words)
{
    for (uint32_t i = 1; i < words->count; i++) {
        const char *word = words->at[i];
        if (strcmp(word, "-o") == 0) {
            i++;
        } else if (strncmp(word, "-l", 2) == 0
                       ? library_is_plan(words, word + 2, words->arena)
                       : word[0] != '-' && nvcc_plan_is(word, words->arena)) {
            return true;
        }
    }
    return false;
}

// CMake links a program of C++ and CUDA files with the C++ compiler, and tells it what the CUDA
// compiler adds to a link: each "-l" in the words of ld that -v shows, a folder's name or not
// (CMakeParseImplicitLinkInfo.cmake). A name that begins with '-' comes through as it is, so
// compilers that are no stand-ins learn where the linker is that is one.
static void tell_linker(Command *line)
{
    const char *folder = nvcc_shim_folder(line->arena);
    if (folder != NULL) {
        command_add(line,
                    arena_printf(line->arena, "-Xlinker=-rpath-link,-l-B%s/" NVCC_LINKERS, folder));
    }
}

// The words of nvcc that link the same. What does not fit a shared object, which the program
// becomes, or takes its symbols away, by which kernels are found, is left out, and so is a shim's
// linker.
static void put_link(const Command *words, Command *line)
{
    static const char *const unfit[] = {"-s",      "-pie",   "-no-pie",
                                        "-static", "-Wl,-s", "-Wl,--strip-all"};
    command_add(line, "-forward-unknown-to-host-compiler");
    for (uint32_t i = 1; i < words->count; i++) {
        const char *word = words->at[i];
        bool is_linker = strncmp(word, "-B", 2) == 0 && strcmp(last_part(word), NVCC_LINKERS) == 0;
        if (!is_linker && !is_one_of(word, unfit, sizeof unfit / sizeof *unfit)) {
            command_add(line, strcmp(word, "-v") == 0 ? "-Xcompiler=-v" : word);
        }
        if (strcmp(word, "-v") == 0) {
            tell_linker(line);
        }
    }
}

bool nvcc_host_run(const char *const *words, uint32_t count, Command *line)
{
    Command plain = {.arena = line->arena}, whole = plain;
    command_add_all(&plain, words, count);
    for (uint32_t i = 0; i < count; i++) {
        if (words[i][0] != '@' || !nvcc_words_read(words[i] + 1, &whole)) {
            command_add(&whole, words[i]);
        }
    }
    bool is_linker = nvcc_linker_is_called(words[0]);
    if ((is_linker || !stops_early(&whole)) && links_plans(&whole)) {
        (is_linker ? nvcc_linker_put : put_link)(&whole, line);
        return true;
    }
    const char *name = last_part(words[0]), *path = process_find_other(name, line->arena);
    Style style;
    style_choose(NULL, false, &style);
    if (path == NULL) {
        cli_error(&style, "there is no other %s in PATH than Lockstep's own stand-in", name);
        return false;
    }
    if (!is_linker && has_word(&whole, "-c")) {
        command_add(&plain, "-fPIC");
    }
    plain.at[0] = path;
    command_add(&plain, NULL);
    execv(path, (char *const *)plain.at);
    cli_error(&style, "cannot run %s: %s", path, strerror(errno));
    return false;
}
