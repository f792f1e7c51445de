// SPDX-License-Identifier: Apache-2.0
// Texture references of modules. CUDA binds a reference when a kernel is launched; here
// each change binds it anew, once it has something to be bound to. An array keeps its own format.
#include "isa/base/heap.h"
#include "sim/runtime/driver.h"
#include "sim/runtime/texture.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct CUtexref_st {
    struct CUtexref_st *next;
    LockstepModule *module; // NULL: the program created it
    const char *name;       // of the PTX
    bool is_bound;          // it has a resource
    CUDA_RESOURCE_DESC resource;
    CUarray_format format; // of linear memory that is bound without one
    int channels;
    CUDA_TEXTURE_DESC how;
};

void driver_references_forget(Runtime *runtime, const LockstepModule *module)
{
    for (struct CUtexref_st **link = &runtime->texture_references; *link != NULL;) {
        struct CUtexref_st *at = *link;
        bool is_gone = module == NULL || at->module == module;
        *link = is_gone ? at->next : *link;
        link = is_gone ? link : &at->next;
        free(is_gone ? at : NULL);
    }
}

const char *driver_reference(const struct CUmod_st *module, PtxType type, const char *name)
{
    const PtxModule *ptx = device_module_ptx(module->module);
    for (uint32_t i = 0; i < ptx->variable_count; i++) {
        const PtxVariable *variable = ptx->variables[i];
        if (variable->type == type && strcmp(variable->name, name) == 0) {
            return variable->name;
        }
    }
    return NULL;
}

static CUtexref add_texture(Runtime *runtime, LockstepModule *module, const char *name)
{
    struct CUtexref_st *reference = heap_resize(NULL, 1, sizeof *reference);
    *reference = (struct CUtexref_st){.next = runtime->texture_references,
                                      .module = module,
                                      .name = name,
                                      .format = CU_AD_FORMAT_FLOAT,
                                      .channels = 1};
    runtime->texture_references = reference;
    return reference;
}

static CUtexref texture_of(Runtime *runtime, const struct CUmod_st *module, const char *name)
{
    struct CUtexref_st *at = runtime->texture_references;
    while (at != NULL && !(at->module == module->module && strcmp(at->name, name) == 0)) {
        at = at->next;
    }
    const char *own = at == NULL ? driver_reference(module, PTX_TYPE_TEXREF, name) : NULL;
    return own == NULL ? at : add_texture(runtime, module->module, own);
}

static cudaError_t find(CUtexref *texture, CUmodule handle, const char *name)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const struct CUmod_st *module = *driver_module_link(runtime, handle);
    if (texture == NULL || name == NULL || module == NULL) {
        return runtime_leave(runtime, module == NULL ? cudaErrorInvalidResourceHandle
                                                     : cudaErrorInvalidValue);
    }
    *texture = texture_of(runtime, module, name);
    return runtime_leave(runtime, *texture == NULL ? cudaErrorSymbolNotFound : cudaSuccess);
}

CUresult cuModuleGetTexRef(CUtexref *pTexRef, CUmodule hmod, const char *name)
{
    return DRIVER_CALL(true, find(pTexRef, hmod, name));
}

static struct CUtexref_st **link_of(Runtime *runtime, CUtexref handle)
{
    struct CUtexref_st **link = &runtime->texture_references;
    while (*link != NULL && *link != handle) {
        link = &(*link)->next;
    }
    return link;
}

static cudaError_t create(CUtexref *handle)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    *handle = add_texture(runtime, NULL, "");
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuTexRefCreate(CUtexref *pTexRef)
{
    return DRIVER_CALL(true, pTexRef == NULL ? cudaErrorInvalidValue : create(pTexRef));
}

static cudaError_t destroy(CUtexref handle)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    struct CUtexref_st **link = link_of(runtime, handle), *found = *link;
    if (found == NULL || found->module != NULL) {
        return runtime_leave(runtime, cudaErrorInvalidResourceHandle);
    }
    *link = found->next;
    free(found);
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuTexRefDestroy(CUtexref hTexRef)
{
    return DRIVER_CALL(true, destroy(hTexRef));
}

static cudaError_t read(CUtexref handle, struct CUtexref_st *copy)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const struct CUtexref_st *found = *link_of(runtime, handle);
    if (found == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidResourceHandle);
    }
    *copy = *found;
    return runtime_leave(runtime, cudaSuccess);
}

