// SPDX-License-Identifier: Apache-2.0
// nvcc gives a long double the host's size, but stores it as a double: elements are 8 bytes apart,
// and the next member follows after 8 bytes. Whatever would differ from the host is an error.
struct Shared {
    char c;
    long double x;
    int y;
};

static_assert(sizeof(long double) == 16 && alignof(long double) == 16, "as on the host");

__device__ int overloaded(double x) { return 1; }
__device__ int overloaded(long double x) { return 2; }

__global__ void scalars(double *out)
{
    long double x = out[0];
    x = x * 2 + 1.5L;
    out[1] = x;
    out[2] = overloaded(x) + overloaded(1.0);
    out[3] = sizeof(1.0L);
}

__global__ void members(Shared *s) { s->y = 1; }
__global__ void elements(long double *p, double *out, int i) { out[0] = p[i]; }
__global__ void distance(long double *p, long double *q, long *out) { out[0] = q - p; }
__global__ void parameter(long double x, double *out) { out[0] = x; }
