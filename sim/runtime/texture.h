// SPDX-License-Identifier: Apache-2.0
// CUDA arrays, texture and surface objects, and references bound to them.
#ifndef LOCKSTEP_RUNTIME_TEXTURE_H
#define LOCKSTEP_RUNTIME_TEXTURE_H

#include "sim/runtime/operation.h"

enum { LEVELS_MAX = 16 }; // of a mipmap

// An array: texels row by row in device memory, whose order only the texture cache sees.
struct cudaArray {
    struct cudaArray *next;
    uint64_t address;
    struct cudaChannelFormatDesc description;
    struct cudaExtent extent; // as requested: 0 where it has no such dimension
    unsigned flags;
    uint64_t texel_bytes;
    bool is_level; // of a mipmap, which owns the memory
};

// A mipmap: one allocation, of which each level is an array.
struct cudaMipmappedArray {
    struct cudaMipmappedArray *next;
    uint32_t levels;
    struct cudaArray *level[LEVELS_MAX];
};

// A texture or surface object and the descriptions it was created from.
typedef struct TextureNote TextureNote;
struct TextureNote {
    TextureNote *next;
    uint64_t handle;
    bool is_surface;
    struct cudaResourceDesc resource;
    struct cudaTextureDesc texture;
};

// The array of a handle, NULL when there is none.
struct cudaArray *array_find(Runtime *runtime, cudaArray_const_t handle);
// The mipmap of a handle, NULL when there is none.
struct cudaMipmappedArray *mipmap_find(Runtime *runtime, cudaMipmappedArray_const_t handle);
// What an array is, as a texture without sampling.
void array_describe(const struct cudaArray *array, LockstepTexture *texture);
// Whether an array of that kind can be; fills in all but its address. *size_bytes: of all its
// texels.
cudaError_t array_plan(const struct cudaChannelFormatDesc *description, struct cudaExtent extent,
                       unsigned flags, struct cudaArray *array, uint64_t *size_bytes);
// Adds an array to the runtime's.
struct cudaArray *array_add(Runtime *runtime, const struct cudaArray *array);
// An end of a copy: from byte x of row y of slice z on.
CopyEnd array_end(const struct cudaArray *array, uint64_t x_bytes, uint64_t y, uint64_t z);

// Part of an array, as one end of a copy.
typedef struct ArrayPart {
    cudaArray_const_t array;
    size_t x_bytes, y, z;
} ArrayPart;

// Whether the array holds a box of this size there.
bool array_holds(const struct cudaArray *array, const ArrayPart *part, const CopyBox *box);

// Binds a texture reference of a module, or (sampling NULL) a surface reference.
cudaError_t reference_bind(Runtime *runtime, LockstepModule *module, const char *name,
                           const struct cudaResourceDesc *resource,
                           const struct cudaTextureDesc *sampling);

void textures_stop(Runtime *runtime);

// Bits of a texel.
uint64_t channel_bits(const struct cudaChannelFormatDesc *description);
bool texture_channel(const struct cudaChannelFormatDesc *from, LockstepTexture *to);

#endif
