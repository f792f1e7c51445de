// SPDX-License-Identifier: Apache-2.0
#include "sim/program/direct.h"

#include "sim/program/archive.h"
#include "sim/program/file.h"
#include "sim/runtime/symbols.h"

#include <elf.h>
#include <string.h>

// The streams of the C library: variables of the program's own, which have the library's values.
static const char streams[] =
    "#define STREAM(name) \\\n"
    "    __attribute__((visibility(\"hidden\"))) void *lockstep_##name __asm__(#name); \\\n"
    "    __attribute__((constructor(101))) static void set_##name() \\\n"
    "    { \\\n"
    "        lockstep_##name = *(void **)dlsym(RTLD_DEFAULT, #name); \\\n"
    "    }\n"
    "STREAM(stdin)\nSTREAM(stdout)\nSTREAM(stderr)\n";

static bool is_stream(const char *name)
{
    return strcmp(name, "stdin") == 0 || strcmp(name, "stdout") == 0 || strcmp(name, "stderr") == 0;
}

// Whether it is a variable or function of another file that code addresses directly.
static bool is_direct(const Relocation *relocation)
{
    return relocation->type == R_X86_64_PC32 && !relocation->is_defined && !relocation->is_hidden &&
           relocation->name[0] != 0 && !is_stream(relocation->name);
}

// The objects of a program, members of archives among them.
typedef struct Objects {
    SymbolFile **at;
    bool *are_foreign; // made by another compiler
    uint32_t count, room;
    Arena *arena;
} Objects;

static void add_object(Objects *objects, SymbolFile *symbols, bool is_foreign)
{
    if (symbols == NULL) {
        return;
    }
    if (objects->count == objects->room) {
        uint32_t room = 2 * objects->room + 16;
        SymbolFile **at = arena_alloc(objects->arena, room * sizeof(SymbolFile *));
        bool *are_foreign = arena_alloc(objects->arena, room * sizeof *are_foreign);
        for (uint32_t i = 0; i < objects->count; i++) {
            at[i] = objects->at[i];
            are_foreign[i] = objects->are_foreign[i];
        }
        objects->at = at;
        objects->are_foreign = are_foreign;
        objects->room = room;
    }
    objects->at[objects->count] = symbols;
    objects->are_foreign[objects->count++] = is_foreign;
}

static void add_unit(Objects *objects, const BuildUnit *unit)
{
    const char *dot = strrchr(unit->object, '.'), *member, *text;
    bool is_foreign = unit->language == LANGUAGE_OBJECT;
    size_t size_bytes, member_bytes, at = 0;
    if (!is_foreign || dot == NULL || strcmp(dot, ".a") != 0) {
        add_object(objects, symbols_open(unit->object), is_foreign);
    } else if ((text = file_text(unit->object, &size_bytes, objects->arena)) != NULL) {
        while (archive_next(text, size_bytes, &at, &member, &member_bytes)) {
            add_object(objects, symbols_open_bytes(member, member_bytes), is_foreign);
        }
    }
}

static bool is_defined_here(const Objects *objects, const char *name)
{
    Symbol symbol;
    bool is_found = false;
    for (uint32_t i = 0; i < objects->count && !is_found; i++) {
        is_found = symbols_find(objects->at[i], name, NULL, &symbol) && !symbol.is_local;
    }
    return is_found;
}

static bool has_name(const Command *names, const char *name)
{
    for (uint32_t i = 0; i < names->count; i++) {
        if (strcmp(names->at[i], name) == 0) {
            return true;
        }
    }
    return false;
}

// What no file of the program defines.
static void add_names(const Objects *objects, const SymbolFile *symbols, Command *names)
{
    RelocationCursor cursor = {0};
    for (Relocation relocation; symbols_relocation(symbols, &cursor, &relocation);) {
        if (is_direct(&relocation) && !has_name(names, relocation.name) &&
            !is_defined_here(objects, relocation.name)) {
            command_add(names, arena_text(names->arena, relocation.name, strlen(relocation.name)));
        }
    }
}

static void find_names(const Build *build, Command *names)
{
    Objects objects = {.arena = build->arena};
    for (uint32_t i = 0; i < build->unit_count; i++) {
        add_unit(&objects, &build->units[i]);
    }
    for (uint32_t i = 0; i < objects.count; i++) {
        if (objects.are_foreign[i]) {
            add_names(&objects, objects.at[i], names);
        }
    }
    for (uint32_t i = 0; i < objects.count; i++) {
        symbols_close(objects.at[i]);
    }
}

static void put_places(const Command *names, Text *text)
{
    text_put(text, "#include <lockstep/direct.h>\n");
    text_put(text, streams);
    for (uint32_t i = 0; i < names->count; i++) {
        text_printf(text,
                    "__attribute__((visibility(\"hidden\"))) char place_%u[1] "
                    "__asm__(\"%s\");\n",
                    i, names->at[i]);
    }
    if (names->count == 0) {
        return;
    }
    text_put(text, "static LockstepDirect list[] = {\n");
    for (uint32_t i = 0; i < names->count; i++) {
        text_printf(text, "    {\"%s\", place_%u, nullptr},\n", names->at[i], i);
    }
    text_printf(text,
                "};\n__attribute__((constructor(101))) static void bind_direct()\n"
                "{\n    __lockstep_bind_direct(list, %u);\n}\n",
                names->count);
}

bool direct_add_link(Build *build, Command *command)
{
    Command names = {.arena = build->arena};
    find_names(build, &names);
    const char *path = arena_printf(build->arena, "%s/direct.cpp", build->workspace);
    Text text = {0};
    put_places(&names, &text);
    bool is_good = file_write(path, text.at, text.size_bytes);
    text_destroy(&text);
    command_add(command, "-fPIC");
    command_add(command, arena_printf(build->arena, "-I%s", build->headers));
    command_add(command, path);
    if (names.count > 0) { // for __lockstepBindDirect
        command_add(command, "-Wl,--emit-relocs,--no-relax,-z,norelro");
    }
    return is_good || build_error(build, "cannot write %s", path);
}
