// SPDX-License-Identifier: Apache-2.0
// A texture or surface as a value, and the rules that turn coordinates into texels: pure functions
// after the CUDA C++ Programming Guide, appendix "Texture Fetching" (below: the guide). Leaves out:
// filtering across the edges of a cube's faces, anisotropy, block-compressed formats, sparse
// residency.
//
// Texels of a shape with several rows are stored row by row, slice by slice, whether the program
// calls the memory linear or an array: the order inside an array is not visible to programs. The
// hardware's order matters only to a cache, so it is used only in texture_cache_address.
#ifndef LOCKSTEP_MEMORY_TEXTURE_H
#define LOCKSTEP_MEMORY_TEXTURE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum TextureElement {
#define TEXTURE_ELEMENT(name, ...) TEXTURE_##name,
#include "sim/memory/texture_element.def"
#undef TEXTURE_ELEMENT
    TEXTURE_ELEMENT_COUNT
} TextureElement;

typedef enum TextureShape {
    TEXTURE_BUFFER, // one row of plain memory, integer coordinates, zeros outside
    TEXTURE_1D,
    TEXTURE_2D,
    TEXTURE_3D,
    TEXTURE_1D_LAYERED,
    TEXTURE_2D_LAYERED,
    TEXTURE_CUBE, // six square faces: +x -x +y -y +z -z
    TEXTURE_SHAPE_COUNT
} TextureShape;

typedef enum TextureAddressMode {
    TEXTURE_WRAP,
    TEXTURE_CLAMP,
    TEXTURE_MIRROR,
    TEXTURE_BORDER
} TextureAddressMode;

// How coordinates are read.
typedef struct TextureSampler {
    uint8_t address_mode[3]; // TextureAddressMode of x, y, z
    int32_t offset[3];       // in texels, of one fetch
    bool is_linear;          // filter: linear, else nearest point
    bool is_normalized;      // [0, 1) spans the texture, else [0, width)
    bool is_level_linear;    // blends two levels, else reads the nearest one
    float level_bias;        // added to the level of detail of a fetch
    float level_min, level_max;
    float border[4]; // value outside under TEXTURE_BORDER
} TextureSampler;

typedef struct Texture {
    uint64_t address;              // of the first texel, in device memory
    uint32_t width, height, depth; // texels; 1 where the shape lacks the axis
                                   // depth: slices, layers or faces
    uint64_t pitch_bytes;          // from row to row
    uint64_t slice_bytes;          // from slice, layer or face to the next
    uint8_t shape;                 // TextureShape
    uint8_t element;               // TextureElement
    uint8_t channels;              // 1, 2 or 4
    bool is_linear_memory;         // 2D: plain rows, not an array
    bool is_normalized_float;      // integers read as [0, 1] or [-1, 1]
    bool is_srgb;                  // of which red, green and blue are decoded as sRGB
    uint8_t levels;                // of a mipmap; 1: none. Each level starts behind the one before
    uint16_t id;                   // tells the tiled addresses of arrays apart
    TextureSampler sampler;
} Texture;

enum { TEXTURE_LEVELS_MAX = 16 };

uint32_t texture_texel_bytes(const Texture *texture);
// Coordinates that address a texel within its layer or face: 1, 2 or 3.
uint32_t texture_axes(const Texture *texture);
// From the first texel to the end of the last.
uint64_t texture_size_bytes(const Texture *texture);
// A level of a mipmap as a texture of its own, half as large along each axis as the one before.
Texture texture_level(const Texture *texture, uint32_t level);
// From the first texel of level 0 to where level `level` starts: whole tiles in between.
uint64_t texture_level_offset(const Texture *texture, uint32_t level);
// Whether fetches return floats: float texels, and integers read as normalized floats.
bool texture_is_float(const Texture *texture);
bool texture_element_is_integer(TextureElement element);
bool texture_element_can_normalize(TextureElement element);
// Results of txq and suq, as the PTX ISA lists them ("Texture, Sampler and Surface Types").
uint32_t texture_channel_data_type(const Texture *texture);
uint32_t texture_channel_order(const Texture *texture);

typedef struct Texel {
    uint32_t x, y, z; // z: slice, layer or face
    bool is_border;   // outside: reads the border value, touches no memory
} Texel;

// The texels that one fetch reads. With nearest-point sampling one; with linear filtering two along
// each axis of the shape: bit 0 of the index is the next one along x, bit 1 y, bit 2 z.
typedef struct TextureFootprint {
    uint32_t count;
    Texel texel[8];
    uint32_t alpha[3]; // weight of the next texel along x, y, z, in 256ths
} TextureFootprint;

