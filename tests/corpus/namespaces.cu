// SPDX-License-Identifier: Apache-2.0
// Namespaces in device code: nested and reopened ones, an anonymous one, inline ones, aliases, using
// declarations and directives, the global scope by ::, and lookup by argument.
#include "corpus.h"

int scale_of(int x);
__host__ __device__ inline int mix(int x) { return x ^ 0x55; }

namespace physics {
struct Particle {
    int position, velocity;
};
__host__ __device__ inline void advance(Particle &p) { p.position += p.velocity; }

namespace units {
constexpr int per_metre = 100;
enum Kind { LENGTH, TIME };
template <Kind K> struct Unit;
template <> struct Unit<LENGTH> {
    static constexpr int factor = per_metre;
};
template <> struct Unit<TIME> {
    static constexpr int factor = 60;
};
} // namespace units
} // namespace physics

namespace physics { // reopened
__host__ __device__ inline void reflect(Particle &p, int wall)
{
    if (p.position > wall || p.position < -wall)
        p.velocity = -p.velocity;
}
namespace units {
template <Kind K> __host__ __device__ int in_base(int value) { return value * Unit<K>::factor; }
} // namespace units
} // namespace physics

namespace {
__device__ int hidden_bias = 17;
__constant__ int hidden_table[4] = {2, 3, 5, 7};
__device__ int hidden(int i) { return hidden_table[i & 3] + hidden_bias; }

__global__ void hidden_kernel(int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = hidden(threadIdx.x);
}
} // namespace

namespace outer::inner {
inline namespace version2 {
__device__ int level() { return 2; }
} // namespace version2
namespace version1 {
__device__ int level() { return 1; }
} // namespace version1
__device__ int mix(int x) { return ::mix(x) + 1; }
__global__ void levels(int *out)
{
    int i = threadIdx.x;
    out[i] = mix(i) * 100 + level() * 10 + version1::level();
}
} // namespace outer::inner

namespace detail = outer::inner::version1;
namespace units = physics::units;

__global__ void simulate(physics::Particle *particles, int n, int steps, int wall)
{
    using physics::Particle;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Particle p = particles[i];
    for (int step = 0; step < steps; ++step) {
        advance(p); // found by its argument
        reflect(p, wall);
    }
    p.position = units::in_base<units::LENGTH>(p.position);
    {
        using namespace physics::units;
        p.velocity = in_base<TIME>(p.velocity) + detail::level();
    }
    particles[i] = p;
}

int main()
{
    const int n = 4000;
    Random random(51);
    std::vector<physics::Particle> particles(n);
    for (auto &p : particles) {
        p.position = (int)(random.next() % 1001) - 500;
        p.velocity = (int)(random.next() % 21) - 10;
    }
    physics::Particle *device = to_device(particles);
    simulate<<<(n + 127) / 128, 128>>>(device, n, 100, 450);
    for (auto &p : particles) {
        for (int step = 0; step < 100; step++) {
            physics::advance(p);
            physics::reflect(p, 450);
        }
        p.position *= 100;
        p.velocity = p.velocity * 60 + 1;
    }
    auto result = to_host(device, n);
    printf("same: %d\n", memcmp(result.data(), particles.data(), n * sizeof(particles[0])) == 0);
    print_hash("particles", result);
    int *out = on_device<int>(256);
    hidden_kernel<<<2, 128>>>(out);
    print_hash("hidden", out, 256);
    int bias = 1000;
    CHECK(cudaMemcpyToSymbol(hidden_bias, &bias, sizeof bias));
    hidden_kernel<<<2, 128>>>(out);
    print_hash("hidden again", out, 256);
    outer::inner::levels<<<1, 256>>>(out);
    print_hash("levels", out, 256);
    return 0;
}
