// SPDX-License-Identifier: Apache-2.0
#include "sim/report/check.h"

#include "isa/base/demangle.h"
#include "isa/base/heap.h"
#include "isa/base/source_name.h"
#include "isa/machine/position.h"
#include "sim/device/fault.h"
#include "sim/report/array.h"

#include <stdlib.h>
#include <string.h>

const char *const check_level_names[] = {"error", "warning", "note"};

static SourcePosition position_of(const CheckFinding *finding, uint32_t pc)
{
    return finding->program == NULL ? (SourcePosition){0} : micro_position(finding->program, pc);
}

static const char *short_name(const MachineProgram *program, Arena *arena)
{
    return demangle_in(arena, program->entry->name, DEMANGLE_SHORT);
}

// "thread (3,0,0) of block (0,0,0)"
static const char *place_of(const CheckSide *side, Arena *arena)
{
    return arena_printf(arena, "thread " TEXT_INDEX " of block " TEXT_INDEX, TEXT_XYZ(side->thread),
                        TEXT_XYZ(side->block));
}

static const char *space_name(PtxSpace space)
{
    switch (space) {
    case PTX_SPACE_SHARED: return "shared";
    case PTX_SPACE_LOCAL: return "local";
    case PTX_SPACE_CONST: return "constant";
    default: return "global";
    }
}

// "'tile[2][0]'"; "'tile' + 256 bytes" where the PTX does not say what its source calls it.
static const char *describe_variable(const PtxModule *module, const PtxVariable *variable,
                                     uint64_t offset, uint32_t width_bytes, Arena *arena)
{
    SourceName name;
    if (!source_name_find(module->source, variable->name, &name)) {
        return arena_printf(arena, "'%s' + %llu bytes", array_plain_name(variable->name, arena),
                            (unsigned long long)offset);
    }
    Text text = {0};
    source_name_put(&name, offset, width_bytes, &text);
    const char *copy = arena_text(arena, text_string(&text), text.size_bytes);
    text_destroy(&text);
    return copy;
}

// The array without a size that dynamic shared memory is declared as; NULL when the module has none
// or several, which may lie at the same place.
static const PtxVariable *dynamic_array(const PtxModule *module)
{
    const PtxVariable *array = NULL;
    for (uint32_t i = 0; i < module->variable_count; i++) {
        const PtxVariable *variable = module->variables[i];
        if (variable->space == PTX_SPACE_SHARED && variable->is_extern) {
            if (array != NULL) {
                return NULL;
            }
            array = variable;
        }
    }
    return array;
}

static const char *describe_dynamic(const PtxModule *module, uint64_t offset, uint32_t width_bytes,
                                    Arena *arena)
{
    const PtxVariable *array = dynamic_array(module);
    return array != NULL ? describe_variable(module, array, offset, width_bytes, arena)
                         : arena_printf(arena, "dynamic shared memory + %llu bytes",
                                        (unsigned long long)offset);
}

static const char *describe_shared(const CheckFinding *finding, Arena *arena)
{
    const MachineProgram *program = finding->program;
    uint64_t offset = finding->address % SHARED_WINDOW_BYTES;
    for (uint32_t i = 0; i < program->shared_count; i++) {
        const PtxVariable *variable = program->shared[i];
        uint64_t base = program->shared_offset[i];
        if (offset >= base && offset < base + variable->size_bytes) {
            return describe_variable(finding->program->module, variable, offset - base,
                                     finding->width_bytes, arena);
        }
    }
    if (offset >= program->shared_bytes) {
        return describe_dynamic(program->module, offset - program->shared_bytes,
                                finding->width_bytes, arena);
    }
    return arena_printf(arena, "shared memory + %llu bytes", (unsigned long long)offset);
}

