// SPDX-License-Identifier: Apache-2.0
// realpath is of the X/Open part of POSIX.
#define _XOPEN_SOURCE 700
#include "sim/cli/nvcc_line.h"

#include "sim/cli/compile.h"
#include "sim/cli/nvcc_words.h"
#include "sim/program/folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef enum NvccValue { NONE, NEXT, JOINED, NUMBER } NvccValue;

typedef enum NvccUse {
    OUTPUT,
    OBJECT,
    DEVICE_LINK,
    PTX,
    RUN,
    RULE,
    RULE_TOO,
    RULE_FILE,
    RULE_TARGET,
    RULE_HEADERS,
    FOLDER,
    LINK_FOLDER,
    LINK,
    DEFINE,
    UNDEFINE,
    LEVEL,
    PASSED,
    ARCH,
    DEVICE,
    PTXAS, // passed if it has an effect
    LANGUAGE,
    HOST,
    LINKER,
    SEPARATE,
    SEPARATE_OBJECT,
    ARCHIVE,
    STREAM,
    MACHINE,
    VERSION,
    HELP,
    SHIM,
    SHARED,
    OPTIONS_FILE,
    VERBOSE,
    DRY,
    FORWARD,
    MET,
    IGNORED,
    REFUSED
} NvccUse;

typedef struct NvccOption {
    const char *name, *long_name;
    NvccValue value;
    NvccUse use;
    const char *word;
} NvccOption;

static const NvccOption nvcc_options[] = {
#define NVCC(name, long_name, value, use, word) {name, long_name, value, use, word},
#include "sim/cli/nvcc.def"
#undef NVCC
};

enum { NVCC_OPTION_COUNT = sizeof nvcc_options / sizeof *nvcc_options };

const char *nvcc_absolute(const char *path, Arena *arena)
{
    char *real = realpath(path, NULL);
    const char *found = real != NULL     ? arena_text(arena, real, strlen(real))
                        : path[0] == '/' ? path
                                         : arena_printf(arena, "%s/%s", folder_here(arena), path);
    free(real);
    return found;
}

static void add(const NvccLine *line, Command *list, const char *word, const char *value)
{
    command_add(list, arena_printf(line->arena, "%s%s", word, value));
}

// "-lineinfo", "-std=c++17" and "-O3": *value points behind the name, or is NULL.
static const NvccOption *find_option(const char *word, const char **value)
{
    for (uint32_t i = 0; i < NVCC_OPTION_COUNT; i++) {
        const NvccOption *option = &nvcc_options[i];
        const char *names[] = {option->name, option->long_name};
        for (uint32_t k = 0; k < 2; k++) {
            size_t size = strlen(names[k]);
            if (strncmp(word, names[k], size) != 0 || (word[size] != 0 && word[size] != '=')) {
                continue;
            }
            *value = word[size] == '=' ? word + size + 1 : NULL;
            return option;
        }
    }
    for (uint32_t i = 0; i < NVCC_OPTION_COUNT; i++) {
        const NvccOption *option = &nvcc_options[i];
        bool is_number = word[2] >= '0' && word[2] <= '9';
        if ((option->value == JOINED || (option->value == NUMBER && is_number)) &&
            strncmp(word, option->name, 2) == 0) {
            *value = word + 2;
            return option;
        }
    }
    return NULL;
}

static bool refuse_unknown(const NvccLine *line, const char *word)
{
    const char *names[2 * NVCC_OPTION_COUNT];
    for (uint32_t i = 0; i < NVCC_OPTION_COUNT; i++) {
        names[2 * i] = nvcc_options[i].name;
        names[2 * i + 1] = nvcc_options[i].long_name;
    }
    Text message = {0};
    text_printf(&message, "unknown option %s", word);
    size_t size = message.size_bytes;
    nearest_put(word, names, 2 * NVCC_OPTION_COUNT, &message);
    text_put(&message,
             message.size_bytes > size ? "" : " (options of the host's compiler: -Xcompiler)");
    cli_error(line->style, "%s", text_string(&message));
    text_destroy(&message);
    return false;
}

