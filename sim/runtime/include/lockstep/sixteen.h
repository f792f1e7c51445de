// SPDX-License-Identifier: Apache-2.0
// What half and bfloat16 have alike on the host, which is all but their bits: arithmetic is done in
// float and rounded once. cuda_fp16.h and cuda_bf16.h include this after they defined
//   __one, __two              the type and its pair
//   __raw, __two_raw          their bits
//   __from_float, __to_float  between a float and the bits
//   __name(before, after)     the type's name within functions' names: before##half##after
// (no include guard: it comes once for each type, and undefines them).

struct __align__(2) __raw
{
    unsigned short x;
};

struct __align__(2) __one
{
    __one() = default;
    constexpr __one(const __raw &raw) : __x(raw.x)
    {
    }
    __one(float value) : __x(__from_float(value))
    {
    }
    __one(double value) : __x(__from_float((float)value))
    {
    }
    __one(int value) : __x(__from_float((float)value))
    {
    }
    __one(unsigned int value) : __x(__from_float((float)value))
    {
    }
    __one(long value) : __x(__from_float((float)value))
    {
    }
    __one(unsigned long value) : __x(__from_float((float)value))
    {
    }
    __one(long long value) : __x(__from_float((float)value))
    {
    }
    __one(unsigned long long value) : __x(__from_float((float)value))
    {
    }
    operator float() const
    {
        return __to_float(__x);
    }
    operator __raw() const
    {
        __raw raw;
        raw.x = __x;
        return raw;
    }

  protected:
    unsigned short __x;
};

struct __align__(4) __two_raw
{
    unsigned short x, y;
};

struct __align__(4) __two
{
    __one x, y;
    __two() = default;
    __two(const __one &a, const __one &b) : x(a), y(b)
    {
    }
};

// clang-format off
static inline __one operator+(const __one &a, const __one &b) { return __one((float)a + (float)b); }
static inline __one operator-(const __one &a, const __one &b) { return __one((float)a - (float)b); }
static inline __one operator*(const __one &a, const __one &b) { return __one((float)a * (float)b); }
static inline __one operator/(const __one &a, const __one &b) { return __one((float)a / (float)b); }
static inline __one &operator+=(__one &a, const __one &b) { return a = a + b; }
static inline __one &operator-=(__one &a, const __one &b) { return a = a - b; }
static inline __one &operator*=(__one &a, const __one &b) { return a = a * b; }
static inline __one &operator/=(__one &a, const __one &b) { return a = a / b; }
static inline bool operator==(const __one &a, const __one &b) { return (float)a == (float)b; }
static inline bool operator!=(const __one &a, const __one &b) { return (float)a != (float)b; }
static inline bool operator<(const __one &a, const __one &b) { return (float)a < (float)b; }
static inline bool operator>(const __one &a, const __one &b) { return (float)a > (float)b; }
static inline bool operator<=(const __one &a, const __one &b) { return (float)a <= (float)b; }
static inline bool operator>=(const __one &a, const __one &b) { return (float)a >= (float)b; }
static inline __one operator-(const __one &a) { return __one(-(float)a); }
static inline __host__ __device__ __one __name(__float2,)(float a) { return __one(a); }
static inline __host__ __device__ __one __name(__float2, _rn)(float a) { return __one(a); }
static inline __host__ __device__ float __name(__, 2float)(__one a) { return (float)a; }
static inline __host__ __device__ __one __name(__double2,)(double a) { return __one(a); }
static inline __host__ __device__ __one __name(__int2, _rn)(int a) { return __one(a); }
static inline __host__ __device__ int __name(__, 2int_rz)(__one a) { return (int)(float)a; }
static inline __host__ __device__ __one __hadd(__one a, __one b) { return a + b; }
static inline __host__ __device__ __one __hsub(__one a, __one b) { return a - b; }
static inline __host__ __device__ __one __hmul(__one a, __one b) { return a * b; }
static inline __host__ __device__ __one __hdiv(__one a, __one b) { return a / b; }
static inline __host__ __device__ __one __hfma(__one a, __one b, __one c) { return __one((float)a * (float)b + (float)c); }
static inline __host__ __device__ __one __hneg(__one a) { return -a; }
static inline __host__ __device__ bool __heq(__one a, __one b) { return a == b; }
static inline __host__ __device__ bool __hlt(__one a, __one b) { return a < b; }
static inline __host__ __device__ bool __hgt(__one a, __one b) { return a > b; }
static inline __host__ __device__ __two __name(make_, 2)(__one a, __one b) { return __two(a, b); }
static inline __host__ __device__ __two __name(__floats2, 2_rn)(float a, float b) { return __two(__one(a), __one(b)); }
static inline __host__ __device__ __two __name(__float2, 2_rn)(float a) { return __two(__one(a), __one(a)); }
static inline __host__ __device__ float2 __name(__, 22float2)(__two a) { float2 v; v.x = (float)a.x; v.y = (float)a.y; return v; }
static inline __host__ __device__ __one __name(__low2,)(__two a) { return a.x; }
static inline __host__ __device__ __one __name(__high2,)(__two a) { return a.y; }
static inline __host__ __device__ float __low2float(__two a) { return (float)a.x; }
static inline __host__ __device__ float __high2float(__two a) { return (float)a.y; }
static inline __host__ __device__ __two __name(__halves2, 2)(__one a, __one b) { return __two(a, b); }
static inline __host__ __device__ __two __hadd2(__two a, __two b) { return __two(a.x + b.x, a.y + b.y); }
static inline __host__ __device__ __two __hsub2(__two a, __two b) { return __two(a.x - b.x, a.y - b.y); }
static inline __host__ __device__ __two __hmul2(__two a, __two b) { return __two(a.x * b.x, a.y * b.y); }
static inline __host__ __device__ __two __hfma2(__two a, __two b, __two c) { return __two(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
static inline __host__ __device__ unsigned short __name(__, _as_ushort)(__one a) { return ((__raw)a).x; }
static inline __host__ __device__ __one __name(__ushort_as_,)(unsigned short a) { __raw r; r.x = a; return __one(r); }
// clang-format on

#undef __one
#undef __two
#undef __raw
#undef __two_raw
#undef __from_float
#undef __to_float
#undef __name
