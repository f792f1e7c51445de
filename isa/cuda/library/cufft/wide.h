// SPDX-License-Identifier: Apache-2.0
// cuFFT's plans with 64-bit sizes, and those that name the types of numbers (cufftXt.h). Sizes that
// do not fit into 32 bits and types other than float and double are refused. Included by cufft.cu,
// whose plans they make.
#pragma once
#include <cufftXt.h>

namespace
{
enum { MAX_RANK = 3 };

// 64-bit sizes as the plans have them.
struct Narrow {
    bool is_good;
    int n[MAX_RANK], in[MAX_RANK], out[MAX_RANK], istride, idist, ostride, odist, batch;
    int *inembed, *onembed; // NULL where the wide ones are
    int rank;

    int narrow(long long value)
    {
        is_good = is_good && value == (int)value;
        return (int)value;
    }

    Narrow(int given, const long long *sizes, const long long *wide_in, long long wide_istride,
           long long wide_idist, const long long *wide_out, long long wide_ostride,
           long long wide_odist, long long wide_batch)
        : is_good(true), inembed(wide_in == nullptr ? nullptr : in),
          onembed(wide_out == nullptr ? nullptr : out), rank(given)
    {
        istride = narrow(wide_istride);
        idist = narrow(wide_idist);
        ostride = narrow(wide_ostride);
        odist = narrow(wide_odist);
        batch = narrow(wide_batch);
        for (int i = 0; sizes != nullptr && i < rank && i < MAX_RANK; i++) {
            n[i] = narrow(sizes[i]);
            in[i] = wide_in == nullptr ? 0 : narrow(wide_in[i]);
            out[i] = wide_out == nullptr ? 0 : narrow(wide_out[i]);
        }
    }
};

// The transform between two types of numbers; false: there is none.
bool transform_between(cudaDataType in, cudaDataType out, cudaDataType execution, cufftType *type)
{
    static const struct {
        cudaDataType in, out, execution;
        cufftType type;
    } known[] = {{CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, CUFFT_C2C},
                 {CUDA_R_32F, CUDA_C_32F, CUDA_C_32F, CUFFT_R2C},
                 {CUDA_C_32F, CUDA_R_32F, CUDA_C_32F, CUFFT_C2R},
                 {CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, CUFFT_Z2Z},
                 {CUDA_R_64F, CUDA_C_64F, CUDA_C_64F, CUFFT_D2Z},
                 {CUDA_C_64F, CUDA_R_64F, CUDA_C_64F, CUFFT_Z2D}};
    for (const auto &one : known) {
        if (one.in == in && one.out == out && one.execution == execution) {
            *type = one.type;
            return true;
        }
    }
    return false;
}
} // namespace

extern "C" {
cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long *n, long long *inembed,
                                long long istride, long long idist, long long *onembed,
                                long long ostride, long long odist, cufftType type, long long batch,
                                size_t *workSize)
{
    Narrow size(rank, n, inembed, istride, idist, onembed, ostride, odist, batch);
    return !size.is_good ? CUFFT_NOT_SUPPORTED
                         : make(plan, rank, n == nullptr ? nullptr : size.n, size.inembed,
                                size.istride, size.idist, size.onembed, size.ostride, size.odist,
                                type, size.batch, workSize);
}

cufftResult cufftGetSizeMany64(cufftHandle plan, int rank, long long *n, long long *inembed,
                               long long istride, long long idist, long long *onembed,
                               long long ostride, long long odist, cufftType type, long long batch,
                               size_t *workSize)
{
    Narrow size(rank, n, inembed, istride, idist, onembed, ostride, odist, batch);
    return !size.is_good ? CUFFT_NOT_SUPPORTED
                         : cufftGetSizeMany(plan, rank, n == nullptr ? nullptr : size.n,
                                            size.inembed, size.istride, size.idist, size.onembed,
                                            size.ostride, size.odist, type, size.batch, workSize);
}

cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long *n, long long *inembed,
                                long long istride, long long idist, cudaDataType inputtype,
                                long long *onembed, long long ostride, long long odist,
                                cudaDataType outputtype, long long batch, size_t *workSize,
                                cudaDataType executiontype)
{
    cufftType type;
    return !transform_between(inputtype, outputtype, executiontype, &type)
               ? CUFFT_NOT_SUPPORTED
               : cufftMakePlanMany64(plan, rank, n, inembed, istride, idist, onembed, ostride,
                                     odist, type, batch, workSize);
}

cufftResult cufftXtGetSizeMany(cufftHandle plan, int rank, long long *n, long long *inembed,
                               long long istride, long long idist, cudaDataType inputtype,
                               long long *onembed, long long ostride, long long odist,
                               cudaDataType outputtype, long long batch, size_t *workSize,
                               cudaDataType executiontype)
{
    cufftType type;
    return !transform_between(inputtype, outputtype, executiontype, &type)
               ? CUFFT_NOT_SUPPORTED
               : cufftGetSizeMany64(plan, rank, n, inembed, istride, idist, onembed, ostride, odist,
                                    type, batch, workSize);
}

cufftResult cufftXtExec(cufftHandle plan, void *input, void *output, int direction)
{
    Plan *made = find(plan);
    if (made == nullptr || !made->is_made) {
        return CUFFT_INVALID_PLAN;
    }
    switch (made->type) {
    case CUFFT_C2C:
        return cufftExecC2C(plan, (cufftComplex *)input, (cufftComplex *)output, direction);
    case CUFFT_R2C: return cufftExecR2C(plan, (cufftReal *)input, (cufftComplex *)output);
    case CUFFT_C2R: return cufftExecC2R(plan, (cufftComplex *)input, (cufftReal *)output);
    case CUFFT_Z2Z:
        return cufftExecZ2Z(plan, (cufftDoubleComplex *)input, (cufftDoubleComplex *)output,
                            direction);
    case CUFFT_D2Z:
        return cufftExecD2Z(plan, (cufftDoubleReal *)input, (cufftDoubleComplex *)output);
    default: return cufftExecZ2D(plan, (cufftDoubleComplex *)input, (cufftDoubleReal *)output);
    }
}
}
