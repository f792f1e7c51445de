// SPDX-License-Identifier: Apache-2.0
#include "sim/check/finding.h"

#include "isa/base/heap.h"

#include <stdlib.h>
#include <string.h>

#define FINDINGS_MAX 1000u

const CheckInfo check_info[CHECK_KIND_COUNT] = {
#define CHECK(id, checker, name, sentence, advice)                                                 \
    [CHECK_##id] = {CHECKER_##checker, name, sentence, advice},
#include "sim/check/finding.def"
#undef CHECK
};

const char *const checker_names[] = {"memory", "init", "race", "sync", "leak", "api"};

bool check_kind_is_error(CheckKind kind)
{
    return check_info[kind].checker != CHECKER_LEAK && kind != CHECK_CALL_ERROR &&
           kind != CHECK_CONSTANT_BLANK;
}

// An unrolled loop has several instructions for one place in the source.
static bool is_same_place(const MachineProgram *program, uint32_t a, uint32_t b)
{
    uint32_t at = program->code[a].location, other = program->code[b].location;
    const PtxLocation *x = &program->module->locations[at], *y = &program->module->locations[other];
    return a == b || (at != 0 && other != 0 && x->file == y->file && x->line == y->line &&
                      x->column == y->column && x->inlined_at == y->inlined_at);
}

// The other access is not in the kernel: the detail tells of it.
static bool tells_other(CheckKind kind)
{
    return kind == CHECK_STREAM || kind == CHECK_CHILD || kind == CHECK_SIBLING ||
           kind == CHECK_HOST_RACE;
}

static bool is_same(const CheckFinding *a, const CheckFinding *b)
{
    return a->kind == b->kind && a->program == b->program && a->program != NULL &&
           a->has_other == b->has_other && is_same_place(a->program, a->here.pc, b->here.pc) &&
           (!tells_other(a->kind) || strcmp(a->detail, b->detail) == 0) &&
           (!a->has_other || is_same_place(a->program, a->other.pc, b->other.pc));
}

// How far apart the threads of a race are: in a warp, a block, or beyond. What orders the closer
// ones does not order the others.
static uint32_t distance(const CheckFinding *finding)
{
    const CheckSide *here = &finding->here, *other = &finding->other;
    if (!finding->has_other || check_info[finding->kind].checker != CHECKER_RACE) {
        return 0;
    }
    bool is_elsewhere =
        finding->is_other_elsewhere || memcmp(here->block, other->block, sizeof here->block) != 0;
    return is_elsewhere ? 2 : here->warp != other->warp;
}

// Counts a finding with the one that stands for it: the first of those whose sides are farthest
// apart.
static void merge(CheckFinding *kept, const CheckFinding *finding)
{
    uint64_t count = kept->count + finding->count;
    bool is_benign = kept->is_benign && finding->is_benign;
    if (distance(finding) > distance(kept)) {
        *kept = *finding;
    }
    kept->count = count;
    kept->is_benign = is_benign;
}

void findings_add(CheckFindings *findings, const CheckFinding *finding)
{
    for (uint32_t i = 0; i < findings->count; i++) {
        if (is_same(&findings->items[i], finding)) {
            merge(&findings->items[i], finding);
            return;
        }
    }
    if (findings->count == FINDINGS_MAX) {
        findings->lost++;
        return;
    }
    findings->items =
        heap_room(findings->items, findings->count, &findings->room, sizeof *findings->items);
    findings->items[findings->count++] = *finding;
}

void findings_clear(CheckFindings *findings)
{
    free(findings->items);
    *findings = (CheckFindings){0};
}
