// SPDX-License-Identifier: Apache-2.0
// Arrays of arrays, pointers to arrays, pointers to pointers, arrays of structs beside a struct of arrays,
// pointer arithmetic and differences, local arrays with varying indices.
#include "corpus.h"

#define ROWS 24
#define COLUMNS 36

struct Point {
    float x, y, z;
    int id;
};

struct Points {
    float *x, *y, *z;
    int *id;
};

__global__ void move_structs(Point *p, int n, float dx)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        p[i].x += dx;
        p[i].y -= dx;
        (*(p + i)).z *= 2.0f;
        (&p[i])->id ^= 1;
    }
}

__global__ void move_arrays(Points p, int n, float dx)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        p.x[i] += dx;
        p.y[i] -= dx;
        p.z[i] *= 2.0f;
        p.id[i] ^= 1;
    }
}

__device__ int grid[3][ROWS][COLUMNS];

__global__ void fill_grid(int k)
{
    for (int r = threadIdx.y; r < ROWS; r += blockDim.y)
        for (int c = threadIdx.x; c < COLUMNS; c += blockDim.x)
            grid[k][r][c] = k * 10000 + r * 100 + c;
}

__device__ int sum_row(const int (*rows)[COLUMNS], int r)
{
    int sum = 0;
    for (const int *at = rows[r], *end = at + COLUMNS; at < end; at += 3)
        sum += *at;
    return sum;
}

__global__ void use_grid(int *out)
{
    int r = threadIdx.x;
    int (*plane)[COLUMNS] = grid[blockIdx.x];
    int *flat = &grid[0][0][0];
    out[blockIdx.x * ROWS + r] = sum_row(plane, r) + flat[r * 7 + blockIdx.x] +
                                 (int)(&plane[r][5] - &plane[0][0]) + *(*(plane + r) + 1) + 3 [plane[r]];
}

__global__ void row_pointers(int **rows, const int *lengths, long long *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int *row = rows[i], **next = rows + (i + 1) % count;
    long long sum = 0;
    for (int k = 0; k < lengths[i]; k++)
        sum += row[k] * (k + 1);
    out[i] = sum - **next;
}

__global__ void local_arrays(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int counts[4][4] = {{0}, {1, 2}, {0, 0, 3}};
    int *order[4] = {counts[2], counts[0], counts[3], counts[1]};
    char name[8] = "abcdefg";
    if (i >= n)
        return;
    for (int k = 0; k < 12; k++) {
        int v = in[(i + k) % n];
        counts[v & 3][v >> 2 & 3] += k;
        name[k & 7] ^= (char)(v & 15);
    }
    int result = 0;
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++)
            result = (int)((unsigned)result * 5u) + order[r][(c + i) & 3];
    for (const char *c = name; c != name + 8; ++c)
        result ^= *c << (c - name);
    out[i] = result;
}

int main()
{
    const int n = 6000;
    Random random(151);
    std::vector<Point> points(n);
    std::vector<float> x(n), y(n), z(n);
    std::vector<int> id(n);
    for (int i = 0; i < n; i++) {
        x[i] = points[i].x = random.uniform();
        y[i] = points[i].y = random.uniform();
        z[i] = points[i].z = random.uniform();
        id[i] = points[i].id = (int)random.next();
    }
    Point *dp = to_device(points);
    Points arrays = {to_device(x), to_device(y), to_device(z), to_device(id)};
    move_structs<<<(n + 127) / 128, 128>>>(dp, n, 0.125f);
    move_arrays<<<(n + 127) / 128, 128>>>(arrays, n, 0.125f);
    points = to_host(dp, n);
    x = to_host(arrays.x, n), z = to_host(arrays.z, n);
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += points[i].x != x[i] || points[i].z != z[i];
    printf("layouts disagree: %d\n", wrong);
    print_hash("structs", points);
    print_hash("y", arrays.y, n);

    for (int k = 0; k < 3; k++)
        fill_grid<<<1, dim3(16, 8)>>>(k);
    int *dout = on_device<int>(n);
    use_grid<<<3, ROWS>>>(dout);
    print_hash("grid", dout, 3 * ROWS);

    const int count = 100;
    std::vector<int *> rows(count);
    std::vector<int> lengths(count);
    for (int i = 0; i < count; i++) {
        lengths[i] = 1 + (int)(random.next() % 40);
        std::vector<int> row(lengths[i]);
        for (int &v : row)
            v = (int)(random.next() % 1000) - 500;
        rows[i] = to_device(row);
    }
    int **drows = to_device(rows), *dlengths = to_device(lengths);
    long long *dsums = on_device<long long>(count);
    row_pointers<<<2, 64>>>(drows, dlengths, dsums, count);
    print_hash("rows", dsums, count);
    local_arrays<<<(n + 127) / 128, 128>>>(arrays.id, dout, n);
    print_hash("local", dout, n);
    for (int *row : rows)
        CHECK(cudaFree(row));
    return 0;
}
