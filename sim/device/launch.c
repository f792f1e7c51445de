// SPDX-License-Identifier: Apache-2.0
#include "sim/device/launch.h"

#include "isa/base/demangle.h"
#include "isa/base/heap.h"
#include "sim/device/check.h"
#include "sim/device/clusters.h"
#include "sim/device/constants.h"
#include "sim/device/cycles.h"
#include "sim/device/fault.h"
#include "sim/device/name.h"
#include "sim/device/recorders.h"
#include "sim/device/requests.h"
#include "sim/device/schedule.h"
#include "sim/device/tune.h"
#include "sim/warp/beyond.h"
#include "sim/warp/decode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// A launch in preparation.
typedef struct Request {
    LockstepDevice *device;
    LockstepModule *module;
    const PtxFunction *kernel;
    LaunchRecord *record;
    const LaunchOrigin *origin;
    const LockstepLaunch *wanted;
    Launch launch;
    uint64_t grid_workspace; // of a cooperative launch, while it runs; else 0
    bool has_cluster;        // the request or the kernel gives cluster dimensions
} Request;

// The driver's workspace of a cooperative grid: the barrier of grid_group::sync lives in it.
#define GRID_WORKSPACE_BYTES 256

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// The kernels there are, for the message that there is no such one.
static LockstepStatus refuse_name(LockstepDevice *device, const PtxModule *ptx, const char *name)
{
    Text known = {0};
    for (uint32_t i = 0; i < ptx->function_count; i++) {
        const PtxFunction *function = ptx->functions[i];
        if (function->is_entry && function->has_body) {
            text_put(&known, known.size_bytes == 0 ? "" : ", ");
            demangle(function->name, DEMANGLE_SHORT, &known);
        }
    }
    device_fail(device, LOCKSTEP_ERROR_NOT_FOUND, "%s has no kernel '%s'; it has %s", ptx->file,
                name, known.size_bytes == 0 ? "none" : text_string(&known));
    text_destroy(&known);
    return LOCKSTEP_ERROR_NOT_FOUND;
}

static void copy_dimensions(uint32_t to[3], const uint32_t from[3])
{
    for (int axis = 0; axis < 3; axis++) {
        to[axis] = from[axis] > 0 ? from[axis] : 1;
    }
}

// The request's cluster goes before the kernel's; check_shape refuses contradictions.
static void choose_cluster(Request *request, const LockstepLaunch *wanted)
{
    const uint32_t *cluster = wanted->cluster[0] > 0 ? wanted->cluster : request->kernel->cluster;
    request->has_cluster = cluster[0] > 0;
    copy_dimensions(request->launch.cluster, cluster);
}

static LaunchRecord *add_record(LockstepDevice *device, const LaunchOrigin *origin)
{
    if (device->options.keeps_last_only && origin->way == LAUNCH_BY_HOST) {
        arena_clear(&device->arena);
        device->record_count = 0;
    }
    device->records = heap_room(device->records, device->record_count, &device->record_room,
                                sizeof(LaunchRecord *));
    LaunchRecord *record = arena_alloc(&device->arena, sizeof(*record));
    record->id = device->launch_count++;
    record->origin = *origin;
    record->origin.device = device_memory_home(device->memory);
    record->gpu = &device->gpu;
    device->records[device->record_count++] = record;
    return record;
}

// Shared memory of an H200 holds zeros until a kernel of the process has written it (driver 580).
static uint8_t shared_fill(const LockstepOptions *options)
{
    uint8_t unset = options->is_zeroed ? 0 : FILL_BYTE;
    return options->has_fill ? options->fill : unset;
}

