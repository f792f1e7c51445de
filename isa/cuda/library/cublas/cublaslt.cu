// SPDX-License-Identifier: Apache-2.0
// cuBLASLt's functions: descriptions and their attributes, and the product for each combination of types.
#include <cublas/matmul.h>
#include <cublas/status.h>

#include <cstring>

using namespace lockstep;

// A handle of cuBLAS is one of cuBLASLt too, as cuBLAS documents.
#undef CHECK_HANDLE
#define CHECK_HANDLE(handle)                                                                       \
    if (!is_live(handle) && !is_live((const cublasContext *)(handle)))                             \
    return CUBLAS_STATUS_NOT_INITIALIZED

struct cublasLtContext {
    int unused;
};

namespace
{
// Where an attribute lies in what it describes.
struct Attribute {
    int id;
    size_t offset, bytes;
};
#define AT(Structure, id, member) {id, offsetof(Structure, member), sizeof(Structure::member)}
const Attribute desc_attributes[] = {
    AT(MatmulDesc, CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, compute),
    AT(MatmulDesc, CUBLASLT_MATMUL_DESC_SCALE_TYPE, scale),
    AT(MatmulDesc, CUBLASLT_MATMUL_DESC_POINTER_MODE, mode),
    AT(MatmulDesc, CUBLASLT_MATMUL_DESC_TRANSA, op_a),
    AT(MatmulDesc, CUBLASLT_MATMUL_DESC_TRANSB, op_b),
    AT(MatmulDesc, CUBLASLT_MATMUL_DESC_TRANSC, op_c),
    AT(MatmulDesc, CUBLASLT_MATMUL_DESC_FILL_MODE, fill),
    AT(MatmulDesc, CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue),
    AT(MatmulDesc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias),
    AT(MatmulDesc, CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, bias_stride),
    AT(MatmulDesc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, aux),
    AT(MatmulDesc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, aux_ld),
    AT(MatmulDesc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, aux_stride),
    AT(MatmulDesc, CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, sm_target),
    AT(MatmulDesc, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, scale_a),
    AT(MatmulDesc, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, scale_b),
    AT(MatmulDesc, CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, scale_c),
    AT(MatmulDesc, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, scale_d),
    AT(MatmulDesc, CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, amax),
    AT(MatmulDesc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, aux_type),
    AT(MatmulDesc, CUBLASLT_MATMUL_DESC_FAST_ACCUM, is_fast),
    AT(MatmulDesc, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, bias_type),
};
const Attribute layout_attributes[] = {
    AT(MatrixLayout, CUBLASLT_MATRIX_LAYOUT_TYPE, type),
    AT(MatrixLayout, CUBLASLT_MATRIX_LAYOUT_ORDER, order),
    AT(MatrixLayout, CUBLASLT_MATRIX_LAYOUT_ROWS, rows),
    AT(MatrixLayout, CUBLASLT_MATRIX_LAYOUT_COLS, cols),
    AT(MatrixLayout, CUBLASLT_MATRIX_LAYOUT_LD, ld),
    AT(MatrixLayout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, batch),
    AT(MatrixLayout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, stride),
};

template <size_t COUNT> const Attribute *find(const Attribute (&list)[COUNT], int id)
{
    for (const Attribute &attribute : list)
        if (attribute.id == id)
            return &attribute;
    return nullptr;
}

cublasStatus_t set(void *structure, const Attribute *attribute, const void *from, size_t bytes)
{
    REFUSE(structure == nullptr || attribute == nullptr || from == nullptr || bytes != attribute->bytes);
    memcpy((char *)structure + attribute->offset, from, bytes);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t get(const void *structure, const Attribute *attribute, void *to, size_t bytes, size_t *written)
{
    REFUSE(structure == nullptr || attribute == nullptr || (bytes == 0 && written == nullptr));
    if (written != nullptr)
        *written = attribute->bytes;
    if (bytes == 0)
        return CUBLAS_STATUS_SUCCESS;
    REFUSE(to == nullptr || bytes < attribute->bytes);
    memcpy(to, (const char *)structure + attribute->offset, attribute->bytes);
    return CUBLAS_STATUS_SUCCESS;
}

template <class T> cublasStatus_t created(T *made, T **to)
{
    REFUSE(to == nullptr);
    *to = born(made);
    return made == nullptr ? CUBLAS_STATUS_ALLOC_FAILED : CUBLAS_STATUS_SUCCESS;
}

bool is_layout(const MatrixLayout *layout)
{
    bool is_row = layout->order == CUBLASLT_ORDER_ROW;
    return is_leading(layout->ld, is_row ? (long long)layout->cols : (long long)layout->rows) && layout->batch >= 0;
}

// Whether shapes fit together.
bool is_product(const MatmulCall &call)
{
    const MatmulDesc &desc = *call.desc;
    const MatrixLayout &a = *call.a_layout, &b = *call.b_layout, &c = *call.c_layout, &d = *call.d_layout;
    bool is_a = desc.op_a != CUBLAS_OP_N, is_b = desc.op_b != CUBLAS_OP_N;
    return is_layout(&a) && is_layout(&b) && is_layout(&c) && is_layout(&d) && (is_a ? a.cols : a.rows) == d.rows &&
           (is_b ? b.rows : b.cols) == d.cols && (is_a ? a.rows : a.cols) == (is_b ? b.cols : b.rows) &&
           c.rows == d.rows && c.cols == d.cols && a.batch == d.batch && b.batch == d.batch && c.batch == d.batch;
}

bool has_epilogue(const MatmulDesc &desc, bool is_float)
{
    switch (desc.epilogue) {
    case CUBLASLT_EPILOGUE_DEFAULT: return true;
    case CUBLASLT_EPILOGUE_RELU:
    case CUBLASLT_EPILOGUE_GELU: return is_float;
    case CUBLASLT_EPILOGUE_BIAS:
    case CUBLASLT_EPILOGUE_RELU_BIAS:
    case CUBLASLT_EPILOGUE_GELU_BIAS:
    case CUBLASLT_EPILOGUE_BGRADA:
    case CUBLASLT_EPILOGUE_BGRADB: return is_float && desc.bias != nullptr;
    case CUBLASLT_EPILOGUE_GELU_AUX:
    case CUBLASLT_EPILOGUE_DGELU: return is_float && desc.aux != nullptr;
    case CUBLASLT_EPILOGUE_GELU_AUX_BIAS: return is_float && desc.bias != nullptr && desc.aux != nullptr;
    default: return false;
    }
}

bool is_float_type(int type)
{
    return type == -1 || type == CUDA_R_32F || type == CUDA_R_16F || type == CUDA_R_16BF;
}

typedef cublasStatus_t Run(const MatmulCall &call);

// The function for these types; NULL: there is none.
Run *choose(const MatmulCall &call)
{
    const MatmulDesc &desc = *call.desc;
    const MatrixLayout &a = *call.a_layout, &c = *call.c_layout, &d = *call.d_layout;
    bool is_float = desc.compute == CUBLAS_COMPUTE_32F || desc.compute == CUBLAS_COMPUTE_32F_PEDANTIC ||
                    desc.compute == CUBLAS_COMPUTE_32F_FAST_16F || desc.compute == CUBLAS_COMPUTE_32F_FAST_16BF ||
                    desc.compute == CUBLAS_COMPUTE_32F_FAST_TF32;
    bool is_half = desc.compute == CUBLAS_COMPUTE_16F || desc.compute == CUBLAS_COMPUTE_16F_PEDANTIC;
    bool is_double = desc.compute == CUBLAS_COMPUTE_64F || desc.compute == CUBLAS_COMPUTE_64F_PEDANTIC;
    bool is_integer = desc.compute == CUBLAS_COMPUTE_32I || desc.compute == CUBLAS_COMPUTE_32I_PEDANTIC;
    bool is_scaled = desc.scale_a || desc.scale_b || desc.scale_c || desc.scale_d || desc.amax;
    bool is_order = a.order <= 1 && call.b_layout->order <= 1 && c.order == d.order && d.order <= 1;
    bool is_plain = desc.op_c == CUBLAS_OP_N && desc.mode <= CUBLASLT_POINTER_MODE_DEVICE && is_float_type(desc.bias_type) &&
                    is_float_type(desc.aux_type);
    if (a.type != call.b_layout->type || c.type != d.type || is_scaled || !is_order || !is_plain ||
        !has_epilogue(desc, is_float && a.type != CUDA_C_32F))
        return nullptr;
#define CASE(is_computed, from, to, by, In, Out, Inner, Factor)                                                  \
    if (is_computed && a.type == from && d.type == to && desc.scale == by)                                      \
    return run_matmul<In, Out, Inner, Factor>
    CASE(is_half, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, __half, __half, float, __half);
    CASE(is_float, CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, __half, __half, float, float);
    CASE(is_float, CUDA_R_16F, CUDA_R_32F, CUDA_R_32F, __half, float, float, float);
    CASE(is_float, CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F, __nv_bfloat16, __nv_bfloat16, float, float);
    CASE(is_float, CUDA_R_16BF, CUDA_R_32F, CUDA_R_32F, __nv_bfloat16, float, float, float);
    CASE(is_float, CUDA_R_8I, CUDA_R_32F, CUDA_R_32F, signed char, float, float, float);
    CASE(is_float, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, float, float, float, float);
    CASE(is_float, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, ComplexFloat, ComplexFloat, ComplexFloat, ComplexFloat);
    CASE(is_double, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, double, double, double, double);
    CASE(is_double, CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, ComplexDouble, ComplexDouble, ComplexDouble, ComplexDouble);
    CASE(is_integer, CUDA_R_8I, CUDA_R_32I, CUDA_R_32I, signed char, int, int, int);
#undef CASE
    return nullptr;
}
} // namespace

extern "C" {
cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle)
{
    return created(new (std::nothrow) cublasLtContext(), handle);
}

cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle)
{
    REFUSE(!is_live(handle));
    destroy(handle);
    return CUBLAS_STATUS_SUCCESS;
}

