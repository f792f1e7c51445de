// SPDX-License-Identifier: Apache-2.0
// Molecular dynamics: Lennard-Jones particles in a periodic box with cell lists, velocity Verlet, double3 operators.
#include <cmath>
#include <iostream>
#include <iomanip>
#include <vector>

inline __host__ __device__ double3 operator+(double3 a, double3 b) { return make_double3(a.x + b.x, a.y + b.y, a.z + b.z); }
inline __host__ __device__ double3 operator-(double3 a, double3 b) { return make_double3(a.x - b.x, a.y - b.y, a.z - b.z); }
inline __host__ __device__ double3 operator*(double s, double3 a) { return make_double3(s * a.x, s * a.y, s * a.z); }
inline __host__ __device__ void operator+=(double3 &a, const double3 &b) { a = a + b; }
inline __host__ __device__ double dot(double3 a, double3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

constexpr int kSide = 4, kCapacity = 24;
constexpr double kCell = 2.5, kBox = kSide * kCell;

__host__ __device__ double3 wrap(double3 d)
{
    d.x -= kBox * rint(d.x / kBox);
    d.y -= kBox * rint(d.y / kBox);
    d.z -= kBox * rint(d.z / kBox);
    return d;
}

__device__ int3 cell_of(double3 p) { return make_int3((int)floor(p.x / kCell), (int)floor(p.y / kCell), (int)floor(p.z / kCell)); }
__device__ int flat(int x, int y, int z)
{
    return ((x + kSide) % kSide * kSide + (y + kSide) % kSide) * kSide + (z + kSide) % kSide;
}

// One thread a cell, in the order of the particles: the same lists every time.
__global__ void fill_cells(const double3 *p, int n, int *count, int *members)
{
    int cell = blockIdx.x * blockDim.x + threadIdx.x, k = 0;
    for (int i = 0; i < n; i++) {
        int3 c = cell_of(p[i]);
        if (flat(c.x, c.y, c.z) == cell && k < kCapacity)
            members[cell * kCapacity + k++] = i;
    }
    count[cell] = k;
}

__global__ void forces(const double3 *p, int n, const int *count, const int *members, double3 *force, double *energy)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double3 me = p[i], sum = make_double3(0, 0, 0);
    double e = 0;
    int3 c = cell_of(me);
    for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dz = -1; dz <= 1; dz++) {
                int cell = flat(c.x + dx, c.y + dy, c.z + dz);
                for (int k = 0; k < count[cell]; k++) {
                    int j = members[cell * kCapacity + k];
                    if (j == i)
                        continue;
                    double3 d = wrap(me - p[j]);
                    double r2 = dot(d, d);
                    if (r2 >= kCell * kCell)
                        continue;
                    double s = 1.0 / r2, s6 = s * s * s;
                    e += 2.0 * s6 * (s6 - 1.0);
                    sum += 24.0 * s * s6 * (2.0 * s6 - 1.0) * d;
                }
            }
    force[i] = sum;
    energy[i] = e;
}

__global__ void kick(double3 *v, const double3 *force, int n, double dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] += 0.5 * dt * force[i];
}
__global__ void drift(double3 *p, const double3 *v, int n, double dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        double3 q = p[i] + dt * v[i];
        p[i] = make_double3(q.x - kBox * floor(q.x / kBox), q.y - kBox * floor(q.y / kBox), q.z - kBox * floor(q.z / kBox));
    }
}

int main()
{
    const int n = 216, cells = kSide * kSide * kSide;
    std::vector<double3> p(n), v(n);
    std::vector<double> e(n);
    for (int i = 0; i < n; i++) {
        p[i] = 1.6 * make_double3(i % 6 + 0.3, i / 6 % 6 + 0.3, i / 36 + 0.3);
        v[i] = make_double3(sin(i * 1.7), cos(i * 2.3), sin(i * 0.9 + 1));
    }
    double3 *dp, *dv, *df;
    double *de;
    int *count, *members;
    cudaMalloc(&dp, n * sizeof(double3));
    cudaMalloc(&dv, n * sizeof(double3));
    cudaMalloc(&df, n * sizeof(double3));
    cudaMalloc(&de, n * sizeof(double));
    cudaMalloc(&count, cells * sizeof(int));
    cudaMalloc(&members, cells * kCapacity * sizeof(int));
    cudaMemcpy(dp, p.data(), n * sizeof(double3), cudaMemcpyHostToDevice);
    cudaMemcpy(dv, v.data(), n * sizeof(double3), cudaMemcpyHostToDevice);
    std::cout << std::setprecision(14);
    for (int step = 0; step <= 6; step++) {
        if (step) {
            kick<<<(n + 63) / 64, 64>>>(dv, df, n, 0.004);
            drift<<<(n + 63) / 64, 64>>>(dp, dv, n, 0.004);
        }
        fill_cells<<<1, cells>>>(dp, n, count, members);
        forces<<<(n + 63) / 64, 64>>>(dp, n, count, members, df, de);
        if (step)
            kick<<<(n + 63) / 64, 64>>>(dv, df, n, 0.004);
        cudaMemcpy(v.data(), dv, n * sizeof(double3), cudaMemcpyDeviceToHost);
        cudaMemcpy(e.data(), de, n * sizeof(double), cudaMemcpyDeviceToHost);
        double potential = 0, kinetic = 0;
        for (int i = 0; i < n; i++)
            potential += e[i], kinetic += 0.5 * dot(v[i], v[i]);
        if (step % 3 == 0)
            std::cout << step << " " << potential << " " << kinetic << " " << potential + kinetic << "\n";
    }
    for (void *q : std::initializer_list<void *>{dp, dv, df, de, count, members})
        cudaFree(q);
}