static void request_init(Request *request, const LockstepLaunch *wanted, ChildRequests *requests)
{
    LockstepDevice *device = request->device;
    Launch *launch = &request->launch;
    *launch = (Launch){.gpu = &device->gpu,
                       .lanes = lane_table_host(),
                       .parameters = wanted->parameters,
                       .parameter_bytes = (uint32_t)wanted->parameter_bytes,
                       .memory = device->memory,
                       .textures = &device->textures,
                       .dynamic_shared_bytes = wanted->dynamic_shared_bytes,
                       .print_bytes = device->print_bytes,
                       .max_block_instructions = device->options.max_instructions,
                       .endless_after = device->options.endless_after,
                       .pulse = &device->pulse,
                       .is_interrupted = device->options.is_interrupted,
                       .is_cooperative = wanted->is_cooperative,
                       .has_free_banks = device->options.has_free_banks,
                       .requests = requests,
                       .fill = shared_fill(&device->options)};
    copy_dimensions(launch->grid, wanted->grid);
    copy_dimensions(launch->block, wanted->block);
    choose_cluster(request, wanted);
    LaunchRecord *record = request->record = add_record(device, request->origin);
    record->kernel =
        arena_text(&device->arena, request->kernel->name, strlen(request->kernel->name));
    uint32_t size_bytes = request->kernel->parameter_bytes;
    bool has_parameters = wanted->parameters != NULL && wanted->parameter_bytes >= size_bytes;
    record->parameters =
        has_parameters ? (const uint8_t *)arena_text(&device->arena, wanted->parameters, size_bytes)
                       : NULL;
    record->dynamic_shared_bytes = wanted->dynamic_shared_bytes;
    memcpy(record->grid, launch->grid, sizeof(record->grid));
    memcpy(record->block, launch->block, sizeof(record->block));
    memcpy(record->cluster, launch->cluster, sizeof(record->cluster));
}

static LockstepStatus refuse(Request *request, LockstepStatus status, const char *reason)
{
    LaunchRecord *record = request->record;
    record->status = status;
    record->refusal = arena_text(&request->device->arena, reason, strlen(reason));
    return device_fail(request->device, status, "kernel '%s' is not launched: %s",
                       demangle_in(&request->device->arena, record->kernel, DEMANGLE_SHORT),
                       reason);
}

// What the GPU or the simulator lacks was found while lowering, with its line.
static LockstepStatus refuse_program(Request *request, Diagnostics *diagnostics)
{
    const char *reason = "";
    for (uint32_t i = 0; i < diagnostics->count && reason[0] == '\0'; i++) {
        if (diagnostics->items[i].level == DIAGNOSTIC_ERROR) {
            reason = diagnostics->items[i].message;
        }
    }
    LaunchRecord *record = request->record;
    record->status = LOCKSTEP_ERROR_LAUNCH;
    record->refusal = arena_text(&request->device->arena, reason, strlen(reason));
    device_tell(request->device, diagnostics);
    return record->status;
}

// Shared memory of a block, on cc 1.x with what the system puts there: the parameters.
static uint32_t occupied_shared(const Launch *launch)
{
    bool has_parameters = launch->gpu->compute_capability < 20;
    return launch->shared_bytes + (has_parameters ? launch->parameter_bytes : 0);
}

// The stack that call frames may take in a thread. The driver gives a kernel what the frames of its
// functions take, and the limit if it cannot know how deep a recursion goes (CUDA C++ Programming
// Guide, cudaLimitStackSize): on an H200, a recursion has limit / frame calls. Without recursion,
// calls take at most the frames of all functions once.
static uint32_t stack_limit(const LockstepDevice *device, const MachineProgram *program)
{
    uint64_t limit = device->stack_bytes, most = device->gpu.local_bytes_per_thread, bytes = 0;
    for (uint32_t i = 1; i < program->function_count; i++) { // the kernel's own is not a call's
        bytes += program->functions[i].stack_bytes;
    }
    bytes = bytes > limit ? bytes : limit;
    return (uint32_t)(limit == 0 || bytes > most ? most : bytes);
}

// The GPU as the program has set it for this launch.
static void choose_gpu(Request *request)
{
    const Gpu *gpu = &request->device->gpu;
    if (tune_has_choice(gpu)) {
        Gpu *tuned = arena_alloc(&request->device->arena, sizeof *tuned);
        *tuned = tune(gpu, request->wanted, request->launch.shared_bytes);
        request->launch.gpu = request->record->gpu = tuned;
    }
}

