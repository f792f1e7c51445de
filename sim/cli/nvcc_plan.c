// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/nvcc_plan.h"

#include "sim/program/archive.h"
#include "sim/program/program.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// An object's first line. For ld it is a script, and this is what ld says of it.
#define MAGIC                                                                                      \
    "ASSERT(0, \"an object of lockstep nvcc, which only lockstep nvcc can link, or the c++ "       \
    "beside "                                                                                      \
    "the nvcc that lockstep nvcc --shim makes\")\n/*\n"

// Where a line of an object belongs, by its letter.
static Command *list_of(NvccPlan *plan, char letter)
{
    return letter == 'H'   ? &plan->hosts
           : letter == 'D' ? &plan->device
           : letter == 'L' ? &plan->link
           : letter == 'S' ? &plan->sources
                           : NULL;
}

static void plan_begin(NvccPlan *plan, Arena *arena)
{
    *plan = (NvccPlan){.arena = arena};
    plan->hosts.arena = plan->device.arena = plan->link.arena = plan->sources.arena = arena;
}

static bool has_word(const Command *list, const char *word)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (strcmp(list->at[i], word) == 0) {
            return true;
        }
    }
    return false;
}

static void add_new(Command *list, const Command *words)
{
    for (uint32_t i = 0; i < words->count; i++) {
        if (!has_word(list, words->at[i])) {
            command_add(list, words->at[i]);
        }
    }
}

// Whether two lists are the same; else *word is in one of them only, or in another place.
static bool is_same(const Command *a, const Command *b, const char **word)
{
    const Command *lists[] = {a, b};
    for (uint32_t k = 0; k < 2; k++) {
        for (uint32_t i = 0; i < lists[k]->count; i++) {
            if (!has_word(lists[1 - k], lists[k]->at[i])) {
                *word = lists[k]->at[i];
                return false;
            }
        }
    }
    for (uint32_t i = 0; i < a->count && i < b->count; i++) {
        if (strcmp(a->at[i], b->at[i]) != 0) {
            *word = a->at[i];
            return false;
        }
    }
    *word = a->count == 0 ? "" : a->at[0];
    return a->count == b->count;
}

// The architecture that the options name, which is their last word; NULL: none.
static const char *architecture(const Command *options)
{
    const char *last = options->count == 0 ? "" : options->at[options->count - 1];
    return strncmp(last, "--arch=", strlen("--arch=")) == 0 ? last : NULL;
}

// Device code of all files is compiled for one GPU in one way: the first file's. A file without an
// architecture takes the others'.
static bool take_device(const NvccLine *line, NvccPlan *plan, const Command *from, const char *name)
{
    if (plan->first_device == NULL) {
        plan->first_device = name;
        command_add_all(&plan->device, from->at, from->count);
        return true;
    }
    const char *word, *first = architecture(&plan->device), *second = architecture(from);
    bool has_one = (first == NULL) != (second == NULL);
    Command known = plan->device, other = *from;
    known.count -= has_one && first != NULL;
    other.count -= has_one && second != NULL;
    if (!is_same(&known, &other, &word)) {
        cli_error(line->style,
                  "device code of %s and %s is compiled with different options ('%s'): Lockstep "
                  "compiles all of a program's with the same",
                  plan->first_device, name, word);
        return false;
    }
    if (first == NULL && second != NULL) {
        command_add(&plan->device, second);
    }
    return true;
}

// Adds source `index` of a plan, with its options under its new number.
static void add_source(NvccPlan *plan, const NvccPlan *from, uint32_t index)
{
    command_add(&plan->sources, from->sources.at[index]);
    for (uint32_t i = 0; i < from->hosts.count; i++) {
        char *word;
        // 0 was for a linker of the object's line, where none ran.
        if (strtoul(from->hosts.at[i], &word, 10) == index + 1) {
            command_add(&plan->hosts, arena_printf(plan->arena, "%u%s", plan->sources.count, word));
        }
    }
}

// Adds the sources of a plan; of one in an archive, those that are not there yet.
static bool merge(const NvccLine *line, NvccPlan *plan, const NvccPlan *from, const char *name,
                  bool is_archived)
{
    bool has_device_code = false;
    for (uint32_t i = 0; i < from->sources.count; i++) {
        const char *source = from->sources.at[i];
        const char *language = arena_printf(line->arena, "%u:--language=cu", i + 1);
        bool is_cuda, is_there = has_word(&plan->sources, source);
        program_is_source(source, &is_cuda);
        if (is_there && !is_archived) {
            cli_error(line->style, "%s is linked twice", source);
            return false;
        }
        if (!is_there) {
            has_device_code = has_device_code || is_cuda || has_word(&from->hosts, language);
            add_source(plan, from, i);
        }
    }
    return !has_device_code || take_device(line, plan, &from->device, name);
}

