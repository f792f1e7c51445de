// SPDX-License-Identifier: Apache-2.0
// needs: -Xcompiler -fopenmp
// OpenMP on the host beside kernels: a thread a part of the data with its own stream, a reduction checked in
// parallel, critical sections, tasks and ordered output.
#include <omp.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK_CUDA(func)                                                                           \
    {                                                                                              \
        cudaError_t status = (func);                                                               \
        if (status != cudaSuccess) {                                                               \
            printf("CUDA API failed at line %d with error: %s (%d)\n", __LINE__, cudaGetErrorString(status), status); \
            exit(EXIT_FAILURE);                                                                    \
        }                                                                                          \
    }

struct Pixel {
    unsigned char r, g, b;
};

__global__ void grey(const Pixel *in, unsigned char *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (unsigned char)((in[i].r * 77 + in[i].g * 150 + in[i].b * 29) >> 8);
}

__global__ void increments(unsigned *data, unsigned by)
{
    data[blockIdx.x * blockDim.x + threadIdx.x] += by;
}

int main(int argc, char *argv[])
{
    const int parts = 4, per_part = 5000, n = parts * per_part;
    std::vector<Pixel> image(n);
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++)
        image[i] = {(unsigned char)(i * 7), (unsigned char)(i / 3), (unsigned char)(i * i)};

    std::vector<unsigned char> result(n);
    long checked = 0;
    int failures = 0, most = 0;
    omp_set_num_threads(parts);
#pragma omp parallel reduction(+ : checked) reduction(max : most)
    {
        int id = omp_get_thread_num();
        most = omp_get_num_threads();
        CHECK_CUDA(cudaSetDevice(0))
        cudaStream_t stream;
        CHECK_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking))
        Pixel *in;
        unsigned char *out;
        CHECK_CUDA(cudaMalloc(&in, per_part * sizeof(Pixel)))
        CHECK_CUDA(cudaMalloc(&out, per_part))
        int begin = id * per_part;
        CHECK_CUDA(cudaMemcpyAsync(in, &image[begin], per_part * sizeof(Pixel), cudaMemcpyHostToDevice, stream))
        grey<<<(per_part + 255) / 256, 256, 0, stream>>>(in, out, per_part);
        CHECK_CUDA(cudaMemcpyAsync(&result[begin], out, per_part, cudaMemcpyDeviceToHost, stream))
        CHECK_CUDA(cudaStreamSynchronize(stream))
        for (int i = begin; i < begin + per_part; i++) {
            const Pixel &p = image[i];
            if (result[i] == ((p.r * 77 + p.g * 150 + p.b * 29) >> 8)) {
                checked++;
            } else {
#pragma omp atomic
                failures++;
            }
        }
        CHECK_CUDA(cudaFree(in))
        CHECK_CUDA(cudaFree(out))
        CHECK_CUDA(cudaStreamDestroy(stream))
#pragma omp barrier
#pragma omp single
        printf("%d threads are here\n", omp_get_num_threads());
    }
    printf("%ld checked, %d failures, team of %d\n", checked, failures, most);

    long sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += result[i];
    printf("sum of grey %ld\n", sum);

    // One context: launches from all threads into the default stream, serialized by a critical section.
    unsigned *data;
    const unsigned elements = 1024;
    CHECK_CUDA(cudaMalloc(&data, elements * sizeof(unsigned)))
    CHECK_CUDA(cudaMemset(data, 0, elements * sizeof(unsigned)))
#pragma omp parallel for schedule(dynamic, 3)
    for (int i = 1; i <= 20; i++) {
#pragma omp critical(launch)
        increments<<<elements / 128, 128>>>(data, i);
    }
    std::vector<unsigned> back(elements);
    CHECK_CUDA(cudaMemcpy(back.data(), data, elements * sizeof(unsigned), cudaMemcpyDeviceToHost))
    bool same = true;
    for (unsigned v : back)
        same = same && v == 210;
    printf("increments: %u, all alike %d\n", back[7], same);

    // Tasks that make pieces on the host while the device works on the last one.
    std::vector<std::vector<unsigned>> pieces(6);
#pragma omp parallel
#pragma omp single
    for (size_t p = 0; p < pieces.size(); p++) {
#pragma omp task firstprivate(p) shared(pieces)
        {
            pieces[p].resize(100 + p);
            for (size_t i = 0; i < pieces[p].size(); i++)
                pieces[p][i] = (unsigned)(p * 1000 + i);
        }
    }
#pragma omp parallel for ordered schedule(static, 1)
    for (int p = 0; p < (int)pieces.size(); p++) {
        unsigned long long s = 0;
        for (unsigned v : pieces[p])
            s += v;
#pragma omp ordered
        printf("piece %d: %llu\n", p, s);
    }
    CHECK_CUDA(cudaFree(data))
    return 0;
}
