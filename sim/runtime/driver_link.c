// SPDX-License-Identifier: Apache-2.0
// The linker of the driver API: modules of PTX become one, which is PTX again; there is no machine
// code. What it does is told in isa/ptx/link.h.
#include "isa/base/heap.h"
#include "isa/machine/program.h"
#include "isa/ptx/link.h"
#include "sim/runtime/driver.h"

#include <stdlib.h>
#include <string.h>

struct CUlinkState_st {
    struct CUlinkState_st *next;
    Arena arena; // names of inputs
    PtxModule **modules;
    uint32_t count;
    DriverLog log;
    Diagnostics diagnostics;
    PtxLinked linked;
    bool is_linked;
};

static void destroy(struct CUlinkState_st *state)
{
    for (uint32_t i = 0; i < state->count; i++) {
        ptx_destroy(state->modules[i]);
    }
    free(state->modules);
    if (state->is_linked) {
        ptx_linked_clear(&state->linked);
    }
    diagnostics_clear(&state->diagnostics);
    arena_clear(&state->arena);
    free(state);
}

void driver_links_stop(Runtime *runtime)
{
    while (runtime->links != NULL) {
        struct CUlinkState_st *state = runtime->links;
        runtime->links = state->next;
        destroy(state);
    }
}

static struct CUlinkState_st **link_of(Runtime *runtime, CUlinkState handle)
{
    struct CUlinkState_st **link = &runtime->links;
    while (*link != NULL && *link != handle) {
        link = &(*link)->next;
    }
    return link;
}

static cudaError_t create(unsigned count, const CUjit_option *options, void **values,
                          CUlinkState *handle)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (handle == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    struct CUlinkState_st *state = heap_resize(NULL, 1, sizeof *state);
    *state = (struct CUlinkState_st){.next = runtime->links,
                                     .log = driver_log_of(count, options, values)};
    *handle = runtime->links = state;
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuLinkCreate(unsigned int numOptions, CUjit_option *options, void **optionValues,
                      CUlinkState *stateOut)
{
    return DRIVER_CALL(true, create(numOptions, options, optionValues, stateOut));
}

// Shows what is wrong, in the program's log too.
static void tell(Runtime *runtime, struct CUlinkState_st *state)
{
    Text text = {0};
    diagnostics_print(&state->diagnostics, false, &text);
    runtime_say(runtime, "%s", text_string(&text));
    driver_log_put(state->log, text_string(&text));
    text_destroy(&text);
    diagnostics_clear(&state->diagnostics);
}

static cudaError_t add(Runtime *runtime, struct CUlinkState_st *state, CUjitInputType type,
                       const void *data, size_t size_bytes, const char *name)
{
    DriverImage image;
    if (data == NULL || size_bytes < sizeof(uint32_t) || state->is_linked ||
        (unsigned)type >= CU_JIT_NUM_INPUT_TYPES) {
        return cudaErrorInvalidValue;
    }
    name = arena_text(&state->arena, name, strlen(name));
    char *copy = memcpy(heap_resize(NULL, size_bytes + 1, 1), data, size_bytes);
    copy[size_bytes] = '\0';
    cudaError_t error = driver_image_find(runtime, name, copy, &image);
    if (error == cudaSuccess) {
        PtxModule *module = ptx_parse(image.ptx, image.size_bytes, name, &state->diagnostics);
        state->modules = heap_resize(state->modules, state->count + 1u, sizeof(struct PtxModule *));
        state->modules[state->count] = module;
        state->count += module != NULL;
        error = module == NULL ? cudaErrorInvalidPtx : cudaSuccess;
    }
    if (error == cudaErrorInvalidPtx) {
        tell(runtime, state);
    }
    free(copy);
    return error;
}

static cudaError_t add_data(CUlinkState handle, CUjitInputType type, const void *data,
                            size_t size_bytes, const char *name)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    struct CUlinkState_st *state = *link_of(runtime, handle);
    return runtime_leave(runtime, state == NULL ? cudaErrorInvalidResourceHandle
                                                : add(runtime, state, type, data, size_bytes,
                                                      name == NULL ? "<input>" : name));
}

CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size,
                       const char *name, unsigned int numOptions, CUjit_option *options,
                       void **optionValues)
{
    (void)numOptions, (void)options, (void)optionValues; // tune machine code
    return DRIVER_CALL(true, add_data(state, type, data, size, name));
}

static cudaError_t add_file(CUlinkState state, CUjitInputType type, const char *path)
{
    char *text = driver_read_text(path);
    cudaError_t error =
        text == NULL ? cudaErrorFileNotFound : add_data(state, type, text, strlen(text), path);
    free(text);
    return error;
}

CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path,
                       unsigned int numOptions, CUjit_option *options, void **optionValues)
{
    (void)numOptions, (void)options, (void)optionValues;
    return DRIVER_CALL(true, add_file(state, type, path));
}

static cudaError_t complete(CUlinkState handle, void **image, size_t *size_bytes)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    struct CUlinkState_st *state = *link_of(runtime, handle);
    if (state == NULL || image == NULL || state->is_linked || state->count == 0) {
        return runtime_leave(runtime, state == NULL ? cudaErrorInvalidResourceHandle
                                                    : cudaErrorInvalidValue);
    }
    state->is_linked = true;
    if (!ptx_link(state->modules, state->count, system_provides, &state->linked,
                  &state->diagnostics)) {
        tell(runtime, state);
        return runtime_leave(runtime, cudaErrorNoKernelImageForDevice);
    }
    *image = arena_text(&state->arena, state->linked.ptx, state->linked.ptx_bytes);
    if (size_bytes != NULL) {
        *size_bytes = state->linked.ptx_bytes + 1; // zero-terminated, as cuModuleLoadData needs it
    }
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuLinkComplete(CUlinkState state, void **cubinOut, size_t *sizeOut)
{
    return DRIVER_CALL(true, complete(state, cubinOut, sizeOut));
}

static cudaError_t release(CUlinkState handle)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    struct CUlinkState_st **link = link_of(runtime, handle), *state = *link;
    if (state == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidResourceHandle);
    }
    *link = state->next;
    destroy(state);
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuLinkDestroy(CUlinkState state)
{
    return DRIVER_CALL(true, release(state));
}
