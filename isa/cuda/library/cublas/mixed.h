// SPDX-License-Identifier: Apache-2.0
// Products whose matrices and scalars have types of their own: cublasGemmEx and its kin.
#pragma once
#include <cublas/level3.h>

namespace lockstep
{
struct Types {
    cudaDataType a, b, c;
    cublasComputeType_t compute;
};

inline bool is_float_compute(cublasComputeType_t type)
{
    return type == CUBLAS_COMPUTE_32F || type == CUBLAS_COMPUTE_32F_PEDANTIC ||
           type == CUBLAS_COMPUTE_32F_FAST_16F || type == CUBLAS_COMPUTE_32F_FAST_16BF ||
           type == CUBLAS_COMPUTE_32F_FAST_TF32;
}

// The combinations of the cuBLAS documentation's table for cublasGemmEx, less the 8-bit floats.
inline cublasStatus_t run_mixed(cublasHandle_t handle, const Types &types, const Product &p,
                                const void *alpha, const Batch &batch, const void *beta)
{
    CHECK_HANDLE(handle);
    bool is_float = is_float_compute(types.compute);
    bool is_half =
        types.compute == CUBLAS_COMPUTE_16F || types.compute == CUBLAS_COMPUTE_16F_PEDANTIC;
    bool is_double =
        types.compute == CUBLAS_COMPUTE_64F || types.compute == CUBLAS_COMPUTE_64F_PEDANTIC;
    bool is_integer =
        types.compute == CUBLAS_COMPUTE_32I || types.compute == CUBLAS_COMPUTE_32I_PEDANTIC;
    if (types.a != types.b)
        return CUBLAS_STATUS_NOT_SUPPORTED;
#define CASE(is_computed, from, to, In, Out, Inner, Factor)                                        \
    if (is_computed && types.a == from && types.c == to)                                           \
    return run_gemm<In, Out, Inner, Factor>(handle, p, alpha, batch, beta)
    CASE(is_half, CUDA_R_16F, CUDA_R_16F, __half, __half, float, __half);
    CASE(is_float, CUDA_R_16F, CUDA_R_16F, __half, __half, float, float);
    CASE(is_float, CUDA_R_16F, CUDA_R_32F, __half, float, float, float);
    CASE(is_float, CUDA_R_16BF, CUDA_R_16BF, __nv_bfloat16, __nv_bfloat16, float, float);
    CASE(is_float, CUDA_R_16BF, CUDA_R_32F, __nv_bfloat16, float, float, float);
    CASE(is_float, CUDA_R_8I, CUDA_R_32F, signed char, float, float, float);
    CASE(is_float, CUDA_R_32F, CUDA_R_32F, float, float, float, float);
    CASE(is_float, CUDA_C_32F, CUDA_C_32F, ComplexFloat, ComplexFloat, ComplexFloat, ComplexFloat);
    CASE(is_double, CUDA_R_64F, CUDA_R_64F, double, double, double, double);
    CASE(is_double, CUDA_C_64F, CUDA_C_64F, ComplexDouble, ComplexDouble, ComplexDouble,
         ComplexDouble);
    CASE(is_integer, CUDA_R_8I, CUDA_R_32I, signed char, int, int, int);
#undef CASE
    return CUBLAS_STATUS_NOT_SUPPORTED;
}
} // namespace lockstep
