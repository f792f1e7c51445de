// SPDX-License-Identifier: Apache-2.0
// From a line to the micro-ops that stand there, and from those to recorded steps.
#include "sim/explain/explain.h"

#include "sim/report/array.h"

#include <stdlib.h>
#include <string.h>

#define INLINE_MAX 64u // calls inlined in each other that are followed

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

// Whether both paths may mean one file: one ends with the other.
static bool is_same_file(const char *path, const char *wanted)
{
    if (path == NULL || strcmp(base_of(path), base_of(wanted)) != 0) {
        return false;
    }
    size_t path_size = strlen(path), wanted_size = strlen(wanted);
    while (path_size > 0 && wanted_size > 0 && path[path_size - 1] == wanted[wanted_size - 1]) {
        path_size--;
        wanted_size--;
    }
    // The difference is folders that one of them leaves out or writes differently (./, ..).
    return path_size == 0 || wanted_size == 0 || strchr(wanted, '/') == NULL || wanted[0] == '/' ||
           wanted[0] == '.' || path[0] == '/' || path[0] == '.';
}

static const char *file_name_of(const PtxModule *module, uint32_t number)
{
    for (uint32_t i = 0; i < module->file_count; i++) {
        if (module->files[i].number == number) {
            return module->files[i].name;
        }
    }
    return NULL;
}

// A module that was compiled here carries its program's name; its own lines are asked for as PTX.
static bool is_ptx(const MachineProgram *program, const char *file)
{
    size_t size = strlen(file);
    return size > 4 && strcmp(file + size - 4, ".ptx") == 0 &&
           is_same_file(program->module->file, file);
}

bool explain_is_on_line(const MachineProgram *program, const Micro *micro, const ExplainWish *wish)
{
    const PtxModule *module = program->module;
    if (micro->ptx_line == wish->line && is_ptx(program, wish->file)) {
        return true;
    }
    uint32_t location = micro->location;
    for (uint32_t depth = 0;
         location > 0 && location < module->location_count && depth < INLINE_MAX; depth++) {
        const PtxLocation *at = &module->locations[location];
        if (at->line == wish->line && is_same_file(file_name_of(module, at->file), wish->file)) {
            return true;
        }
        location = at->inlined_at;
    }
    return false;
}

uint32_t explain_line_of(const MachineProgram *program, const Micro *micro, const char *file)
{
    if (is_ptx(program, file)) {
        return micro->ptx_line;
    }
    SourcePosition position = report_position(program, micro);
    return micro->location > 0 && is_same_file(position.file, file) ? position.line : 0;
}

bool explain_has_line(const MachineProgram *program, const ExplainWish *wish)
{
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        if (explain_is_on_line(program, &program->code[pc], wish)) {
            return true;
        }
    }
    return false;
}

static bool is_of_site(const ExplainSite *site, SourcePosition position, const Micro *micro,
                       const PtxVariable *variable)
{
    const Micro *other = site->micro;
    bool is_there = position.column == site->position.column;
    // Which array a copy of a loop accesses may be unknown.
    bool is_copy = is_there && position.column > 0 && (variable == NULL || site->variable == NULL);
    bool is_same = variable == site->variable && (is_there || variable != NULL);
    return (is_same || is_copy) && position.line == site->position.line &&
           other->kind == micro->kind && other->space == micro->space &&
           other->width_bytes == micro->width_bytes &&
           (other->d == ROW_NONE) == (micro->d == ROW_NONE);
}

bool explain_is_shown(const Micro *micro)
{
    bool is_jump = micro->kind == MICRO_BRANCH && micro->guard == PREDICATE_NONE;
    bool is_register = micro->space == PTX_SPACE_REG || micro->space == PTX_SPACE_PARAM;
    bool is_move = micro->kind == MICRO_LOAD || micro->kind == MICRO_STORE;
    return report_is_site(micro) && !is_jump && !(is_move && is_register);
}

ExplainSite *explain_sites(const MachineProgram *program, const ExplainWish *wish, uint32_t *count,
                           Arena *arena)
{
    ExplainSite *sites = arena_alloc(arena, (program->code_count + 1) * sizeof *sites);
    const PtxVariable **arrays = arrays_find(program, arena);
    *count = 0;
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        const Micro *micro = &program->code[pc];
        if (!explain_is_shown(micro) || !explain_is_on_line(program, micro, wish)) {
            continue;
        }
        SourcePosition position = report_position(program, micro);
        uint32_t at = 0;
        while (at < *count && !is_of_site(&sites[at], position, micro, arrays[pc])) {
            at++;
        }
        if (at == *count) {
            sites[(*count)++] =
                (ExplainSite){.position = position, .variable = arrays[pc], .micro = micro};
            sites[at].pcs = arena_alloc(arena, program->code_count * sizeof *sites[at].pcs);
        }
        sites[at].variable = sites[at].variable == NULL ? arrays[pc] : sites[at].variable;
        sites[at].pcs[sites[at].pc_count++] = pc;
    }
    return sites;
}

bool explain_has_pc(const ExplainSite *site, uint32_t pc)
{
    for (uint32_t i = 0; i < site->pc_count; i++) {
        if (site->pcs[i] == pc) {
            return true;
        }
    }
    return false;
}

static bool is_branch(const ExplainSite *site)
{
    return micro_is_branch((MicroKind)site->micro->kind);
}

// Whether the warp comes before the other: lower block, then lower number.
static bool is_lower(const Recording *recording, uint32_t warp, uint32_t other)
{
    const RecordedWarp *a = &recording->warps[warp], *b = &recording->warps[other];
    uint64_t a_block = recording->blocks[a->block].index;
    uint64_t b_block = recording->blocks[b->block].index;
    return a_block != b_block ? a_block < b_block : a->number < b->number;
}

ExplainStep explain_find_step(const Recording *recording, const ExplainSite *site, uint32_t visit)
{
    ExplainStep found = {.step = RECORDED_NONE};
    uint32_t warp = RECORDED_NONE;
    for (uint32_t i = 0; i < recording->step_count; i++) {
        const RecordedStep *step = &recording->steps[i];
        if (!explain_has_pc(site, step->pc)) {
            continue;
        }
        bool counts = is_branch(site) || step->access != RECORDED_NONE;
        found.idle += !counts;
        if (!counts || (warp != RECORDED_NONE && step->warp != warp &&
                        !is_lower(recording, step->warp, warp))) {
            continue;
        }
        if (step->warp != warp) {
            warp = step->warp;
            found.visits = 0;
            found.step = RECORDED_NONE;
        }
        found.visits++;
        if (found.visits == visit) {
            found.step = i;
        }
    }
    return found;
}

AccessArray explain_shared_array(const MachineProgram *program, uint64_t address, Arena *arena)
{
    for (uint32_t i = 0; i < program->shared_count; i++) {
        const PtxVariable *variable = program->shared[i];
        uint64_t base = program->shared_offset[i];
        if (address >= base && address - base < variable->size_bytes) {
            return (AccessArray){array_plain_name(variable->name, arena), base,
                                 variable->size_bytes};
        }
    }
    // Dynamic shared memory lies behind the static one.
    uint64_t base = address >= program->shared_bytes ? program->shared_bytes : 0;
    return (AccessArray){NULL, base, 0};
}
