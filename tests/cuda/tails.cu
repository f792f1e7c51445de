// SPDX-License-Identifier: Apache-2.0
// What the ways of a branch have in common: equal heads, equal tails, stores and loads of one place or array. tails.csv
// has how many loads and stores nvcc 13 makes of each kernel, for sm_90 and sm_100 (tails.sh).
#define G __global__ void
#define I int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x

__device__ __noinline__ int f(int x) { return x * 3 + 1; }
__device__ __noinline__ int g(int x) { return x * 5 + 1; }
__device__ __noinline__ int h(int x) { return x * 7 + 1; }
__device__ void add_two(int *o) { *o += 2; }
__device__ void double_twice(int *o) { *o *= 4; }
__device__ void flip(int *o) { *o ^= 22; }
__device__ void take(int *o) { *o -= 33; }
__device__ void square(int *o) { *o = *o * *o; }
struct S { int a, b, c; };

G mixed01(int *o, int a, int b) { I; if (t % 3) o[i] = a * t; else o[i] = b + t; }
G mixed02(int *o) { I; if (t % 2 == 0) { if (t % 4 == 0) o[i] = 4 * i; else o[i] = i + 7; } else { if (t % 3 == 0) o[i] = i ^ 11; else o[i] = i * i; } }
G mixed03(int *o) { I; if (t % 2 == 0) { int x = f(i); if (t % 4 == 0) o[i] = x + f(x); else o[i] = g(x); } else { int x = g(i); if (t % 3 == 0) o[i] = h(x); else o[i] = f(x) - x; } }
G mixed04(int *o, int a) { I; if (t % 3) o[i] += a; else o[i] -= a; }
G mixed05(float *o, float a) { I; if (t % 3) o[i] *= a; else o[i] += a; }
G mixed06(int *o, int *p, int a) { I; if (t % 3) { o[i] = a; p[i] = a * t; } else { o[i] = t; p[i] = t + a; } }
G mixed07(int *__restrict__ o, int *__restrict__ p, int a) { I; if (t % 3) { o[i] = a; p[i] = a * t; } else { p[i] = t; o[i] = t + a; } }
G mixed08(int *o, int *p, int a) { I; if (t % 3) o[i] = a; else p[i] = a; }
G mixed09(int *o, const int *p, int a) { I; int x; if (t % 3) x = p[i] * a; else x = p[i] + a; o[i] = x; }
G mixed10(int *o, const int *p, const int *q) { I; int x; if (t % 3) x = p[i]; else x = q[i]; o[i] = x; }
G mixed11(int *o, int a) { I; int x; if (t % 3) x = f(a * t); else x = f(a + t); o[i] = x; }
G mixed12(int *o, int a) { I; if (t % 3) atomicAdd(&o[t], a); else atomicAdd(&o[t], t); }
G mixed13(int *o, int a) { __shared__ int s[256]; I; if (a) { s[t] = t; __syncthreads(); } else { s[t] = i; __syncthreads(); } o[i] = s[t ^ 1]; }
G mixed14(int *o, int a) { I; if (t % 3 == 0) o[i] = a; else if (t % 5 == 0) o[i] = a * i; else o[i] = i * i; }
G mixed15(int *o, int a) { I; if (t % 3 == 0) o[i] = a; else if (t % 5 == 0) o[i] = a * i; }
G mixed16(int *o, int a) { I; switch (t % 5) { case 0: o[i] = a; break; case 1: o[i] = a * i; break; case 2: o[i] = i / 3; break; case 3: o[i] = i ^ a; break; default: o[i] = a / (t + 1); } }
G mixed17(int *o, int a) { I; switch (t % 5) { case 0: o[i] = a; break; case 1: o[i] = a * i; break; case 2: o[i] = i / 3; break; case 3: o[i] = i ^ a; break; default: ; } }
G mixed18(int *o, int *p, int a) { I; if (t % 3) { o[i] = a * t; p[i] = 3; } else { o[i] = t; } }
G mixed19(int *o, int a) { I; if (t % 3) o[i] = a * t; else o[i + 1] = a + t; }
G mixed20(volatile int *o, int a) { I; if (t % 3) o[i] = a * t; else o[i] = a + t; }
G mixed21(float *o, int a) { I; if (t % 3) o[i] = a * 1.5f; else ((int *)o)[i] = a; }
G mixed22(int *o, int a, int n) { I; for (int k = 0; k < n; k++) { int j = k * 1024 + i; if (j % 3) o[j] = a * j; else o[j] = a + j; } }
G mixed23(int *o, int a) { __shared__ int s[256]; I; if (t % 3) s[t] = a * t; else s[t] = i; __syncthreads(); o[i] = s[255 - t]; }
G mixed24(float4 *o, float a) { I; if (t % 3) o[i] = make_float4(a, a, t, t); else o[i] = make_float4(t, t, a, a); }
G mixed25(S *o, int a) { I; if (t % 3) { S s = {a, t, i}; o[i] = s; } else { S s = {t, a, a}; o[i] = s; } }
G mixed26(int *o, int a) { I; if (t % 3) { o[i] = a * t; return; } o[i] = a / (t + 1); }
G mixed27(int *o, int a) { I; if (t % 3 == 0) { o[i] = a * t; return; } if (t % 3 == 1) { o[i] = a / (t + 1); return; } o[i] = t; }
G mixed28(float *o, float a) { I; if (t % 3) o[i] = sqrtf(a * t); else o[i] = sqrtf(a + t); }
G mixed29(int *o, const int *p, int a) { I; int x; if (t % 3) x = p[a * t]; else x = p[a + t]; o[i] = x; }
G mixed30(int *o, int *p, int *q, int a) { I; if (t % 3) o[i] = p[i] * a; else o[i] = q[i] + a; }
G mixed31(int *o, int *p, int a) { I; if (t % 3) { p[i] = 7; o[i] = 3; } else { o[i] = 3; } }
G mixed32(int *o, int a) { I; if (t % 3 && a / t > 4) o[i] = a * t; else o[i] = a + t; }
G mixed33(int *o, int a) { I; if (t % 3) { int s = 0; for (int k = 0; k < a; k++) s += k * k ^ t; o[i] = s; } else o[i] = a + t; }
G mixed34(double *o, double a) { I; if (t % 3) o[i] = a * t; else o[i] = a / t; }
G mixed35(char *o, int a) { I; if (t % 3) o[i] = a * t; else o[i] = a / (t | 1); }
G mixed37(float *o, const int *in, float x) { I; if (in[i] == 0) o[i] = sqrtf(x); else o[i] = 10; }
G mixed38(int *o, int *p, int a) { I; if (t % 3) o[i] = a * t; else p[i] = a + t; }
G mixed39(int *o, int a) { I; int x = 0; if (t % 2) { if (t % 3) x = a * i; else x = a / (i + 1); o[i] = x; } else { o[i] = a; } }
G mixed40(int *o, int a) { I; if (t % 3) { o[i] = a * t; __threadfence(); } else { o[i] = a + t; __threadfence(); } }
G mixed41(int *o, int a) { I; int k = 0; for (;;) { if (k * k > a) { o[i] = k; break; } if (k == t) { o[i] = -k; break; } k++; } }
G mixed42(int *o, int *p, int *q, int a) { I; if (t % 3) { o[i] = a * t; p[i] = a + t; q[i] = 5; } else { o[i] = a - t; p[i] = a ^ t; q[i] = 6; } }
G mixed43(int *o, int a) { I; int l[8]; for (int k = 0; k < 8; k++) l[k] = k * a; if (t % 3) l[t & 7] = a; else l[t & 7] = t; o[i] = l[a & 7]; }
G mixed44(int *o, int *p, int a) { I; int x; if (t % 3) x = atomicAdd(&o[0], a); else x = atomicAdd(&o[0], t); p[i] = x; }
G mixed45(int *o, int a) { I; int x; if (a) x = __shfl_down_sync(-1, t, 1); else x = __shfl_down_sync(-1, i, 1); o[i] = x; }
G mixed46(int *o, int *p, int a) { I; if (t % 2) { if (t % 3) o[i] = a * i; else o[i] = a / (i + 1); } else { if (t % 5) p[i] = a * i; else p[i] = a / (i + 1); } }
G index01(int *o, int a) { I; int *r = o + i; if (t % 3 && a / t > 4) *r = a * t; else *r = a + t; }
G index02(int *o, int a) { I; if (t % 3 && a / t > 4) *o = a * t; else *o = a + t; }
G index03(int *o, int a) { I; if (t % 3 && f(t) > 4) o[i] = a * t; else o[i] = a + t; }
G index04(int *o, int a) { I; if (t % 3 && f(t) > 4) o[i] = f(a); else o[i] = g(t); }
G index05(int *o, int a) { I; if (t % 3 && f(t) > 4) o[t] = f(a); else o[t] = g(t); }
G index06(int *o, int a) { I; if (t % 3) o[i] = f(i) ; else o[i] = g(i); }
G index07(int *o, int a) { I; if (t % 3) o[i] = i / a ; else o[i] = a / (i+4); }
G index08(int *o, int *p, int a) { I; if (t % 3) o[i] = p[t] ; else o[i] = a; }
G index09(int *o, int *p, int a) { I; if (t % 3) o[i] = p[t] ; else o[i] = p[t+1] / a; }
G index10(int *o, int *p, int a) { I; if (t % 3) { int x = p[i]; o[i] = f(x); } else o[i] = g(a); }
G index11(int *o, int *p, int a) { I; if (t % 3) { o[i] = 2*p[i]; } else o[i] = g(a); }
G index12(int *o, int *p, int a) { I; if (t % 3) { o[i] = g(a); } else o[i] = 2*p[i]; }
G index13(int *o, int *p, int a) { unsigned i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x; if (t % 3) { o[i] = 2*p[i]; } else o[i] = 7; }
G index14(int *o, int *p, int a) { size_t i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x; if (t % 3) { o[i] = 2*p[i]; } else o[i] = 7; }
G index15(int *o, int *p, int a) { I; size_t j = i; if (t % 3) { o[j] = 2*p[j]; } else o[j] = 7; }
G index16(int *o, int *p, int a) { I; size_t j = i; if (t % 3) { o[j] = 2*p[j]; } else o[j] = p[j] + 7; }
G index17(int *o, int *p, int *q, int a) { I; size_t j = i; if (t % 3) { o[j] = 2*p[j]; } else o[j] = q[j] + 7; }
G head01(int *o, int *p, int *q, int a) { I; int x, y; if (t % 3) { x = q[i] / a; y = p[i] * x; } else { y = p[i]; x = q[t] * a + y; } o[i] = x + y; }
G head02(int *o, int *p, int *q, int a) { I; if (t % 3) { o[i] = 3; p[i] = 7; } else { o[i] = 3; p[i] = a / (t + 1); } }
G head03(int *o, int *p, int *q, int a) { I; if (t % 3) { o[i] = a; p[i] = 7; q[i] = a / t; } else { o[i] = a / (t + 2); p[i] = 7; q[i] = t; } }
G head04(int *o, int *p, int *q, int a) { I; if (t % 3) { o[i] += p[i]; } else { o[i] -= q[i]; } }
G head05(int *o, int *p, int *q, int a) { I; if (t % 3) { o[i] = p[i] + q[i]; } else { o[i] = p[i] - q[i]; } }
G head06(int *o, int *p, int *q, int a) { I; if (t % 3) { o[i] = p[i] + q[i]; } else { o[i] = q[i] / p[i]; } }
G head08(int *o, int *p, int *q, int a) { I; if (t % 3) { atomicAdd(o, 1); p[i] = 1; } else { atomicAdd(o, 1); p[i] = a / t; } }
G head09(int *o, int *p, int *q, int a) { I; if (t % 3) { int x = p[i]; o[i] = x * a; q[i] = x; } else { int x = p[i]; o[i] = x / a; q[i] = a; } }
G head10(int *o, int *p, int *q, int a) { I; if (t % 3) { o[i] = f(p[i]); } else { o[i] = g(p[i]); } }
G head11(int *o, int *p, int *q, int a) { I; if (t % 3 == 0) { o[i] = f(p[i]); } else if (t % 3 == 1) { o[i] = g(p[i]); } else o[i] = g(p[i] + 4); }
G head12(int *o, int *p, int *q, int a) { I; if (t % 3 == 0) { o[i] = p[i] * 3; } else if (t % 3 == 1) { o[i] = p[i] / 3; } else o[i] = p[i] + 3; }
G head13(int *o, int *p, int *q, int a) { I; switch (t % 4) { case 0: o[i] = p[i] * 3; break; case 1: o[i] = p[i] / 3;break; case 2: o[i] = p[i] + 3;break; default: o[i] = p[i] ^ a; } }
G head15(int *o, int *p, int *q, int a) { I; if (t & 1) { if (t & 2) o[i] = p[i] * 3; else o[i] = p[i] / a; } else { if (t & 4) o[i] = p[i] + 3; else o[i] = p[i] % a; } }
G head16(int *o, int *p, int *q, int a) { __shared__ int s[256]; I; s[t] = i; __syncthreads(); if (t & 1) o[i] = s[t] + s[t ^ 1]; else o[i] = s[t] * s[t ^ 3]; }
G head17(int *o, int *p, int *q, int a) { I; if (t % 3) { if (t < a) o[i] = p[i]; } else { if (t < a) o[i] = q[i]; } }
G head18(int *o, int *p, int *q, int a) { I; if (t < 16) { p[i] = 2 * p[i]; } else { p[i] = p[i] * p[i]; } o[i] = p[i]; }
G head21(int *o) { I; int x = o[i]; if (t % 2 == 0) { add_two(&x); if (t % 4 == 0) double_twice(&x); else flip(&x); } else { square(&x); if (t % 3 == 0) take(&x); else square(&x); } o[i] = x; }
G head23(float *o, float *q, float b) { I; if (t % 2 == 0) { if (t % 4 == 0) o[i] = q[i] * 2 + b; else o[i] = q[i] / 3; } else { if (t % 3 == 0) o[i] = q[i] - 4; else o[i] = sqrtf(q[i]); } }
G head24(float *o, int n) { I; float v = o[i]; if (t % 2 == 0) { v = v * 2; if (t % 4 == 0) o[i] = v + 4; else o[i] = v - 2; } else { v = v * 3; if (t % 3 == 0) o[i] = v * 3; else o[i] = v + 1; } }
G head25(int *o, int n) { I; if (i < n) { if (t % 2 == 0) { if (t % 4 == 0) o[i] = 4; else o[i] = 2; } else { if (t % 3 == 0) o[i] = 3; else o[i] = 1; } } }
G nested01(int *o, int a) { I; int *r = o + i; if (t % 2 == 0) { if (t % 4 == 0) *r = i * 4; else *r = i + 7; } else { if (t % 3 == 0) *r = i ^ 11; else *r = i * i; } }
G nested02(int *o, int a) { I; int *r = o + i; if (t % 2 == 0) { if (t % 4 == 0) *r = f(i); else *r = g(i); } else { if (t % 3 == 0) *r = f(a); else *r = g(a); } }
G nested03(int *o, int a) { I; if (t % 2 == 0) { if (t % 4 == 0) o[i] = f(i); else o[i] = g(i); } else { if (t % 3 == 0) o[i] = f(a); else o[i] = g(a); } }
G nested04(int *o, int a) { I; if (t % 2 == 0) { o[i] = f(i); } else { if (t % 3 == 0) o[i] = f(a); else o[i] = g(a); } }
G nested05(int *o, int a) { I; int *r = o + i; if (t % 2 == 0) { *r = f(i); } else { if (t % 3 == 0) *r = f(a); else *r = g(a); } }
G nested06(int *o, int a) { I; int *r = o + i; if (t % 2 == 0) { *r = f(i); } else *r = g(a); }
G nested07(int *o, int a) { I; o[i] = f(1); if (t % 2 == 0) { o[i] = f(i); } else o[i] = g(a); }
G nested08(int *o, int a) { I; int v = o[i]; if (t % 2 == 0) { o[i] = f(v); } else o[i] = g(v); }
G nested09(int *o, int a) { I; int v = o[i]; if (t % 2 == 0) { o[i] = v / 3; } else o[i] = v % 5; }
G nested10(int *o, int a) { I; int v = o[i]; if (t % 2 == 0) { o[i] = v + 3; } else o[i] = v ^ 5; }
G nested11(int *o, int a) { I; int v = o[i]; if (t % 2 == 0) { if (t % 4) o[i] = v + 3; else o[i] = v + 2; } else o[i] = v ^ 5; }
G nested12(float *o, float a) { I; float v = o[i]; if (t % 2 == 0) { if (t % 4) o[i] = v + 3; else o[i] = v + 2; } else o[i] = v * 5; }
G nested13(float *o, float a) { I; float v = a; if (t % 2 == 0) { if (t % 4) o[i] = v + 3; else o[i] = v + 2; } else o[i] = v * 5; }
G nested14(float *o, float a) { I; float v = a; if (t % 2 == 0) { if (t % 4) o[i] = v + 3; else o[i] = v + 2; } else { if (t % 3) o[i] = v * 5; else o[i] = v - 7; } }
G nested15(float *o, float a) { I; float v = a; if (t % 2 == 0) { v *= 2; if (t % 4) o[i] = v + 3; else o[i] = v + 2; } else { v *= 3; if (t % 3) o[i] = v * 5; else o[i] = v - 7; } }
G nested16(int *o, int v) { I; if (t % 2 == 0) { v *= 2; if (t % 4) o[i] = v + 3; else o[i] = v / 2; } else { v *= 3; if (t % 3) o[i] = v * 5; else o[i] = v - 7; } }
G nested17(int *o, int v) { I; if (t % 2 == 0) { v *= 2; if (t % 4) o[i] = v + 3; else o[i] = v ^ 2; } else { v *= 3; if (t % 3) o[i] = v * 5; else o[i] = v - 7; } }
G nested18(int *o, int v) { I; if (i >= v) return; if (t % 2 == 0) o[i] = f(i); else o[i] = g(i); }
G nested19(int *o, int v) { I; if (i < v) { if (t % 2 == 0) o[i] = f(i); else o[i] = g(i); } }
G nested20(int *o, int v) { I; if (i < v) { if (t % 2 == 0) o[i] = f(i); else o[i] = g(i); o[i+v] = 7; } }
G nested21(int *o, int v) { I; int *r = o + i; if (i < v) { if (t % 2 == 0) *r = f(i); else *r = g(i); } }
G nested22(int *o, int v) { I; if (i < v) { if (t % 2 == 0) o[i] = 3; else o[i] = i; } }
G nested23(int *o, int v) { I; if (i < v) { if (t % 2 == 0) o[i] = 3; else o[i] = 4; } }
G nested24(int *o, int v) { I; if (t % 2 == 0) o[i] = 3; else o[i] = 4; }
G nested25(int *o, int v) { I; if (i < v) { if (t % 2 == 0) { if (t % 4 == 0) o[i] = 3; else o[i] = 4; } else o[i] = 5; } }
G nested26(int *o, int v) { I; if (i < v) { if (t % 2 == 0) { if (t % 4 == 0) o[i] = f(3); else o[i] = f(4); } else o[i] = g(5); } }
G nested27(int *o, int v) { I; if (i < v) { if (t % 2 == 0) { if (t % 4 == 0) o[i] = f(3); else o[i] = f(4); } else o[i] = g(5); o[i + v] = 3; } }
G nested28(int *o, int v) { I; if (t % 2 == 0) { if (t % 4 == 0) o[i] = f(3); else o[i] = f(4); } else o[i] = g(5); o[i + v] = 3; }
G nested29(int *o, int v) { I; if (t % 2 == 0) { int s = 0; for (int k = 0; k < v; k++) s += f(k); o[i] = s; } else { int s = 0; for (int k = 0; k < v; k++) s += g(k); o[i] = s; } }
G nested30(int *o, int v) { I; int *r = o + i; if (t % 2 == 0) { int s = 0; for (int k = 0; k < v; k++) s += f(k); *r = s; } else { int s = 0; for (int k = 0; k < v; k++) s += g(k); *r = s; } }
G nested31(int *o, int v) { I; if (t % 2 == 0) { int s = 0; for (int k = 0; k < v; k++) s += f(k); o[i] = s; } else o[i] = 2; }
G place01(int *o, int v) { I; if (t % 2 == 0) { int s; if (t % 4) s = f(v); else s = g(v); o[i] = s; } else { int s; if (t % 3) s = f(i); else s = g(i); o[i] = s / 3; } }
G place02(int *o, int v) { I; if (t % 2 == 0) { int s; if (t % 4) s = f(v); else s = g(v); o[i] = s / 7; } else { o[i] = f(i); } }
G place03(int *o, int v) { I; if (t % 2 == 0) { int s = 0; for (int k = 0; k < v; k++) s += f(k); o[i] = s; } else { int s = 0; for (int k = 0; k < v; k++) s += g(k); o[i] = s / v; } }
G place04(int *o, int v) { I; if (t % 2 == 0) { int s = 0; for (int k = 0; k < v; k++) s += f(k); o[i] = s / 4; } else { o[i] = f(i); } }
G place06(int *o, int v) { I; if (t % 2 == 0) { int s = 0; if (t % 4) s = f(v); o[i] = s / 7; } else { o[i] = f(i); } }
G place10(int *o, int v) { I; int *r = o + i; *r = v; if (t % 3) *r = v / t; }
G place11(int *o, int v) { I; o[i] = v; if (t % 3) o[i] = v / t; }
G place12(int *o, int v) { I; o[i] = v; if (t % 3) o[i] = f(t); }
G place13(int *o, int v) { I; o[i] = v; if (t % 3) o[i] = 3; }
G place14(int *o, int v) { I; o[i] = v; if (t % 3) o[i] = o[i + 1]; }
G place15(int *o, int v) { I; o[i] = v; o[i + v] = 3; if (t % 3) o[i] = 7; }
G place20(int *o, int v) { I; if (i >= v) return; o[i] = v; if (t % 3) o[i] = 3; }
G place21(int *o, int v) { I; if (i >= v) return; if (t % 3) o[i] = 3; else o[i] = 5 * t; }
G place22(int *o, int v) { I; if (i >= v) return; int *r = o + i; if (t % 3) *r = 3; else *r = f(t); }
G place23(int *o, int v) { I; if (i >= v) { o[i] = 2; return; } int *r = o + i; if (t % 3) *r = 3; else *r = f(t); }
G place24(int *o, int v) { I; if (i < v) { int x = o[i]; if (t % 3) o[i] = x / 3; else o[i] = x / 5; } }
G place25(int *o, int v) { I; if (i < v) { int x = o[i]; if (t % 3) o[i] = x / 3; else o[i] = x / 5; __syncthreads(); } }
G place30(int *o, int *p, int v) { I; if (t % 3) { p[i] = 8; o[i] = v; } else { p[i] = v / t; o[i] = v; } }
G place31(int *o, int *p, int v) { I; int x = v / t; if (t % 3) { p[i] = 8; o[i] = x; } else { p[i] = t; o[i] = x; } }
G place40(int *o, int *p, long v) { I; if (t % 3) { o[v * t] = f(4); } else { o[v * t] = f(3); } }
G place41(int *o, int *p, int v) { I; if (t % 3) { o[v * t] = f(4); } else { o[v * t] = f(3); } }
G place42(int *o, int *p, int v) { I; if (t % 3) { o[v * t] = f(4); } else { o[v + t] = f(3); } }
G place43(int *o, int *p, int v) { I; if (t % 3) { o[i] = f(4); } else { o[i + 1] = f(3); } }
G place44(int *o, int *p, int v) { I; if (t % 3) { o[v * t + 1] = f(4); } else { o[v * t] = f(3); } }
G place45(int2 *o, int *p, int v) { I; if (t % 3) { o[i].x = f(4); } else { o[i].y = f(3); } }
G place46(int *o, int *p, int v) { I; if (t % 3) { o[t] = f(4); } else { p[t] = f(3); } }
G place50(int *o, int *p, int v) { __shared__ int s[512]; I; s[t] = s[t+256] = 0; __syncthreads(); if (t % 3) { s[t] = f(4); } else { s[t] = f(3); } __syncthreads(); o[i] = s[t ^ v]; }
G place51(int *o, int *p, int v) { __shared__ int s[512]; I; s[t] = s[t+256] = 0; __syncthreads(); if (t % 3) { s[t] = f(4); } else { s[t + 256] = f(3); } __syncthreads(); o[i] = s[t ^ v]; }
G place52(int *o, int *p, int v) { __shared__ int s[512], u[512]; I; s[t] = u[t] = 0; __syncthreads(); if (t % 3) { s[t] = f(4); } else { u[t] = f(3); } __syncthreads(); o[i] = s[t ^ v] + u[t ^ v]; }
G place60(int *o, int *p, int *q) { I; int x; if (t % 3) x = p[i] / 3; else x = q[i] / 3; o[i] = x; }
G place61(int *o, int *p, int *q) { I; int x; if (t % 3) x = p[i] * 3; else x = q[i] * 3; o[i] = x; }
G place63(int *o, int *p, int *q) { I; int x; if (t % 3) x = p[i]; else x = p[i + 1]; o[i] = x; }
G place64(int *o, int *p, int *q) { I; int x; if (t % 3) x = p[i]; else x = p[t]; o[i] = x; }
G place65(int *o, int *p, int *q) { I; int x = 0; if (t % 3 == 0) x = p[i]; else if (t % 3 == 1) x = p[t]; o[i] = x; }
G place66(int *o, int *p, int *q) { I; int x; if (t % 3 == 0) x = p[i]; else if (t % 3 == 1) x = p[t]; else x = p[t + i]; o[i] = x; }
G place67(int *o, int *p, int *q) { I; int x, y; if (t % 3) { x = p[i]; y = p[t]; } else { x = q[i]; y = q[t]; } o[i] = x / y; }
G place68(int *o, int *p, int *q) { I; o[i] = t % 3 ? p[i] : q[i]; }
G place69(int *o, int *p, int *q) { I; o[i] = t % 3 ? p[i] : p[t]; }
G place70(int *o, int *p, int *q) { I; o[i] = t % 3 ? p[i + 1] : p[i - 1]; }
G place71(int *o, int *p, int *q) { __shared__ int s[512]; I; s[t] = s[t+256] = 0; __syncthreads(); o[i] = t % 3 ? s[i & 255] : s[t + 3]; }
G place72(float *o, float *p, float *q) { I; float x; if (t % 3) x = p[i]; else x = q[i] * 2; o[i] = x; }
G various01(int *o, int v) { I; if (t % 3 || f(t) > 4) o[i] = f(4); else o[i] = g(i); }
G various03(int *o, int v) { I; if (t % 3) { if (f(t) > 4) goto X; o[i] = f(4); } else { X: o[i] = g(i); } }
G various04(int *o, int *in, int v) { I; if (i > 0 && in[i - 1] > 3) o[i] = 4; else o[i] = 3; }
G various05(int *o, int *in, int v) { I; if (i > 0 && in[i - 1] > 3) o[i] = i * i; else o[i] = i / 3; }
G various06(int *o, int *in, int v) { I; if (i > 0 && in[i - 1] > 3) o[i] = in[i]; else o[i] = i / 3; }
G various07(int *o, int *in, int v) { I; if (t % 3) { if (t % 5) o[i] = f(1); else o[i] = f(2); } else { if (t % 5) o[i] = g(1); else o[i] = g(2); } }
G various08(int *o, int *in, int v) { I; if (t % 3) { if (t % 5) o[i] = f(1); else o[i] = f(2); o[i] = g(3); } else { o[i] = g(2); } }
G various10(int *o, int *p, int *q, int a) { unsigned i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x; if (t % 3) o[i] = p[i] * a; else o[i] = q[i] + a; }
G various11(int *o, int *p, int *q, int a) { unsigned i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x; if (t % 3) o[i] = p[i] * a; else o[i] = 7; }
G various12(int *o, int *p, int *q, int a) { unsigned i = blockIdx.x * blockDim.x + threadIdx.x; int t = threadIdx.x; if (t % 3) o[i] = p[i] * a; else o[i] = 7; }
G various13(int *o, int *p, int *q, int a) { int i = blockIdx.x * blockDim.x + threadIdx.x; int t = threadIdx.x; if (t % 3) o[i] = p[i] * a; else o[i] = 7; }
G various14(int *o, int *p, int *q, int a) { int i = blockIdx.x * blockDim.x + threadIdx.x; int t = threadIdx.x; if (t % 3) o[i] = p[i] * a; else o[i] = a / t; }
G various15(int *o, int *p, int *q, int a) { int i = blockIdx.x * blockDim.x + threadIdx.x; int t = threadIdx.x; if (t % 3) o[i] = 7; else o[i] = p[i] * a; }
G various16(int *o, int *p, int *q, int a) { int i = blockIdx.x * blockDim.x + threadIdx.x; int t = threadIdx.x; if (t % 3) { o[i] = q[i] + p[i]; } else o[i] = p[i] * a; }
G various17(int *o, int *p, int *q, int a) { int i = blockIdx.x * blockDim.x + threadIdx.x; int t = threadIdx.x; if (t % 3) { o[i] = p[i] + q[i]; } else o[i] = p[i] * a; }
G various18(int *o, int *p, int *q, int a) { int i = blockIdx.x * blockDim.x + threadIdx.x; int t = threadIdx.x; if (t % 3) { o[i] = p[i] + q[t]; } else o[i] = p[t] * q[i]; }
G various19(int *o, int *p, int *q, int a) { int i = blockIdx.x * blockDim.x + threadIdx.x; int t = threadIdx.x; if (t % 3) { o[i] = q[i] + p[i] / 3; } else o[i] = p[i] * q[i]; }
G various20(int *o, int *p, int *q, int a) { int i = blockIdx.x * blockDim.x + threadIdx.x; int t = threadIdx.x; if (t % 3) { o[i] = q[i] + p[i+1] / 3; } else o[i] = p[i] * q[i]; }
G various30(float *o, float *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i > 0 && i < n - 1) o[i] = p[i - 1] + p[i + 1]; else o[i] = p[i]; }
G various31(float *o, float *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { if (i > 0 && i < n - 1) o[i] = p[i - 1] + p[i + 1]; else o[i] = p[i]; } }
G various32(float *o, float *p, int n) { int x = threadIdx.x, y = threadIdx.y; if (x == 0 || y == 0) o[y * n + x] = 0; else o[y * n + x] = p[y * n + x - 1]; }
G various33(float *o, float *p, int n) { int i = threadIdx.x; float v = p[i]; if (v > 0) o[i] = v; else o[i] = 0.01f * v; }
G various34(float *o, float *p, int n) { int i = threadIdx.x; float v = p[i]; if (v > 0) o[i] = v; else o[i] = expf(v) - 1; }
G various35(float *o, float *p, int n) { int i = threadIdx.x; if (p[i] > 0) o[i] = p[i]; else o[i] = expf(p[i]) - 1; }
G chain01(int *o, int *p, int *q, int a) { I; if (t % 3) o[i] = p[i] * a; else o[i] = q[i] * a; }
G chain02(int *o, int *p, int *q, int a) { I; if (t % 3) o[i] = p[i] * a; else o[i] = t * a; }
G chain03(int *o, int *p, int *q, int a) { I; if (t % 3) o[i] = p[i] / a + 3; else o[i] = q[i] * a + 3; }
G chain04(int *o, int *p, int *q, int a) { I; if (t % 3) o[i] += p[i]; else o[i] += q[i]; }
G chain05(int *o, int *p, int *q, int a) { I; if (t % 3) o[i] += p[i]; else o[i] -= q[i]; }
G chain06(int *o, int *p, int *q, int a) { I; if (t % 3) o[t] += p[i]; else o[i] += q[i]; }
G chain07(int *o, int *p, int *q, int a) { I; if (t % 3 == 0) o[i] += f(1); else if (t % 3 == 1) o[i] += g(1); else o[i] += f(3); }
G chain08(int *o, int *p, int *q, int a) { I; if (t % 3 == 0) o[i] += p[t]; else if (t % 3 == 1) o[i] += q[t]; else o[i] += a / t; }
G chain09(int *o, int *p, int *q, int a) { I; if (t % 3) o[i] = o[i] * 2 + p[i]; else o[i] = o[i] * 2 + a / t; }
G chain10(float *o, float *p, float *q, float a) { I; if (t % 3) o[i] += a * p[i]; else o[i] += q[i]; }
G chain11(float *o, float *p, float *q, float a) { I; if (t % 3) o[i] += a * p[i]; else o[i] += a * q[i]; }
G chain12(float *o, float *p, float *q, float a) { I; int *r = (int *)o + i; if (t % 3) *r += p[i]; else *r += q[i] * 2; }
G chain13(int *o, int *p, int *q, int a) { I; if (i < a) { if (t % 3) o[i] += p[i]; else o[i] += q[t]; } }
G chain14(int *o, int *p, int *q, int a) { I; if (t % 3 && p[t] > 2) o[i] += p[i]; else o[i] += q[t]; }
G chain15(int *o, int *p, int *q, int a) { __shared__ int s[256]; I; s[t] = a; __syncthreads(); if (t & 1) s[t] += p[i]; else s[t] += q[i] / 3; __syncthreads(); o[i] = s[255 - t]; }
G chain16(int *o, int *p, int *q, int a) { I; if (t % 3) o[i] = max(p[i], a); else o[i] = max(q[i], t); }
G chain17(int *o, int *p, int *q, int a) { I; if (t % 3) { q[t] = p[i] * a; } else { q[t] = o[i] * a; } }
G chain18(int *o, int *p, int *q, int a) { I; if (t % 3) { q[i] = p[i] * a; } else { q[i] = o[t] * a; } }
G chain19(int *o, int *p, int *q, int a) { I; int x; if (t % 3) { x = p[i] * a + 4; } else { x = q[i] * a + 4; } o[i] = x; }
G chain21(int *o, int *p, int *q, int a) { I; int x; if (t % 3) { x = p[i] * a + o[t]; } else { x = q[i] * t + o[t]; } o[i] = x; }
G chain22(int *o, int *p, int *q, int a) { I; int x; if (t % 3) { x = p[i] + o[t]; } else { x = q[i] + o[t]; } o[i] = x; }
G chain23(int *o, int *p, int *q, int a) { I; int x; if (t % 3) { x = p[i] + p[t]; } else { x = q[i] + p[t]; } o[i] = x; }
G chain24(int *o, int *p, int *q, int a) { I; int x; if (t % 3) { x = p[i] + p[i + 1]; } else { x = p[i] + p[i - 1]; } o[i] = x; }
G chain25(float *o, float *p, float *q, int a) { I; float x; if (t % 3) { x = p[i] * p[i + 1]; } else { x = p[t] * p[t + 1]; } o[i] = x; }
G chain26(int *o, int *p, int *q, int a) { if (a >= 5) return; I; if (a < 5) o[i] = 4; else p[i] = 5; }
G chain27(int *o, int *p, int *q, int a) { I; if (i >= a) return; if (i < a) o[i] = 4; else p[i] = 5; }
G chain28(float *o, float *p, float *q, int a) { I; float v = p[i]; if (t & 1) o[i] = v * 2 + q[i]; else o[i] = v * 3 + q[t]; }
G chain29(float *o, float *p, float *q, int a) { I; if (t & 1) o[i] = sqrtf(p[i]); else o[i] = sqrtf(q[i]); }
G chain30(float4 *o, float4 *p, float4 *q, int a) { I; float4 v = t % 3 ? p[i] : q[i]; o[i] = v; }
G chain31(float4 *o, float4 *p, float4 *q, int a) { I; float4 v = t % 3 ? p[i] : p[t]; o[i] = v; }
G chain32(int *o, int *p, int *q, int a) { __shared__ int s[256], u[256]; I; s[t] = a; u[t] = i; __syncthreads(); o[i] = t & 1 ? s[t ^ 1] : u[t ^ 1]; }
G chain33(int *o, int **p, int *q, int a) { I; int *r = p[t], *s = p[i]; o[i] = t % 3 ? *r : *s; }
G chain34(int *o, int *p, int *q, int a) { I; o[i] = t % 3 ? p[1] : p[2]; }
G way01(int *o, int v) { I; if (t % 2 == 0) { o[i] = f(i); } else { int s; if (t % 4) s = f(v); else s = g(v); o[i] = s / 7; } }
G way02(int *o, int v) { I; if (t % 2 == 0) { o[i] = f(i); } else { int s = 0; for (int k = 0; k < v; k++) s += f(k); o[i] = s; } }
G way03(int *o, int v) { I; if (t % 3 || f(t) > 4) o[i] = f(4); else o[i] = g(i); }
G way04(int *o, int v) { I; if (t % 3 == 0 && f(t) > 4) o[i] = f(4); else o[i] = g(i); }
G way05(int *o, int v) { I; if (!(t % 3 == 0 && f(t) > 4)) o[i] = f(4); else o[i] = g(i); }
G way06(int *o, int v) { I; if (t % 3 == 0 || f(t) > 4) o[i] = i * 4; else o[i] = i / 3; }
G way07(int *o, int v) { I; if (t % 2 == 0) { int s; if (t % 4) s = f(v); else s = g(v); o[i] = s / 7; } else if (t % 3) { o[i] = f(i); } else o[i] = g(i); }
G way08(int *o, int v) { I; if (t % 2 == 0) { o[i] = f(i); } else if (t % 3) { int s; if (t % 4) s = f(v); else s = g(v); o[i] = s / 7;  } else o[i] = g(i); }
G way09(int *o, int v) { I; switch (t % 5) { case 0: case 1: o[i] = f(i); break; case 2: o[i] = g(i); break; default: o[i] = f(v); } }
G way10(int *o, int v) { I; switch (t % 5) { case 0: o[i] = f(i); break; case 2: o[i] = g(i); break; case 1: case 3: o[i] = f(v); } }
G way11(int *o, int v) { I; int s = t; if (t % 2 == 0) { if (v > 4) s = f(t); o[i] = s; } else { if (v > 5) s = g(t); o[i] = s / 3; } }
G way12(int *o, int v) { I; int s = t; if (t % 2 == 0) { if (v > 4) s = f(t); o[i] = s; } else { if (t > 5) s = g(t); o[i] = s / 3; } }
G way13(int *o, int v) { I; int s = t; if (t % 2 == 0) { if (t > 4) s = f(t); o[i] = s; } else { if (v > 5) s = g(t); o[i] = s / 3; } }
G way14(int *o, int v) { I; int s = t; if (t % 2 == 0) { if (t > 4) s = f(t); __threadfence(); o[i] = s; } else { if (v > 5) s = g(t); __threadfence(); o[i] = s / 3; } }