// The kernel as this GPU's program, and what a block of it takes.
static LockstepStatus lower(Request *request)
{
    Launch *launch = &request->launch;
    LaunchRecord *record = request->record;
    Diagnostics diagnostics = {0};
    const MachineProgram *program =
        module_program(request->device, request->module, request->kernel, &diagnostics);
    if (program == NULL) {
        return refuse_program(request, &diagnostics);
    }
    device_tell(request->device, &diagnostics);
    record->program = launch->program = program;
    launch->stack_limit_bytes = stack_limit(request->device, program);
    record->static_shared_bytes = program->shared_bytes;
    uint64_t shared_bytes = (uint64_t)program->shared_bytes + launch->dynamic_shared_bytes;
    launch->shared_bytes = shared_bytes > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)shared_bytes;
    uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
    choose_gpu(request);
    uint32_t registers = program->registers_per_thread;
    record->occupancy =
        occupancy_of_estimate(launch->gpu, threads, &registers, occupied_shared(launch));
    if (registers != program->registers_per_thread) {
        module_note_registers(request->device, request->module, program, threads, registers);
    }
    return LOCKSTEP_OK;
}

// All reasons to refuse a launch, in the order in which a user can act on them.
static LockstepStatus prepare(Request *request)
{
    const Launch *launch = &request->launch;
    Text refusal = {0};
    LockstepStatus status = LOCKSTEP_OK;
    if (!check_parameters(launch, request->kernel, &refusal)) {
        status = refuse(request, LOCKSTEP_ERROR_INPUT, text_string(&refusal));
    } else if (request->kernel->is_explicit_cluster && !request->has_cluster) {
        status = refuse(request, LOCKSTEP_ERROR_LAUNCH,
                        "it must be given cluster dimensions (.explicitcluster)");
    } else if (!check_shape(launch, request->kernel, &refusal)) {
        status = refuse(request, LOCKSTEP_ERROR_LAUNCH, text_string(&refusal));
    } else {
        status = lower(request);
    }
    if (status == LOCKSTEP_OK && !check_resources(launch, &request->record->occupancy, &refusal)) {
        status = refuse(request, LOCKSTEP_ERROR_LAUNCH, text_string(&refusal));
    }
    text_destroy(&refusal);
    return status;
}

static LockstepStatus give_workspace(Request *request)
{
    request->grid_workspace = device_memory_allocate(request->device->memory, GRID_WORKSPACE_BYTES,
                                                     MEMORY_OF_MODULE, "grid workspace");
    return request->grid_workspace != 0
               ? LOCKSTEP_OK
               : refuse(request, LOCKSTEP_ERROR_MEMORY, "no memory is left for its grid's barrier");
}

static LockstepStatus fill_constants(Request *request, Arena *arena)
{
    Launch *launch = &request->launch;
    uint32_t rows_count = launch->program->constant_rows;
    uint32_t *rows = arena_alloc(arena, ((size_t)rows_count + 1) * LANE_COUNT * sizeof(uint32_t));
    ConstantSources sources = {.launch = launch,
                               .placement = &request->module->placement,
                               .occupancy = &request->record->occupancy,
                               .launch_id = request->record->id,
                               .grid_workspace = request->grid_workspace,
                               .is_explicit_cluster = request->has_cluster};
    Text refusal = {0};
    LockstepStatus status = LOCKSTEP_OK;
    launch->constants = rows;
    if (!constants_fill(&sources, rows, &refusal)) {
        status = refuse(request, LOCKSTEP_ERROR_LAUNCH, text_string(&refusal));
    }
    text_destroy(&refusal);
    return status;
}

// Once for all blocks, which then find it in the host's cache.
static void decode(Request *request, Arena *arena)
{
    uint32_t code_count = request->launch.program->code_count;
    Operation *operations = arena_alloc(arena, code_count * sizeof(Operation));
    decode_program(&request->launch, operations);
    request->launch.operations = operations;
}

static uint32_t resident_blocks(const Request *request)
{
    uint64_t blocks =
        (uint64_t)request->record->occupancy.blocks_per_sm * request->device->gpu.sm_count;
    return blocks > UINT32_MAX ? UINT32_MAX : (uint32_t)blocks;
}

