// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/tensor_product.h"

#define COLUMNS_MAX 256u
#define LINE_BYTES  32u // of the elements along k that are held, always
#define UNDEFINED   UINT32_MAX

bool tensor_kind_is_scaled(uint16_t kind)
{
    return kind == PTX_DOT_KIND__MXF8F6F4 || kind == PTX_DOT_KIND__MXF4 ||
           kind == PTX_DOT_KIND__MXF4NVF4;
}

static PtxType element_type(uint16_t kind, uint32_t format)
{
    static const PtxType types[][6] = {
        {PTX_TYPE_F16, PTX_TYPE_BF16},
        {PTX_TYPE_NONE, PTX_TYPE_NONE, PTX_TYPE_TF32},
        {PTX_TYPE_E4M3, PTX_TYPE_E5M2, PTX_TYPE_NONE, PTX_TYPE_E2M3, PTX_TYPE_E3M2, PTX_TYPE_E2M1},
        {PTX_TYPE_U8, PTX_TYPE_S8},
        {PTX_TYPE_NONE, PTX_TYPE_E2M1},
    };
    uint32_t row = kind == PTX_DOT_KIND__F16                                      ? 0
                   : kind == PTX_DOT_KIND__TF32                                   ? 1
                   : kind == PTX_DOT_KIND__I8                                     ? 3
                   : kind == PTX_DOT_KIND__MXF4 || kind == PTX_DOT_KIND__MXF4NVF4 ? 4
                                                                                  : 2;
    return format < 6 ? types[row][format] : PTX_TYPE_NONE;
}

// PTX ISA 9.0, "Matrix Shape".
static bool is_shape(const TensorProduct *product, uint16_t kind, bool is_stationary)
{
    uint32_t m = product->tile.m, n = product->tile.n;
    bool is_integer = kind == PTX_DOT_KIND__I8, is_pair = product->blocks == 2;
    if (is_stationary) {
        return (m == 32 || m == 64 || m == 128) &&
               (n == 64 || n == 128 || (n == 256 && !product->tile.is_sparse));
    }
    bool has_rows = is_pair ? m == 128 || m == 256 : m == 64 || m == 128;
    bool has_columns =
        is_pair ? n % (is_integer ? 32 : 16) == 0 : n % (is_integer && n > 32 ? 16 : 8) == 0;
    return has_rows && has_columns && n > 0 && n <= COLUMNS_MAX;
}

static const char *complaint_about_scales(const TensorProduct *product, uint16_t kind,
                                          uint32_t descriptor)
{
    const MatrixTile *tile = &product->tile;
    if (product->blocks == 1 ? tile->m != 128 : tile->is_sparse && tile->m != 256) {
        return "scaled products of tcgen05.mma have an M of 128, and sparse ones of pairs of 256";
    }
    if (tile->scale_type != PTX_TYPE_UE8M0 && kind != PTX_DOT_KIND__MXF4NVF4) {
        return "the scales of this kind are ue8m0: bit 23 of the instruction descriptor must be 1";
    }
    if (product->scale_byte[0] % tile->scales != 0 || product->scale_byte[1] % tile->scales != 0) {
        return "the instruction descriptor's scales begin at a byte that they do not have";
    }
    if (tile_bits(tile, TILE_A) == 4 && (product->is_transposed[0] || product->is_transposed[1])) {
        return "matrices of 4-bit floats cannot be transposed";
    }
    if (kind != PTX_DOT_KIND__MXF8F6F4 && descriptor >> 31 != 0) {
        return "products of 4-bit floats with a K of 96 are not modeled: bit 31 of the instruction "
               "descriptor must be 0";
    }
    return NULL;
}

static const char *complaint_about_sum(const TensorProduct *product, uint16_t kind,
                                       uint32_t descriptor)
{
    uint32_t sum = descriptor >> 4 & 3;
    bool may_be_half = (kind == PTX_DOT_KIND__F16 && product->tile.type[TILE_A] == PTX_TYPE_F16 &&
                        product->tile.type[TILE_B] == PTX_TYPE_F16) ||
                       kind == PTX_DOT_KIND__F8F6F4;
    if (kind == PTX_DOT_KIND__I8) {
        return sum == 2 ? NULL : "the instruction descriptor's type of D must be 2 (s32)";
    }
    return sum == 1 || (sum == 0 && may_be_half) ? NULL
                                                 : "the instruction descriptor's type of D must be "
                                                   "1 (f32), or with factors of f16 or "
                                                   "narrower 0 (f16)";
}