size_t cublasLtGetVersion(void)
{
    return CUBLAS_VERSION;
}

const char *cublasLtGetStatusName(cublasStatus_t status)
{
    return status_name(status);
}

const char *cublasLtGetStatusString(cublasStatus_t status)
{
    return status_text(status);
}

cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t desc, cublasComputeType_t compute, cudaDataType_t scale)
{
    REFUSE(desc == nullptr);
    *desc = {};
    MatmulDesc *made = (MatmulDesc *)desc;
    made->compute = compute;
    made->scale = scale;
    made->epilogue = CUBLASLT_EPILOGUE_DEFAULT;
    made->fill = CUBLAS_FILL_MODE_FULL;
    made->aux_type = made->bias_type = -1;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *desc, cublasComputeType_t compute, cudaDataType_t scale)
{
    cublasStatus_t status = created(new (std::nothrow) cublasLtMatmulDescOpaque_t(), desc);
    return status == CUBLAS_STATUS_SUCCESS ? cublasLtMatmulDescInit(*desc, compute, scale) : status;
}

cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t desc)
{
    REFUSE(desc != nullptr && !is_live(desc));
    destroy(desc);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t attribute,
                                              const void *from, size_t bytes)
{
    return set(desc, find(desc_attributes, attribute), from, bytes);
}

