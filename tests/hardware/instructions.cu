// SPDX-License-Identifier: Apache-2.0
// Latency and throughput of single PTX instructions, and what loops cost, by clock64: nvcc -std=c++17 -arch=sm_90a. Prints
// traces/h200/instructions.csv (medians of three runs): cycles of one instruction in a chain, of one in four chains of one warp
// a scheduler, of one in four chains of eight warps a scheduler; of loops, cycles of one round.
#include <cstdio>
#include <cstdint>
#define INSTR(name, type, c, text) struct name { typedef type T; static const char *label() { return #name; } \
    static __device__ __forceinline__ T f(T x, T b) { asm volatile(text : "+" c(x) : c(b)); return x; } };
INSTR(add_u32, unsigned, "r", "add.u32 %0, %0, %1;")
INSTR(xor_b32, unsigned, "r", "xor.b32 %0, %0, %1;")
INSTR(lop3, unsigned, "r", "lop3.b32 %0, %0, %1, 7, 0x96;")
INSTR(shl_b32, unsigned, "r", "shl.b32 %0, %0, %1;")
INSTR(shr_s32, int, "r", "shr.s32 %0, %0, %1;")
INSTR(shf_l, unsigned, "r", "shf.l.wrap.b32 %0, %0, %1, 5;")
INSTR(prmt, unsigned, "r", "prmt.b32 %0, %0, %1, 0x5210;")
INSTR(min_s32, int, "r", "min.s32 %0, %0, %1;")
INSTR(abs_s32, int, "r", "abs.s32 %0, %0; xor.b32 %0, %0, %1;")
INSTR(mul_lo, unsigned, "r", "mul.lo.u32 %0, %0, %1;")
INSTR(mad_lo, unsigned, "r", "mad.lo.u32 %0, %0, %1, %1;")
INSTR(mul_hi, unsigned, "r", "mul.hi.u32 %0, %0, %1;")
INSTR(mul_hi_s, int, "r", "mul.hi.s32 %0, %0, %1;")
INSTR(mul_wide, unsigned, "r", "{.reg .b64 t; .reg .b32 u, v; mul.wide.u32 t, %0, %1; mov.b64 {u, v}, t; xor.b32 %0, u, v;}")
INSTR(mad_wide, unsigned long long, "l", "{.reg .b32 u, v; mov.b64 {u, v}, %0; mad.wide.u32 %0, u, u, %1;}")
INSTR(dp4a, unsigned, "r", "dp4a.u32.u32 %0, %0, %1, %1;")
INSTR(sad, unsigned, "r", "sad.u32 %0, %0, %1, %1;")
INSTR(popc, unsigned, "r", "popc.b32 %0, %0; xor.b32 %0, %0, %1;")
INSTR(clz, unsigned, "r", "clz.b32 %0, %0; xor.b32 %0, %0, %1;")
INSTR(brev, unsigned, "r", "brev.b32 %0, %0; xor.b32 %0, %0, %1;")
INSTR(bfind, unsigned, "r", "bfind.u32 %0, %0; xor.b32 %0, %0, %1;")
INSTR(bfe, unsigned, "r", "bfe.u32 %0, %0, 3, 17; xor.b32 %0, %0, %1;")
INSTR(bfi, unsigned, "r", "bfi.b32 %0, %0, %1, 3, 17;")
INSTR(sel, unsigned, "r", "{.reg .pred p; setp.lt.u32 p, %0, %1; selp.b32 %0, %1, 77, p;}")
INSTR(setp_add, unsigned, "r", "{.reg .pred p; setp.lt.u32 p, %0, %1; @p add.u32 %0, %0, 5;}")
INSTR(add_u64, unsigned long long, "l", "add.u64 %0, %0, %1;")
INSTR(xor_b64, unsigned long long, "l", "xor.b64 %0, %0, %1;")
INSTR(shl_b64, unsigned long long, "l", "{.reg .b32 u; cvt.u32.u64 u, %1; shl.b64 %0, %0, u;}")
INSTR(shr_u64, unsigned long long, "l", "{.reg .b32 u; cvt.u32.u64 u, %1; shr.u64 %0, %0, u;}")
INSTR(min_u64, unsigned long long, "l", "min.u64 %0, %0, %1;")
INSTR(mul_lo_64, unsigned long long, "l", "mul.lo.u64 %0, %0, %1;")
INSTR(mad_lo_64, unsigned long long, "l", "mad.lo.u64 %0, %0, %1, %1;")
INSTR(mul_hi_64, unsigned long long, "l", "mul.hi.u64 %0, %0, %1;")
INSTR(div_u32, unsigned, "r", "div.u32 %0, %1, %0; add.u32 %0, %0, 3;")
INSTR(div_s32, int, "r", "div.s32 %0, %1, %0; add.s32 %0, %0, 3;")
INSTR(rem_u32, unsigned, "r", "rem.u32 %0, %1, %0; add.u32 %0, %0, 3;")
INSTR(rem_s32, int, "r", "rem.s32 %0, %1, %0; add.s32 %0, %0, 3;")
// By a divisor that does not change in the loop: ptxas prepares it before.
INSTR(div_u32_kept, unsigned, "r", "div.u32 %0, %0, %1; add.u32 %0, %0, 4000000000;")
INSTR(rem_u32_kept, unsigned, "r", "rem.u32 %0, %0, %1; add.u32 %0, %0, 4000000000;")
INSTR(div_s32_kept, int, "r", "div.s32 %0, %0, %1; add.s32 %0, %0, 2000000000;")
INSTR(rem_s32_kept, int, "r", "rem.s32 %0, %0, %1; add.s32 %0, %0, 2000000000;")
INSTR(div_u64, unsigned long long, "l", "div.u64 %0, %1, %0; add.u64 %0, %0, 3;")
INSTR(rem_u64, unsigned long long, "l", "rem.u64 %0, %1, %0; add.u64 %0, %0, 3;")
INSTR(add_f32, float, "f", "add.f32 %0, %0, %1;")
INSTR(mul_f32, float, "f", "mul.f32 %0, %0, %1;")
INSTR(fma_f32, float, "f", "fma.rn.f32 %0, %0, %1, %1;")
INSTR(min_f32, float, "f", "min.f32 %0, %0, %1;")
INSTR(abs_f32, float, "f", "abs.f32 %0, %0; add.f32 %0, %0, %1;")
INSTR(setp_f32, float, "f", "{.reg .pred p; setp.lt.f32 p, %0, %1; selp.f32 %0, %1, 0f3f800000, p;}")
INSTR(div_f32, float, "f", "div.rn.f32 %0, %1, %0;")
INSTR(div_full, float, "f", "div.full.f32 %0, %1, %0;")
INSTR(div_approx, float, "f", "div.approx.f32 %0, %1, %0;")
INSTR(rcp_f32, float, "f", "rcp.rn.f32 %0, %0; add.f32 %0, %0, %1;")
INSTR(rcp_approx, float, "f", "rcp.approx.f32 %0, %0; add.f32 %0, %0, %1;")
INSTR(rcp_ftz, float, "f", "rcp.approx.ftz.f32 %0, %0; add.f32 %0, %0, %1;")
INSTR(sqrt_f32, float, "f", "sqrt.rn.f32 %0, %0; add.f32 %0, %0, %1;")
INSTR(sqrt_approx, float, "f", "sqrt.approx.f32 %0, %0; add.f32 %0, %0, %1;")
INSTR(rsqrt_approx, float, "f", "rsqrt.approx.f32 %0, %0; add.f32 %0, %0, %1;")
INSTR(rsqrt_ftz, float, "f", "rsqrt.approx.ftz.f32 %0, %0; add.f32 %0, %0, %1;")
INSTR(ex2_approx, float, "f", "ex2.approx.f32 %0, %0; mul.f32 %0, %0, %1;")
INSTR(ex2_ftz, float, "f", "ex2.approx.ftz.f32 %0, %0; mul.f32 %0, %0, %1;")
INSTR(lg2_approx, float, "f", "lg2.approx.f32 %0, %0; add.f32 %0, %0, %1;")
INSTR(sin_approx, float, "f", "sin.approx.f32 %0, %0; add.f32 %0, %0, %1;")
INSTR(tanh_approx, float, "f", "tanh.approx.f32 %0, %0; add.f32 %0, %0, %1;")
INSTR(cvt_rni, float, "f", "cvt.rni.f32.f32 %0, %0; add.f32 %0, %0, %1;")
INSTR(cvt_s32_f32, float, "f", "{.reg .b32 u; cvt.rzi.s32.f32 u, %0; cvt.rn.f32.s32 %0, u; add.f32 %0, %0, %1;}")
INSTR(cvt_f16, float, "f", "{.reg .b16 h; cvt.rn.f16.f32 h, %0; cvt.f32.f16 %0, h; add.f32 %0, %0, %1;}")
INSTR(cvt_s8, unsigned, "r", "cvt.s32.s8 %0, %0; add.u32 %0, %0, %1;")
INSTR(add_f64, double, "d", "add.f64 %0, %0, %1;")
INSTR(mul_f64, double, "d", "mul.f64 %0, %0, %1;")
INSTR(fma_f64, double, "d", "fma.rn.f64 %0, %0, %1, %1;")
INSTR(min_f64, double, "d", "min.f64 %0, %0, %1;")
INSTR(setp_f64, double, "d", "{.reg .pred p; setp.lt.f64 p, %0, %1; @p add.f64 %0, %0, %1;}")
INSTR(div_f64, double, "d", "div.rn.f64 %0, %1, %0;")
INSTR(rcp_f64, double, "d", "rcp.rn.f64 %0, %0; add.f64 %0, %0, %1;")
INSTR(sqrt_f64, double, "d", "sqrt.rn.f64 %0, %0; add.f64 %0, %0, %1;")
INSTR(rsqrt_f64, double, "d", "rsqrt.approx.f64 %0, %0; add.f64 %0, %0, %1;")
INSTR(cvt_f64_f32, double, "d", "{.reg .f32 u; cvt.rn.f32.f64 u, %0; cvt.f64.f32 %0, u; add.f64 %0, %0, %1;}")
INSTR(cvt_f64_s32, double, "d", "{.reg .b32 u; cvt.rzi.s32.f64 u, %0; cvt.rn.f64.s32 %0, u; add.f64 %0, %0, %1;}")
INSTR(fma_f16x2, unsigned, "r", "fma.rn.f16x2 %0, %0, %1, %1;")
INSTR(add_f16x2, unsigned, "r", "add.f16x2 %0, %0, %1;")
INSTR(mul_f16x2, unsigned, "r", "mul.f16x2 %0, %0, %1;")
INSTR(min_f16x2, unsigned, "r", "min.f16x2 %0, %0, %1;")
INSTR(fma_bf16x2, unsigned, "r", "fma.rn.bf16x2 %0, %0, %1, %1;")
INSTR(ex2_f16x2, unsigned, "r", "ex2.approx.f16x2 %0, %0; add.f16x2 %0, %0, %1;")
INSTR(shfl_bfly, unsigned, "r", "shfl.sync.bfly.b32 %0, %0, 3, 31, -1; xor.b32 %0, %0, %1;")
INSTR(shfl_idx, unsigned, "r", "{.reg .b32 u; and.b32 u, %0, 31; shfl.sync.idx.b32 %0, %0, u, 31, -1; add.u32 %0, %0, %1;}")
INSTR(vote_ballot, unsigned, "r", "{.reg .pred p; setp.lt.u32 p, %0, %1; vote.sync.ballot.b32 %0, p, -1; add.u32 %0, %0, %1;}")
INSTR(vote_any, unsigned, "r", "{.reg .pred p, q; setp.lt.u32 p, %0, %1; vote.sync.any.pred q, p, -1; selp.b32 %0, %0, %1, q;}")
INSTR(match_any_1, unsigned, "r", "{.reg .b32 u; and.b32 u, %0, 0; match.any.sync.b32 %0, u, -1; add.u32 %0, %0, %1;}")
INSTR(match_any_n, unsigned, "r", "match.any.sync.b32 %0, %0, -1; add.u32 %0, %0, %1;")
INSTR(match_all, unsigned, "r", "match.all.sync.b32 %0, %0, -1; add.u32 %0, %0, %1;")
INSTR(redux_add, unsigned, "r", "redux.sync.add.u32 %0, %0, -1; add.u32 %0, %0, %1;")
INSTR(redux_and, unsigned, "r", "redux.sync.and.b32 %0, %0, -1; add.u32 %0, %0, %1;")
INSTR(warp_sync, unsigned, "r", "bar.warp.sync -1; add.u32 %0, %0, %1;")
INSTR(activemask, unsigned, "r", "{.reg .b32 u; activemask.b32 u; add.u32 %0, u, %1;}")
INSTR(nothing, unsigned, "r", "")

