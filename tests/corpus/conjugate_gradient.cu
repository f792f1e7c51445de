// SPDX-License-Identifier: Apache-2.0
// Conjugate gradients in double for a sparse symmetric matrix in compressed rows: products with the matrix,
// dot products in two steps, updates of vectors, a loop on the host with scalars that stay on the device.
#include "corpus.h"
#include <cmath>
#include <utility>

struct Csr {
    int rows;
    const int *start, *column;
    const double *value;
};

// One warp a row.
__global__ void multiply(Csr a, const double *x, double *y)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    if (row >= a.rows)
        return;
    double sum = 0;
    for (int k = a.start[row] + lane; k < a.start[row + 1]; k += 32)
        sum += a.value[k] * x[a.column[k]];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (lane == 0)
        y[row] = sum;
}

__global__ void dot_parts(const double *x, const double *y, double *parts, int n)
{
    __shared__ double cache[128];
    double sum = 0;
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128)
        sum += x[i] * y[i];
    cache[threadIdx.x] = sum;
    __syncthreads();
    for (int i = 64; i != 0; i /= 2) {
        if (threadIdx.x < i)
            cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        parts[blockIdx.x] = cache[0];
}

__global__ void dot_finish(const double *parts, int count, double *result)
{
    double sum = threadIdx.x < count ? parts[threadIdx.x] : 0.0;
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (threadIdx.x == 0)
        *result = sum;
}

__global__ void update_solution(double *x, double *r, const double *p, const double *ap, const double *rr,
                                const double *pap, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        double alpha = *rr / *pap;
        x[i] += alpha * p[i];
        r[i] -= alpha * ap[i];
    }
}

__global__ void update_direction(double *p, const double *r, const double *now, const double *before, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = r[i] + *now / *before * p[i];
}

int main()
{
    const int side = 20, n = side * side, blocks = (n + 127) / 128;
    std::vector<int> start = {0}, column;
    std::vector<double> value;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            const int near[5][2] = {{x, y - 1}, {x - 1, y}, {x, y}, {x + 1, y}, {x, y + 1}};
            for (int k = 0; k < 5; k++) {
                int nx = near[k][0], ny = near[k][1];
                if (nx < 0 || ny < 0 || nx >= side || ny >= side)
                    continue;
                column.push_back(ny * side + nx);
                value.push_back(k == 2 ? 4.0 + (x + y) % 3 * 0.1 : -1.0);
            }
            start.push_back((int)column.size());
        }
    Random random(451);
    std::vector<double> truth(n), b(n, 0.0);
    for (double &t : truth)
        t = random.uniform() * 2 - 1;
    for (int r = 0; r < n; r++)
        for (int k = start[r]; k < start[r + 1]; k++)
            b[r] += value[k] * truth[column[k]];

    Csr a = {n, to_device(start), to_device(column), to_device(value)};
    double *x = on_device<double>(n), *r = to_device(b), *p = to_device(b), *ap = on_device<double>(n);
    double *parts = on_device<double>(32), *scalars = on_device<double>(3);
    double *pap = scalars, *rr = scalars + 1, *next = scalars + 2;
    auto dot = [&](const double *u, const double *v, double *result) {
        dot_parts<<<4, 128>>>(u, v, parts, n);
        dot_finish<<<1, 32>>>(parts, 4, result);
    };
    dot(r, r, rr);
    double first = to_host(rr, 1)[0], last = first;
    int turns = 0;
    for (; turns < 100 && last > 1e-20 * first; turns++) {
        multiply<<<(n * 32 + 127) / 128, 128>>>(a, p, ap);
        dot(p, ap, pap);
        update_solution<<<blocks, 128>>>(x, r, p, ap, rr, pap, n);
        dot(r, r, next);
        update_direction<<<blocks, 128>>>(p, r, next, rr, n);
        std::swap(rr, next);
        last = to_host(rr, 1)[0];
        if (turns == 9)
            print_rounded("after ten turns", x, n, 8);
    }
    double error = 0;
    auto solution = to_host(x, n);
    for (int i = 0; i < n; i++)
        error = fmax(error, fabs(solution[i] - truth[i]));
    printf("solved: %d, in fewer than 100: %d\n", error < 1e-8, turns < 100);
    print_rounded("solution", x, n, 9);
    return 0;
}