// A variable in the local memory of the kernel itself, which begins with it; NULL: another place.
static const char *describe_local(const CheckFinding *finding, Arena *arena)
{
    const PtxFunction *entry = finding->program->entry;
    for (uint32_t i = 0; entry != NULL && i < entry->variable_count; i++) {
        const PtxVariable *variable = entry->variables[i];
        SourceName name;
        if (variable->space == PTX_SPACE_LOCAL && finding->address < variable->size_bytes &&
            source_name_find(finding->program->module->source, variable->name, &name)) {
            return describe_variable(finding->program->module, variable, finding->address,
                                     finding->width_bytes, arena);
        }
    }
    return NULL;
}

static const char *describe_memory(const CheckFinding *finding, Arena *arena)
{
    if (finding->what[0] != '\0') {
        return finding->what;
    }
    if (finding->space == PTX_SPACE_SHARED && finding->program != NULL) {
        return describe_shared(finding, arena);
    }
    const char *local = finding->space == PTX_SPACE_LOCAL && finding->program != NULL
                            ? describe_local(finding, arena)
                            : NULL;
    return local != NULL ? local
                         : arena_printf(arena, "%s memory at 0x%llx", space_name(finding->space),
                                        (unsigned long long)finding->address);
}

static const char *verb(const CheckSide *side)
{
    return side->is_atomic && side->is_store ? "changes it by an atomic"
           : side->is_store                  ? "writes it"
                                             : "reads it";
}

static const char *verb_before(const CheckSide *side)
{
    return side->is_atomic && side->is_store ? "changed it by an atomic"
           : side->is_store                  ? "wrote it"
                                             : "read it";
}

// Both sides are on one line, maybe in one statement.
static bool is_one_line(const CheckFinding *finding)
{
    SourcePosition here = position_of(finding, finding->here.pc),
                   other = position_of(finding, finding->other.pc);
    return finding->here.pc != finding->other.pc && here.line == other.line && here.file != NULL &&
           other.file != NULL && strcmp(here.file, other.file) == 0;
}

// What would order the two sides of a race.
static const char *remedy(const CheckFinding *finding)
{
    const CheckSide *here = &finding->here, *other = &finding->other;
    bool is_same_block = memcmp(here->block, other->block, sizeof here->block) == 0;
    if (check_info[finding->kind].advice[0] != '\0') {
        return check_info[finding->kind].advice;
    }
    if (here->pc == other->pc && here->is_store && other->is_store) {
        return is_same_block ? "let one thread write, or use an atomic"
                             : "let one block write, give each its own element, or use an atomic";
    }
    if (!is_same_block) {
        return "blocks are ordered by atomics with __threadfence(), a grid barrier, or two kernels";
    }
    if (is_one_line(finding)) {
        return "one line does both: put a barrier between the read and the write, or use an atomic";
    }
    return here->warp == other->warp ? "a __syncwarp() between them would order them"
                                     : "a __syncthreads() between them would order them";
}

static void add_note(CheckMessage *message, SourcePosition position, const char *text)
{
    message->notes[message->note_count++] = (CheckNote){position, text};
}

static void describe_race(CheckMessage *message, Arena *arena)
{
    const CheckFinding *finding = message->finding;
    message->text =
        arena_printf(arena, "%s%s on %s: %s %s", check_info[finding->kind].sentence,
                     finding->is_benign ? " of equal values" : "", describe_memory(finding, arena),
                     place_of(&finding->here, arena), verb(&finding->here));
    add_note(message, position_of(finding, finding->other.pc),
             arena_printf(
                 arena, "%s %s%s", place_of(&finding->other, arena), verb_before(&finding->other),
                 finding->kind == CHECK_TEXTURE_WRITTEN ? "" : ", and nothing orders the two"));
    add_note(message, message->position, remedy(finding));
}

// "file.cu:12" of a call of the host.
static SourcePosition position_in_host(const char *place, Arena *arena)
{
    const char *colon = strrchr(place, ':');
    if (colon == NULL) {
        return (SourcePosition){0};
    }
    return (SourcePosition){arena_text(arena, place, (size_t)(colon - place)),
                            (uint32_t)strtoul(colon + 1, NULL, 10), 0};
}

