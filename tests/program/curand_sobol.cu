// Quasirandom generators of cuRAND's host API, on the host and on the device; the numbers are those
// of an H200 (cuRAND 10.4). NVIDIA's host generators take double normals and exponentials from the
// CPU's functions, whose last bit may differ, so those are compared on the device alone.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <curand.h>
#include <vector>

// The numbers of one call, in either memory.
template <class Value, class Make>
static void show(const char *name, bool is_host, curandGenerator_t generator, size_t count, Make make,
                 std::vector<size_t> places)
{
    std::vector<Value> numbers(count);
    Value *device = nullptr;
    if (!is_host)
        cudaMalloc(&device, count * sizeof(Value));
    int status = make(generator, is_host ? numbers.data() : device, count);
    if (!is_host)
        cudaMemcpy(numbers.data(), device, count * sizeof(Value), cudaMemcpyDeviceToHost);
    printf("%s %d:", name, status);
    unsigned long long sum = 0;
    for (Value number : numbers) {
        unsigned long long bits = 0;
        memcpy(&bits, &number, sizeof number);
        sum = sum * 31 + bits;
    }
    for (size_t place : places) {
        unsigned long long bits = 0;
        memcpy(&bits, &numbers[place], sizeof(Value));
        printf(" %llx", bits);
    }
    printf(", %llx\n", status == 0 ? sum : 0);
    cudaFree(device);
}

static curandGenerator_t create(bool is_host, unsigned dimensions, curandRngType_t type = CURAND_RNG_QUASI_DEFAULT)
{
    curandGenerator_t generator;
    is_host ? curandCreateGeneratorHost(&generator, type) : curandCreateGenerator(&generator, type);
    printf("dimensions %d\n", curandSetQuasiRandomGeneratorDimensions(generator, dimensions));
    return generator;
}

// What kernels begin with.
static void show_vectors()
{
    curandDirectionVectors32_t *vectors = nullptr;
    printf("vectors %d %d:", curandGetDirectionVectors32(&vectors, CURAND_DIRECTION_VECTORS_32_JOEKUO6),
           curandGetDirectionVectors32(nullptr, CURAND_DIRECTION_VECTORS_64_JOEKUO6));
    unsigned long long sum = 0;
    for (int i = 0; i < 1024 * 32; i++)
        sum = sum * 31 + vectors[i / 32][i % 32];
    printf(" %x %x %x, %llx\n", vectors[0][31], vectors[1][31], vectors[1023][31], sum);
}

int main()
{
    show_vectors();
    for (int is_host = 1; is_host >= 0; is_host--) {
        curandGenerator_t generator = create(is_host, 3);
        show<unsigned>("words", is_host, generator, 300, curandGenerate, {0, 1, 2, 99, 100, 101, 200, 299});
        show<unsigned>("words", is_host, generator, 3 * 5000, curandGenerate, {0, 1, 4999, 5000, 14999});
        show<unsigned>("not a multiple", is_host, generator, 100, curandGenerate, {});
        printf("seed %d, offset %d, order %d %d\n", curandSetPseudoRandomGeneratorSeed(generator, 5),
               curandSetGeneratorOffset(generator, 77777), curandSetGeneratorOrdering(generator, CURAND_ORDERING_PSEUDO_BEST),
               curandSetGeneratorOrdering(generator, CURAND_ORDERING_QUASI_DEFAULT));
        show<unsigned>("offset", is_host, generator, 30, curandGenerate, {0, 9, 10, 29});
        show<float>("uniform", is_host, generator, 3000, curandGenerateUniform, {0, 1, 2, 1000, 2999});
        show<double>("uniform double", is_host, generator, 3000, curandGenerateUniformDouble, {0, 1, 2, 1000, 2999});
        curandDestroyGenerator(generator);

        generator = create(is_host, 1024);
        show<unsigned>("many", is_host, generator, 1024 * 9, curandGenerate, {1, 10, 1000, 1024 * 9 - 1});
        curandDestroyGenerator(generator);

        generator = create(is_host, 1);
        auto normal = [](curandGenerator_t g, float *out, size_t n) { return curandGenerateNormal(g, out, n, 1, 2); };
        auto wide = [](curandGenerator_t g, double *out, size_t n) { return curandGenerateNormalDouble(g, out, n, 1, 2); };
        auto logarithm = [](curandGenerator_t g, float *out, size_t n) { return curandGenerateLogNormal(g, out, n, 1, 2); };
        show<float>("normal", is_host, generator, 7, normal, {0, 1, 2, 6});
        if (!is_host)
            show<double>("normal double", is_host, generator, 7, wide, {0, 1, 2, 6});
        if (!is_host)
            show<float>("log normal", is_host, generator, 7, logarithm, {0, 1, 2, 6});
        auto wrong = [](curandGenerator_t g, unsigned long long *out, size_t n) { return curandGenerateLongLong(g, out, n); };
        show<unsigned long long>("long", is_host, generator, 2, wrong, {});
        show<unsigned>("empty", is_host, generator, 0, curandGenerate, {});
        curandGenerator_t wider = create(is_host, 40, CURAND_RNG_QUASI_SOBOL64);
        show<unsigned long long>("long", is_host, wider, 40 * 70, wrong, {0, 1, 2, 69, 2799});
        show<unsigned>("words", is_host, wider, 40, curandGenerate, {});
        show<float>("uniform", is_host, wider, 4000, curandGenerateUniform, {0, 1, 2, 3999});
        show<double>("uniform double", is_host, wider, 4000, curandGenerateUniformDouble, {0, 1, 2, 3999});
        if (!is_host) {
            show<float>("normal", is_host, wider, 400, normal, {0, 1, 2, 399});
            show<double>("normal double", is_host, wider, 400, wide, {0, 1, 2, 399});
        }
        curandDestroyGenerator(wider);
        printf("dimensions %d %d\n", curandSetQuasiRandomGeneratorDimensions(generator, 0),
               curandSetQuasiRandomGeneratorDimensions(generator, 20001));
        curandDestroyGenerator(generator);
    }
}