// The levels of a mipmap that one fetch reads.
typedef struct TextureLevels {
    uint32_t first, count; // 1 or 2
    uint32_t alpha;        // weight of the second, in 256ths
} TextureLevels;

// lod: the level of detail that the instruction asks for. It and the bias have a fraction of 8
// bits, the rest is cut off. Without blending the nearest level is read (traces/h200/runtime.txt,
// "M").
TextureLevels texture_levels(const Texture *texture, const TextureSampler *sampler, float lod);
// log2 of how far a fetch reaches in texels, to the nearest 256th: the longest of both gradients
// and 11/16 of their sum and difference. A length is the longest component and 11/32 of each other
// one. Within one 256th of 36 gradients on an H200 (traces/h200/runtime.txt, "gradients").
float texture_gradient_lod(const Texture *texture, const float dx[3], const float dy[3]);

// coordinate: x, y, z as the shape has them; a cube takes a direction. layer is clamped to the
// texture's. Values that are not numbers count as 0.
void texture_footprint(const Texture *texture, const TextureSampler *sampler,
                       const float coordinate[3], uint32_t layer, TextureFootprint *footprint);
// Integer coordinates: texels, never filtered or normalized; wrap and mirror act as clamp.
void texture_footprint_integer(const Texture *texture, const TextureSampler *sampler,
                               const int32_t coordinate[3], uint32_t layer,
                               TextureFootprint *footprint);
// tld4: the four texels that linear filtering in x and y would read, in the order in which the
// instruction returns them: counter-clockwise from the lower left, y pointing down (PTX ISA, tld4).
void texture_footprint_gather(const Texture *texture, const TextureSampler *sampler,
                              const float coordinate[3], uint32_t layer,
                              TextureFootprint *footprint);

// Face and coordinates in [0, 1] of a direction (the guide, "Cubemap Textures").
uint32_t texture_cube_face(const float direction[3], float coordinate[2]);

// Bytes from texture->address to the texel.
uint64_t texture_offset(const Texture *texture, const Texel *texel);
// Where a cache takes the texel to be: its address in plain memory; in an array, tiles of 64 bytes
// x 8 rows whose 32-byte sectors hold 16 bytes x 2 rows. That is the block-linear order as the
// Tegra X1 Technical Reference Manual describes it ("GOB"), taken here for all generations.
uint64_t texture_cache_address(const Texture *texture, const Texel *texel);

// Times that the texture units work on a request whose lanes blend `corners` texels each; 0: they
// blend none. Measured on an H200 and an H100 (texture_filter_throughput of the microbenchmark):
// texels of 4 bytes are blended at full speed along one or two axes; those of 8 and 16 bytes, and
// three axes, take 2 passes, and texels of 16 bytes along three axes 8. 8 bytes along three axes
// are assumed to lie between. Taken for all generations.
uint32_t texture_filter_passes(uint32_t corners, uint32_t texel_bytes);

// The texel's channels as 32 bits each: integers extended, floats widened, or normalized floats.
// Missing channels are 0 (traces/h200/runtime.txt, "channels").
void texture_decode(const Texture *texture, const uint8_t *bytes, uint32_t channel[4]);
// The other way round, for formatted stores: floats become halves toward zero, and what is too
// large the largest number; integers beyond the format's become its last one. Channels that are not
// `given` are 0. As on an H200 (traces/h200/hopper/surfaces.out).
void texture_encode(const Texture *texture, const uint32_t channel[4], uint32_t given,
                    uint8_t *bytes);
// Whether the texels are signed integers.
bool texture_is_signed(const Texture *texture);
// The border value in the same form.
void texture_border(const Texture *texture, const TextureSampler *sampler, uint32_t channel[4]);
// One fetch's result from the decoded texels of its footprint. The weighted sum of the guide's
// formula is rounded once; hardware may differ in the last bits.
void texture_filter(const TextureFootprint *footprint, uint32_t texels[8][4], uint32_t channel[4]);
// channel: of the first level; becomes the blend with the second one's, alpha in 256ths.
void texture_blend_levels(uint32_t channel[4], const uint32_t second[4], uint32_t alpha);

// The place in the surface of an access of width_bytes at (x in bytes, y, z) (PTX ISA, suld, sust):
// x in bytes, y, z or the layer. Returns false when it lies outside; the place is then the nearest
// one inside (.clamp).
bool texture_surface_place(const Texture *surface, const int32_t coordinate[3], uint32_t layer,
                           uint32_t width_bytes, int32_t place[3]);
// Its offset from surface->address.
uint64_t texture_surface_offset(const Texture *surface, const int32_t place[3]);

#endif
