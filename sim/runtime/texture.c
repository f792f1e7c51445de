// SPDX-License-Identifier: Apache-2.0
// Texture and surface objects made from resource descriptions, and references bound to memory.
#include "sim/runtime/texture.h"

#include "isa/base/heap.h"
#include "sim/runtime/error.h"

#include <stdlib.h>
#include <string.h>

// Bytes. An H200 asks for cudaDeviceProp::textureAlignment (512), which its cudaMalloc gives; here
// that gives 256 (sim/memory/device_memory.c).
enum { ALLOCATION_ALIGNMENT = 256 };

void textures_stop(Runtime *runtime)
{
    while (runtime->textures != NULL) {
        TextureNote *note = runtime->textures;
        runtime->textures = note->next;
        lockstep_texture_destroy(runtime->device, note->handle);
        free(note);
    }
    while (runtime->arrays != NULL) {
        struct cudaArray *array = runtime->arrays;
        runtime->arrays = array->next;
        free(array);
    }
    while (runtime->mipmaps != NULL) {
        struct cudaMipmappedArray *mipmap = runtime->mipmaps;
        runtime->mipmaps = mipmap->next;
        free(mipmap);
    }
}

static bool is_normalized_kind(enum cudaChannelFormatKind kind)
{
    return kind >= cudaChannelFormatKindUnsignedNormalized8X1 &&
           kind <= cudaChannelFormatKindSignedNormalized16X4;
}

// The normalized kinds name sign, width and number of channels, which the description has as well.
static enum cudaChannelFormatKind plain_kind(const struct cudaChannelFormatDesc *from,
                                             uint32_t channels)
{
    if (!is_normalized_kind(from->f)) {
        return from->f;
    }
    unsigned at = (unsigned)from->f - cudaChannelFormatKindUnsignedNormalized8X1;
    bool is_signed = at / 6 != 0;
    int bits = at % 6 / 3 == 0 ? 8 : 16;
    bool is_consistent = bits == from->x && 1u << at % 3 == channels;
    return !is_consistent ? cudaChannelFormatKindNone
           : is_signed    ? cudaChannelFormatKindSigned
                          : cudaChannelFormatKindUnsigned;
}

bool texture_channel(const struct cudaChannelFormatDesc *from, LockstepTexture *to)
{
    const int widths[] = {from->x, from->y, from->z, from->w};
    to->channels = 0;
    while (to->channels < 4 && widths[to->channels] != 0) {
        if (widths[to->channels++] != from->x) {
            return false;
        }
    }
    for (uint32_t i = to->channels; i < 4; i++) {
        if (widths[i] != 0) { // a gap
            return false;
        }
    }
    static const struct {
        int bits;
        enum cudaChannelFormatKind kind;
        LockstepChannel channel;
    } known[] = {{8, cudaChannelFormatKindUnsigned, LOCKSTEP_CHANNEL_U8},
                 {8, cudaChannelFormatKindSigned, LOCKSTEP_CHANNEL_S8},
                 {16, cudaChannelFormatKindUnsigned, LOCKSTEP_CHANNEL_U16},
                 {16, cudaChannelFormatKindSigned, LOCKSTEP_CHANNEL_S16},
                 {32, cudaChannelFormatKindUnsigned, LOCKSTEP_CHANNEL_U32},
                 {32, cudaChannelFormatKindSigned, LOCKSTEP_CHANNEL_S32},
                 {16, cudaChannelFormatKindFloat, LOCKSTEP_CHANNEL_F16},
                 {32, cudaChannelFormatKindFloat, LOCKSTEP_CHANNEL_F32}};
    enum cudaChannelFormatKind kind = plain_kind(from, to->channels);
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        if (known[i].bits == from->x && known[i].kind == kind) {
            to->channel = known[i].channel;
            return to->channels == 1 || to->channels == 2 || to->channels == 4;
        }
    }
    return false;
}

static LockstepTextureShape array_shape(const struct cudaArray *array)
{
    bool is_layered = (array->flags & cudaArrayLayered) != 0;
    if ((array->flags & cudaArrayCubemap) != 0) {
        return LOCKSTEP_TEXTURE_CUBE;
    }
    if (is_layered) {
        return array->extent.height == 0 ? LOCKSTEP_TEXTURE_1D_LAYERED
                                         : LOCKSTEP_TEXTURE_2D_LAYERED;
    }
    return array->extent.depth > 0    ? LOCKSTEP_TEXTURE_3D
           : array->extent.height > 0 ? LOCKSTEP_TEXTURE_2D
                                      : LOCKSTEP_TEXTURE_1D;
}