// Asks what is recorded of the launch. False: nothing.
static bool choose_recording(const Request *request, RecordingChoice *choice)
{
    const LockstepDevice *device = request->device;
    const LockstepOptions *options = &device->options;
    const LaunchRecord *record = request->record;
    LockstepUpcoming launch = {.id = record->id,
                               .kernel = record->kernel,
                               .program = record->program,
                               .recorded_steps = device->recorded_steps};
    LockstepWatch watch = {.sm = LOCKSTEP_ALL, .warp = LOCKSTEP_ALL};
    memcpy(launch.grid, record->grid, sizeof launch.grid);
    memcpy(launch.block, record->block, sizeof launch.block);
    if (options->record == NULL || !options->record(options->record_context, &launch, &watch)) {
        return false;
    }
    *choice = (RecordingChoice){.first_block = watch.first_block,
                                .block_count = watch.block_count,
                                .sm = watch.sm,
                                .warp = watch.warp,
                                .spread_blocks = watch.spread_blocks,
                                .max_steps = watch.max_steps,
                                .wants_values = watch.wants_values};
    return true;
}

static void keep_recording(const Request *request, Recorders *recorders)
{
    const Placement *placement = &request->module->placement;
    LaunchRecord *record = request->record;
    const Recording *recording = recorders_finish(recorders, &request->device->arena);
    record->recording = recording;
    if (recording != NULL && placement->count > 0) {
        record->symbol_count = placement->count;
        record->symbols = arena_grow(&request->device->arena, placement->variables,
                                     placement->count, placement->count, sizeof *record->symbols);
    }
    request->device->recorded_steps += recording == NULL ? 0 : recording->step_count;
}

static LaunchCheck *create_check(const Request *request)
{
    uint32_t checkers = request->device->options.checkers;
    device_memory_settle(request->device->memory);
    return checkers == 0 ? NULL
                         : launch_check_create(&request->launch, request->record->id, checkers);
}

// What runs beside the launch: tasks of other streams, and the kernel that launched it.
static CheckKin kin_of(const Request *request)
{
    LockstepDevice *device = request->device;
    const LaunchOrigin *origin = request->origin;
    const ChildRequests *requests = request->launch.requests;
    return (CheckKin){
        .tasks = &device->tasks,
        .family = &device->family,
        .has_children = requests != NULL && requests->count > 0,
        .runs_beside_parent = origin->way != LAUNCH_BY_HOST && origin->way != LAUNCH_TAIL,
        .launched = {.launch = origin->parent, .block = origin->block, .tick = origin->moment},
        .after = origin->after,
        .has_waits = origin->has_waits};
}

static void finish_check(const Request *request, LaunchCheck *check, uint64_t last_unit)
{
    LockstepDevice *device = request->device;
    if (check != NULL) {
        uint32_t before = device->findings.count;
        CheckKin kin = kin_of(request);
        launch_check_finish(check, last_unit, &kin, &device->findings);
        name_findings(&request->launch, request->kernel, &device->findings, before);
    }
}

// Runs without a clock. choice NULL: nothing is recorded.
static void run_counts(Request *request, const RecordingChoice *choice, ExecutionCount *executed,
                       AccessCount *accesses)
{
    LockstepDevice *device = request->device;
    LaunchRecord *record = request->record;
    const LockstepOptions *options = &device->options;
    ScheduleOptions schedule = {.engine = &block_engine,
                                .pool = device->pool,
                                .recorders = recorders_create(&request->launch, choice, false),
                                .check = create_check(request),
                                .resident_blocks = resident_blocks(request),
                                .max_instructions = options->max_instructions,
                                .executes = options->engine,
                                .progress = options->progress,
                                .progress_context = options->progress_context};
    ScheduleResult result =
        schedule_run(&request->launch, &schedule, executed, accesses, &device->output);
    keep_recording(request, schedule.recorders);
    record->lost_prints = result.lost_prints;
    record->blocks_done = result.blocks_done;
    record->blocks_canceled = result.blocks_canceled;
    record->fault = result.fault;
    finish_check(request, schedule.check, result.last_unit);
}

