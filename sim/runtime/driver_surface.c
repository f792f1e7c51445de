// SPDX-License-Identifier: Apache-2.0
// Surface references of modules, which are bound to an array when they are told of it.
#include "isa/base/heap.h"
#include "sim/runtime/driver.h"
#include "sim/runtime/texture.h"

#include <stdlib.h>
#include <string.h>

struct CUsurfref_st {
    struct CUsurfref_st *next;
    LockstepModule *module;
    const char *name; // of the PTX
    CUarray array;
};

void driver_surfaces_forget(Runtime *runtime, const LockstepModule *module)
{
    for (struct CUsurfref_st **link = &runtime->surface_references; *link != NULL;) {
        struct CUsurfref_st *at = *link;
        bool is_gone = module == NULL || at->module == module;
        *link = is_gone ? at->next : *link;
        link = is_gone ? link : &at->next;
        free(is_gone ? at : NULL);
    }
}

static CUsurfref surface_of(Runtime *runtime, const struct CUmod_st *module, const char *name)
{
    struct CUsurfref_st *at = runtime->surface_references;
    while (at != NULL && !(at->module == module->module && strcmp(at->name, name) == 0)) {
        at = at->next;
    }
    const char *own = at == NULL ? driver_reference(module, PTX_TYPE_SURFREF, name) : NULL;
    if (own != NULL) {
        at = heap_resize(NULL, 1, sizeof *at);
        *at = (struct CUsurfref_st){runtime->surface_references, module->module, own, NULL};
        runtime->surface_references = at;
    }
    return at;
}

static cudaError_t find(CUsurfref *surface, CUmodule handle, const char *name)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const struct CUmod_st *module = *driver_module_link(runtime, handle);
    if (surface == NULL || name == NULL || module == NULL) {
        return runtime_leave(runtime, module == NULL ? cudaErrorInvalidResourceHandle
                                                     : cudaErrorInvalidValue);
    }
    *surface = surface_of(runtime, module, name);
    return runtime_leave(runtime, *surface == NULL ? cudaErrorSymbolNotFound : cudaSuccess);
}

CUresult cuModuleGetSurfRef(CUsurfref *pSurfRef, CUmodule hmod, const char *name)
{
    return DRIVER_CALL(true, find(pSurfRef, hmod, name));
}

static cudaError_t set_surface(CUsurfref handle, CUarray array, unsigned flags)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    struct CUsurfref_st *at = runtime->surface_references;
    while (at != NULL && at != handle) {
        at = at->next;
    }
    if (at == NULL || flags != 0) {
        return runtime_leave(runtime,
                             at == NULL ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue);
    }
    struct cudaResourceDesc resource = {.resType = cudaResourceTypeArray, .res.array = {array}};
    cudaError_t error = reference_bind(runtime, at->module, at->name, &resource, NULL);
    at->array = error == cudaSuccess ? array : at->array;
    return runtime_leave(runtime, error);
}

CUresult cuSurfRefSetArray(CUsurfref hSurfRef, CUarray hArray, unsigned int Flags)
{
    return DRIVER_CALL(true, set_surface(hSurfRef, hArray, Flags));
}

static cudaError_t get_surface(CUarray *array, CUsurfref handle)
{
    if (array == NULL) {
        return cudaErrorInvalidValue;
    }
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const struct CUsurfref_st *at = runtime->surface_references;
    while (at != NULL && at != handle) {
        at = at->next;
    }
    *array = at == NULL ? NULL : at->array;
    return runtime_leave(runtime, at == NULL ? cudaErrorInvalidResourceHandle : cudaSuccess);
}

CUresult cuSurfRefGetArray(CUarray *phArray, CUsurfref hSurfRef)
{
    return DRIVER_CALL(true, get_surface(phArray, hSurfRef));
}