void array_describe(const struct cudaArray *array, LockstepTexture *texture)
{
    texture->shape = array_shape(array);
    texture->address = array->address;
    texture->width = (uint32_t)array->extent.width;
    texture->height = (uint32_t)array->extent.height;
    texture->depth = (uint32_t)array->extent.depth;
}

// What the resource is, without how it is sampled.
static cudaError_t describe_resource(Runtime *runtime, const struct cudaResourceDesc *from,
                                     LockstepTexture *texture, struct cudaChannelFormatDesc *format)
{
    const struct cudaArray *array = NULL;
    const struct cudaChannelFormatDesc *channels = NULL;
    switch (from->resType) {
    case cudaResourceTypeArray:
        array = array_find(runtime, from->res.array.array);
        if (array == NULL) {
            return cudaErrorInvalidResourceHandle;
        }
        array_describe(array, texture);
        channels = &array->description;
        break;
    case cudaResourceTypeLinear:
        channels = &from->res.linear.desc;
        texture->shape = LOCKSTEP_TEXTURE_BUFFER;
        texture->address = (uint64_t)(uintptr_t)from->res.linear.devPtr;
        texture->is_linear_memory = true;
        if (texture->address % ALLOCATION_ALIGNMENT != 0) {
            return cudaErrorInvalidValue;
        }
        if (channel_bits(channels) >= 8) {
            texture->width =
                (uint32_t)(from->res.linear.sizeInBytes / (channel_bits(channels) / 8));
        }
        break;
    case cudaResourceTypePitch2D:
        channels = &from->res.pitch2D.desc;
        texture->shape = LOCKSTEP_TEXTURE_2D;
        texture->address = (uint64_t)(uintptr_t)from->res.pitch2D.devPtr;
        texture->width = (uint32_t)from->res.pitch2D.width;
        texture->height = (uint32_t)from->res.pitch2D.height;
        texture->pitch_bytes = from->res.pitch2D.pitchInBytes;
        texture->is_linear_memory = true;
        break;
    case cudaResourceTypeMipmappedArray: {
        const struct cudaMipmappedArray *mipmap = mipmap_find(runtime, from->res.mipmap.mipmap);
        if (mipmap == NULL) {
            return cudaErrorInvalidValue;
        }
        array_describe(mipmap->level[0], texture);
        texture->levels = mipmap->levels;
        channels = &mipmap->level[0]->description;
        break;
    }
    default: return cudaErrorInvalidValue;
    }
    *format = *channels;
    return texture_channel(channels, texture) ? cudaSuccess : cudaErrorInvalidChannelDescriptor;
}

static void describe_sampling(const struct cudaTextureDesc *from, LockstepTexture *texture)
{
    for (int i = 0; i < 3; i++) {
        texture->address_mode[i] = (LockstepAddressMode)from->addressMode[i];
    }
    memcpy(texture->border, from->borderColor, sizeof(texture->border));
    texture->is_linear_filter = from->filterMode == cudaFilterModeLinear;
    texture->is_normalized_coordinates = from->normalizedCoords != 0;
    texture->is_normalized_float =
        from->readMode == cudaReadModeNormalizedFloat && texture->channel <= LOCKSTEP_CHANNEL_S16;
    texture->is_srgb = from->sRGB != 0;
    if (texture->shape == LOCKSTEP_TEXTURE_BUFFER) { // tex1Dfetch has neither
        texture->is_linear_filter = texture->is_normalized_coordinates = false;
    }
    if (texture->levels > 0) { // a mipmap's coordinates are always normalized, as on an H200
        texture->is_normalized_coordinates = true;
        texture->is_linear_levels = from->mipmapFilterMode == cudaFilterModeLinear;
        texture->level_bias = from->mipmapLevelBias;
        texture->level_min = from->minMipmapLevelClamp;
        texture->level_max = from->maxMipmapLevelClamp;
    }
}

// Integers of 8 and 16 bits can be read as normalized floats, and those of a normalized kind must.
static cudaError_t check_reading(const struct cudaChannelFormatDesc *channels,
                                 const struct cudaTextureDesc *how, const LockstepTexture *texture)
{
    bool is_normalized = how->readMode == cudaReadModeNormalizedFloat;
    bool is_wrong =
        is_normalized ? texture->channel > LOCKSTEP_CHANNEL_S16 : is_normalized_kind(channels->f);
    bool is_float = is_normalized || texture->channel >= LOCKSTEP_CHANNEL_F16;
    if (is_wrong || (unsigned)how->filterMode > cudaFilterModeLinear) {
        return is_wrong ? cudaErrorInvalidNormSetting : cudaErrorInvalidValue;
    }
    return how->filterMode == cudaFilterModeLinear && !is_float &&
                   texture->shape != LOCKSTEP_TEXTURE_BUFFER
               ? cudaErrorInvalidFilterSetting
               : cudaSuccess;
}