static void run_cycles(Request *request, const RecordingChoice *choice, ExecutionCount *executed,
                       AccessCount *accesses)
{
    LockstepDevice *device = request->device;
    LaunchRecord *record = request->record;
    const LockstepOptions *options = &device->options;
    CycleOptions cycles = {.pool = device->pool,
                           .recorders = recorders_create(&request->launch, choice, true),
                           .check = create_check(request),
                           .blocks_per_sm = record->occupancy.blocks_per_sm,
                           .is_sampled = options->is_sampled,
                           .clock_limit = options->clock_limit,
                           .max_instructions = options->max_instructions,
                           .progress = options->progress,
                           .progress_context = options->progress_context};
    StallCount *stalls =
        arena_alloc(&device->arena, record->program->code_count * sizeof(StallCount));
    LaunchTime *time = arena_alloc(&device->arena, sizeof(LaunchTime));
    CycleResult result =
        cycles_run(&request->launch, &cycles, executed, accesses, stalls, &device->output);
    keep_recording(request, cycles.recorders);
    finish_check(request, cycles.check, result.last_unit);
    *time = result.time;
    record->time = time;
    record->lost_prints = result.lost_prints;
    record->blocks_done = result.blocks_done;
    record->blocks_canceled = result.blocks_canceled;
    record->fault = result.fault;
}

static void tell_lost_prints(Request *request)
{
    const LaunchRecord *record = request->record;
    if (record->lost_prints > 0) {
        device_note(request->device,
                    "kernel '%s' printed more than the buffer of printf holds (%llu bytes, "
                    "cudaLimitPrintfFifoSize): the oldest %llu calls are lost",
                    demangle_in(&request->device->arena, record->kernel, DEMANGLE_SHORT),
                    (unsigned long long)request->launch.print_bytes,
                    (unsigned long long)record->lost_prints);
    }
}

// Whether this place in the kernel was told before, or too many others were.
static bool is_told(LockstepDevice *device, const MachineProgram *program, uint32_t pc)
{
    for (uint32_t i = 0; i < device->beyond_count; i++) {
        if (device->beyond[i].program == program &&
            beyond_is_same_place(program, device->beyond[i].pc, pc)) {
            return true;
        }
    }
    if (device->beyond_count == BEYOND_TOLD_MAX) {
        return true;
    }
    device->beyond[device->beyond_count++] = (BeyondPlace){program, pc};
    return false;
}

// Says once of each place in a kernel that it leaves its allocations. The record keeps the first.
static void tell_beyond(Request *request, BeyondNote *note)
{
    LaunchRecord *record = request->record;
    for (uint32_t i = 0; i < atomic_load(&note->count); i++) {
        Diagnostics diagnostics = {0};
        Fault *fault = &note->places[i].fault;
        name_fault(&request->launch, request->kernel, fault);
        if (!is_told(request->device, request->launch.program, fault->pc)) {
            record->beyond = *fault;
            fault_describe_beyond(record, &diagnostics);
            device_tell(request->device, &diagnostics);
        }
    }
    record->beyond = *beyond_first(note);
}

// Takes the results of an earlier launch that did the same, if there is one.
static bool take_repeated(Request *request, const RecordingChoice *choice, bool is_timed,
                          ReuseAttempt *attempt)
{
    LockstepDevice *device = request->device;
    ReuseSetting setting = {
        .home = device_memory_home(device->memory), .peers = device->peers, .is_timed = is_timed};
    *attempt = (ReuseAttempt){.entry = UINT32_MAX};
    return choice == NULL && device->options.checkers == 0 && !device->options.runs_every_launch &&
           !tune_has_choice(&device->gpu) &&
           reuse_begin(&device->reuse, &request->launch, &setting, request->record, attempt);
}

