// SPDX-License-Identifier: Apache-2.0
// Functions of function.def that the library has in another shape.
#ifdef LIBRARY_BY_NVCC
namespace lockstep
{
#endif

__device__ inline float sincosf_sine(float x)
{
    float sine, cosine;
    sincosf(x, &sine, &cosine);
    return sine;
}

__device__ inline float sincosf_cosine(float x)
{
    float sine, cosine;
    sincosf(x, &sine, &cosine);
    return cosine;
}

__device__ inline float sincospif_sine(float x)
{
    float sine, cosine;
    sincospif(x, &sine, &cosine);
    return sine;
}

__device__ inline float sincospif_cosine(float x)
{
    float sine, cosine;
    sincospif(x, &sine, &cosine);
    return cosine;
}

#ifdef LIBRARY_BY_NVCC
}
#endif
