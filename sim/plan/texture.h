// SPDX-License-Identifier: Apache-2.0
// Textures and surfaces of the command line: a buffer that is passed as the handle of a texture
// over it.
//
//   KIND[,OPTION...]:TYPE[xCHANNELS][WIDTHxHEIGHTxDEPTH][:FILL]
//
// as in texture2d:f32[512x512]:iota and texture2d,linear,normalized,wrap:u8x4[64x64]:rand=1.
//
// KIND     texture or surface, then 1d, 2d, 3d, 1dlayered, 2dlayered, cube; texturebuffer
// OPTION   linear (filter), normalized (coordinates), float (integers read as [0, 1] or [-1, 1]),
//          memory (2D: plain rows, not an array); wrap, clamp (the default), mirror, border
#ifndef LOCKSTEP_PLAN_TEXTURE_H
#define LOCKSTEP_PLAN_TEXTURE_H

#include "sim/plan/buffer.h"

// Whether the text looks like `textureKIND...:` or `surfaceKIND...:`.
bool texture_is_spec(const char *text);

// Reads a specification: the buffer with its description in buffer->texture, whose address is left
// open. Returns NULL, or what is wrong as a sentence in the arena.
const char *texture_read(const char *spec, Buffer *buffer, Arena *arena);

#endif
