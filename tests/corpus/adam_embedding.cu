// SPDX-License-Identifier: Apache-2.0
// An embedding bag with weights per sample, its gradient by sorted segments, and AdamW steps in a fused kernel.
#include <cmath>
#include <cstdio>
#include <vector>

struct alignas(16) AdamState {
    float param, m, v, grad;
};
struct Hyper {
    float lr{1e-2f}, beta1{0.9f}, beta2{0.999f}, eps{1e-8f}, decay{0.01f};
};
enum class Mode { Sum, Mean, Max };

template <Mode mode> __global__ void bag_forward(const AdamState *table, const int *indices, const int *offsets, float *out, int dim)
{
    const int bag = blockIdx.x, c = threadIdx.x;
    const int begin = offsets[bag], end = offsets[bag + 1];
    float acc = mode == Mode::Max ? -INFINITY : 0.0f;
    for (int i = begin; i < end; i++) {
        float v = table[indices[i] * dim + c].param;
        if constexpr (mode == Mode::Max)
            acc = fmaxf(acc, v);
        else
            acc += v;
    }
    if (mode == Mode::Mean && end > begin)
        acc /= (end - begin);
    out[bag * dim + c] = end > begin ? acc : 0.0f;
}

// A block for a row of the table: walks all indices in order, so that the sum has one order.
__global__ void bag_backward(AdamState *table, const int *indices, const int *bag_of, int n, const float *out, const float *target, int dim)
{
    const int row = blockIdx.x, c = threadIdx.x;
    float g = 0.0f;
    for (int i = 0; i < n; i++)
        if (__ldg(indices + i) == row) {
            const int b = bag_of[i];
            g += 2.0f * (out[b * dim + c] - target[b * dim + c]);
        }
    table[row * dim + c].grad = g;
}

__global__ void adamw(AdamState *__restrict__ state, int n, Hyper h, int step)
{
    const float correction1 = 1.0f - powf(h.beta1, step), correction2 = 1.0f - powf(h.beta2, step);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        AdamState s = state[i];
        s.m = h.beta1 * s.m + (1.0f - h.beta1) * s.grad;
        s.v = h.beta2 * s.v + (1.0f - h.beta2) * s.grad * s.grad;
        float update = (s.m / correction1) / (sqrtf(s.v / correction2) + h.eps);
        s.param -= h.lr * (update + h.decay * s.param);
        state[i] = s;
    }
}

int main()
{
    const int rows = 30, dim = 16, bags = 12;
    std::vector<AdamState> table(rows * dim);
    std::vector<int> indices, offsets{0}, bag_of;
    for (int b = 0; b < bags; b++) {
        for (int k = 0; k < b % 5 * 2; k++) {
            indices.push_back((b * 11 + k * k * 3) % rows);
            bag_of.push_back(b);
        }
        offsets.push_back((int)indices.size());
    }
    std::vector<float> target(bags * dim), out(bags * dim);
    for (int i = 0; i < rows * dim; i++)
        table[i] = {std::sin(0.1f * i), 0, 0, 0};
    for (int i = 0; i < bags * dim; i++)
        target[i] = std::cos(0.3f * i);
    const int n = (int)indices.size();
    AdamState *d_table;
    int *d_indices, *d_offsets, *d_bag_of;
    float *d_out, *d_target;
    cudaMalloc(&d_table, table.size() * sizeof(AdamState));
    cudaMalloc(&d_indices, n * sizeof(int));
    cudaMalloc(&d_bag_of, n * sizeof(int));
    cudaMalloc(&d_offsets, offsets.size() * sizeof(int));
    cudaMalloc(&d_out, out.size() * sizeof(float));
    cudaMalloc(&d_target, target.size() * sizeof(float));
    cudaMemcpy(d_table, table.data(), table.size() * sizeof(AdamState), cudaMemcpyHostToDevice);
    cudaMemcpy(d_indices, indices.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_bag_of, bag_of.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_offsets, offsets.data(), offsets.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_target, target.data(), target.size() * sizeof(float), cudaMemcpyHostToDevice);
    for (int step = 1; step <= 20; step++) {
        bag_forward<Mode::Sum><<<bags, dim>>>(d_table, d_indices, d_offsets, d_out, dim);
        if (step % 5 == 1) {
            cudaMemcpy(out.data(), d_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
            double loss = 0;
            for (int i = 0; i < bags * dim; i++)
                loss += ((double)out[i] - target[i]) * ((double)out[i] - target[i]);
            printf("step %d: loss %.12g\n", step, loss);
        }
        bag_backward<<<rows, dim>>>(d_table, d_indices, d_bag_of, n, d_out, d_target, dim);
        adamw<<<4, 64>>>(d_table, rows * dim, Hyper{}, step);
    }
    void (*const kernels[])(const AdamState *, const int *, const int *, float *, int) = {bag_forward<Mode::Mean>, bag_forward<Mode::Max>};
    for (auto kernel : kernels) {
        kernel<<<bags, dim>>>(d_table, d_indices, d_offsets, d_out, dim);
        cudaMemcpy(out.data(), d_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
        printf("%.9g %.9g %.9g\n", out[16], out[3 * dim + 5], out[9 * dim + 15]);
    }
    cudaMemcpy(table.data(), d_table, table.size() * sizeof(AdamState), cudaMemcpyDeviceToHost);
    printf("%.9g m %.9g v %.9g g %.9g\n", table[11 * dim + 3].param, table[11 * dim + 3].m, table[11 * dim + 3].v, table[11 * dim + 3].grad);
    cudaFree(d_table), cudaFree(d_indices), cudaFree(d_offsets), cudaFree(d_bag_of), cudaFree(d_out), cudaFree(d_target);
    return 0;
}