static void read_object(NvccPlan *plan, char *text)
{
    for (char *at = text, *end; at[0] != 0 && at[0] != '*'; at = end + 1) {
        end = at + strcspn(at, "\n");
        if (*end == 0) {
            break;
        }
        *end = 0;
        Command *list = list_of(plan, at[0]);
        if (list != NULL) {
            command_add(list, at + 1);
        }
    }
}

// The line's options for the compiler of host code, as those of the first source.
static void add_hosts(const NvccLine *line, NvccPlan *plan)
{
    for (uint32_t i = 0; i < line->host.count; i++) {
        command_add(&plan->hosts, arena_printf(plan->arena, "1:%s", line->host.at[i]));
    }
    if (line->level != NULL) {
        command_add(&plan->hosts, arena_printf(plan->arena, "1:-O%s", line->level));
    }
    if (line->is_relocatable) {
        command_add(&plan->hosts, "1:-rdc=true");
    }
}

static bool is_plan(const char *text)
{
    return text != NULL && strncmp(text, MAGIC, strlen(MAGIC)) == 0;
}

bool nvcc_plan_is(const char *path, Arena *arena)
{
    size_t size_bytes, member_bytes;
    const char *text = access(path, R_OK) == 0 ? file_text(path, &size_bytes, arena) : NULL;
    const char *member;
    bool is_found = is_plan(text);
    for (size_t at = 0; text != NULL && !is_found &&
                        archive_next(text, size_bytes, &at, &member, &member_bytes);) {
        is_found = member_bytes >= strlen(MAGIC) && is_plan(member);
    }
    return is_found;
}

// The plans in an archive, each once however often the archive is named.
static bool add_members(const NvccLine *line, NvccPlan *plan, const char *path, const char *text,
                        size_t size_bytes, uint32_t *count)
{
    const char *member;
    size_t member_bytes;
    bool has_code = false;
    for (size_t at = 0; archive_next(text, size_bytes, &at, &member, &member_bytes);) {
        NvccPlan own;
        if (member_bytes < strlen(MAGIC) || !is_plan(member)) {
            has_code = has_code || (member_bytes >= 4 && memcmp(member, "\177ELF", 4) == 0);
            continue;
        }
        plan_begin(&own, line->arena);
        read_object(&own, arena_text(line->arena, member, member_bytes) + strlen(MAGIC));
        ++*count;
        if (!merge(line, plan, &own, path, true)) {
            return false;
        }
        if (own.sources.count == 0) { // of a shared library
            add_new(&plan->link, &own.link);
        }
    }
    // The linker takes what other compilers made, and passes over the plans.
    if (has_code && *count > 0 && !has_word(&plan->sources, path)) {
        command_add(&plan->sources, path);
    }
    return true;
}

static bool add_file(const NvccLine *line, NvccPlan *plan, const char *path)
{
    size_t size_bytes;
    bool is_cuda;
    NvccPlan own;
    plan_begin(&own, line->arena);
    if (access(path, R_OK) != 0) {
        cli_error(line->style, "cannot read %s: %s", path, strerror(errno));
        return false;
    }
    if (!program_is_source(path, &is_cuda)) {
        cli_error(line->style, "%s is neither a source file nor an object", path);
        return false;
    }
    const char *absolute = nvcc_absolute(path, line->arena), *dot = strrchr(path, '.');
    if (strcmp(dot, ".o") != 0 && strcmp(dot, ".a") != 0 && strcmp(dot, ".so") != 0) {
        add_hosts(line, &own);
        own.device = line->device;
        command_add(&own.sources, absolute);
        return merge(line, plan, &own, path, false);
    }
    char *text = file_text(path, &size_bytes, line->arena);
    if (is_plan(text)) {
        read_object(&own, text + strlen(MAGIC));
        return merge(line, plan, &own, path, false);
    }
    uint32_t member_count = 0;
    bool is_good =
        text == NULL || add_members(line, plan, absolute, text, size_bytes, &member_count);
    if (member_count == 0) {
        command_add(&plan->sources, absolute);
    }
    return is_good;
}