// Where the memory of a finding about initialization comes from.
static void note_allocation(CheckMessage *message, Arena *arena)
{
    if (message->finding->allocated[0] != '\0') {
        add_note(message, position_in_host(message->finding->allocated, arena),
                 "the memory was allocated here");
    }
}

static void describe_value(CheckMessage *message, Arena *arena)
{
    const CheckFinding *finding = message->finding;
    message->text = arena_printf(arena, "%s: %s", check_info[finding->kind].sentence,
                                 place_of(&finding->here, arena));
    if (finding->kind == CHECK_UNINIT_ATOMIC || finding->kind == CHECK_CONSTANT_BLANK) {
        message->text = arena_printf(arena, "%s: %s %s %s", check_info[finding->kind].sentence,
                                     place_of(&finding->here, arena),
                                     finding->kind == CHECK_UNINIT_ATOMIC ? "changes" : "reads",
                                     describe_memory(finding, arena));
    } else if (finding->has_other) {
        add_note(message, position_of(finding, finding->other.pc),
                 arena_printf(arena, "the value was read here first, by %s, from %s",
                              place_of(&finding->other, arena), describe_memory(finding, arena)));
    } else if (finding->detail[0] != '\0') {
        add_note(message, message->position,
                 arena_printf(arena, "the value is that of %s", finding->detail));
    }
    note_allocation(message, arena);
    add_note(message, message->position,
             finding->is_of_nobody ? "read from a lane that the mask names and that has not exited"
                                   : check_info[finding->kind].advice);
}

static void describe_other(CheckMessage *message, Arena *arena)
{
    const CheckFinding *finding = message->finding;
    const CheckInfo *info = &check_info[finding->kind];
    message->text = info->sentence;
    if (finding->detail[0] != '\0') {
        message->text = arena_printf(arena, "%s: %s", message->text, finding->detail);
    }
    if (finding->program != NULL && finding->address != 0 && finding->detail[0] != '\0') {
        message->text =
            arena_printf(arena, "%s, at %s", message->text, describe_memory(finding, arena));
    }
    if (finding->program != NULL) {
        message->text =
            arena_printf(arena, "%s (%s)", message->text, place_of(&finding->here, arena));
    }
    note_allocation(message, arena);
    if (info->advice[0] != '\0') {
        add_note(message, message->position, info->advice);
    }
}

// Uninitialized bytes that a copy finds may belong to threads that took a wrong value in a race.
static void doubt_copies(CheckList *found)
{
    bool has_race = false;
    for (uint32_t i = 0; i < found->count; i++) {
        CheckMessage *message = &found->items[i];
        CheckKind kind = message->finding->kind;
        has_race |= message->level == CHECK_ERROR && check_info[kind].checker == CHECKER_RACE;
        if (has_race && kind == CHECK_UNINIT_COPY) {
            message->level = CHECK_WARNING;
            add_note(message, message->position, "the races found before may be the reason");
        }
    }
}

// "tile[2][0]", where the memory has a name in the source.
static const char *variable_of(const CheckFinding *finding, Arena *arena)
{
    bool is_memory =
        finding->program != NULL && (finding->address != 0 || finding->space == PTX_SPACE_SHARED);
    const char *name = is_memory ? describe_memory(finding, arena) : "";
    size_t size = strlen(name);
    return size > 2 && name[0] == '\'' && name[size - 1] == '\''
               ? arena_text(arena, name + 1, size - 2)
               : NULL;
}

// What is wrong in a library's kernel is shown where the program called the library.
static void move_to_call(CheckMessage *message, const char *called, Arena *arena)
{
    SourcePosition call = position_in_host(called, arena);
    if (call.file != NULL && message->note_count < CHECK_NOTES) {
        add_note(message, message->position, "this line of the library's kernel found it");
        message->position = call;
    }
}