// Keeps what the reference is now, and binds it.
static cudaError_t write(CUtexref handle, const struct CUtexref_st *copy)
{
    struct cudaResourceDesc resource = {0};
    struct cudaChannelFormatDesc channels = {0};
    cudaError_t error =
        copy->is_bound ? driver_resource(&copy->resource, &resource, &channels) : cudaSuccess;
    Runtime *runtime = error == cudaSuccess ? runtime_enter(CALL_SYNCHRONOUS) : NULL;
    if (runtime == NULL) {
        return error == cudaSuccess ? runtime_refusal() : error;
    }
    if (copy->is_bound && copy->module != NULL) {
        struct cudaTextureDesc how = driver_sampling(&copy->how, &channels);
        error = reference_bind(runtime, copy->module, copy->name, &resource, &how);
    }
    if (error == cudaSuccess) {
        *handle = *copy;
    }
    return runtime_leave(runtime, error);
}

static cudaError_t set_resource(CUtexref handle, const CUDA_RESOURCE_DESC *resource)
{
    struct CUtexref_st copy = {0};
    cudaError_t error = read(handle, &copy);
    copy.resource = *resource;
    copy.is_bound = true;
    return error == cudaSuccess ? write(handle, &copy) : error;
}

CUresult cuTexRefSetArray(CUtexref hTexRef, CUarray hArray, unsigned int Flags)
{
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array = {hArray}};
    return DRIVER_CALL(true, (Flags & ~(unsigned)CU_TRSA_OVERRIDE_FORMAT) != 0
                                 ? cudaErrorInvalidValue
                                 : set_resource(hTexRef, &resource));
}

CUresult cuTexRefSetMipmappedArray(CUtexref hTexRef, CUmipmappedArray hMipmappedArray,
                                   unsigned int Flags)
{
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY,
                                   .res.mipmap = {hMipmappedArray}};
    return DRIVER_CALL(true, (Flags & ~(unsigned)CU_TRSA_OVERRIDE_FORMAT) != 0
                                 ? cudaErrorInvalidValue
                                 : set_resource(hTexRef, &resource));
}

// Any address will do, so that fetches need no offset.
static cudaError_t set_address(size_t *offset, CUtexref handle, CUdeviceptr address,
                               size_t size_bytes)
{
    struct CUtexref_st copy = {0};
    cudaError_t error = read(handle, &copy);
    if (error != cudaSuccess) {
        return error;
    }
    copy.resource = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_LINEAR};
    copy.resource.res.linear.devPtr = address;
    copy.resource.res.linear.format = copy.format;
    copy.resource.res.linear.numChannels = (unsigned)copy.channels;
    copy.resource.res.linear.sizeInBytes = size_bytes;
    copy.is_bound = true;
    if (offset != NULL) {
        *offset = 0;
    }
    return write(handle, &copy);
}

CUresult cuTexRefSetAddress(size_t *ByteOffset, CUtexref hTexRef, CUdeviceptr dptr, size_t bytes)
{
    return DRIVER_CALL(true, set_address(ByteOffset, hTexRef, dptr, bytes));
}

CUresult cuTexRefSetAddress2D(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR *desc, CUdeviceptr dptr,
                              size_t Pitch)
{
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_PITCH2D};
    if (desc != NULL) {
        resource.res.pitch2D.devPtr = dptr;
        resource.res.pitch2D.format = desc->Format;
        resource.res.pitch2D.numChannels = desc->NumChannels;
        resource.res.pitch2D.width = desc->Width;
        resource.res.pitch2D.height = desc->Height;
        resource.res.pitch2D.pitchInBytes = Pitch;
    }
    return DRIVER_CALL(true,
                       desc == NULL ? cudaErrorInvalidValue : set_resource(hTexRef, &resource));
}

// Where a member of a reference is, and its size.
#define MEMBER(member)                                                                             \
    offsetof(struct CUtexref_st, member), sizeof(((struct CUtexref_st *)NULL)->member)

static cudaError_t set(CUtexref handle, size_t offset, size_t size_bytes, const void *value)
{
    struct CUtexref_st copy = {0};
    cudaError_t error = value == NULL ? cudaErrorInvalidValue : read(handle, &copy);
    if (error != cudaSuccess) {
        return error;
    }
    memcpy((char *)&copy + offset, value, size_bytes);
    return write(handle, &copy);
}

static cudaError_t get(CUtexref handle, size_t offset, size_t size_bytes, void *value)
{
    struct CUtexref_st copy = {0};
    cudaError_t error = value == NULL ? cudaErrorInvalidValue : read(handle, &copy);
    if (error == cudaSuccess) {
        memcpy(value, (const char *)&copy + offset, size_bytes);
    }
    return error;
}

