// SPDX-License-Identifier: Apache-2.0
// Functions of function.def that the library has in another shape.
#ifdef LIBRARY_BY_NVCC
namespace lockstep
{
#endif

// Which of two results a kernel returns for x: by the lowest bit of x's leading 20.
__device__ inline bool is_even(double x)
{
    return (__double2hiint(x) & 1) == 0;
}

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

__device__ inline double sincos_sine(double x)
{
    double sine, cosine;
    sincos(x, &sine, &cosine);
    return sine;
}

__device__ inline double sincos_cosine(double x)
{
    double sine, cosine;
    sincos(x, &sine, &cosine);
    return cosine;
}

__device__ inline float norm3df_of(float x, float y)
{
    return norm3df(x, 1.5f, y);
}

__device__ inline float rnorm3df_of(float x, float y)
{
    return rnorm3df(x, 1.5f, y);
}

__device__ inline float norm4df_of(float x, float y)
{
    return norm4df(x, 1.5f, y, 0.25f);
}

__device__ inline float rnorm4df_of(float x, float y)
{
    return rnorm4df(x, 1.5f, y, 0.25f);
}

__device__ inline float frexpf_of(float x)
{
    int n;
    float r = frexpf(x, &n);
    return (is_even(x)) ? r : r == 0.0f || r != r ? r : (float)n;
}

__device__ inline float modff_of(float x)
{
    float whole;
    float rest = modff(x, &whole);
    return (is_even(x)) ? rest : whole;
}

__device__ inline float ldexpf_of(float x, float n)
{
    return ldexpf(x, n == n ? (int)n : 0);
}

__device__ inline float remquof_of(float x, float y)
{
    int quotient;
    float rest = remquof(x, y, &quotient);
    return rest == rest ? (float)(quotient & 7) : rest;
}

__device__ inline double norm3d_of(double x, double y)
{
    return norm3d(x, 1.5, y);
}

__device__ inline double rnorm3d_of(double x, double y)
{
    return rnorm3d(x, 1.5, y);
}

__device__ inline double norm4d_of(double x, double y)
{
    return norm4d(x, 1.5, y, 0.25);
}

__device__ inline double rnorm4d_of(double x, double y)
{
    return rnorm4d(x, 1.5, y, 0.25);
}

__device__ inline double frexp_of(double x)
{
    int n;
    double r = frexp(x, &n);
    return (is_even(x)) ? r : r == 0.0 || r != r ? r : (double)n;
}

__device__ inline double modf_of(double x)
{
    double whole;
    double rest = modf(x, &whole);
    return (is_even(x)) ? rest : whole;
}

__device__ inline double ldexp_of(double x, double n)
{
    return ldexp(x, n == n ? (int)n : 0);
}

__device__ inline double remquo_of(double x, double y)
{
    int quotient;
    double rest = remquo(x, y, &quotient);
    return rest == rest ? (double)(quotient & 7) : rest;
}

__device__ inline float jnf_of(float x)
{
    return jnf(3, x);
}

__device__ inline float ynf_of(float x)
{
    return ynf(3, x);
}

__device__ inline double jn_of(double x)
{
    return jn(3, x);
}

__device__ inline double yn_of(double x)
{
    return yn(3, x);
}

#ifdef LIBRARY_BY_NVCC
}
#endif
