// SPDX-License-Identifier: Apache-2.0
// What arithmetic costs: square roots and divisions rounded as IEEE asks are sequences of
// instructions, the functions with two underscores are one or two on the special function unit, and
// integer division is a small program. The last kernel is where such arithmetic is used: the
// attraction between bodies.
#include "lecture.h"

const int COUNT = 1 << 16;
const int BLOCK = 256;
const int BLOCKS = COUNT / BLOCK;
const int BODIES = 2048;
const float SOFTENING = 0.01f;

__global__ void square_root(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = sqrtf(in[i]);
}

__global__ void divide(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 10.0f / in[i];
}

__global__ void divide_fast(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __fdividef(10.0f, in[i]);
}

__global__ void exponential(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = expf(in[i]);
}

__global__ void exponential_fast(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __expf(in[i]);
}

__global__ void logarithm(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = logf(in[i]);
}

// A large argument takes a long way round to its sine; the arguments here are all small.
__global__ void sine(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = sinf(in[i]);
}

__global__ void sine_fast(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __sinf(in[i]);
}

__global__ void divide_double(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = in[i];
    out[i] = (float)(sqrt(x) / (x + 1));
}

__global__ void remainder_by_variable(const int *in, int *out, int divisor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] % divisor + in[i] / divisor;
}

__global__ void remainder_by_constant(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] % 10 + in[i] / 10;
}

// The acceleration of each body by all others; a block shares the bodies it reads.
__global__ void attract(const float4 *bodies, float4 *accelerations, int count)
{
    __shared__ float4 tile[BLOCK];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = bodies[i];
    float ax = 0, ay = 0, az = 0;
    for (int start = 0; start < count; start += BLOCK) {
        tile[threadIdx.x] = bodies[start + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < BLOCK; k++) {
            float dx = tile[k].x - me.x;
            float dy = tile[k].y - me.y;
            float dz = tile[k].z - me.z;
            float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + SOFTENING);
            float force = tile[k].w * inverse * inverse * inverse;
            ax += dx * force;
            ay += dy * force;
            az += dz * force;
        }
        __syncthreads();
    }
    accelerations[i] = make_float4(ax, ay, az, 0);
}

static bool check_attract()
{
    std::vector<float4> bodies(BODIES);
    for (int i = 0; i < BODIES; i++)
        bodies[i] =
            make_float4((float)(i % 17), (float)(i % 23), (float)(i % 29), 1 + (float)(i % 3));
    float4 *device_bodies = upload(bodies);
    float4 *device_accelerations = device_zeros<float4>(BODIES);
    attract<<<BODIES / BLOCK, BLOCK>>>(device_bodies, device_accelerations, BODIES);
    std::vector<float4> accelerations = download(device_accelerations, BODIES);
    bool is_right = true;
    for (int i = 0; i < BODIES; i++) {
        double ax = 0, ay = 0, az = 0;
        for (const float4 &body : bodies) {
            double dx = body.x - bodies[i].x, dy = body.y - bodies[i].y, dz = body.z - bodies[i].z;
            double force = body.w / pow(dx * dx + dy * dy + dz * dz + SOFTENING, 1.5);
            ax += dx * force;
            ay += dy * force;
            az += dz * force;
        }
        is_right &= is_close(accelerations[i].x, ax, 1e-3) &&
                    is_close(accelerations[i].y, ay, 1e-3) &&
                    is_close(accelerations[i].z, az, 1e-3);
    }
    CUDA(cudaFree(device_bodies));
    CUDA(cudaFree(device_accelerations));
    return report("attract", is_right);
}

static double ten_over(double x)
{
    return 10 / x;
}

static double root_over_successor(double x)
{
    return sqrt(x) / (x + 1);
}

typedef void FloatKernel(const float *in, float *out);

static bool check_floats(const char *variant, FloatKernel *kernel, double expected(double),
                         double tolerance)
{
    std::vector<float> in(COUNT), answers(COUNT);
    for (int i = 0; i < COUNT; i++) {
        in[i] = 0.001f + (float)(i % 3001) / 1000; // 0.001 ... 3.001
        answers[i] = (float)expected(in[i]);
    }
    float *device_in = upload(in);
    float *device_out = device_zeros<float>(COUNT);
    kernel<<<BLOCKS, BLOCK>>>(device_in, device_out);
    bool is_right = refused(variant) ||
                    report(variant, are_close(download(device_out, COUNT), answers, tolerance));
    CUDA(cudaFree(device_in));
    CUDA(cudaFree(device_out));
    return is_right;
}

static bool check_remainders()
{
    const int divisor = 37;
    std::vector<int> in(COUNT), by_variable(COUNT), by_constant(COUNT);
    for (int i = 0; i < COUNT; i++) {
        in[i] = i * 30011 - 12345678;
        by_variable[i] = in[i] % divisor + in[i] / divisor;
        by_constant[i] = in[i] % 10 + in[i] / 10;
    }
    int *device_in = upload(in);
    int *device_out = device_zeros<int>(COUNT);
    remainder_by_variable<<<BLOCKS, BLOCK>>>(device_in, device_out, divisor);
    bool all_right = report("remainder_by_variable", download(device_out, COUNT) == by_variable);
    remainder_by_constant<<<BLOCKS, BLOCK>>>(device_in, device_out);
    all_right &= report("remainder_by_constant", download(device_out, COUNT) == by_constant);
    CUDA(cudaFree(device_in));
    CUDA(cudaFree(device_out));
    return all_right;
}

// Division and square root are rounded as IEEE 754 asks from compute capability 2.0 on; before,
// they were off by up to 2 and 3 units in the last place (CUDA C Programming Guide 5.5, "Standard
// Functions"). Double precision is always exact, but only there from 1.3 on.
int main()
{
    cudaDeviceProp gpu;
    CUDA(cudaGetDeviceProperties(&gpu, 0));
    bool has_double = gpu.major > 1 || gpu.minor >= 3;
    const double unit = 1.0 / (1 << 23);
    double two_units = gpu.major > 1 ? 0 : 2 * unit;
    double three_units = gpu.major > 1 ? 0 : 3 * unit;
    double six_units = has_double ? 0 : 6 * unit; // a root, a sum and a division of floats

    bool all_right = check_floats("square_root", square_root, sqrt, three_units);
    all_right &= check_floats("divide", divide, ten_over, two_units);
    all_right &= check_floats("divide_fast", divide_fast, ten_over, 1e-6);
    all_right &= check_floats("exponential", exponential, exp, 1e-6);
    all_right &= check_floats("exponential_fast", exponential_fast, exp, 2e-6);
    all_right &= check_floats("logarithm", logarithm, log, 1e-6);
    all_right &= check_floats("sine", sine, sin, 1e-6);
    all_right &= check_floats("sine_fast", sine_fast, sin, 1e-5);
    all_right &= check_floats("divide_double", divide_double, root_over_successor, six_units);
    all_right &= check_remainders();
    all_right &= check_attract();
    return all_right ? 0 : 1;
}
