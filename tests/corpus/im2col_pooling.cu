// SPDX-License-Identifier: Apache-2.0
// A convolution layer as im2col and a product, max-pooling with masks, and the backward passes of both.
#include <algorithm>
#include <cstdio>
#include <vector>

#define CUDA_1D_KERNEL_LOOP(i, n) for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += blockDim.x * gridDim.x)
constexpr int kThreads = 128;
inline int GET_BLOCKS(const int n) { return (n + kThreads - 1) / kThreads; }

template <typename Dtype>
__global__ void im2col_gpu_kernel(const int n, const Dtype *data_im, const int height, const int width, const int ksize, const int pad,
                                  const int stride, const int height_col, const int width_col, Dtype *data_col)
{
    CUDA_1D_KERNEL_LOOP(index, n)
    {
        int w_out = index % width_col;
        int h_index = index / width_col;
        int h_out = h_index % height_col;
        int channel_in = h_index / height_col;
        int h_in = h_out * stride - pad, w_in = w_out * stride - pad;
        Dtype *col = data_col + (channel_in * ksize * ksize * height_col + h_out) * width_col + w_out;
        const Dtype *im = data_im + (channel_in * height + h_in) * width + w_in;
        for (int i = 0; i < ksize; ++i)
            for (int j = 0; j < ksize; ++j) {
                int h = h_in + i, w = w_in + j;
                *col = (h >= 0 && w >= 0 && h < height && w < width) ? im[i * width + j] : Dtype(0);
                col += height_col * width_col;
            }
    }
}

template <typename Dtype>
__global__ void col2im_gpu_kernel(const int n, const Dtype *data_col, int height, int width, int ksize, int pad, int stride, int height_col,
                                  int width_col, Dtype *data_im)
{
    CUDA_1D_KERNEL_LOOP(index, n)
    {
        Dtype val = 0;
        int w = index % width + pad, h = (index / width) % height + pad, c = index / (width * height);
        int w_start = (w < ksize) ? 0 : (w - ksize) / stride + 1, w_end = min(w / stride + 1, width_col);
        int h_start = (h < ksize) ? 0 : (h - ksize) / stride + 1, h_end = min(h / stride + 1, height_col);
        for (int h_col = h_start; h_col < h_end; ++h_col)
            for (int w_col = w_start; w_col < w_end; ++w_col) {
                int c_col = c * ksize * ksize + (h - h_col * stride) * ksize + (w - w_col * stride);
                val += data_col[(c_col * height_col + h_col) * width_col + w_col];
            }
        data_im[index] = val;
    }
}

// C = op(A) B (+ bias), A is m x k or transposed.
template <bool TRANSPOSED> __global__ void gemm(const float *a, const float *b, const float *bias, float *c, int m, int n, int k)
{
    CUDA_1D_KERNEL_LOOP(i, m * n)
    {
        int r = i / n, j = i % n;
        float sum = bias ? bias[r] : 0.f;
        for (int x = 0; x < k; x++)
            sum += (TRANSPOSED ? a[x * m + r] : a[r * k + x]) * b[x * n + j];
        c[i] = sum;
    }
}

__global__ void max_pool_forward(int n, const float *bottom, int height, int width, int pooled_h, int pooled_w, float *top, int *mask)
{
    CUDA_1D_KERNEL_LOOP(index, n)
    {
        int pw = index % pooled_w, ph = (index / pooled_w) % pooled_h, c = index / pooled_w / pooled_h;
        float maxval = -3.402823466e+38F;
        int maxidx = -1;
        for (int h = 2 * ph; h < min(2 * ph + 3, height); ++h)
            for (int w = 2 * pw; w < min(2 * pw + 3, width); ++w)
                if (bottom[(c * height + h) * width + w] > maxval) {
                    maxidx = h * width + w;
                    maxval = bottom[c * height * width + maxidx];
                }
        top[index] = fmaxf(maxval, 0.0f); // ReLU too
        mask[index] = maxval > 0.0f ? maxidx : -1;
    }
}