// -lNAME: an archive of plans in the folders of -L is read here, any other library by the linker.
static bool add_library(const NvccLine *line, NvccPlan *plan, const char *name, bool *is_read)
{
    *is_read = false;
    for (uint32_t i = 0; i < line->link.count; i++) {
        const char *folder = line->link.at[i];
        if (strncmp(folder, "-L", 2) != 0) {
            continue;
        }
        size_t size_bytes;
        uint32_t member_count = 0;
        const char *path = arena_printf(line->arena, "%s/lib%s.a", folder + 2, name);
        const char *text =
            access(path, R_OK) == 0 ? file_text(path, &size_bytes, line->arena) : NULL;
        if (text != NULL && !add_members(line, plan, path, text, size_bytes, &member_count)) {
            return false;
        }
        if (member_count > 0) {
            *is_read = true;
            return true;
        }
    }
    return true;
}

// What goes to the linker; others: libraries and their folders.
static bool add_link_words(const NvccLine *line, const Command *words, NvccPlan *plan,
                           bool takes_others)
{
    for (uint32_t i = 0; i < words->count; i++) {
        const char *word = words->at[i];
        bool is_read = false;
        // CMake reads where the linker looks from what -v prints, so an object's test prints
        // nothing.
        if (line->goal == NVCC_OBJECT && strcmp(word, "-Xcompiler=-v") == 0) {
            continue;
        }
        if (strncmp(word, "-Xcompiler=", 11) == 0) {
            command_add(&plan->hosts, arena_printf(plan->arena, "0:%s", word));
            continue;
        }
        if (takes_others && strncmp(word, "-l", 2) == 0 &&
            !add_library(line, plan, word + 2, &is_read)) {
            return false;
        }
        if (takes_others && !is_read) {
            command_add(&plan->link, word);
        }
    }
    return true;
}

bool nvcc_plan_make(const NvccLine *line, const char *const *files, uint32_t count, NvccPlan *plan)
{
    plan_begin(plan, line->arena);
    for (uint32_t i = 0; i < count; i++) {
        if (!add_file(line, plan, files[i])) {
            return false;
        }
    }
    return add_link_words(line, &line->host, plan, false) && // -fopenmp is the linker's, too
           add_link_words(line, &line->link, plan, true);
}

NvccPlan nvcc_plan_kept(const NvccPlan *plan)
{
    NvccPlan kept = *plan;
    kept.hosts = (Command){.arena = plan->arena};
    for (uint32_t i = 0; i < plan->hosts.count; i++) {
        const char *option = strchr(plan->hosts.at[i], ':');
        if (option == NULL || strcmp(option, ":-Xcompiler=-v") != 0) {
            command_add(&kept.hosts, plan->hosts.at[i]);
        }
    }
    return kept;
}

static void put_plan(const NvccPlan *plan, Text *text)
{
    static const char letters[] = "HDLS";
    NvccPlan copy = nvcc_plan_kept(plan);
    text_put(text, MAGIC);
    for (const char *letter = letters; *letter != 0; letter++) {
        const Command *list = list_of(&copy, *letter);
        for (uint32_t i = 0; i < list->count; i++) {
            text_printf(text, "%c%s\n", *letter, list->at[i]);
        }
    }
    text_put(text, "*/\n");
}

bool nvcc_plan_write_archive(const NvccLine *line, const char *path)
{
    Text archive = {0};
    bool is_good = true;
    for (uint32_t i = 0; i < line->files.count && is_good; i++) {
        NvccPlan plan;
        Text text = {0};
        plan_begin(&plan, line->arena);
        is_good = add_file(line, &plan, line->files.at[i]);
        put_plan(&plan, &text);
        archive_add(line->files.at[i], text.at, text.size_bytes, &archive);
        text_destroy(&text);
    }
    if (is_good && line->is_shared && line->link.count > 0) {
        NvccPlan plan;
        Text text = {0};
        plan_begin(&plan, line->arena);
        plan.link = line->link;
        put_plan(&plan, &text);
        archive_add("link", text.at, text.size_bytes, &archive);
        text_destroy(&text);
    }
    is_good = is_good && page_write(line->style, path, &archive);
    text_destroy(&archive);
    return is_good;
}

bool nvcc_plan_write(const NvccLine *line, const NvccPlan *plan, const char *path)
{
    Text text = {0};
    put_plan(plan, &text);
    bool is_good = page_write(line->style, path, &text);
    text_destroy(&text);
    return is_good;
}
