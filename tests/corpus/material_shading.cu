// SPDX-License-Identifier: Apache-2.0
// Materials behind virtual functions: class templates over a noise policy, made by placement new in one
// arena on the device, decorated by one another, and called through an array of base pointers.
#include <cstdio>
#include <new>

#define checkCuda(x)                                                                               \
    if (cudaError_t e = (x)) {                                                                     \
        fprintf(stdout, "CUDA error %s at line %d\n", cudaGetErrorName(e), __LINE__);              \
        return 1;                                                                                  \
    }

struct Hit {
    int u, v, depth;
};

class Material
{
  public:
    __device__ virtual ~Material() {}
    __device__ virtual unsigned shade(const Hit &hit) const = 0;
    __device__ virtual int cost() const { return 1; }
    __device__ virtual const char *name() const = 0;
};

struct Checker {
    static __device__ unsigned at(int u, int v) { return ((u >> 2) ^ (v >> 2)) & 1 ? 200 : 40; }
};
struct Hash {
    static __device__ unsigned at(int u, int v)
    {
        unsigned h = u * 374761393u + v * 668265263u;
        h = (h ^ (h >> 13)) * 1274126177u;
        return (h ^ (h >> 16)) & 255;
    }
};

template <class Noise> class Textured : public Material
{
  protected:
    int scale;

  public:
    __device__ explicit Textured(int s) : scale(s) {}
    __device__ unsigned shade(const Hit &hit) const override { return Noise::at(hit.u * scale, hit.v * scale); }
    __device__ const char *name() const override { return "textured"; }
};

template <class Noise, int OCTAVES> class Fractal final : public Textured<Noise>
{
  public:
    using Textured<Noise>::Textured;
    __device__ unsigned shade(const Hit &hit) const override
    {
        unsigned sum = 0;
        for (int o = 0; o < OCTAVES; o++) {
            Hit h{hit.u << o, hit.v << o, hit.depth};
            sum += Textured<Noise>::shade(h) >> o;
        }
        return sum / 2;
    }
    __device__ int cost() const override { return OCTAVES * Textured<Noise>::cost(); }
    __device__ const char *name() const override { return "fractal"; }
};

class Blend : public Material
{
    const Material *a, *b;
    unsigned weight;

  public:
    __device__ Blend(const Material *first, const Material *second, unsigned w) : a(first), b(second), weight(w) {}
    __device__ unsigned shade(const Hit &hit) const override
    {
        return (a->shade(hit) * (256 - weight) + b->shade(hit) * weight) >> 8;
    }
    __device__ int cost() const override { return a->cost() + b->cost(); }
    __device__ const char *name() const override { return "blend"; }
};

class Fog : public Blend
{
    int start;

  public:
    __device__ Fog(const Material *m, const Material *haze, int from) : Blend(m, haze, 128), start(from) {}
    __device__ unsigned shade(const Hit &hit) const override
    {
        unsigned c = Blend::shade(hit);
        return hit.depth > start ? min(255u, c + (hit.depth - start)) : c;
    }
    __device__ const char *name() const override { return "fog"; }
};

class Arena
{
    unsigned char *begin_, *next_;
    size_t size_;

  public:
    __device__ void init(unsigned char *memory, size_t size) { begin_ = next_ = memory, size_ = size; }
    template <class T, class... Args> __device__ T *make(Args... args)
    {
        next_ = (unsigned char *)(((size_t)next_ + alignof(T) - 1) / alignof(T) * alignof(T));
        T *object = new (next_) T(args...);
        next_ += sizeof(T);
        return object;
    }
    __device__ size_t used() const { return next_ - begin_; }
};

#define MATERIALS 6
__device__ Material *materials[MATERIALS];
__device__ int total_cost;

__global__ void build(unsigned char *memory, size_t size)
{
    Arena arena;
    arena.init(memory, size);
    materials[0] = arena.make<Textured<Checker>>(1);
    materials[1] = arena.make<Textured<Hash>>(3);
    materials[2] = arena.make<Fractal<Hash, 4>>(1);
    materials[3] = arena.make<Fractal<Checker, 2>>(2);
    materials[4] = arena.make<Blend>(materials[0], materials[2], 77u);
    materials[5] = arena.make<Fog>(materials[4], materials[1], 20);
    for (int i = 0; i < MATERIALS; i++) {
        total_cost += materials[i]->cost();
        printf("%d %s costs %d\n", i, materials[i]->name(), materials[i]->cost());
    }
    printf("fits: %d\n", (int)(arena.used() <= size));
}

__global__ void render(unsigned char *image, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    const Material *m = materials[(x / 8 + y / 8) % MATERIALS];
    image[y * width + x] = (unsigned char)m->shade({x, y, (x * y) >> 5});
}

__global__ void destroy()
{
    materials[threadIdx.x]->~Material();
    materials[threadIdx.x] = nullptr;
}

int main()
{
    const int width = 75, height = 50;
    static unsigned char host[width * height];
    unsigned char *image, *memory;
    checkCuda(cudaMalloc(&image, sizeof host));
    checkCuda(cudaMalloc(&memory, 1024));
    build<<<1, 1>>>(memory, 1024);
    checkCuda(cudaDeviceSynchronize());
    dim3 block(16, 8), grid((width + 15) / 16, (height + 7) / 8);
    render<<<grid, block>>>(image, width, height);
    checkCuda(cudaMemcpy(host, image, sizeof host, cudaMemcpyDeviceToHost));
    for (int y = 3; y < height; y += 12) {
        for (int x = 0; x < width; x += 6)
            printf(" %3u", host[y * width + x]);
        printf("\n");
    }
    unsigned sum = 0;
    for (unsigned char c : host)
        sum = sum * 31 + c;
    int cost;
    checkCuda(cudaMemcpyFromSymbol(&cost, total_cost, sizeof cost));
    printf("checksum %08x, cost %d\n", sum, cost);
    destroy<<<1, MATERIALS>>>();
    checkCuda(cudaDeviceSynchronize());
    Material *left[MATERIALS];
    checkCuda(cudaMemcpyFromSymbol(left, materials, sizeof left));
    printf("left %d\n", left[0] != nullptr);
    return 0;
}
