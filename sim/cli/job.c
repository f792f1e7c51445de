// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/job.h"

#include "sim/cli/endless.h"

#include "isa/base/demangle.h"

#include <stdlib.h>
#include <string.h>

// What the device said of the call that failed or warned.
static void show_messages(const LockstepDevice *device, const Style *style, bool is_note)
{
    const char *messages = lockstep_messages(device);
    if (!is_note || !style->is_quiet) {
        fputs(messages, stderr);
    }
}

static LockstepStatus create_device(Job *job, const JobOptions *options, Progress *progress)
{
    LockstepOptions device = options->device;
    device.progress = progress_update;
    device.progress_context = progress;
    gpu_choice_apply(&job->gpu, &device);
    LockstepStatus status = lockstep_device_create(&device, &job->device);
    if (status != LOCKSTEP_OK && job->device != NULL) {
        show_messages(job->device, job->style, false);
    }
    return status;
}

static LockstepStatus create_buffer(Job *job, const Plan *plan, uint32_t index, Arena *arena)
{
    const Buffer *buffer = &plan->buffers[index];
    uint64_t size_bytes = buffer_bytes(buffer);
    LockstepStatus status =
        lockstep_malloc(job->device, size_bytes, buffer->name, &job->addresses[index]);
    if (status != LOCKSTEP_OK) {
        show_messages(job->device, job->style, false);
        return status;
    }
    const char *problem = NULL;
    uint8_t *bytes = buffer_fill(buffer, &problem, arena);
    if (bytes == NULL) {
        cli_error(job->style, "buffer %s: %s", buffer->name, problem);
        return LOCKSTEP_ERROR_INPUT;
    }
    status = lockstep_write(job->device, job->addresses[index], bytes, size_bytes);
    free(bytes);
    if (status != LOCKSTEP_OK) {
        show_messages(job->device, job->style, false);
    }
    return status;
}

// A buffer that is described as a texture is passed as one.
static LockstepStatus create_handle(Job *job, const Plan *plan, uint32_t index)
{
    const Buffer *buffer = &plan->buffers[index];
    job->handles[index] = job->addresses[index];
    if (buffer->texture == NULL) {
        return LOCKSTEP_OK;
    }
    LockstepTexture texture = *buffer->texture;
    texture.address = job->addresses[index];
    LockstepStatus status = lockstep_texture_create(job->device, &texture, &job->handles[index]);
    if (status != LOCKSTEP_OK) {
        show_messages(job->device, job->style, false);
    }
    return status;
}

static LockstepStatus prepare(Job *job, const Plan *plan, const JobOptions *options,
                              Progress *progress, LockstepModule **module, Arena *arena)
{
    LockstepStatus status = create_device(job, options, progress);
    if (status != LOCKSTEP_OK) {
        return status;
    }
    bool has_own = job->ptx != NULL;
    status = lockstep_module_load(job->device, has_own ? job->ptx : options->ptx,
                                  has_own ? job->ptx_bytes : options->ptx_bytes, options->ptx_name,
                                  module);
    if (status != LOCKSTEP_OK) {
        show_messages(job->device, job->style, false);
        return status;
    }
    for (uint32_t i = 0; i < plan->buffer_count && status == LOCKSTEP_OK; i++) {
        status = create_buffer(job, plan, i, arena);
        status = status == LOCKSTEP_OK ? create_handle(job, plan, i) : status;
    }
    return status;
}

static void fill_pointers(const Job *job, const PlannedLaunch *launch)
{
    for (uint32_t i = 0; i < launch->pointer_count; i++) {
        const Pointer *pointer = &launch->pointers[i];
        uint64_t address = job->handles[pointer->buffer] + pointer->addend_bytes;
        for (uint32_t byte = 0; byte < pointer->size_bytes; byte++) {
            launch->parameters[pointer->offset_bytes + byte] = (uint8_t)(address >> 8 * byte);
        }
    }
}

