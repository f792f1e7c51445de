// SPDX-License-Identifier: Apache-2.0
// What CUDA 13 dropped and old courses still use: texture references, cudaThreadSynchronize, members of
// cudaDeviceProp, shuffles and votes without a mask.
#include <stdio.h>

texture<float, 2, cudaReadModeElementType> picture;
texture<int, 1> line;

__global__ void fetch(float *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = tex2D(picture, x + 0.5f, y + 0.5f) + tex1Dfetch(line, x);
}

__global__ void lanes(int *out)
{
    int sum = threadIdx.x;
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down(sum, distance);
    out[threadIdx.x] = __any(threadIdx.x == 3) ? sum : -1;
}

int main()
{
    const int width = 64, height = 16;
    static float in[width * height], out[width * height];
    static int thousands[width];
    for (int i = 0; i < width * height; i++)
        in[i] = i;
    for (int i = 0; i < width; i++)
        thousands[i] = i * 1000;

    cudaArray *array;
    cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &floats, width, height);
    cudaMemcpyToArray(array, 0, 0, in, sizeof(in), cudaMemcpyHostToDevice);
    picture.addressMode[0] = cudaAddressModeClamp;
    picture.filterMode = cudaFilterModePoint;
    picture.normalized = false;
    printf("bound: %d\n", cudaBindTextureToArray(picture, array, floats));
    int *device_line;
    cudaMalloc((void **)&device_line, sizeof(thousands));
    cudaMemcpy(device_line, thousands, sizeof(thousands), cudaMemcpyHostToDevice);
    printf("bound: %d\n", cudaBindTexture(0, line, device_line, sizeof(thousands)));

    float *device_out;
    cudaMalloc((void **)&device_out, sizeof(out));
    fetch<<<dim3(2, 2), dim3(32, 8)>>>(device_out, width, height);
    printf("done: %d\n", cudaThreadSynchronize());
    cudaMemcpy(out, device_out, sizeof(out), cudaMemcpyDeviceToHost);
    printf("%g %g\n", out[5], out[3 * width + 7]);
    cudaUnbindTexture(picture);
    cudaUnbindTexture(line);

    int *device_sums, sums[32];
    cudaMalloc((void **)&device_sums, sizeof(sums));
    lanes<<<1, 32>>>(device_sums);
    cudaMemcpy(sums, device_sums, sizeof(sums), cudaMemcpyDeviceToHost);
    printf("%d\n", sums[0]);

    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, 0);
    printf("%d kHz, overlap %d, timeout %d\n", properties.clockRate, properties.deviceOverlap,
           properties.kernelExecTimeoutEnabled);
    cudaFreeArray(array);
    cudaThreadExit();
    return 0;
}
