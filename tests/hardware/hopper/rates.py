# SPDX-License-Identifier: Apache-2.0
# Writes rates.cu: the cycles that a wgmma takes, for each type, n, dense and sparse, with a from shared memory and from registers.
# python3 rates.py > rates.cu && nvcc -gencode arch=compute_90a,code=sm_90a rates.cu && ./a.out: one line for each, with the
# cycles of an instruction in a chain of 16, by one warpgroup and by two of an SM.
TYPES = [("f16", "f32.f16.f16", 16, 2), ("f16_f16", "f16.f16.f16", 16, 2), ("tf32", "f32.tf32.tf32", 8, 0),
         ("e4m3", "f32.e4m3.e4m3", 32, 0), ("s8", "s32.s8.s8", 32, -2)]
kernels = []
print('#include <cstdint>\n#include <cstdio>\n')
for name, types, k, extra in TYPES:
    for n in (8, 16, 32, 64, 128, 256):
        for sparse in (False, True):
            for registers in (False, True):
                sums = n // 2 if name != "f16_f16" else n // 4
                kind, scalar = ("r", "uint32_t") if name in ("f16_f16", "s8") else ("f", "float")
                d = "{" + ", ".join(f"%{i}" for i in range(sums)) + "}"
                a = "{" + ", ".join(f"%{sums + i}" for i in range(4)) + "}" if registers else f"%{sums}"
                at = sums + (4 if registers else 1)
                tail = ", 1, 1" if extra >= 0 else ""
                if extra == 2:
                    tail += ", 0" if registers else ", 0, 0"
                sp = f", %{at + 1}, 0" if sparse else ""
                text = (f"wgmma.mma_async{'.sp' if sparse else ''}.sync.aligned.m64n{n}k{2 * k if sparse else k}.{types} "
                        f"{d}, {a}, %{at}{sp}, 1{tail};")
                inputs = ", ".join(f'"r"(a{i})' for i in range(4)) if registers else '"l"(da)'
                inputs += ', "l"(db)' + (', "r"(e)' if sparse else "")
                outputs = ", ".join(f'"+{kind}"(d[{i}])' for i in range(sums))
                kernel = f"{name}_n{n}_{'sparse' if sparse else 'dense'}_{'registers' if registers else 'shared'}"
                kernels.append((kernel, name, n, 2 * k if sparse else k, sparse, registers))
                print(f"""__global__ void {kernel}(uint64_t da, uint64_t db, uint32_t e, int rounds, long long *cycles, uint32_t *out)
{{
    __shared__ alignas(1024) uint8_t memory[40960];
    {scalar} d[{sums}];
    uint32_t a0 = 0, a1 = 0, a2 = 0, a3 = 0;
    for (int i = threadIdx.x; i < 10240; i += blockDim.x) ((uint32_t *)memory)[i] = 0;
    for (int i = 0; i < {sums}; i++) d[i] = 0;
    da += (uint32_t)__cvta_generic_to_shared(memory) >> 4;
    db += ((uint32_t)__cvta_generic_to_shared(memory) + 8192) >> 4;
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    long long start = clock64();
    for (int r = 0; r < rounds; r++) {{
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
        for (int i = 0; i < 16; i++) asm volatile("{text}" : {outputs} : {inputs} : "memory");
        asm volatile("wgmma.commit_group.sync.aligned;\\n\\twgmma.wait_group.sync.aligned 0;" ::: "memory");
    }}
    __syncthreads();
    if (threadIdx.x == 0) *cycles = clock64() - start;
    uint32_t x = 0;
    for (int i = 0; i < {sums}; i++) x ^= (uint32_t)d[i];
    out[threadIdx.x] = x;
}}""")
print("""typedef void Kernel(uint64_t da, uint64_t db, uint32_t e, int rounds, long long *cycles, uint32_t *out);
static long long *cycles;
static uint32_t *out;
static long long cycles_of(Kernel *kernel, int rounds, int threads)
{
    long long best = 1ll << 60, got = 0;
    uint64_t matrix = 1ull << 16 | 64ull << 32 | 1ull << 62; // 128-byte swizzle
    for (int i = 0; i < 3; i++) {
        kernel<<<1, threads>>>(matrix, matrix, 0x44444444, rounds, cycles, out);
        cudaMemcpy(&got, cycles, sizeof got, cudaMemcpyDeviceToHost);
        best = got < best ? got : best;
    }
    return best;
}
static void measure(const char *text, Kernel *kernel)
{
    printf("%s", text);
    for (int groups = 1; groups <= 2; groups++) {
        long long few = cycles_of(kernel, 4, 128 * groups), many = cycles_of(kernel, 68, 128 * groups);
        printf(",%.3f", (double)(many - few) / (64 * 16));
    }
    printf("\\n");
}
int main()
{
    cudaMalloc(&cycles, 8);
    cudaMalloc(&out, 4096);
    printf("type,n,k,a,kind,1_warpgroup,2_warpgroups\\n");""")
for kernel, name, n, k, sparse, registers in kernels:
    print(f'    measure("{name},{n},{k},{"registers" if registers else "shared"},{"sparse" if sparse else "dense"}", {kernel});')
print('    printf("%s\\n", cudaGetErrorString(cudaDeviceSynchronize()));\n}')