static void describe(CheckMessage *message, Arena *arena)
{
    const CheckFinding *finding = message->finding;
    message->variable = variable_of(finding, arena);
    message->rule = RULE_CHECK + finding->kind;
    message->launch = finding->launch;
    message->count = finding->count;
    message->level = finding->is_benign                   ? CHECK_NOTE
                     : check_kind_is_error(finding->kind) ? CHECK_ERROR
                                                          : CHECK_WARNING;
    message->kernel = finding->program == NULL ? NULL : short_name(finding->program, arena);
    message->position = finding->program == NULL ? position_in_host(finding->what, arena)
                                                 : position_of(finding, finding->here.pc);
    switch (check_info[finding->kind].checker) {
    case CHECKER_RACE:
        if (finding->has_other) {
            describe_race(message, arena);
        } else {
            describe_other(message, arena);
        }
        break;
    case CHECKER_INIT:
        if (finding->program != NULL) {
            describe_value(message, arena);
            break;
        }
        // fall through
    default: describe_other(message, arena); break;
    }
    move_to_call(message, finding->called, arena);
}

// What the device said of it: a sentence, and where threads are.
static void describe_fault(CheckMessage *message, const Diagnostics *diagnostics, Arena *arena)
{
    for (uint32_t i = 0; i < diagnostics->count; i++) {
        const char *said = diagnostics->items[i].message;
        const char *text = arena_text(arena, said, strlen(said));
        if (i == 0) {
            message->text = text;
        } else if (message->note_count < CHECK_NOTES) {
            SourcePosition position = diagnostics->items[i].position;
            const char *file = position.file; // the diagnostics' own
            position.file = file == NULL ? NULL : arena_text(arena, file, strlen(file));
            add_note(message, position, text);
        }
    }
}

// A fault of a launch, or an access after which it went on.
static void add_fault(CheckReport *check, const ReportLaunch *launch, const Fault *fault,
                      SourcePosition position, Diagnostics *diagnostics)
{
    CheckFinding *finding = arena_alloc(&check->arena, sizeof *finding);
    *finding = (CheckFinding){.kind = CHECK_FAULT,
                              .launch = launch->record->id,
                              .program = launch->record->program,
                              .here = {.pc = fault->pc},
                              .space = fault->space,
                              .address = fault->address,
                              .width_bytes = fault->width_bytes,
                              .count = 1};
    memcpy(finding->here.block, fault->block, sizeof fault->block);
    memcpy(finding->here.thread, fault->thread, sizeof fault->thread);
    finding->here.is_store = fault->is_store;
    CheckList *found = &check->groups[CHECK_FOUND];
    CheckMessage *message = &found->items[found->count++];
    // A run that the user ends is no error of the program.
    *message = (CheckMessage){.rule = RULE_CHECK + CHECK_FAULT,
                              .finding = finding,
                              .launch = launch->record->id,
                              .position = position,
                              .kernel = launch->short_name,
                              .level = fault->kind == FAULT_INTERRUPT ? CHECK_NOTE : CHECK_ERROR,
                              .count = 1};
    describe_fault(message, diagnostics, &check->arena);
    diagnostics_clear(diagnostics);
    if (launch->record->called != NULL) {
        move_to_call(message, launch->record->called, &check->arena);
    }
}

static void add_faults(CheckReport *check, const ReportLaunch *launch)
{
    const LaunchRecord *record = launch->record;
    Diagnostics diagnostics = {0};
    if (record->beyond.kind != FAULT_NONE) {
        fault_describe_beyond(record, &diagnostics);
        add_fault(check, launch, &record->beyond, launch->beyond_position, &diagnostics);
    }
    if (record->fault.kind != FAULT_NONE) {
        fault_describe(record, &diagnostics);
        add_fault(check, launch, &record->fault, launch->fault_position, &diagnostics);
    }
}