// "sm_80", "compute_75", "arch=compute_80,code=[sm_80,compute_80]", "native", "all". With several,
// or with all, device code is compiled for the GPU that it runs on.
static bool read_architecture(NvccLine *line, const char *value)
{
    const char *start = strncmp(value, "arch=", 5) == 0 ? value + 5 : value;
    char *name = arena_text(line->arena, start, strcspn(start, ","));
    bool is_any =
        strcmp(name, "all") == 0 || strcmp(name, "all-major") == 0 || strcmp(name, "native") == 0;
    Architecture named = is_any ? (Architecture){0} : architecture_named(name);
    if (named.capability == 0 && !is_any) {
        cli_error(line->style, "unknown architecture '%s' (expected sm_NN, such as sm_90)", name);
        return false;
    }
    line->has_several =
        line->has_several || is_any ||
        (line->architecture.capability != 0 && line->architecture.capability != named.capability);
    line->architecture = named;
    return true;
}

// Words between blanks and commas, for the host's compiler: "-Wall,-Wextra", "-O2 -fopenmp". nvcc
// hands them to a shell, which takes quotes away.
static void add_host(NvccLine *line, Command *list, const char *start, const char *value)
{
    char *text = arena_text(line->arena, value, strlen(value)), *end = text;
    for (const char *at = value; *at != 0; at++) {
        *end = *at;
        end += *at != '"';
    }
    *end = 0;
    for (text += strspn(text, " ,"); *text != 0; text += strspn(text, " ,")) {
        size_t size = strcspn(text, " ,");
        add(line, list, arena_printf(line->arena, "-Xcompiler=%s", start),
            arena_text(line->arena, text, size));
        text += size;
    }
}

// Takes a macro back that was defined before it, and one of the host's compiler.
static void undefine(NvccLine *line, const char *name)
{
    uint32_t kept = 0;
    size_t size = strlen(name);
    for (uint32_t i = 0; i < line->host.count; i++) {
        const char *word = line->host.at[i];
        bool is_same = strncmp(word, "-D", 2) == 0 && strncmp(word + 2, name, size) == 0 &&
                       (word[2 + size] == 0 || word[2 + size] == '=');
        if (!is_same) {
            line->host.at[kept++] = word;
        }
    }
    line->host.count = kept;
    add(line, &line->host, "-Xcompiler=-U", name);
}

// Only one of a few values works: the one that changes nothing.
static bool expect_value(const NvccLine *line, const NvccOption *option, const char *value,
                         const char *wanted)
{
    if (strcmp(value, wanted) != 0) {
        cli_error(line->style, "%s %s is not supported, only %s", option->long_name, value, wanted);
        return false;
    }
    return true;
}

static bool set_language(NvccLine *line, const char *value)
{
    if (strcmp(value, "cu") == 0) {
        add(line, &line->host, "--language=", "cu");
        return true;
    }
    cli_error(line->style,
              "-x %s is not supported, only -x cu: other files go by the ends of their names",
              value);
    return false;
}

static bool take_words(NvccLine *line, const char *const *words, uint32_t count);

static bool take_file(NvccLine *line, const char *path)
{
    Command words = {.arena = line->arena};
    if (!nvcc_words_read(path, &words)) {
        cli_error(line->style, "cannot read '%s': %s", path, strerror(errno));
        return false;
    }
    return take_words(line, words.at, words.count);
}

