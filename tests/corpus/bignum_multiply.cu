// SPDX-License-Identifier: Apache-2.0
// Big numbers: products by columns with carry chains, 2^1279-1 squared in decimal, factorials, and Fibonacci numbers.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

typedef unsigned int limb;
typedef unsigned long long wide;

// Each thread sums a column of the product in three limbs; the carries follow in one thread.
__global__ void multiply(const limb *a, int na, const limb *b, int nb, limb *out)
{
    extern __shared__ limb columns[]; // 3 a column
    const int n = na + nb;
    for (int c = threadIdx.x; c < n; c += blockDim.x) {
        limb s0 = 0, s1 = 0, s2 = 0;
        for (int i = max(0, c - nb + 1); i <= min(c, na - 1); i++) {
            asm("mad.lo.cc.u32 %0, %3, %4, %0;\n\t"
                "madc.hi.cc.u32 %1, %3, %4, %1;\n\t"
                "addc.u32 %2, %2, 0;"
                : "+r"(s0), "+r"(s1), "+r"(s2)
                : "r"(a[i]), "r"(b[c - i]));
        }
        columns[3 * c] = s0, columns[3 * c + 1] = s1, columns[3 * c + 2] = s2;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        wide carry = 0;
        for (int c = 0; c < n; c++) {
            wide sum = carry + columns[3 * c];
            carry = sum >> 32;
            if (c >= 1)
                sum = (sum & 0xffffffff) + columns[3 * (c - 1) + 1], carry += sum >> 32;
            if (c >= 2)
                sum = (sum & 0xffffffff) + columns[3 * (c - 2) + 2], carry += sum >> 32;
            out[c] = (limb)sum;
        }
    }
}

__global__ void factorial(limb *number, int *length, int upto)
{
    wide carry;
    int n = 1;
    number[0] = 1;
    for (int k = 2; k <= upto; k++) {
        carry = 0;
        for (int i = 0; i < n; i++) {
            carry += (wide)number[i] * k;
            number[i] = (limb)carry;
            carry >>= 32;
        }
        if (carry)
            number[n++] = (limb)carry;
    }
    *length = n;
}

__global__ void fibonacci(limb *a, limb *b, int limbs, int steps)
{
    // A warp adds with carries looked ahead: generate and propagate bits by ballots.
    const int lane = threadIdx.x;
    limb x = lane == 0 ? 0 : 0, y = lane == 0 ? 1 : 0;
    for (int s = 0; s < steps; s++) {
        limb sum = x + y;
        unsigned generate = __ballot_sync(~0u, sum < x), propagate = __ballot_sync(~0u, sum == ~0u);
        unsigned carries = ((generate << 1) + propagate) ^ propagate; // the carry into each lane
        x = y;
        y = sum + ((carries >> lane) & 1);
    }
    if (lane < limbs)
        a[lane] = x, b[lane] = y;
}

static std::string decimal(std::vector<limb> n)
{
    std::string digits;
    while (!n.empty()) {
        wide rest = 0;
        for (int i = (int)n.size() - 1; i >= 0; i--) {
            rest = rest << 32 | n[i];
            n[i] = (limb)(rest / 1000000000u);
            rest %= 1000000000u;
        }
        while (!n.empty() && !n.back())
            n.pop_back();
        for (int i = 0; i < 9; i++, rest /= 10)
            digits += (char)('0' + rest % 10);
    }
    digits.erase(digits.find_last_not_of('0') + 1);
    std::reverse(digits.begin(), digits.end());
    return digits;
}

int main()
{
    const int n = 40;
    std::vector<limb> m(n, ~0u), result(2 * n);
    m[39] = 0x7fffffff; // 2^1279 - 1
    limb *a, *b, *out;
    int *length, len;
    cudaMalloc(&a, 400), cudaMalloc(&b, 400), cudaMalloc(&out, 400), cudaMalloc(&length, sizeof(int));
    cudaMemcpy(a, m.data(), n * sizeof(limb), cudaMemcpyHostToDevice);
    multiply<<<1, 64, 3 * 2 * n * sizeof(limb)>>>(a, n, a, n, out);
    cudaMemcpy(result.data(), out, result.size() * sizeof(limb), cudaMemcpyDeviceToHost);
    std::string text = decimal(result);
    std::cout << "(2^1279-1)^2: " << text.size() << " digits " << text.substr(0, 20) << "..." << text.substr(text.size() - 20) << "\n";
    factorial<<<1, 1>>>(out, length, 60);
    cudaMemcpy(&len, length, sizeof len, cudaMemcpyDeviceToHost);
    result.resize(len);
    cudaMemcpy(&result[0], out, len * sizeof(limb), cudaMemcpyDeviceToHost);
    std::cout << "60! = " << decimal(result) << "\n";
    fibonacci<<<1, 32>>>(a, b, 32, 1000);
    result.assign(32, 0);
    cudaMemcpy(&result.front(), a, 32 * sizeof(limb), cudaMemcpyDeviceToHost);
    std::cout << "F(1000) = " << decimal(result) << std::endl;
    cudaFree(a), cudaFree(b), cudaFree(out), cudaFree(length);
}
