// SPDX-License-Identifier: Apache-2.0
// cuRAND's host API. The order of NVIDIA's library: the n-th number comes from generator n mod COUNT, each
// of which is one subsequence, and mod 65536 by fours for Philox. A call's numbers continue the last one's.
#include <cublas/live.h>
#include <curand/generate.h>
#include <curand/sobol.h>

#include <cstdio>
#include <new>
#include <sys/mman.h>

struct curandGenerator_st {
    curandRngType_t type;
    bool is_host;
    curandOrdering_t order;
    cudaStream_t stream;
    unsigned long long seed, start, offset;
    unsigned long long kept; // the offset at which another seed goes on
    void *states; // in device memory, of as many generators as the type has
    bool *are_started;
    unsigned int dimensions;             // of a quasirandom generator
    void *vectors;                       // in device memory, for each dimension one of each bit
};

namespace
{
const unsigned int quasi_dimensions = 20000; // of NVIDIA's library, by its documentation

// For no generator, and for one that was destroyed or never created; the latter is what an H200's library
// returns where it does not crash.
curandStatus_t unusable(const curandGenerator_st *generator)
{
    return generator == nullptr ? CURAND_STATUS_NOT_INITIALIZED : CURAND_STATUS_INTERNAL_ERROR;
}

// As the library's own generators. Under DYNAMIC, which the library chooses for the GPU, those of an
// H200 (cuRAND 10.4): as many as it has threads for MRG32k3a.
unsigned int generators_of(const curandGenerator_st *generator)
{
    if (generator->order == CURAND_ORDERING_PSEUDO_DYNAMIC) {
        return generator->type == CURAND_RNG_PSEUDO_MRG32K3A ? 270336 : 2816;
    }
    switch (generator->type) {
    case CURAND_RNG_PSEUDO_MRG32K3A:
        return generator->order == CURAND_ORDERING_PSEUDO_LEGACY ? 4096 : 81920;
    default: return 4096;
    }
}

size_t state_bytes(const curandGenerator_st *generator)
{
    return generator->type == CURAND_RNG_PSEUDO_MRG32K3A ? sizeof(curandStateMRG32k3a_t)
                                                         : sizeof(curandStateXORWOW_t);
}

void forget_states(curandGenerator_st *generator)
{
    cudaFree(generator->states);
    cudaFree(generator->are_started);
    generator->states = nullptr;
    generator->are_started = nullptr;
}

// A new seed or order does not begin anew: it goes on at the offset, as NVIDIA's library does.
void restart(curandGenerator_st *generator, unsigned long long offset)
{
    generator->start = generator->offset = generator->kept = offset;
    forget_states(generator);
}

curandStatus_t status_of(cudaError_t error)
{
    return error == cudaSuccess                ? CURAND_STATUS_SUCCESS
           : error == cudaErrorMemoryAllocation ? CURAND_STATUS_ALLOCATION_FAILED
                                                : CURAND_STATUS_LAUNCH_FAILURE;
}

cudaError_t allocate_states(curandGenerator_st *generator)
{
    size_t count = generators_of(generator);
    if (generator->states != nullptr || generator->type == CURAND_RNG_PSEUDO_PHILOX4_32_10) {
        return cudaSuccess;
    }
    cudaError_t error = cudaMalloc(&generator->states, count * state_bytes(generator));
    if (error == cudaSuccess) {
        error = cudaMalloc(&generator->are_started, count * sizeof *generator->are_started);
    }
    if (error == cudaSuccess) {
        error = cudaMemsetAsync(generator->are_started, 0, count * sizeof *generator->are_started, generator->stream);
    }
    return error;
}

// Launches the kernel that makes `count` numbers at `output` in device memory.
template <class Distribution>
void launch(curandGenerator_st *generator, Distribution distribution,
            typename Distribution::Value *output, size_t count)
{
    const unsigned int block = 64;
    lockstep::Stretch stretch = {generator->seed, generator->start, generator->offset, count,
                                 generators_of(generator),
                                 generator->order == CURAND_ORDERING_PSEUDO_SEEDED};
    if (generator->type == CURAND_RNG_PSEUDO_PHILOX4_32_10) {
        size_t threads = (count + generator->offset % 4 + 3) / 4;
        threads = threads > 65536 ? 65536 : threads;
        lockstep::curand_philox<<<(unsigned)((threads + block - 1) / block), block, 0,
                                  generator->stream>>>(stretch, distribution, output);
        return;
    }
    size_t units = count / Distribution::together;
    size_t threads = units > stretch.generators ? stretch.generators : units;
    unsigned int blocks = (unsigned)((threads + block - 1) / block);
    if (generator->type == CURAND_RNG_PSEUDO_MRG32K3A) {
        lockstep::curand_sequences<<<blocks, block, 0, generator->stream>>>(
            (curandStateMRG32k3a_t *)generator->states, generator->are_started, stretch, distribution, output);
    } else {
        lockstep::curand_sequences<<<blocks, block, 0, generator->stream>>>(
            (curandStateXORWOW_t *)generator->states, generator->are_started, stretch, distribution, output);
    }
}

template <class Distribution>
curandStatus_t generate(curandGenerator_st *generator, Distribution distribution,
                        typename Distribution::Value *output, size_t count)
{
    typedef typename Distribution::Value Value;
    if (!lockstep::is_live(generator)) {
        return unusable(generator);
    }
    bool is_philox = generator->type == CURAND_RNG_PSEUDO_PHILOX4_32_10;
    if (count % Distribution::together != 0 && !is_philox) {
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    }
    if (count == 0) {
        return CURAND_STATUS_SUCCESS;
    }
    Value *target = output;
    cudaError_t error = allocate_states(generator);
    if (error == cudaSuccess && generator->is_host) {
        error = cudaMalloc(&target, count * sizeof(Value));
    }
    if (error != cudaSuccess) {
        return status_of(error);
    }
    launch(generator, distribution, target, count);
    error = cudaPeekAtLastError();
    if (generator->is_host) {
        cudaError_t copied =
            cudaMemcpy(output, target, count * sizeof(Value), cudaMemcpyDeviceToHost);
        error = error == cudaSuccess ? copied : error;
        cudaFree(target);
    }
    generator->offset += is_philox ? count : count / Distribution::together;
    generator->kept += count / (is_philox ? 4 : Distribution::together); // NVIDIA's counts fours
    return status_of(error);
}

bool is_quasi(const curandGenerator_st *generator)
{
    return generator->type == CURAND_RNG_QUASI_SOBOL32 || generator->type == CURAND_RNG_QUASI_SOBOL64;
}

template <class Word> cudaError_t allocate_vectors(curandGenerator_st *generator)
{
    size_t count = generator->dimensions * 8 * sizeof(Word);
    if (generator->vectors != nullptr) {
        return cudaSuccess;
    }
    Word *vectors = new (std::nothrow) Word[count];
    if (vectors == nullptr) {
        return cudaErrorMemoryAllocation;
    }
    lockstep::sobol_fill(generator->dimensions, vectors);
    cudaError_t error = cudaMalloc(&generator->vectors, count * sizeof(Word));
    if (error == cudaSuccess) {
        error = cudaMemcpy(generator->vectors, vectors, count * sizeof(Word), cudaMemcpyHostToDevice);
    }
    delete[] vectors;
    return error;
}

// Launches the kernel that makes `points` points at `output` in device memory.
template <class Word, class Distribution>
void launch_quasi(curandGenerator_st *generator, Distribution distribution,
                  typename Distribution::Value *output, size_t points)
{
    const unsigned int block_log2 = 6, most_log2 = 12;
    unsigned int step_log2 = block_log2;
    while (step_log2 < most_log2 && ((size_t)1 << step_log2) < points) {
        step_log2++;
    }
    dim3 grid(1u << (step_log2 - block_log2), generator->dimensions);
    lockstep::curand_sobol<<<grid, 1u << block_log2, 0, generator->stream>>>(
        (const Word *)generator->vectors, lockstep::SobolStretch{generator->offset, points}, (int)step_log2, distribution, output);
}

template <class Word, class Distribution>
curandStatus_t generate_quasi(curandGenerator_st *generator, Distribution distribution,
                              typename Distribution::Value *output, size_t count)
{
    typedef typename Distribution::Value Value;
    size_t points = count / generator->dimensions;
    if (count % generator->dimensions != 0) {
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    }
    if (count == 0) {
        return CURAND_STATUS_SUCCESS;
    }
    Value *target = output;
    cudaError_t error = allocate_vectors<Word>(generator);
    if (error == cudaSuccess && generator->is_host) {
        error = cudaMalloc(&target, count * sizeof(Value));
    }
    if (error != cudaSuccess) {
        return status_of(error);
    }
    launch_quasi<Word>(generator, distribution, target, points);
    error = cudaPeekAtLastError();
    if (generator->is_host) {
        cudaError_t copied = cudaMemcpy(output, target, count * sizeof(Value), cudaMemcpyDeviceToHost);
        error = error == cudaSuccess ? copied : error;
        cudaFree(target);
    }
    generator->offset += points;
    return status_of(error);
}

// Numbers of either kind of generator.
template <class Distribution>
curandStatus_t generate_any(curandGenerator_st *generator, Distribution distribution,
                            typename Distribution::Value *output, size_t count)
{
    if (!lockstep::is_live(generator) || !is_quasi(generator)) {
        return generate(generator, distribution, output, count);
    }
    return generator->type == CURAND_RNG_QUASI_SOBOL32
               ? generate_quasi<unsigned int>(generator, distribution, output, count)
               : generate_quasi<unsigned long long>(generator, distribution, output, count);
}

curandStatus_t refuse(curandRngType_t type, const char *reason)
{
    fprintf(stderr, "lockstep: error: curandCreateGenerator: Lockstep's cuRAND has no generator of type %d (%s); it has XORWOW, MRG32k3a, Philox, Sobol32 and Sobol64\n", (int)type, reason);
    return CURAND_STATUS_TYPE_ERROR;
}

curandStatus_t create(curandGenerator_t *generator, curandRngType_t type, bool is_host)
{
    switch (type) {
    case CURAND_RNG_PSEUDO_DEFAULT: type = CURAND_RNG_PSEUDO_XORWOW; break;
    case CURAND_RNG_PSEUDO_XORWOW:
    case CURAND_RNG_PSEUDO_MRG32K3A:
    case CURAND_RNG_PSEUDO_PHILOX4_32_10: break;
    case CURAND_RNG_QUASI_DEFAULT: type = CURAND_RNG_QUASI_SOBOL32; break;
    case CURAND_RNG_QUASI_SOBOL32:
    case CURAND_RNG_QUASI_SOBOL64: break;
    case CURAND_RNG_PSEUDO_MTGP32: return refuse(type, "MTGP32: its 200 sets of parameters");
    case CURAND_RNG_PSEUDO_MT19937: return refuse(type, "MT19937");
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
        return refuse(type, "scrambled Sobol: NVIDIA has not published how its vectors are scrambled");
    default: return CURAND_STATUS_TYPE_ERROR;
    }
    if (generator == nullptr) {
        return CURAND_STATUS_NOT_INITIALIZED;
    }
    *generator = lockstep::born(new (std::nothrow) curandGenerator_st());
    if (*generator == nullptr) {
        return CURAND_STATUS_ALLOCATION_FAILED;
    }
    (*generator)->type = type;
    (*generator)->order = is_quasi(*generator) ? CURAND_ORDERING_QUASI_DEFAULT : CURAND_ORDERING_PSEUDO_DEFAULT;
    (*generator)->dimensions = 1;
    (*generator)->is_host = is_host;
    return CURAND_STATUS_SUCCESS;
}
} // namespace

