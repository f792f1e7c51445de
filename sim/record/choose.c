// SPDX-License-Identifier: Apache-2.0
// Of more steps than a recording may keep, those of whole warps that differ: first one of each
// kind, in the order of blocks, then others of kinds that have few. A kind is the same code with
// the same lanes, at addresses that lie alike. Where no warp was recorded to its end, as much of
// few warps as there is.
#include "isa/base/heap.h"
#include "sim/record/state.h"

#include <stdlib.h>

// A recorded warp that could be kept.
typedef struct Candidate {
    uint64_t block, kind;
    uint32_t part, warp, step_count;
    uint32_t round; // how many of its kind come before it
    bool is_cut;    // not recorded to its end
    bool is_kept;
} Candidate;

static uint64_t mix(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * 0x100000001b3u;
}

static uint64_t kind_of_step(uint64_t hash, const Recorder *part, const RecordedStep *step)
{
    hash = mix(mix(mix(hash, step->pc), step->active), step->on);
    if (step->access == RECORDED_NONE) {
        return hash;
    }
    const StepAccess *access = &part->accesses[step->access].access;
    uint64_t first = 0;
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        if ((access->lanes >> lane & 1) != 0) {
            first = first == 0 ? access->address[lane] : first;
            hash = mix(hash, access->address[lane] - first);
        }
    }
    return hash;
}

static Candidate *list_candidates(Recorder *const *parts, uint32_t part_count, uint32_t *count)
{
    uint32_t all = 0;
    for (uint32_t p = 0; p < part_count; p++) {
        all += parts[p] == NULL ? 0 : parts[p]->warp_count;
    }
    Candidate *candidates = heap_allocate((size_t)all + 1, sizeof *candidates);
    *count = 0;
    for (uint32_t p = 0; p < part_count; p++) {
        const Recorder *part = parts[p];
        Candidate *first = candidates + *count;
        for (uint32_t i = 0; part != NULL && i < part->warp_count; i++) {
            uint64_t block = part->blocks[part->warps[i].block].index;
            candidates[(*count)++] = (Candidate){
                .block = block, .part = p, .warp = i, .is_cut = part->states[i].steps_left_out > 0};
        }
        for (uint32_t i = 0; part != NULL && i < part->step_count; i++) {
            Candidate *of = &first[part->steps[i].warp];
            of->kind = kind_of_step(of->kind, part, &part->steps[i]);
            of->step_count++;
        }
    }
    return candidates;
}

static int compare_kinds(const void *left, const void *right)
{
    const Candidate *a = left, *b = right;
    if (a->kind != b->kind) {
        return a->kind < b->kind ? -1 : 1;
    }
    if (a->block != b->block) {
        return a->block < b->block ? -1 : 1;
    }
    return a->warp < b->warp ? -1 : a->warp > b->warp;
}

static int compare_rounds(const void *left, const void *right)
{
    const Candidate *a = left, *b = right;
    if (a->round != b->round) {
        return a->round < b->round ? -1 : 1;
    }
    if (a->block != b->block) {
        return a->block < b->block ? -1 : 1;
    }
    return a->warp < b->warp ? -1 : a->warp > b->warp;
}

// Marks those that fit: of whole warps if there are any, else at least one, whose end is left out.
static void keep(Candidate *candidates, uint32_t count, uint32_t max_steps)
{
    qsort(candidates, count, sizeof *candidates, compare_kinds);
    for (uint32_t i = 1; i < count; i++) {
        bool is_alike = candidates[i].kind == candidates[i - 1].kind;
        candidates[i].round = is_alike ? candidates[i - 1].round + 1 : 0;
    }
    qsort(candidates, count, sizeof *candidates, compare_rounds);
    bool has_whole = false;
    for (uint32_t i = 0; i < count; i++) {
        has_whole |= !candidates[i].is_cut && candidates[i].step_count <= max_steps;
    }
    bool is_any = false;
    for (uint32_t i = 0; i < count; i++) {
        Candidate *at = &candidates[i];
        bool is_wanted = at->step_count > 0 && !(has_whole && at->is_cut);
        at->is_kept = is_wanted && (at->step_count <= max_steps || (!has_whole && !is_any));
        max_steps -= at->is_kept && at->step_count <= max_steps ? at->step_count : 0;
        is_any |= at->is_kept;
    }
}

bool **recording_choose_warps(const RecordingChoice *choice, Recorder *const *parts,
                              uint32_t part_count)
{
    uint64_t steps = 0, left_out = 0;
    for (uint32_t p = 0; p < part_count; p++) {
        steps += parts[p] == NULL ? 0 : parts[p]->step_count;
        left_out += parts[p] == NULL ? 0 : parts[p]->steps_left_out;
    }
    if (choice->spread_blocks == 0 || (left_out == 0 && steps <= choice->max_steps)) {
        return NULL;
    }
    uint32_t count;
    Candidate *candidates = list_candidates(parts, part_count, &count);
    keep(candidates, count, choice->max_steps);
    bool **are_kept = heap_allocate(part_count, sizeof *are_kept);
    for (uint32_t p = 0; p < part_count; p++) {
        are_kept[p] = heap_allocate(parts[p] == NULL ? 1 : parts[p]->warp_count + 1u, sizeof(bool));
    }
    for (uint32_t i = 0; i < count; i++) {
        are_kept[candidates[i].part][candidates[i].warp] = candidates[i].is_kept;
    }
    free(candidates);
    return are_kept;
}

void recording_forget_choice(bool **are_kept, uint32_t part_count)
{
    for (uint32_t p = 0; are_kept != NULL && p < part_count; p++) {
        free(are_kept[p]);
    }
    free(are_kept);
}