static cudaError_t set_format(CUtexref handle, CUarray_format format, int channels)
{
    cudaError_t error = set(handle, MEMBER(format), &format);
    return error == cudaSuccess ? set(handle, MEMBER(channels), &channels) : error;
}

CUresult cuTexRefSetFormat(CUtexref hTexRef, CUarray_format fmt, int NumPackedComponents)
{
    return DRIVER_CALL(true, set_format(hTexRef, fmt, NumPackedComponents));
}

static cudaError_t set_address_mode(CUtexref handle, int dimension, CUaddress_mode mode)
{
    struct CUtexref_st copy = {0};
    cudaError_t error =
        dimension < 0 || dimension > 2 ? cudaErrorInvalidValue : read(handle, &copy);
    if (error != cudaSuccess) {
        return error;
    }
    copy.how.addressMode[dimension] = mode;
    return write(handle, &copy);
}

CUresult cuTexRefSetAddressMode(CUtexref hTexRef, int dim, CUaddress_mode am)
{
    return DRIVER_CALL(true, set_address_mode(hTexRef, dim, am));
}

CUresult cuTexRefSetFilterMode(CUtexref hTexRef, CUfilter_mode fm)
{
    return DRIVER_CALL(true, set(hTexRef, MEMBER(how.filterMode), &fm));
}

CUresult cuTexRefSetMipmapFilterMode(CUtexref hTexRef, CUfilter_mode fm)
{
    return DRIVER_CALL(true, set(hTexRef, MEMBER(how.mipmapFilterMode), &fm));
}

CUresult cuTexRefSetMipmapLevelBias(CUtexref hTexRef, float bias)
{
    return DRIVER_CALL(true, set(hTexRef, MEMBER(how.mipmapLevelBias), &bias));
}

static cudaError_t set_clamp(CUtexref handle, float least, float most)
{
    cudaError_t error = set(handle, MEMBER(how.minMipmapLevelClamp), &least);
    return error == cudaSuccess ? set(handle, MEMBER(how.maxMipmapLevelClamp), &most) : error;
}

CUresult cuTexRefSetMipmapLevelClamp(CUtexref hTexRef, float minMipmapLevelClamp,
                                     float maxMipmapLevelClamp)
{
    return DRIVER_CALL(true, set_clamp(hTexRef, minMipmapLevelClamp, maxMipmapLevelClamp));
}

CUresult cuTexRefSetMaxAnisotropy(CUtexref hTexRef, unsigned int maxAniso)
{
    return DRIVER_CALL(true, set(hTexRef, MEMBER(how.maxAnisotropy), &maxAniso));
}

CUresult cuTexRefSetBorderColor(CUtexref hTexRef, float *pBorderColor)
{
    return DRIVER_CALL(true, set(hTexRef, MEMBER(how.borderColor), pBorderColor));
}

CUresult cuTexRefSetFlags(CUtexref hTexRef, unsigned int Flags)
{
    return DRIVER_CALL(true, set(hTexRef, MEMBER(how.flags), &Flags));
}

// Reads the address or array of a reference that is bound to a resource of this type.
static cudaError_t get_resource(CUtexref handle, CUresourcetype type, CUDA_RESOURCE_DESC *resource)
{
    struct CUtexref_st copy = {0};
    cudaError_t error = read(handle, &copy);
    if (error == cudaSuccess) {
        *resource = copy.resource;
        error =
            copy.is_bound && copy.resource.resType == type ? cudaSuccess : cudaErrorInvalidValue;
    }
    return error;
}

static cudaError_t get_address(CUdeviceptr *address, CUtexref handle)
{
    CUDA_RESOURCE_DESC resource = {0};
    cudaError_t error = get_resource(handle, CU_RESOURCE_TYPE_LINEAR, &resource);
    if (error == cudaSuccess) {
        *address = resource.res.linear.devPtr;
        return cudaSuccess;
    }
    error = get_resource(handle, CU_RESOURCE_TYPE_PITCH2D, &resource);
    *address = error == cudaSuccess ? resource.res.pitch2D.devPtr : 0;
    return error;
}

CUresult cuTexRefGetAddress(CUdeviceptr *pdptr, CUtexref hTexRef)
{
    return DRIVER_CALL(true, pdptr == NULL ? cudaErrorInvalidValue : get_address(pdptr, hTexRef));
}