static void show_output(Job *job, FILE *stream)
{
    size_t size_bytes;
    const char *output = lockstep_output(job->device, &size_bytes);
    if (size_bytes > 0) {
        fwrite(output, 1, size_bytes, stream);
        fflush(stream);
    }
}

static LockstepStatus run_launch(Job *job, LockstepModule *module, const PlannedLaunch *planned)
{
    LockstepLaunch launch = {.kernel = planned->kernel->name,
                             .dynamic_shared_bytes = planned->shared_bytes,
                             .parameters = planned->parameters,
                             .parameter_bytes = planned->kernel->parameter_bytes};
    memcpy(launch.grid, planned->grid, sizeof launch.grid);
    memcpy(launch.block, planned->block, sizeof launch.block);
    memcpy(launch.cluster, planned->cluster, sizeof launch.cluster);
    fill_pointers(job, planned);
    return lockstep_launch(job->device, module, &launch);
}

static bool is_refusal(LockstepStatus status)
{
    return status == LOCKSTEP_ERROR_LAUNCH || status == LOCKSTEP_ERROR_INPUT ||
           status == LOCKSTEP_ERROR_NOT_FOUND;
}

// Messages of a launch, under the GPU's name when there are several. A refusal among several GPUs
// is a row of the report and no message.
static void show_outcome(const Job *job, const JobOptions *options, LockstepStatus status)
{
    bool is_note = status == LOCKSTEP_OK;
    bool is_finding = status == LOCKSTEP_ERROR_FAULT && options->device.checkers != 0;
    if (options->has_several_gpus ? is_refusal(status) : is_finding) {
        return;
    }
    if (options->has_several_gpus && lockstep_messages(job->device)[0] != 0 &&
        !(is_note && job->style->is_quiet)) {
        fprintf(stderr, "On %s:\n", job->gpu.name);
    }
    show_messages(job->device, job->style, is_note);
}

static void run_launches(Job *job, const Plan *plan, const JobOptions *options,
                         LockstepModule *module, Progress *progress)
{
    for (uint32_t i = 0; i < plan->launch_count; i++) {
        const PlannedLaunch *planned = &plan->launches[i];
        Text name = {0};
        demangle(planned->kernel->name, DEMANGLE_SHORT, &name);
        progress_start(progress, job->gpu.name, text_string(&name));
        LockstepStatus status = run_launch(job, module, planned);
        progress_end(progress);
        text_destroy(&name);
        show_output(job, options->kernel_output);
        show_outcome(job, options, status);
        if (job->status == LOCKSTEP_OK) {
            job->status = status;
        }
        if (status != LOCKSTEP_OK && !is_refusal(status)) {
            break;
        }
    }
}

void job_warn(Job *job, const Diagnostics *warnings)
{
    for (uint32_t i = 0; i < warnings->count; i++) {
        diagnostics_copy(&job->warnings, &warnings->items[i]);
    }
}

void job_run(Job *job, const Plan *plan, const JobOptions *options, Arena *arena)
{
    LockstepModule *module = NULL;
    Progress progress = {.is_wanted = options->wants_progress};
    job->addresses = arena_alloc(arena, (plan->buffer_count + 1) * sizeof *job->addresses);
    job->handles = arena_alloc(arena, (plan->buffer_count + 1) * sizeof *job->handles);
    job->status = prepare(job, plan, options, &progress, &module, arena);
    if (job->status != LOCKSTEP_OK) {
        return;
    }
    job->has_started = true;
    endless_watch(job->device, job->style);
    run_launches(job, plan, options, module, &progress);
    endless_stop();
    job->report = report_create(lockstep_report(job->device));
    job->report->warnings = &job->warnings;
}

void job_end(Job *job)
{
    report_destroy(job->report);
    diagnostics_clear(&job->warnings);
    lockstep_device_destroy(job->device);
}