__global__ void max_pool_backward(int n, const float *top_diff, const int *mask, int height, int width, int pooled_h, int pooled_w, float *bottom_diff)
{
    CUDA_1D_KERNEL_LOOP(index, n)
    {
        int at = index % (height * width), c = index / (height * width);
        float gradient = 0;
        for (int p = 0; p < pooled_h * pooled_w; p++)
            if (mask[c * pooled_h * pooled_w + p] == at)
                gradient += top_diff[c * pooled_h * pooled_w + p];
        bottom_diff[index] = gradient;
    }
}

int main()
{
    const int channels = 3, size = 13, kernel = 3, pad = 1, stride = 2, filters = 4, col = (size + 2 * pad - kernel) / stride + 1, area = col * col;
    const int depth = channels * kernel * kernel, pooled = (col - 3 + 1) / 2 + 1, tops = filters * pooled * pooled;
    std::vector<float> image(channels * size * size), weight(filters * depth), bias(filters), result(channels * size * size);
    for (size_t i = 0; i < image.size(); i++)
        image[i] = (float)(i * 29 % 101) / 50.f - 1.f;
    for (size_t i = 0; i < weight.size(); i++)
        weight[i] = (float)(i * 17 % 43) / 43.f - 0.45f;
    for (int i = 0; i < filters; i++)
        bias[i] = 0.1f * i;
    float *d_image, *d_weight, *d_bias, *d_col, *d_out, *d_top;
    int *d_mask;
    cudaMalloc(&d_image, image.size() * sizeof(float));
    cudaMalloc(&d_weight, weight.size() * sizeof(float));
    cudaMalloc(&d_bias, bias.size() * sizeof(float));
    cudaMalloc(&d_col, depth * area * sizeof(float));
    cudaMalloc(&d_out, filters * area * sizeof(float));
    cudaMalloc(&d_top, tops * sizeof(float));
    cudaMalloc(&d_mask, tops * sizeof(int));
    cudaMemcpy(d_image, image.data(), image.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_weight, weight.data(), weight.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_bias, bias.data(), bias.size() * sizeof(float), cudaMemcpyHostToDevice);
    im2col_gpu_kernel<float><<<GET_BLOCKS(channels * area), kThreads>>>(channels * area, d_image, size, size, kernel, pad, stride, col, col, d_col);
    gemm<false><<<GET_BLOCKS(filters * area), kThreads>>>(d_weight, d_col, d_bias, d_out, filters, area, depth);
    max_pool_forward<<<GET_BLOCKS(tops), kThreads>>>(tops, d_out, col, col, pooled, pooled, d_top, d_mask);
    std::vector<float> top(tops);
    std::vector<int> mask(tops);
    cudaMemcpy(top.data(), d_top, tops * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(mask.data(), d_mask, tops * sizeof(int), cudaMemcpyDeviceToHost);
    printf("pooled %d:", tops);
    for (int i = 0; i < tops; i += 9)
        printf(" %.9g@%d", top[i], mask[i]);
    max_pool_backward<<<GET_BLOCKS(filters * area), kThreads>>>(filters * area, d_top, d_mask, col, col, pooled, pooled, d_out);
    gemm<true><<<GET_BLOCKS(depth * area), kThreads>>>(d_weight, d_out, nullptr, d_col, depth, area, filters);
    col2im_gpu_kernel<<<GET_BLOCKS((int)image.size()), kThreads>>>((int)image.size(), d_col, size, size, kernel, pad, stride, col, col, d_image);
    cudaMemcpy(result.data(), d_image, result.size() * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (size_t i = 0; i < result.size(); i++)
        sum += result[i] * (double)(i % 10 + 1);
    auto [least, most] = std::minmax_element(result.begin(), result.end());
    printf("\ngradient %.12g from %.9g to %.9g\n", sum, *least, *most);
    for (void *p : {(void *)d_image, (void *)d_weight, (void *)d_bias, (void *)d_col, (void *)d_out, (void *)d_top, (void *)d_mask})
        cudaFree(p);
    return 0;
}