cublasStatus_t cublasLtMatmulDescGetAttribute(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t attribute,
                                              void *to, size_t bytes, size_t *written)
{
    return get(desc, find(desc_attributes, attribute), to, bytes, written);
}

cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t layout, cudaDataType type, uint64_t rows, uint64_t cols,
                                        int64_t ld)
{
    REFUSE(layout == nullptr);
    *layout = {};
    *(MatrixLayout *)layout = {type, CUBLASLT_ORDER_COL, rows, cols, ld, 1, 0};
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *layout, cudaDataType type, uint64_t rows,
                                          uint64_t cols, int64_t ld)
{
    cublasStatus_t status = created(new (std::nothrow) cublasLtMatrixLayoutOpaque_t(), layout);
    return status == CUBLAS_STATUS_SUCCESS ? cublasLtMatrixLayoutInit(*layout, type, rows, cols, ld) : status;
}

cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout)
{
    REFUSE(layout != nullptr && !is_live(layout));
    destroy(layout);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t attribute, const void *from,
                                                size_t bytes)
{
    return set(layout, find(layout_attributes, attribute), from, bytes);
}

cublasStatus_t cublasLtMatrixLayoutGetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t attribute, void *to, size_t bytes,
                                                size_t *written)
{
    return get(layout, find(layout_attributes, attribute), to, bytes, written);
}

cublasStatus_t cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t preference)
{
    REFUSE(preference == nullptr);
    *preference = {};
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *preference)
{
    return created(new (std::nothrow) cublasLtMatmulPreferenceOpaque_t(), preference);
}

cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference)
{
    REFUSE(preference != nullptr && !is_live(preference));
    destroy(preference);
    return CUBLAS_STATUS_SUCCESS;
}

// There is one algorithm, which needs no work area.
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference,
                                                    cublasLtMatmulPreferenceAttributes_t, const void *from, size_t)
{
    REFUSE(preference == nullptr || from == nullptr);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,
                                              cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                              cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                              cublasLtMatmulPreference_t preference, int requested,
                                              cublasLtMatmulHeuristicResult_t results[], int *count)
{
    CHECK_HANDLE(handle);
    REFUSE(desc == nullptr || a == nullptr || b == nullptr || c == nullptr || d == nullptr || preference == nullptr ||
           requested <= 0 || results == nullptr || count == nullptr);
    MatmulCall call = {(const MatmulDesc *)desc, (const MatrixLayout *)a, (const MatrixLayout *)b, (const MatrixLayout *)c,
                       (const MatrixLayout *)d};
    *count = 0;
    REFUSE(!is_product(call));
    if (choose(call) == nullptr)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    results[0] = {};
    results[0].wavesCount = 1;
    *count = 1;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, const void *alpha, const void *a,
                              cublasLtMatrixLayout_t a_layout, const void *b, cublasLtMatrixLayout_t b_layout,
                              const void *beta, const void *c, cublasLtMatrixLayout_t c_layout, void *d,
                              cublasLtMatrixLayout_t d_layout, const cublasLtMatmulAlgo_t *, void *, size_t,
                              cudaStream_t stream)
{
    CHECK_HANDLE(handle);
    REFUSE(desc == nullptr || alpha == nullptr || a == nullptr || a_layout == nullptr || b == nullptr || b_layout == nullptr ||
           beta == nullptr || c_layout == nullptr || d == nullptr || d_layout == nullptr);
    MatmulCall call = {(const MatmulDesc *)desc, (const MatrixLayout *)a_layout, (const MatrixLayout *)b_layout,
                       (const MatrixLayout *)c_layout, (const MatrixLayout *)d_layout, alpha, a, b, beta, c, d, stream};
    REFUSE(!is_product(call));
    Run *run = choose(call);
    return run == nullptr ? CUBLAS_STATUS_NOT_SUPPORTED : run(call);
}
} // extern "C"