// The finding that says of the same access that its memory is not there, or another variable's;
// NULL: none.
static CheckMessage *covering(const CheckList *found, const CheckMessage *message)
{
    SourcePosition at = message->position;
    for (uint32_t i = 0; at.file != NULL && i < found->count; i++) {
        CheckMessage *other = &found->items[i];
        if (other->finding->kind != CHECK_INDEX_BOUNDS &&
            check_info[other->finding->kind].checker == CHECKER_MEMORY &&
            other->position.file != NULL && strcmp(other->position.file, at.file) == 0 &&
            other->position.line == at.line && other->position.column == at.column) {
            return other;
        }
    }
    return NULL;
}

// An access that leaves its array and the memory around it is reported once; a fault says of which
// array it was.
static void drop_covered(CheckList *found, Arena *arena)
{
    for (uint32_t i = 0; i < found->count; i++) {
        CheckMessage *message = &found->items[i];
        CheckMessage *other =
            message->finding->kind == CHECK_INDEX_BOUNDS ? covering(found, message) : NULL;
        if (other != NULL && other->finding->kind == CHECK_FAULT) {
            const char *array = strchr(message->finding->detail, '\'');
            other->text = message->count == 1
                              ? arena_printf(arena, "%s; %s", other->text, message->finding->detail)
                          : array != NULL
                              ? arena_printf(arena, "%s; the array is %s", other->text, array)
                              : other->text;
        }
        message->is_covered = other != NULL;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < found->count; i++) {
        CheckMessage message = found->items[i];
        if (!message.is_covered) {
            found->items[kept++] = message;
        }
    }
    found->count = kept;
}

static void add_found(CheckReport *check, const Report *report)
{
    const CheckFindings *findings = report->findings;
    CheckList *found = &check->groups[CHECK_FOUND];
    uint32_t count = findings == NULL ? 0 : findings->count;
    found->items =
        arena_alloc(&check->arena, (count + 2 * report->count + 1) * sizeof *found->items);
    for (uint32_t i = 0; i < report->count; i++) {
        add_faults(check, &report->launches[i]);
    }
    for (uint32_t i = 0; i < count; i++) {
        CheckMessage *message = &found->items[found->count++];
        *message = (CheckMessage){.finding = &findings->items[i]};
        describe(message, &check->arena);
    }
    drop_covered(found, &check->arena);
    doubt_copies(found);
    check->lost = findings == NULL ? 0 : findings->lost;
}

static void count_errors(CheckReport *check)
{
    const CheckList *found = &check->groups[CHECK_FOUND];
    check->error_count = 0;
    for (uint32_t i = 0; i < found->count; i++) {
        check->error_count += found->items[i].level == CHECK_ERROR;
    }
}

CheckReport *check_report_create(const Report *report)
{
    CheckReport *check = heap_allocate(1, sizeof *check);
    add_found(check, report);
    check_add_warnings(check, report);
    check_add_costs(check, report);
    count_errors(check);
    return check;
}

void check_report_destroy(CheckReport *check)
{
    if (check != NULL) {
        arena_clear(&check->arena);
        free(check);
    }
}

static bool is_about(const CheckMessage *message, const char *text, Arena *arena)
{
    const char *file = message->position.file == NULL ? "" : message->position.file;
    const char *place = arena_printf(arena, "%s:%u", file, message->position.line);
    return strstr(place, text) != NULL ||
           (message->kernel != NULL && strstr(message->kernel, text) != NULL);
}

void check_report_filter(CheckReport *check, const char *text)
{
    for (uint32_t group = 0; group < CHECK_GROUP_COUNT; group++) {
        CheckList *list = &check->groups[group];
        uint32_t kept = 0;
        for (uint32_t i = 0; i < list->count; i++) {
            if (is_about(&list->items[i], text, &check->arena)) {
                list->items[kept++] = list->items[i];
            }
        }
        list->count = kept;
    }
    count_errors(check);
}
