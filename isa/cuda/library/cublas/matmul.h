// SPDX-License-Identifier: Apache-2.0
// cuBLASLt's product D = epilogue(alpha op(A) op(B) + beta C): cuBLAS's product without factors into memory of the type that
// is computed in, then one kernel for the rest, which rounds once.
#pragma once
#include <cublas/level3.h>
#include <cublasLt.h>

namespace lockstep
{
// What cublasLtMatmulDescOpaque_t and the other two hold.
struct MatmulDesc {
    cublasComputeType_t compute;
    cudaDataType scale;
    int mode, op_a, op_b, op_c, fill;
    unsigned epilogue;
    void *bias;
    long long bias_stride;
    void *aux;
    long long aux_ld, aux_stride;
    int sm_target, aux_type, bias_type; // types: -1: that of D
    signed char is_fast;
    void *scale_a, *scale_b, *scale_c, *scale_d, *amax; // of 8-bit floats
};

struct MatrixLayout {
    cudaDataType type;
    int order;
    unsigned long long rows, cols;
    long long ld;
    int batch;
    long long stride;
};

static_assert(sizeof(MatmulDesc) <= sizeof(cublasLtMatmulDescOpaque_t), "fits");
static_assert(sizeof(MatrixLayout) <= sizeof(cublasLtMatrixLayoutOpaque_t), "fits");

enum {
    RELU = 2,
    BIAS = 4,
    GELU = 32,
    DGELU = 64,
    AUX = 128,
    BGRADA = 256,
    BGRADB = 512
}; // parts of an epilogue

__device__ inline float gelu(float x)
{
    return 0.5f * x * (1 + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
}

__device__ inline float gelu_slope(float x)
{
    float t = tanhf(0.7978845608f * (x + 0.044715f * x * x * x));
    return 0.5f * (1 + t) + 0.5f * x * (1 - t * t) * 0.7978845608f * (1 + 3 * 0.044715f * x * x);
}

// Elements of a type that is known when the kernel runs.
__device__ inline float element(const void *at, int type, long long i)
{
    return type == CUDA_R_16F    ? __half2float(((const __half *)at)[i])
           : type == CUDA_R_16BF ? __bfloat162float(((const __nv_bfloat16 *)at)[i])
           : type == CUDA_R_64F  ? (float)((const double *)at)[i]
                                 : ((const float *)at)[i];
}

__device__ inline void set_element(void *at, int type, long long i, float value)
{
    if (type == CUDA_R_16F)
        ((__half *)at)[i] = __float2half(value);
    else if (type == CUDA_R_16BF)
        ((__nv_bfloat16 *)at)[i] = __float2bfloat16(value);
    else
        ((float *)at)[i] = value;
}

// In terms of columns: D may be the transposed one of what the caller calls D, whose rows are then columns.
template <class Out> struct Finish {
    int rows, columns;
    const Out *c;
    long long c_ld, c_stride, d_ld, d_stride;
    Out *d;
    unsigned epilogue;
    bool is_turned; // the bias is of columns
    void *bias, *aux;
    int bias_type, aux_type;
    long long bias_stride, aux_ld, aux_stride;
};

template <class Out> __device__ float activate(const Finish<Out> &f, float value, long long row, long long column)
{
    long long caller_row = f.is_turned ? column : row, caller_column = f.is_turned ? row : column;
    if (f.epilogue & BIAS)
        value += element(f.bias, f.bias_type, blockIdx.z * f.bias_stride + caller_row);
    long long at = blockIdx.z * f.aux_stride + caller_row + caller_column * f.aux_ld;
    if ((f.epilogue & (GELU | AUX)) == (GELU | AUX))
        set_element(f.aux, f.aux_type, at, value);
    if (f.epilogue & DGELU)
        value *= gelu_slope(element(f.aux, f.aux_type, at));
    if (f.epilogue & GELU)
        value = gelu(value);
    return (f.epilogue & RELU) && !(value > 0) ? 0 : value;
}
template <class Out, class Other>
__device__ Other activate(const Finish<Out> &, Other value, long long, long long)
{
    return value;
}

template <class Inner, class Out, class Factor>
__global__ void finish(Finish<Out> f, Scalar<Factor> alpha, const Inner *product, Scalar<Factor> beta)
{
    long long row = blockIdx.x * 16ll + threadIdx.x, column = blockIdx.y * 16ll + threadIdx.y;
    if (row >= f.rows || column >= f.columns)
        return;
    Inner value = Convert<Inner, Factor>::of(alpha.get()) *
                  product[row + column * f.rows + (long long)blockIdx.z * f.rows * f.columns];
    Inner rest = Convert<Inner, Factor>::of(beta.get());
    if (!is_zero(rest))
        value = multiply_add(rest, Convert<Inner, Out>::of(f.c[row + column * f.c_ld + blockIdx.z * f.c_stride]), value);
    f.d[row + column * f.d_ld + blockIdx.z * f.d_stride] = Convert<Out, Inner>::of(activate(f, value, row, column));
}

// bias[i] = the sum over k of A(i, k), of a matrix given by rows; a row a thread.
template <class In>
__global__ void sum_rows(int rows, int columns, Matrix<In> a, void *bias, int type, long long stride)
{
    const In *from = a.of(blockIdx.z);
    LOCKSTEP_EACH(row, rows)
    {
        float sum = 0;
        for (int k = 0; k < columns; k++)
            sum += Convert<float, In>::of(a.get(from, row, k));
        set_element(bias, type, blockIdx.z * stride + row, sum);
    }
}
template <class In> cublasStatus_t sum_into_bias(cudaStream_t stream, int rows, int columns, int batch, Matrix<In> a,
                                                 const MatmulDesc &desc, int type)
{
    sum_rows<In><<<dim3(blocks_for(rows), 1, (unsigned)batch), VECTOR_BLOCK, 0, stream>>>(rows, columns, a, desc.bias, type,
                                                                                        desc.bias_stride);
    return launched();
}

struct MatmulCall {
    const MatmulDesc *desc;
    const MatrixLayout *a_layout, *b_layout, *c_layout, *d_layout;
    const void *alpha, *a, *b, *beta, *c;
    void *d;
    cudaStream_t stream;
};

// In columns: a matrix by rows is its transposed one.
template <class T> Matrix<T> operand(const void *at, const MatrixLayout &layout, int op)
{
    Matrix<T> matrix = general<T>(at, layout.ld, (cublasOperation_t)op);
    matrix.is_transposed = matrix.is_transposed != (layout.order == CUBLASLT_ORDER_ROW);
    matrix.stride = layout.stride;
    return matrix;
}

// The reductions of inputs are of real numbers.
template <class In> struct IsReal {
    enum { VALUE = 1 };
};
template <class R> struct IsReal<Complex<R>> {
    enum { VALUE = 0 };
};

template <class In, class Out, class Inner, class Factor> cublasStatus_t run_matmul(const MatmulCall &call)
{
    const MatmulDesc &desc = *call.desc;
    const MatrixLayout &a_layout = *call.a_layout, &d_layout = *call.d_layout;
    int m = (int)d_layout.rows, n = (int)d_layout.cols, batch = d_layout.batch;
    int k = (int)(desc.op_a == CUBLAS_OP_N ? a_layout.cols : a_layout.rows);
    bool is_host = desc.mode == CUBLASLT_POINTER_MODE_HOST, is_turned = d_layout.order == CUBLASLT_ORDER_ROW;
    if (m == 0 || n == 0 || batch == 0)
        return CUBLAS_STATUS_SUCCESS;
    Scalar<Factor> alpha = {is_host ? *(const Factor *)call.alpha : Factor{}, is_host ? nullptr : (const Factor *)call.alpha},
                   beta = {is_host ? *(const Factor *)call.beta : Factor{}, is_host ? nullptr : (const Factor *)call.beta};
    Matrix<In> a = operand<In>(call.a, a_layout, desc.op_a), b = operand<In>(call.b, *call.b_layout, desc.op_b);
    int bias_type = desc.bias_type < 0 ? d_layout.type : desc.bias_type;
    if constexpr (IsReal<In>::VALUE) {
        if (desc.epilogue & BGRADA)
            sum_into_bias(call.stream, m, k, batch, a, desc, bias_type);
        if (desc.epilogue & BGRADB) {
            Matrix<In> turned = b;
            turned.is_transposed = !b.is_transposed;
            sum_into_bias(call.stream, n, k, batch, turned, desc, bias_type);
        }
    }
    if (is_turned) {
        Matrix<In> first = a;
        a = b;
        b = first;
        a.is_transposed = !a.is_transposed;
        b.is_transposed = !b.is_transposed;
    }
    int rows = is_turned ? n : m, columns = is_turned ? m : n;
    Inner *product;
    if (cudaMallocAsync((void **)&product, (size_t)m * n * batch * sizeof(Inner), call.stream) != cudaSuccess)
        return CUBLAS_STATUS_ALLOC_FAILED;
    Target<Inner> target = {};
    target.at = product;
    target.ld = rows;
    target.stride = (long long)m * n;
    dim3 grid((unsigned)((rows + TILE - 1) / TILE), (unsigned)((columns + TILE - 1) / TILE), (unsigned)batch);
    gemm<In, Inner, Inner, Inner><<<grid, dim3(TILE_SIDE, TILE_SIDE), 0, call.stream>>>(
        rows, columns, k, constant(Convert<Inner, typename Parts<Inner>::Real>::of(1)), a, b, constant(Inner{}), target);
    Finish<Out> rest = {rows, columns, (const Out *)call.c, call.c_layout->ld, call.c_layout->stride, d_layout.ld,
                        d_layout.stride, (Out *)call.d, desc.epilogue, is_turned, desc.bias, desc.aux, bias_type,
                        desc.aux_type < 0 ? (int)d_layout.type : desc.aux_type, desc.bias_stride, desc.aux_ld,
                        desc.aux_stride};
    dim3 blocks = squares(rows, columns);
    blocks.z = (unsigned)batch;
    finish<Inner, Out, Factor><<<blocks, dim3(16, 16), 0, call.stream>>>(rest, alpha, product, beta);
    cudaFreeAsync(product, call.stream);
    return launched();
}
} // namespace lockstep
