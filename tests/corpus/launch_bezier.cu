// SPDX-License-Identifier: Apache-2.0
// needs: rdc
// Tessellation of quadratic Bezier curves: a thread for each curve measures its curvature, allocates as many points as
// the curve needs with the device's own cudaMalloc, and launches a kernel that computes them. A last kernel frees them.
#include <cstdio>

struct Curve {
    float2 control[3];
    float2 *points;
    int count;
};

constexpr int curves = 40, most_points = 64;

__global__ void tessellate(Curve curve)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < curve.count) {
        float t = (float)i / (float)(curve.count - 1), s = 1.0f - t;
        float a = s * s, b = 2.0f * t * s, c = t * t;
        curve.points[i].x = a * curve.control[0].x + b * curve.control[1].x + c * curve.control[2].x;
        curve.points[i].y = a * curve.control[0].y + b * curve.control[1].y + c * curve.control[2].y;
    }
}

__global__ void measure(Curve *all, int count, int *failures)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Curve &curve = all[i];
    float x = curve.control[1].x - 0.5f * (curve.control[0].x + curve.control[2].x);
    float y = curve.control[1].y - 0.5f * (curve.control[0].y + curve.control[2].y);
    curve.count = min(max((int)(sqrtf(x * x + y * y) * 16.0f), 4), most_points);
    if (cudaMalloc((void **)&curve.points, curve.count * sizeof(float2)) != cudaSuccess) {
        atomicAdd(failures, 1);
        return;
    }
    tessellate<<<(curve.count + 31) / 32, 32>>>(curve);
    if (cudaGetLastError() != cudaSuccess) {
        atomicAdd(failures, 1);
    }
}

__global__ void collect(Curve *all, int count, float *lengths)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float length = 0.0f;
    for (int k = 1; k < all[i].count; k++) {
        float x = all[i].points[k].x - all[i].points[k - 1].x, y = all[i].points[k].y - all[i].points[k - 1].y;
        length += sqrtf(x * x + y * y);
    }
    lengths[i] = length;
    cudaFree(all[i].points);
}

int main()
{
    Curve *all;
    float *lengths;
    int *failures;
    cudaMallocManaged(&all, curves * sizeof(Curve));
    cudaMallocManaged(&lengths, curves * sizeof(float));
    cudaMallocManaged(&failures, sizeof(int));
    *failures = 0;
    for (int i = 0; i < curves; i++) {
        for (int k = 0; k < 3; k++) {
            all[i].control[k] = make_float2((float)((i * 7 + k * 5) % 11) * 0.5f, (float)((i * 3 + k * k * 4) % 13) * 0.25f);
        }
    }
    measure<<<(curves + 31) / 32, 32>>>(all, curves, failures);
    collect<<<(curves + 31) / 32, 32>>>(all, curves, lengths);
    cudaError_t error = cudaDeviceSynchronize();
    int points = 0;
    float total = 0.0f;
    for (int i = 0; i < curves; i++) {
        points += all[i].count;
        total += lengths[i];
    }
    printf("%s: %d failures, %d points, length %.3f\n", cudaGetErrorString(error), *failures, points, total);
    return 0;
}