static void execute_blocks(Request *request, const RecordingChoice *choice, bool is_timed)
{
    LockstepDevice *device = request->device;
    LaunchRecord *record = request->record;
    uint32_t code_count = request->launch.program->code_count;
    ExecutionCount *executed = arena_alloc(&device->arena, code_count * sizeof(ExecutionCount));
    AccessCount *accesses = arena_alloc(&device->arena, code_count * sizeof(AccessCount));
    record->executed = executed;
    record->accesses = accesses;
    pulse_begin(device, record);
    if (is_timed) {
        run_cycles(request, choice, executed, accesses);
    } else {
        run_counts(request, choice, executed, accesses);
        device_memory_migrate_all(device->memory);
    }
    pulse_end(device);
}

static void execute(Request *request, const RecordingChoice *choice, bool is_timed)
{
    BeyondNote note;
    beyond_init(&note);
    request->launch.beyond = request->device->options.goes_beyond ? &note : NULL;
    execute_blocks(request, choice, is_timed);
    if (atomic_load(&note.count) > 0) {
        tell_beyond(request, &note);
    }
    request->launch.beyond = NULL;
    beyond_destroy(&note);
}

static LockstepStatus run(Request *request)
{
    LockstepDevice *device = request->device;
    LaunchRecord *record = request->record;
    RecordingChoice recorded;
    const RecordingChoice *choice = choose_recording(request, &recorded) ? &recorded : NULL;
    bool is_timed = device->options.mode == LOCKSTEP_CYCLES &&
                    (choice != NULL || !device->options.is_clock_of_recorded);
    bool has_place = unit_blocks(&request->launch) == 1 ||
                     clusters_fit(&request->launch, record->occupancy.blocks_per_sm);
    record->no_time =
        is_timed && !has_place ? "the SMs of one group do not hold such a cluster" : NULL;
    double start = seconds_now();
    ReuseAttempt attempt;
    if (!take_repeated(request, choice, is_timed && has_place, &attempt)) {
        execute(request, choice, is_timed && has_place);
        reuse_end(&device->reuse, &request->launch, record, &attempt);
    }
    record->host_seconds = seconds_now() - start;
    name_fault(&request->launch, request->kernel, &record->fault);
    fault_explain(&request->launch, &device->options, &record->fault);
    tell_lost_prints(request);
    if (record->fault.kind == FAULT_NONE) {
        return record->status = LOCKSTEP_OK;
    }
    bool is_limit = record->fault.kind == FAULT_LIMIT || record->fault.kind == FAULT_INTERRUPT;
    record->status = is_limit ? LOCKSTEP_ERROR_LIMIT : LOCKSTEP_ERROR_FAULT;
    Diagnostics diagnostics = {0};
    fault_describe(record, &diagnostics);
    device_tell(device, &diagnostics);
    return record->status;
}

LockstepStatus launch_run(LockstepDevice *device, LockstepModule *module,
                          const LockstepLaunch *wanted, const LaunchOrigin *origin,
                          ChildRequests *requests)
{
    Request request = {.device = device, .module = module, .origin = origin, .wanted = wanted};
    request.kernel = ptx_find_function(module->ptx, wanted->kernel);
    if (request.kernel == NULL || !request.kernel->is_entry || !request.kernel->has_body) {
        return refuse_name(device, module->ptx, wanted->kernel);
    }
    request_init(&request, wanted, requests);
    LockstepStatus status = prepare(&request);
    Arena arena = {0}; // of this launch
    if (status == LOCKSTEP_OK && wanted->is_cooperative) {
        status = give_workspace(&request);
    }
    if (status == LOCKSTEP_OK && !requests_open(device, module, request.launch.program, requests)) {
        status = refuse(&request, LOCKSTEP_ERROR_MEMORY,
                        "no memory is left for the parameters of the kernels that it launches");
    }
    if (status == LOCKSTEP_OK) {
        status = fill_constants(&request, &arena);
    }
    if (status == LOCKSTEP_OK) {
        decode(&request, &arena);
        status = run(&request);
    }
    arena_clear(&arena);
    requests_close(device, requests);
    if (request.grid_workspace != 0) {
        device_memory_release(device->memory, request.grid_workspace);
    }
    return status;
}