static bool take(NvccLine *line, const NvccOption *option, const char *value)
{
    switch (option->use) {
    case OUTPUT: line->output = value; return true;
    case OBJECT: line->goal = NVCC_OBJECT; return true;
    case DEVICE_LINK: line->goal = NVCC_DEVICE_LINK; return true;
    case ARCHIVE: line->goal = NVCC_ARCHIVE; return true;
    case PTX:
        line->goal = NVCC_PTX;
        line->ending = option->word;
        return true;
    case RUN: line->is_run = true; return true;
    case RULE: line->goal = NVCC_RULE; return true;
    case RULE_TOO: line->writes_rule = true; return true;
    case RULE_FILE: line->rule_file = value; return true;
    case RULE_TARGET: line->rule_target = value; return true;
    case RULE_HEADERS: line->has_header_rules = true; return true;
    case FOLDER:
        add(line, &line->host, option->word, nvcc_absolute(value, line->arena));
        return true;
    case LINK_FOLDER:
        add(line, &line->link, option->word, nvcc_absolute(value, line->arena));
        return true;
    case LINK: add(line, &line->link, option->word, value); return true;
    case DEFINE:
    case PASSED: add(line, &line->host, option->word, value); return true;
    case UNDEFINE: undefine(line, value); return true;
    case LEVEL: line->level = value[0] == 0 ? "2" : value; return true;
    case ARCH: return read_architecture(line, value);
    case DEVICE: add(line, &line->device, option->word, value); return true;
    case PTXAS:
        if (strstr(value, "-dlcm=") != NULL || strstr(value, "-def-load-cache=") != NULL) {
            add(line, &line->device, option->word, value);
        } else {
            command_add(&line->ignored, option->name);
        }
        return true;
    case LANGUAGE: return set_language(line, value);
    case HOST: add_host(line, &line->host, "", value); return true;
    case LINKER: add_host(line, &line->link, "-Wl,", value); return true;
    case SEPARATE: line->is_relocatable = strcmp(value, "true") == 0; return true;
    case SEPARATE_OBJECT:
        line->goal = NVCC_OBJECT;
        line->is_relocatable = true;
        return true;
    case STREAM:
        if (strcmp(value, "per-thread") != 0) {
            return expect_value(line, option, value, "legacy");
        }
        command_add(&line->host, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
        return true;
    case MACHINE: return expect_value(line, option, value, "64");
    case VERSION: line->goal = NVCC_VERSION; return true;
    case HELP: line->goal = NVCC_HELP; return true;
    case SHIM:
        line->goal = NVCC_SHIM;
        line->output = value;
        return true;
    case SHARED: line->is_shared = true; return true;
    case OPTIONS_FILE: return take_file(line, value);
    case VERBOSE: line->is_verbose = true; return true;
    case DRY: line->is_dry = true; return true;
    case FORWARD: return true;
    case MET: return true;
    case IGNORED: command_add(&line->ignored, option->name); return true;
    case REFUSED: break;
    }
    cli_error(line->style, "%s is not supported: %s", option->name, option->word);
    return false;
}

static bool has_word(const char *const *words, uint32_t count, const char *wanted)
{
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(words[i], wanted) == 0) {
            return true;
        }
    }
    return false;
}

// Whether what no option of nvcc is goes to the compiler of host code.
static bool forwards_unknown(const char *const *words, uint32_t count)
{
    return has_word(words, count, "-forward-unknown-to-host-compiler") ||
           has_word(words, count, "--forward-unknown-to-host-compiler");
}

static bool take_words(NvccLine *line, const char *const *words, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const char *word = words[i], *value = NULL;
        if (word[0] == '@') {
            if (!take_file(line, word + 1)) {
                return false;
            }
            continue;
        }
        if (word[0] != '-' || word[1] == 0) {
            command_add(&line->files, word);
            continue;
        }
        const NvccOption *option = find_option(word, &value);
        if (option == NULL && line->forwards_unknown) {
            add(line, &line->host, "-Xcompiler=", word);
            continue;
        }
        if (option == NULL) {
            return refuse_unknown(line, word);
        }
        if (option->value == NONE && value != NULL) {
            cli_error(line->style, "%s does not take an argument", option->name);
            return false;
        }
        if (option->value != NONE && value == NULL && option->use != LEVEL) {
            if (i + 1 == count) {
                cli_error(line->style, "%s needs an argument", option->name);
                return false;
            }
            value = words[++i];
        }
        if (!take(line, option, value == NULL ? "" : value)) {
            return false;
        }
    }
    return true;
}

bool nvcc_line_read(NvccLine *line, const char *const *words, uint32_t count)
{
    line->files.arena = line->ignored.arena = line->arena;
    line->host.arena = line->device.arena = line->link.arena = line->arena;
    line->forwards_unknown = forwards_unknown(words, count);
    if (!take_words(line, words, count)) {
        return false;
    }
    if (line->is_shared && line->goal == NVCC_PROGRAM) {
        line->goal = NVCC_ARCHIVE;
    }
    // A rule is asked for before it is decided how the file is compiled.
    line->is_relocatable = line->is_relocatable || line->goal == NVCC_RULE;
    const Architecture *wanted = &line->architecture;
    if (wanted->capability != 0 && !line->has_several) {
        add(line, &line->device, "--arch=",
            arena_printf(line->arena, "sm_%u%.1s", wanted->capability, &wanted->feature));
    }
    return true;
}
