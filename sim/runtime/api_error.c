// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/api_error.h"

#include "isa/base/demangle.h"
#include "isa/base/heap.h"
#include "sim/runtime/leak.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ERRORS_MAX 256u // places that are told apart; a program that fails at more has said enough

// One place at which calls failed, by what became of the error.
struct ApiError {
    ApiCall call;
    cudaError_t error;
    char kernel[64];    // of a launch
    const void *thread; // whose last error it is; NULL: what became of it is known
    ApiCall end;        // that replaced or discarded it; no function: the program ended
    bool is_replaced;
    uint64_t count;
};

static bool is_same(const struct ApiError *a, const struct ApiError *b)
{
    return a->call.caller == b->call.caller && a->error == b->error && a->thread == b->thread &&
           a->end.caller == b->end.caller && a->is_replaced == b->is_replaced;
}

// The fate of the error at `index` is known: it is counted with those that ended the same way.
static void settle(Runtime *runtime, uint32_t index)
{
    struct ApiError *error = &runtime->api_errors[index];
    error->thread = NULL;
    for (uint32_t i = 0; i < runtime->api_error_count; i++) {
        if (i != index && is_same(&runtime->api_errors[i], error)) {
            runtime->api_errors[i].count += error->count;
            runtime->api_error_count--;
            memmove(error, error + 1, (runtime->api_error_count - index) * sizeof *error);
            return;
        }
    }
}

// The error that this thread has not looked at: its index, or UINT32_MAX.
static uint32_t own_error(const Runtime *runtime)
{
    for (uint32_t i = 0; i < runtime->api_error_count; i++) {
        if (runtime->api_errors[i].thread == runtime_thread()) {
            return i;
        }
    }
    return UINT32_MAX;
}

static void end_own(Runtime *runtime, ApiCall end, bool is_replaced)
{
    uint32_t index = own_error(runtime);
    if (index != UINT32_MAX) {
        runtime->api_errors[index].end = end;
        runtime->api_errors[index].is_replaced = is_replaced;
        settle(runtime, index);
    }
}

void api_error_note(Runtime *runtime, cudaError_t error)
{
    const char *kernel = runtime->failed_kernel;
    runtime->failed_kernel = NULL;
    if (error == cudaSuccess || error == cudaErrorNotReady) {
        runtime->is_call_found = false;
        return;
    }
    if (!device_checks(runtime->device, CHECKER_API)) {
        return;
    }
    // A kernel's fault is a finding of its own, as is what was found during the call.
    bool is_told = runtime->is_call_found || error == runtime->fault;
    ApiCall call = api_call(runtime);
    end_own(runtime, call, true);
    runtime->is_call_found = false;
    if (is_told || runtime->api_error_count == ERRORS_MAX) {
        return;
    }
    runtime->api_errors =
        heap_resize(runtime->api_errors, runtime->api_error_count + 1, sizeof *runtime->api_errors);
    struct ApiError *noted = &runtime->api_errors[runtime->api_error_count++];
    *noted =
        (struct ApiError){.call = call, .error = error, .thread = runtime_thread(), .count = 1};
    if (kernel != NULL) {
        Text name = {0};
        demangle(kernel, DEMANGLE_SHORT, &name);
        snprintf(noted->kernel, sizeof noted->kernel, "%s", text_string(&name));
        text_destroy(&name);
    }
}

void api_error_seen(Runtime *runtime)
{
    uint32_t index = own_error(runtime);
    if (index != UINT32_MAX) {
        struct ApiError *error = &runtime->api_errors[index];
        runtime->api_error_count--;
        memmove(error, error + 1, (runtime->api_error_count - index) * sizeof *error);
    }
}

void api_error_discard(Runtime *runtime, const char *call)
{
    if (own_error(runtime) != UINT32_MAX) {
        ApiCall end = api_call(runtime);
        end.function = call;
        end_own(runtime, end, false);
    }
}

static void put_end(const struct ApiError *error, Text *detail)
{
    char place[512];
    const char *function = error->end.function;
    if (error->end.caller == NULL && function == NULL) {
        text_put(detail, "the program ended without looking at it");
        return;
    }
    leak_place(error->end.caller, place, sizeof place);
    text_printf(detail, "%s%s%s %s it", function == NULL ? "another call" : function,
                place[0] == '\0' ? "" : " at ", place,
                error->is_replaced ? "failed too and replaced" : "discarded");
}

static void find_error(Runtime *runtime, const struct ApiError *error)
{
    char place[512];
    Text detail = {0};
    leak_place(error->call.caller, place, sizeof place);
    if (error->call.is_launch) {
        text_printf(&detail, error->kernel[0] == '\0' ? "the launch%s" : "the launch of '%s'",
                    error->kernel);
    } else {
        text_put(&detail, error->call.function == NULL ? "the call" : error->call.function);
    }
    text_printf(&detail, " returned %s (%s); ", cudaGetErrorName(error->error),
                cudaGetErrorString(error->error));
    put_end(error, &detail);
    device_find_often(runtime->device,
                      error->call.is_launch ? CHECK_LAUNCH_ERROR : CHECK_CALL_ERROR, place,
                      text_string(&detail), error->count);
    text_destroy(&detail);
}

void api_errors_find(Runtime *runtime)
{
    for (uint32_t i = 0; i < runtime->api_error_count; i++) {
        find_error(runtime, &runtime->api_errors[i]);
    }
    api_errors_clear(runtime);
}

void api_errors_clear(Runtime *runtime)
{
    free(runtime->api_errors);
    runtime->api_errors = NULL;
    runtime->api_error_count = 0;
}