static cudaError_t create(Runtime *runtime, const LockstepTexture *texture, TextureNote note,
                          unsigned long long *handle)
{
    LockstepStatus status = lockstep_texture_create(runtime->device, texture, &note.handle);
    if (status != LOCKSTEP_OK) {
        runtime_show_messages(runtime);
        return status == LOCKSTEP_ERROR_LAUNCH ? cudaErrorNotSupported : error_of_status(status);
    }
    TextureNote *kept = heap_resize(NULL, 1, sizeof(*kept));
    *kept = note;
    kept->next = runtime->textures;
    runtime->textures = kept;
    *handle = note.handle;
    return cudaSuccess;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *pTexObject,
                                    const struct cudaResourceDesc *pResDesc,
                                    const struct cudaTextureDesc *pTexDesc,
                                    const struct cudaResourceViewDesc *pResViewDesc)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (pTexObject == NULL || pResDesc == NULL || pTexDesc == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    LockstepTexture texture = {0};
    struct cudaChannelFormatDesc format;
    cudaError_t error = pResViewDesc != NULL
                            ? cudaErrorNotSupported
                            : describe_resource(runtime, pResDesc, &texture, &format);
    if (error == cudaSuccess) {
        error = check_reading(&format, pTexDesc, &texture);
    }
    if (error == cudaSuccess) {
        describe_sampling(pTexDesc, &texture);
        TextureNote note = {.resource = *pResDesc, .texture = *pTexDesc};
        error = create(runtime, &texture, note, pTexObject);
    }
    return runtime_leave(runtime, error);
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *pSurfObject,
                                    const struct cudaResourceDesc *pResDesc)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    LockstepTexture texture = {.is_surface = true};
    struct cudaChannelFormatDesc format;
    bool is_array =
        pSurfObject != NULL && pResDesc != NULL && pResDesc->resType == cudaResourceTypeArray;
    cudaError_t error = is_array ? describe_resource(runtime, pResDesc, &texture, &format)
                        : pSurfObject == NULL || pResDesc == NULL
                            ? cudaErrorInvalidValue
                            : cudaErrorInvalidChannelDescriptor;
    if (error == cudaSuccess) {
        TextureNote note = {.is_surface = true, .resource = *pResDesc};
        error = create(runtime, &texture, note, pSurfObject);
    }
    return runtime_leave(runtime, error);
}

static TextureNote **find_note(Runtime *runtime, unsigned long long handle, bool is_surface)
{
    TextureNote **link = &runtime->textures;
    while (*link != NULL && ((*link)->handle != handle || (*link)->is_surface != is_surface)) {
        link = &(*link)->next;
    }
    return link;
}

static cudaError_t destroy(unsigned long long handle, bool is_surface)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    TextureNote **link = find_note(runtime, handle, is_surface), *note = *link;
    if (note == NULL) {
        return runtime_leave(runtime, handle == 0 ? cudaSuccess : cudaErrorInvalidValue);
    }
    *link = note->next;
    lockstep_texture_destroy(runtime->device, handle);
    free(note);
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texObject)
{
    return destroy(texObject, false);
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surfObject)
{
    return destroy(surfObject, true);
}

static cudaError_t ask(unsigned long long handle, bool is_surface,
                       struct cudaResourceDesc *resource, struct cudaTextureDesc *texture)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const TextureNote *note = *find_note(runtime, handle, is_surface);
    if (note == NULL || (resource == NULL && texture == NULL)) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    if (resource != NULL) {
        *resource = note->resource;
    }
    if (texture != NULL) {
        *texture = note->texture;
    }
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *pResDesc,
                                             cudaTextureObject_t texObject)
{
    return ask(texObject, false, pResDesc, NULL);
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *pTexDesc,
                                            cudaTextureObject_t texObject)
{
    return ask(texObject, false, NULL, pTexDesc);
}

cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *pResDesc,
                                             cudaSurfaceObject_t surfObject)
{
    return ask(surfObject, true, pResDesc, NULL);
}

// References

cudaError_t reference_bind(Runtime *runtime, LockstepModule *module, const char *name,
                           const struct cudaResourceDesc *resource,
                           const struct cudaTextureDesc *sampling)
{
    LockstepTexture texture = {.is_surface = sampling == NULL};
    struct cudaChannelFormatDesc format;
    cudaError_t error = describe_resource(runtime, resource, &texture, &format);
    if (error != cudaSuccess) {
        return error;
    }
    if (sampling != NULL) {
        describe_sampling(sampling, &texture);
    }
    LockstepStatus status = lockstep_texture_bind(runtime->device, module, name, &texture);
    if (status != LOCKSTEP_OK) {
        runtime_show_messages(runtime);
    }
    return error_of_status(status);
}