static const char *complaint_about(const TensorProduct *product, uint16_t kind, uint32_t target,
                                   uint32_t descriptor)
{
    const MatrixTile *tile = &product->tile;
    bool has_selector = kind == PTX_DOT_KIND__F16 || kind == PTX_DOT_KIND__TF32;
    if (!is_shape(product, kind, (target & TENSOR_STATIONARY) != 0)) {
        return "no product of tcgen05.mma has the M and N of this instruction descriptor";
    }
    if ((descriptor >> 2 & 1) != tile->is_sparse) {
        return tile->is_sparse
                   ? "the instruction descriptor of tcgen05.mma.sp must be of a sparse matrix"
                   : "the instruction descriptor is of a sparse matrix, which tcgen05.mma is not";
    }
    if (tile->type[TILE_A] == PTX_TYPE_NONE || tile->type[TILE_B] == PTX_TYPE_NONE) {
        return "the instruction descriptor has no type of A or B that this kind multiplies";
    }
    if ((target & TENSOR_SHIFTED) != 0 && tile->m < 128) {
        return "tcgen05.mma with .ashift has an M of 128 or 256";
    }
    if (tile->is_sparse && product->selector > (has_selector ? 1 : 0)) {
        return "the sparsity selector must be 0 or 1, and 0 for elements of 8 and 4 bits";
    }
    return tensor_kind_is_scaled(kind) ? complaint_about_scales(product, kind, descriptor)
                                       : complaint_about_sum(product, kind, descriptor);
}

static TensorLayout layout_of(const TensorProduct *product, bool is_stationary)
{
    uint32_t m = product->tile.m, blocks = product->blocks;
    bool is_pair_of_64 = blocks == 2 && m == 128;
    TensorLayout layout = {.rows = (uint16_t)(m / blocks), .banks = 1};
    if (is_stationary || (is_pair_of_64 && !product->tile.is_sparse)) {
        layout.banks = (uint8_t)(128 / layout.rows);
    } else {
        layout.is_scattered = layout.rows == 64;
    }
    return layout;
}

static void set_scales(TensorProduct *product, uint16_t scales, uint32_t descriptor)
{
    MatrixTile *tile = &product->tile;
    tile->scales = scales == PTX_DOT_SCALE_VEC__4X ? 4 : scales == PTX_DOT_SCALE_VEC__2X ? 2 : 1;
    tile->scale_type = (descriptor >> 23 & 1) != 0 ? PTX_TYPE_UE8M0 : PTX_TYPE_UE4M3;
    product->scale_byte[0] = descriptor >> 29 & 3;
    product->scale_byte[1] = descriptor >> 4 & 3;
}

static PtxType sum_type(uint16_t kind, uint32_t descriptor)
{
    bool is_half = !tensor_kind_is_scaled(kind) && (descriptor >> 4 & 3) == 0;
    return kind == PTX_DOT_KIND__I8 ? PTX_TYPE_S32 : is_half ? PTX_TYPE_F16 : PTX_TYPE_F32;
}

