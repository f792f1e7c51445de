// SPDX-License-Identifier: Apache-2.0
// Objects in unified memory: a base class whose operator new is cudaMallocManaged, strings that copy themselves, a
// linked list that host and device take turns with, prefetches and advice.
#include <cstdio>
#include <cstring>
#include <string>

#define SAFE(call)                                                                                 \
    if ((call) != cudaSuccess) {                                                                   \
        printf("%s: %s\n", #call, cudaGetErrorString(cudaGetLastError()));                         \
        exit(1);                                                                                   \
    }

class Managed
{
  public:
    void *operator new(size_t len)
    {
        void *ptr;
        SAFE(cudaMallocManaged(&ptr, len));
        cudaDeviceSynchronize();
        return ptr;
    }
    void *operator new[](size_t len) { return operator new(len); }
    void operator delete(void *ptr)
    {
        cudaDeviceSynchronize();
        cudaFree(ptr);
    }
    void operator delete[](void *ptr) { operator delete(ptr); }
};

class String : public Managed
{
    int length;
    char *data;

    void assign(const char *s)
    {
        length = (int)strlen(s);
        SAFE(cudaMallocManaged(&data, length + 1));
        memcpy(data, s, length + 1);
    }

  public:
    String() : length(0), data(nullptr) {}
    String(const char *s) { assign(s); }
    String(const String &s) { assign(s.data ? s.data : ""); }
    String &operator=(const char *s)
    {
        cudaFree(data);
        assign(s);
        return *this;
    }
    ~String() { cudaFree(data); }
    __host__ __device__ char &operator[](int i) { return data[i]; }
    __host__ __device__ const char *c_str() const { return data; }
    __host__ __device__ int size() const { return length; }
};

struct Element : Managed {
    String name;
    int value;
    Element *next;
};

__global__ void by_value(Element element)
{
    printf("by value: %s %d\n", element.name.c_str(), element.value);
}

__global__ void by_reference(Element &element)
{
    for (int i = threadIdx.x; i < element.name.size(); i += blockDim.x)
        if (element.name[i] >= 'a' && element.name[i] <= 'z')
            element.name[i] -= 'a' - 'A';
    if (threadIdx.x == 0)
        element.value += 10;
}

__global__ void walk(Element *head, int *result)
{
    int sum = 0, letters = 0, count = 0;
    for (Element *e = head; e; e = e->next) {
        sum += e->value;
        letters += e->name.size();
        e->value = -count++;
    }
    result[0] = sum, result[1] = letters, result[2] = count;
}

__managed__ int results[3];
__managed__ double weights[4] = {0.5, 0.25, 0.125, 0.125};
__device__ __managed__ struct { int hits; float2 where; } state = {3, {1.5f, -2.0f}};

__global__ void use_managed(const float *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double sum = 0;
    for (int k = 0; k < 4; k++)
        sum += weights[k] * x[(i + k) % n];
    y[i] = sum;
    if (i == 0) {
        state.hits++;
        state.where.x *= 2;
    }
}

int main()
{
    Element *e = new Element;
    e->name = "hello";
    e->value = 10;
    e->next = nullptr;
    by_value<<<1, 1>>>(*e);
    SAFE(cudaDeviceSynchronize());
    by_reference<<<1, 32>>>(*e);
    SAFE(cudaDeviceSynchronize());
    printf("after by reference: %s %d\n", e->name.c_str(), e->value);

    Element *head = e;
    for (int i = 0; i < 20; i++) {
        Element *next = new Element;
        next->name = ("element " + std::to_string(i * i)).c_str();
        next->value = i;
        next->next = head;
        head = next;
    }
    walk<<<1, 1>>>(head, results);
    SAFE(cudaDeviceSynchronize());
    printf("walk: sum %d, letters %d, elements %d; first now %d, second %d\n", results[0], results[1], results[2], head->value,
           head->next->value);
    while (head) {
        Element *next = head->next;
        delete head;
        head = next;
    }

    const int n = 1 << 14;
    float *x;
    double *y;
    int device, concurrent;
    SAFE(cudaGetDevice(&device));
    SAFE(cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, device));
    SAFE(cudaMallocManaged(&x, n * sizeof(float)));
    SAFE(cudaMallocManaged(&y, n * sizeof(double), cudaMemAttachGlobal));
    for (int i = 0; i < n; i++)
        x[i] = (float)(i % 32);
    if (concurrent) {
        cudaMemLocation gpu = {};
        gpu.type = cudaMemLocationTypeDevice;
        gpu.id = device;
        cudaMemLocation host = {};
        host.type = cudaMemLocationTypeHost;
        SAFE(cudaMemAdvise(x, n * sizeof(float), cudaMemAdviseSetReadMostly, gpu));
        SAFE(cudaMemAdvise(y, n * sizeof(double), cudaMemAdviseSetPreferredLocation, gpu));
        SAFE(cudaMemPrefetchAsync(x, n * sizeof(float), gpu, 0, 0));
        SAFE(cudaMemPrefetchAsync(y, n * sizeof(double), gpu, 0, 0));
        use_managed<<<n / 256, 256>>>(x, y, n);
        SAFE(cudaMemPrefetchAsync(y, n * sizeof(double), host, 0, 0));
    } else {
        use_managed<<<n / 256, 256>>>(x, y, n);
    }
    SAFE(cudaDeviceSynchronize());
    double total = 0;
    for (int i = 0; i < n; i++)
        total += y[i];
    printf("weighted %.4f %.4f %.4f total %.2f, state %d (%g, %g)\n", y[0], y[30], y[n - 1], total, state.hits, state.where.x,
           state.where.y);
    cudaPointerAttributes attributes;
    SAFE(cudaPointerGetAttributes(&attributes, x));
    printf("managed: %d, device %d\n", attributes.type == cudaMemoryTypeManaged, attributes.device);
    SAFE(cudaFree(x));
    SAFE(cudaFree(y));
    return 0;
}