static cudaError_t bind(const void *reference, const struct cudaResourceDesc *resource,
                        const struct textureReference *sampling)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    LockstepModule *module = NULL;
    const char *name = NULL;
    cudaError_t error = reference_find(runtime, reference, &module, &name);
    if (error == cudaSuccess) {
        struct cudaTextureDesc how = {0};
        if (sampling != NULL) {
            how.filterMode = sampling->filterMode;
            how.readMode = sampling->readMode;
            how.normalizedCoords = sampling->normalized;
            memcpy(how.addressMode, sampling->addressMode, sizeof(how.addressMode));
        }
        error = reference_bind(runtime, module, name, resource, sampling == NULL ? NULL : &how);
    }
    return runtime_leave(runtime, error);
}

static cudaError_t invalid(void)
{
    return runtime_fail(cudaErrorInvalidValue);
}

// As much of [pointer, pointer + size_bytes) as its allocation holds: the default is all there is.
static size_t bytes_from(const void *pointer, size_t size_bytes)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return 0;
    }
    uint64_t address = (uint64_t)(uintptr_t)pointer;
    const MemoryRegion *region = device_region(runtime->device, address);
    uint64_t left = region == NULL ? 0 : region->base + region->size_bytes - address;
    runtime_leave(runtime, cudaSuccess);
    return left < size_bytes ? (size_t)left : size_bytes;
}

cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *texref,
                            const void *devPtr, const struct cudaChannelFormatDesc *desc,
                            size_t size)
{
    if (texref == NULL || desc == NULL) {
        return invalid();
    }
    struct cudaResourceDesc resource = {.resType = cudaResourceTypeLinear};
    resource.res.linear.devPtr = (void *)(uintptr_t)devPtr;
    resource.res.linear.desc = *desc;
    resource.res.linear.sizeInBytes = bytes_from(devPtr, size);
    if (offset != NULL) {
        *offset = 0;
    }
    return bind(texref, &resource, texref);
}

cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *texref,
                              const void *devPtr, const struct cudaChannelFormatDesc *desc,
                              size_t width, size_t height, size_t pitch)
{
    if (texref == NULL || desc == NULL) {
        return invalid();
    }
    struct cudaResourceDesc resource = {.resType = cudaResourceTypePitch2D};
    resource.res.pitch2D.devPtr = (void *)(uintptr_t)devPtr;
    resource.res.pitch2D.desc = *desc;
    resource.res.pitch2D.width = width;
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    if (offset != NULL) {
        *offset = 0;
    }
    return bind(texref, &resource, texref);
}

cudaError_t cudaBindTextureToArray(const struct textureReference *texref, cudaArray_const_t array,
                                   const struct cudaChannelFormatDesc *desc)
{
    if (texref == NULL || desc == NULL) {
        return invalid();
    }
    struct cudaResourceDesc resource = {.resType = cudaResourceTypeArray};
    resource.res.array.array = (cudaArray_t)(uintptr_t)array;
    return bind(texref, &resource, texref);
}

cudaError_t cudaBindSurfaceToArray(const struct surfaceReference *surfref, cudaArray_const_t array,
                                   const struct cudaChannelFormatDesc *desc)
{
    if (surfref == NULL || desc == NULL) {
        return invalid();
    }
    struct cudaResourceDesc resource = {.resType = cudaResourceTypeArray};
    resource.res.array.array = (cudaArray_t)(uintptr_t)array;
    return bind(surfref, &resource, NULL);
}

// What was bound stays readable until it is freed; CUDA leaves a fetch after unbinding undefined.
cudaError_t cudaUnbindTexture(const struct textureReference *texref)
{
    return texref == NULL ? runtime_fail(cudaErrorInvalidTexture) : cudaSuccess;
}

cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const struct textureReference *texref)
{
    if (offset == NULL || texref == NULL) {
        return invalid();
    }
    *offset = 0;
    return cudaSuccess;
}

cudaError_t cudaGetTextureReference(const struct textureReference **texref, const void *symbol)
{
    *texref = symbol; // the host's variable is the reference
    return cudaSuccess;
}

cudaError_t cudaGetSurfaceReference(const struct surfaceReference **surfref, const void *symbol)
{
    *surfref = symbol;
    return cudaSuccess;
}