extern "C" {
curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type)
{
    return create(generator, type, false);
}

curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type)
{
    return create(generator, type, true);
}

curandStatus_t curandDestroyGenerator(curandGenerator_t generator)
{
    if (!lockstep::is_live(generator)) {
        return unusable(generator);
    }
    forget_states(generator);
    cudaFree(generator->vectors);
    lockstep::destroy(generator);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetVersion(int *version)
{
    if (version == nullptr) {
        return CURAND_STATUS_OUT_OF_RANGE;
    }
    *version = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetProperty(libraryPropertyType type, int *value)
{
    static const int parts[] = {CURAND_VER_MAJOR, CURAND_VER_MINOR, CURAND_VER_PATCH};
    if (value == nullptr || (unsigned)type > PATCH_LEVEL) {
        return CURAND_STATUS_OUT_OF_RANGE;
    }
    *value = parts[type];
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream)
{
    if (!lockstep::is_live(generator)) {
        return unusable(generator);
    }
    generator->stream = stream;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed)
{
    if (!lockstep::is_live(generator)) {
        return unusable(generator);
    }
    if (is_quasi(generator)) {
        return CURAND_STATUS_TYPE_ERROR;
    }
    if (seed != generator->seed) {
        generator->seed = seed;
        restart(generator, generator->kept);
    }
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset)
{
    if (!lockstep::is_live(generator)) {
        return unusable(generator);
    }
    restart(generator, offset);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order)
{
    if (!lockstep::is_live(generator)) {
        return unusable(generator);
    }
    if (is_quasi(generator)) {
        return order == CURAND_ORDERING_QUASI_DEFAULT ? CURAND_STATUS_SUCCESS : CURAND_STATUS_OUT_OF_RANGE;
    }
    switch (order) {
    case CURAND_ORDERING_PSEUDO_SEEDED:
        if (generator->type != CURAND_RNG_PSEUDO_XORWOW) {
            return CURAND_STATUS_OUT_OF_RANGE;
        }
        break;
    case CURAND_ORDERING_PSEUDO_BEST:
    case CURAND_ORDERING_PSEUDO_DEFAULT:
    case CURAND_ORDERING_PSEUDO_LEGACY:
    case CURAND_ORDERING_PSEUDO_DYNAMIC: break;
    default: return CURAND_STATUS_OUT_OF_RANGE;
    }
    generator->order = order;
    restart(generator, generator->kept);
    return CURAND_STATUS_SUCCESS;
}

// An array of as many dimensions as NVIDIA's. Those that Lockstep does not have cannot be read.
curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t **vectors, curandDirectionVectorSet_t set)
{
    static curandDirectionVectors32_t *made;
    const size_t whole = quasi_dimensions * sizeof *made, known = lockstep::sobol_dimensions * sizeof *made;
    if (vectors == nullptr || set != CURAND_DIRECTION_VECTORS_32_JOEKUO6) {
        if (set == CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6) {
            fprintf(stderr, "lockstep: error: curandGetDirectionVectors32: NVIDIA has not published how scrambled vectors are made, so Lockstep's cuRAND has none\n");
        }
        return CURAND_STATUS_OUT_OF_RANGE;
    }
    if (made == nullptr) {
        void *memory = mmap(nullptr, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) {
            return CURAND_STATUS_ALLOCATION_FAILED;
        }
        lockstep::sobol_fill(lockstep::sobol_dimensions, (unsigned int *)memory);
        mprotect((char *)memory + known, whole - known, PROT_NONE);
        made = (curandDirectionVectors32_t *)memory;
    }
    *vectors = made;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned int dimensions)
{
    if (!lockstep::is_live(generator)) {
        return unusable(generator);
    }
    if (!is_quasi(generator)) {
        return CURAND_STATUS_TYPE_ERROR;
    }
    if (dimensions == 0 || dimensions > quasi_dimensions) {
        return CURAND_STATUS_OUT_OF_RANGE;
    }
    if (dimensions > lockstep::sobol_dimensions) {
        fprintf(stderr, "lockstep: error: curandSetQuasiRandomGeneratorDimensions: Lockstep's cuRAND has the direction vectors of %d dimensions, not of %u\n", (int)lockstep::sobol_dimensions, dimensions);
        return CURAND_STATUS_OUT_OF_RANGE;
    }
    cudaFree(generator->vectors);
    generator->vectors = nullptr;
    generator->dimensions = dimensions;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long *output, size_t count)
{
    if (!lockstep::is_live(generator)) {
        return unusable(generator);
    }
    return generator->type != CURAND_RNG_QUASI_SOBOL64
               ? CURAND_STATUS_TYPE_ERROR
               : generate_quasi<unsigned long long>(generator, lockstep::LongBits(), output, count);
}

curandStatus_t curandGenerateSeeds(curandGenerator_t generator)
{
    return !lockstep::is_live(generator) ? unusable(generator) : CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int *output, size_t count)
{
    return lockstep::is_live(generator) && generator->type == CURAND_RNG_QUASI_SOBOL64
               ? CURAND_STATUS_TYPE_ERROR
               : generate_any(generator, lockstep::Bits(), output, count);
}

curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *output, size_t count)
{
    return generate_any(generator, lockstep::Uniform(), output, count);
}

curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *output, size_t count)
{
    return generate_any(generator, lockstep::UniformDouble(), output, count);
}

curandStatus_t curandGenerateNormal(curandGenerator_t generator, float *output, size_t count,
                                    float mean, float deviation)
{
    return generate_any(generator, lockstep::Normal{mean, deviation, false}, output, count);
}

curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double *output, size_t count,
                                          double mean, double deviation)
{
    return generate_any(generator, lockstep::NormalDouble{mean, deviation, false}, output, count);
}

curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float *output, size_t count,
                                       float mean, float deviation)
{
    return generate_any(generator, lockstep::Normal{mean, deviation, true}, output, count);
}

curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double *output,
                                             size_t count, double mean, double deviation)
{
    return generate_any(generator, lockstep::NormalDouble{mean, deviation, true}, output, count);
}

curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int *output, size_t count,
                                     double lambda)
{
    if (!(lambda > 0)) {
        return CURAND_STATUS_OUT_OF_RANGE;
    }
    if (lockstep::is_live(generator) && is_quasi(generator)) {
        fprintf(stderr, "lockstep: error: curandGeneratePoisson: Lockstep's cuRAND has no quasirandom Poisson numbers\n");
        return CURAND_STATUS_TYPE_ERROR;
    }
    return generate(generator, lockstep::Poisson{lambda}, output, count);
}
}
