// SPDX-License-Identifier: Apache-2.0
// k nearest neighbours by brute force: points in tiles of shared memory, a sorted list of k in registers.
#include <cfloat>
#include <iomanip>
#include <iostream>
#include <random>
#include <vector>

template <int DIM> struct Point {
    float x[DIM];
};

template <int K> class Nearest
{
    float distance[K];
    int index[K];

  public:
    __device__ Nearest()
    {
        for (int i = 0; i < K; i++) {
            distance[i] = FLT_MAX;
            index[i] = -1;
        }
    }
    __device__ void insert(float d, int id)
    {
        if (d >= distance[K - 1])
            return;
        int at = K - 1;
#pragma unroll
        for (int i = K - 1; i > 0; i--)
            if (d < distance[i - 1]) {
                distance[i] = distance[i - 1];
                index[i] = index[i - 1];
                at = i - 1;
            }
        distance[at] = d, index[at] = id;
    }
    __device__ int id(int i) const { return index[i]; }
    __device__ float dist(int i) const { return sqrtf(distance[i]); }
};

template <int DIM, int K, int TILE>
__global__ void knn(const Point<DIM> *queries, int nq, const Point<DIM> *points, int np, int *ids, float *distances)
{
    __shared__ Point<DIM> tile[TILE];
    const int q = blockIdx.x * TILE + threadIdx.x;
    Point<DIM> mine = queries[q < nq ? q : 0];
    Nearest<K> best;
    for (int base = 0; base < np; base += TILE) {
        if (base + threadIdx.x < np)
            tile[threadIdx.x] = points[base + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < TILE && base + i < np; i++) {
            float d = 0.f;
            for (int k = 0; k < DIM; k++) {
                float diff = mine.x[k] - tile[i].x[k];
                d += diff * diff;
            }
            best.insert(d, base + i);
        }
        __syncthreads();
    }
    if (q < nq)
        for (int i = 0; i < K; i++) {
            ids[i * nq + q] = best.id(i);
            distances[i * nq + q] = best.dist(i);
        }
}

int main()
{
    constexpr int DIM = 3, K = 5;
    const int nq = 100, np = 300;
    std::mt19937 gen(42);
    std::vector<Point<DIM>> queries(nq), points(np);
    auto fill = [&](std::vector<Point<DIM>> &v) {
        for (auto &p : v)
            for (auto &c : p.x)
                c = (float)(gen() >> 8) / (1 << 24);
    };
    fill(queries);
    fill(points);
    Point<DIM> *d_q, *d_p;
    int *d_ids;
    float *d_dist;
    cudaMalloc(&d_q, nq * sizeof(Point<DIM>));
    cudaMalloc(&d_p, np * sizeof(Point<DIM>));
    cudaMalloc(&d_ids, nq * K * sizeof(int));
    cudaMalloc(&d_dist, nq * K * sizeof(float));
    cudaMemcpy(d_q, queries.data(), nq * sizeof(Point<DIM>), cudaMemcpyHostToDevice);
    cudaMemcpy(d_p, points.data(), np * sizeof(Point<DIM>), cudaMemcpyHostToDevice);
    knn<DIM, K, 64><<<(nq + 63) / 64, 64>>>(d_q, nq, d_p, np, d_ids, d_dist);
    std::vector<int> ids(nq * K);
    std::vector<float> dist(nq * K);
    cudaMemcpy(ids.data(), d_ids, ids.size() * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(dist.data(), d_dist, dist.size() * sizeof(float), cudaMemcpyDeviceToHost);
    std::cout << std::setprecision(9);
    for (int q = 0; q < nq; q += 33) {
        for (int i = 0; i < K; i++)
            std::cout << ids[i * nq + q] << ":" << dist[i * nq + q] << " ";
        std::cout << "\n";
    }
    double sum = 0;
    long id_sum = 0;
    for (int i = 0; i < nq * K; i++)
        sum += dist[i], id_sum += ids[i] * (i % 7 + 1L);
    std::cout << std::setprecision(15) << sum << " " << id_sum << std::endl;
    cudaFree(d_q);
    cudaFree(d_p);
    cudaFree(d_ids);
    cudaFree(d_dist);
}