TensorProduct tensor_product_of(uint16_t kind, uint16_t scales, uint32_t target,
                                uint32_t descriptor)
{
    bool is_sparse = (target & TENSOR_SPARSE) != 0;
    TensorProduct product = {.blocks = (target & TENSOR_PAIR) != 0 ? 2 : 1,
                             .selector = descriptor & 3};
    MatrixTile *tile = &product.tile;
    *tile =
        (MatrixTile){.m = (uint16_t)((descriptor >> 24 & 0x1f) << 4),
                     .n = (uint16_t)((descriptor >> 17 & 0x3f) << 3),
                     .is_sparse = is_sparse,
                     .is_saturated = kind == PTX_DOT_KIND__I8 && (descriptor >> 3 & 1) != 0,
                     .is_padded = kind == PTX_DOT_KIND__F8F6F4 || kind == PTX_DOT_KIND__MXF8F6F4};
    tile->type[TILE_A] = (uint8_t)element_type(kind, descriptor >> 7 & 7);
    tile->type[TILE_B] = (uint8_t)element_type(kind, descriptor >> 10 & 7);
    tile->type[TILE_C] = tile->type[TILE_D] = (uint8_t)sum_type(kind, descriptor);
    for (uint32_t i = 0; i < 2; i++) {
        product.is_negated[i] = (descriptor >> (13 + i) & 1) != 0;
        product.is_transposed[i] = (descriptor >> (15 + i) & 1) != 0;
    }
    if (tensor_kind_is_scaled(kind)) {
        product.selector = 0; // "is assumed to be 0"
        set_scales(&product, scales, descriptor);
    }
    product.complaint = complaint_about(&product, kind, target, descriptor);
    if (product.complaint == NULL) {
        uint32_t held = LINE_BYTES * 8 / tile_bits(tile, TILE_A);
        tile->k = (uint16_t)(is_sparse ? 2 * held : held);
        product.layout = layout_of(&product, (target & TENSOR_STATIONARY) != 0);
    }
    return product;
}

uint32_t tensor_row_lane(const TensorLayout *layout, uint32_t row, uint32_t bank)
{
    return layout->is_scattered ? row / 16 * 32 + row % 16 : bank * layout->rows + row;
}

// --- sparse rows

static uint32_t chunks(const TensorProduct *product)
{
    return tile_depth(&product->tile) / tensor_chunk_elements(product);
}

uint32_t tensor_chunk_elements(const TensorProduct *product)
{
    uint32_t bits = tile_bits(&product->tile, TILE_A);
    return bits == 32 ? 1 : bits == 4 ? 4 : 2;
}

uint32_t tensor_metadata_columns(const TensorProduct *product)
{
    return chunks(product) > 8 ? chunks(product) / 8 : product->selector + 1;
}

// Eight chunks: the lanes `l` and `l + 8` of each 16 share their words. The first one has the first
// four chunks of both rows, the other one the rest.
TensorMetadata tensor_metadata_at(const TensorProduct *product, uint32_t lane, uint32_t chunk)
{
    if (chunks(product) > 8) {
        return (TensorMetadata){.lane = lane, .column = chunk / 8, .shift = chunk % 8 * 4};
    }
    return (TensorMetadata){.lane = lane / 16 * 16 + chunk / 4 * 8 + lane % 8,
                            .column = product->selector,
                            .shift = lane % 16 / 8 * 16 + chunk % 4 * 4};
}

uint32_t tensor_chunk_place(const TensorProduct *product, uint32_t bits, uint32_t i)
{
    static const uint32_t meaningful =
        1u << 0x4 | 1u << 0x6 | 1u << 0x8 | 1u << 0x9 | 1u << 0xc | 1u << 0xd | 1u << 0xe;
    uint32_t width = tile_bits(&product->tile, TILE_A);
    if (width == 32) { // the places of an element's halves
        return bits == 0x4 ? 0 : bits == 0xe ? 1 : UNDEFINED;
    }
    if ((meaningful >> bits & 1) == 0) {
        return UNDEFINED;
    }
    uint32_t run = width == 4 ? 2 : 1; // elements that an index places
    return (bits >> i / run * 2 & 3) * run + i % run;
}

// --- the zero-column mask

uint32_t tensor_column_shift(uint64_t mask)
{
    return (uint32_t)(mask >> 56) & 0x3f;
}

// The ISA's examples count zeros by the use span and ones by the skip span, as the names say; its
// table of fields has them the other way round.
bool tensor_column_is_zero(const MatrixTile *tile, uint64_t mask, uint32_t column)
{
    if ((mask >> 39 & 1) == 0) {
        return false;
    }
    uint32_t width = tile->n / (128u / tile->m), part = column / width;
    uint32_t skipped = (uint32_t)(mask >> 40 & 0xff) + 1, used = (uint32_t)(mask >> 48 & 0xff) + 1;
    bool begins_skipped = (mask >> (32 + part) & 1) != 0;
    uint32_t first = begins_skipped ? skipped : used;
    uint32_t at = (column % width + (uint32_t)(mask >> part * 8 & 0xff)) % (skipped + used);
    return (at < first) == begins_skipped;
}