template <class T> __device__ T start(int k) { return (T)(123456789 + 7777 * (int)threadIdx.x + 31 * k); }
template <> __device__ float start<float>(int k) { return 1.1f + 0.001f * threadIdx.x + k; }
template <> __device__ double start<double>(int k) { return 1.1 + 0.001 * threadIdx.x + k; }
template <class T> __device__ T other() { return (T)(3 + threadIdx.x % 5); }
template <> __device__ float other<float>() { return 1.01f + 0.01f * (threadIdx.x % 5); }
template <> __device__ double other<double>() { return 1.01 + 0.01 * (threadIdx.x % 5); }

template <class O, int chains> __global__ void instruction(typename O::T *out, long long *time)
{
    typename O::T x[chains], b = other<typename O::T>();
    for (int k = 0; k < chains; k++) x[k] = start<typename O::T>(k);
    long long t0 = 0, t1 = 0;
    for (int pass = 0; pass < 2; pass++) { // the first fills the instruction cache
        __syncthreads();
        t0 = clock64();
#pragma unroll 1
        for (int i = 0; i < 32; i++) {
#pragma unroll
            for (int k = 0; k < 8; k++)
#pragma unroll
                for (int m = 0; m < chains; m++) x[m] = O::f(x[m], b);
        }
        t1 = clock64();
    }
    __shared__ long long times[32];
    if (threadIdx.x % 32 == 0) times[threadIdx.x / 32] = t1;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 0; w < blockDim.x / 32; w++) t1 = times[w] > t1 ? times[w] : t1;
        *time = t1 - t0;
    }
    typename O::T sum = x[0];
    for (int k = 1; k < chains; k++) sum = sum + x[k];
    out[threadIdx.x] = sum;
}
static void *out_; static long long *time_;
template <class O> void one()
{
    long long h[3];
    typedef typename O::T T;
    instruction<O, 1><<<1, 32>>>((T *)out_, time_); cudaMemcpy(&h[0], time_, 8, cudaMemcpyDeviceToHost);
    instruction<O, 4><<<1, 128>>>((T *)out_, time_); cudaMemcpy(&h[1], time_, 8, cudaMemcpyDeviceToHost);
    instruction<O, 4><<<1, 1024>>>((T *)out_, time_); cudaMemcpy(&h[2], time_, 8, cudaMemcpyDeviceToHost);
    printf("%s,%.2f,%.2f,%.2f\n", O::label(), h[0] / 256.0, h[1] / 1024.0, h[2] / 8192.0);
}
template <int n, int kind> __global__ void loop(float *out, long long *time, int rounds)
{
    float x = 1.1f + threadIdx.x, b = 0.5f;
    unsigned u = threadIdx.x, step = 1;
    long long t0 = 0, t1 = 0;
    for (int pass = 0; pass < 2; pass++) {
        __syncthreads();
        t0 = clock64();
        if (kind == 0) {
#pragma unroll 1
            for (int i = 0; i < rounds; i++)
#pragma unroll
                for (int k = 0; k < n; k++) asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(x) : "f"(b));
        } else { // the condition of the loop depends on the chain
            u = 0;
#pragma unroll 1
            do {
#pragma unroll
                for (int k = 0; k < n; k++) asm volatile("add.u32 %0, %0, %1;" : "+r"(u) : "r"(step));
            } while (u < n * rounds);
        }
        t1 = clock64();
    }
    out[threadIdx.x] = x + u;
    if (threadIdx.x == 0) *time = t1 - t0;
}
template <int n, int kind> void length()
{
    int rounds = n >= 1024 ? 8 : 64; long long h[3]; int w[3] = {32, 128, 512};
    for (int k = 0; k < 3; k++) { loop<n, kind><<<1, w[k]>>>((float *)out_, time_, rounds); cudaMemcpy(&h[k], time_, 8, cudaMemcpyDeviceToHost); }
    printf("loop_%s_%d,%.2f,%.2f,%.2f\n", kind ? "dependent" : "counted", n, h[0] / (double)rounds, h[1] / (double)rounds, h[2] / (double)rounds);
}
int main()
{
    cudaMalloc(&out_, 1024 * 8); cudaMalloc(&time_, 8);
    printf("instruction,latency,four_chains,eight_warps\n");
    one<nothing>();
    one<add_u32>(); one<xor_b32>(); one<lop3>(); one<shl_b32>(); one<shr_s32>(); one<shf_l>(); one<prmt>(); one<min_s32>(); one<abs_s32>();
    one<mul_lo>(); one<mad_lo>(); one<mul_hi>(); one<mul_hi_s>(); one<mul_wide>(); one<mad_wide>(); one<dp4a>(); one<sad>(); one<popc>(); one<clz>(); one<brev>(); one<bfind>();
    one<bfe>(); one<bfi>(); one<sel>(); one<setp_add>(); one<add_u64>(); one<xor_b64>(); one<shl_b64>(); one<shr_u64>(); one<min_u64>(); one<mul_lo_64>(); one<mad_lo_64>(); one<mul_hi_64>();
    one<div_u32>(); one<div_s32>(); one<rem_u32>(); one<rem_s32>(); one<div_u32_kept>(); one<rem_u32_kept>(); one<div_s32_kept>(); one<rem_s32_kept>(); one<div_u64>(); one<rem_u64>();
    one<add_f32>(); one<mul_f32>(); one<fma_f32>(); one<min_f32>(); one<abs_f32>(); one<setp_f32>(); one<div_f32>(); one<div_full>(); one<div_approx>(); one<rcp_f32>(); one<rcp_approx>(); one<rcp_ftz>();
    one<sqrt_f32>(); one<sqrt_approx>(); one<rsqrt_approx>(); one<rsqrt_ftz>(); one<ex2_approx>(); one<ex2_ftz>(); one<lg2_approx>(); one<sin_approx>(); one<tanh_approx>();
    one<cvt_rni>(); one<cvt_s32_f32>(); one<cvt_f16>(); one<cvt_s8>();
    one<add_f64>(); one<mul_f64>(); one<fma_f64>(); one<min_f64>(); one<setp_f64>(); one<div_f64>(); one<rcp_f64>(); one<sqrt_f64>(); one<rsqrt_f64>(); one<cvt_f64_f32>(); one<cvt_f64_s32>();
    one<fma_f16x2>(); one<add_f16x2>(); one<mul_f16x2>(); one<min_f16x2>(); one<fma_bf16x2>(); one<ex2_f16x2>();
    one<shfl_bfly>(); one<shfl_idx>(); one<vote_ballot>(); one<vote_any>(); one<match_any_1>(); one<match_any_n>(); one<match_all>(); one<redux_add>(); one<redux_and>(); one<warp_sync>(); one<activemask>();
    length<1, 0>(); length<2, 0>(); length<4, 0>(); length<8, 0>(); length<16, 0>(); length<32, 0>(); length<64, 0>(); length<128, 0>(); length<256, 0>(); length<512, 0>(); length<1024, 0>(); length<2048, 0>(); length<4096, 0>(); length<8192, 0>();
    length<1, 1>(); length<2, 1>(); length<4, 1>(); length<8, 1>(); length<16, 1>(); length<32, 1>();
    cudaError_t e = cudaDeviceSynchronize(); if (e) printf("%s\n", cudaGetErrorString(e));
}