CUresult cuTexRefGetArray(CUarray *phArray, CUtexref hTexRef)
{
    if (phArray == NULL) {
        return DRIVER_CALL(false, cudaErrorInvalidValue);
    }
    CUDA_RESOURCE_DESC resource = {0};
    CUresult result = DRIVER_CALL(true, get_resource(hTexRef, CU_RESOURCE_TYPE_ARRAY, &resource));
    *phArray = result == CUDA_SUCCESS ? resource.res.array.hArray : NULL;
    return result;
}

CUresult cuTexRefGetMipmappedArray(CUmipmappedArray *phMipmappedArray, CUtexref hTexRef)
{
    if (phMipmappedArray == NULL) {
        return DRIVER_CALL(false, cudaErrorInvalidValue);
    }
    CUDA_RESOURCE_DESC resource = {0};
    CUresult result =
        DRIVER_CALL(true, get_resource(hTexRef, CU_RESOURCE_TYPE_MIPMAPPED_ARRAY, &resource));
    *phMipmappedArray = result == CUDA_SUCCESS ? resource.res.mipmap.hMipmappedArray : NULL;
    return result;
}

static cudaError_t get_address_mode(CUaddress_mode *mode, CUtexref handle, int dimension)
{
    CUaddress_mode modes[3] = {CU_TR_ADDRESS_MODE_WRAP};
    cudaError_t error = dimension < 0 || dimension > 2
                            ? cudaErrorInvalidValue
                            : get(handle, MEMBER(how.addressMode), modes);
    if (error == cudaSuccess) {
        *mode = modes[dimension];
    }
    return error;
}

CUresult cuTexRefGetAddressMode(CUaddress_mode *pam, CUtexref hTexRef, int dim)
{
    return DRIVER_CALL(true, get_address_mode(pam, hTexRef, dim));
}

CUresult cuTexRefGetFilterMode(CUfilter_mode *pfm, CUtexref hTexRef)
{
    return DRIVER_CALL(true, get(hTexRef, MEMBER(how.filterMode), pfm));
}

static cudaError_t get_format(CUarray_format *format, int *channels, CUtexref handle)
{
    cudaError_t error = get(handle, MEMBER(format), format);
    return error == cudaSuccess ? get(handle, MEMBER(channels), channels) : error;
}

CUresult cuTexRefGetFormat(CUarray_format *pFormat, int *pNumChannels, CUtexref hTexRef)
{
    return DRIVER_CALL(true, get_format(pFormat, pNumChannels, hTexRef));
}

CUresult cuTexRefGetMipmapFilterMode(CUfilter_mode *pfm, CUtexref hTexRef)
{
    return DRIVER_CALL(true, get(hTexRef, MEMBER(how.mipmapFilterMode), pfm));
}

CUresult cuTexRefGetMipmapLevelBias(float *pbias, CUtexref hTexRef)
{
    return DRIVER_CALL(true, get(hTexRef, MEMBER(how.mipmapLevelBias), pbias));
}

static cudaError_t get_clamp(float *least, float *most, CUtexref handle)
{
    cudaError_t error = get(handle, MEMBER(how.minMipmapLevelClamp), least);
    return error == cudaSuccess ? get(handle, MEMBER(how.maxMipmapLevelClamp), most) : error;
}

CUresult cuTexRefGetMipmapLevelClamp(float *pminMipmapLevelClamp, float *pmaxMipmapLevelClamp,
                                     CUtexref hTexRef)
{
    return DRIVER_CALL(true, get_clamp(pminMipmapLevelClamp, pmaxMipmapLevelClamp, hTexRef));
}

CUresult cuTexRefGetMaxAnisotropy(int *pmaxAniso, CUtexref hTexRef)
{
    return DRIVER_CALL(true, get(hTexRef, MEMBER(how.maxAnisotropy), pmaxAniso));
}

CUresult cuTexRefGetBorderColor(float *pBorderColor, CUtexref hTexRef)
{
    return DRIVER_CALL(true, get(hTexRef, MEMBER(how.borderColor), pBorderColor));
}

CUresult cuTexRefGetFlags(unsigned int *pFlags, CUtexref hTexRef)
{
    return DRIVER_CALL(true, get(hTexRef, MEMBER(how.flags), pFlags));
}

// A launch of CUDA 1 takes the texture that the kernel's module names.
CUresult cuParamSetTexRef(CUfunction hfunc, int texunit, CUtexref hTexRef)
{
    struct CUtexref_st copy = {0};
    (void)hfunc;
    return DRIVER_CALL(true, texunit != CU_PARAM_TR_DEFAULT ? cudaErrorInvalidValue
                                                            : read(hTexRef, &copy));
}
