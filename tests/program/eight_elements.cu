// SPDX-License-Identifier: Apache-2.0
// Eight floats of each lane, in one access of 32 bytes.
__global__ void copy(float *to, const float *from)
{
    float x[8];
    asm volatile("ld.global.v8.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];"
                 : "=f"(x[0]), "=f"(x[1]), "=f"(x[2]), "=f"(x[3]), "=f"(x[4]), "=f"(x[5]), "=f"(x[6]), "=f"(x[7])
                 : "l"(from + threadIdx.x * 8));
    asm volatile("st.global.v8.f32 [%0], {%1, %2, %3, %4, %5, %6, %7, %8};" ::"l"(to + threadIdx.x * 8), "f"(x[0]),
                 "f"(x[1]), "f"(x[2]), "f"(x[3]), "f"(x[4]), "f"(x[5]), "f"(x[6]), "f"(x[7])
                 : "memory");
}

int main()
{
    float *memory;
    cudaMalloc(&memory, 2 * 256 * sizeof *memory);
    copy<<<1, 32>>>(memory + 256, memory);
    cudaFree(memory);
}
