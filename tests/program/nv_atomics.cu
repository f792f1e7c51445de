// SPDX-License-Identifier: Apache-2.0
// __nv_atomic_*: every operation, with orders and scopes.
#include <cstdio>

template <typename T> __device__ void integers(T *at, T *out)
{
    T value, wanted = 9, expected = 1;
    out[0] = __nv_atomic_load_n(at, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_load(at + 1, &value, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_BLOCK);
    out[1] = value;
    __nv_atomic_store_n(at + 2, 30, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_CLUSTER);
    __nv_atomic_store(at + 3, &wanted, __NV_ATOMIC_RELAXED);
    out[2] = __nv_atomic_fetch_add(at, 5, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
    out[3] = __nv_atomic_fetch_sub(at, 7, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_SYSTEM);
    out[4] = __nv_atomic_fetch_min(at, -4, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_THREAD);
    out[5] = __nv_atomic_fetch_max(at, 100, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_and(at, 60, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    out[6] = __nv_atomic_fetch_or(at, 3, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    out[7] = __nv_atomic_fetch_xor(at, 1, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
    out[8] = __nv_atomic_exchange_n(at, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    out[9] = __nv_atomic_compare_exchange(at, &expected, &wanted, false, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_RELAXED,
                                          __NV_THREAD_SCOPE_DEVICE);
    out[10] = __nv_atomic_compare_exchange_n(at, &expected, 2, true, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED,
                                             __NV_THREAD_SCOPE_DEVICE);
    out[11] = expected;
    __nv_atomic_exchange(at, &wanted, &value, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    out[12] = value;
}

template <typename T> __global__ void kernel(T *at, T *out)
{
    integers(at, out);
    __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
}

__global__ void others(float *real, short *halves, char *bytes)
{
    float value;
    __nv_atomic_add(real, 1.5f, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_load(real, &value, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    real[1] = value;
    halves[0] = __nv_atomic_load_n(halves + 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE) + 1;
    __nv_atomic_store_n(bytes, -5, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

template <typename T> static void run(const char *format)
{
    T *at, *out;
    cudaMallocManaged(&at, 4 * sizeof(T));
    cudaMallocManaged(&out, 16 * sizeof(T));
    at[0] = 10;
    at[1] = 20;
    kernel<<<1, 1>>>(at, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 13; i++) {
        printf(format, out[i]);
    }
    for (int i = 0; i < 4; i++) {
        printf(format, at[i]);
    }
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}

int main()
{
    run<int>("%d ");
    run<unsigned long long>("%llx ");
    float *real;
    short *halves;
    char *bytes;
    cudaMallocManaged(&real, 8);
    cudaMallocManaged(&halves, 4);
    cudaMallocManaged(&bytes, 1);
    real[0] = 0.25f;
    halves[1] = 41;
    others<<<1, 1>>>(real, halves, bytes);
    cudaDeviceSynchronize();
    printf("%g %d %d\n", real[1], halves[0], bytes[0]);
    return 0;
}
