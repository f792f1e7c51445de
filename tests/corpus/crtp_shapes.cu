// SPDX-License-Identifier: Apache-2.0
// Static polymorphism: a base template that calls its derived class, multiple and layered inheritance,
// members hidden and used again, and dispatch by tag.
#include "corpus.h"

template <class Derived> struct Shape {
    __host__ __device__ const Derived &self() const { return *static_cast<const Derived *>(this); }
    __host__ __device__ long area_times(int k) const { return k * self().area(); }
    __host__ __device__ long score() const { return self().area() * 10 + self().corners(); }
    __host__ __device__ int corners() const { return 4; }
};

struct Rectangle : Shape<Rectangle> {
    int w, h;
    __host__ __device__ Rectangle(int w_, int h_) : w(w_), h(h_) {}
    __host__ __device__ long area() const { return (long)w * h; }
};

struct Square : public Rectangle {
    __host__ __device__ explicit Square(int side) : Rectangle(side, side) {}
};

struct Triangle : Shape<Triangle> {
    int base, height;
    __host__ __device__ long area() const { return (long)base * height / 2; }
    __host__ __device__ int corners() const { return 3; }
};

struct Named {
    unsigned name = 0;
    __host__ __device__ unsigned tag() const { return name * 2654435761u; }
};
struct Coloured {
    unsigned char red = 1, green = 2, blue = 3;
    __host__ __device__ unsigned tag() const { return red << 16 | green << 8 | blue; }
};

class Sprite : public Named, private Coloured, public Shape<Sprite> {
    int pixels;

  public:
    using Coloured::green;
    __host__ __device__ Sprite(int p, unsigned n) : pixels(p)
    {
        name = n;
        red = (unsigned char)(n * 7);
    }
    __host__ __device__ long area() const { return pixels; }
    __host__ __device__ unsigned tag() const { return Named::tag() ^ Coloured::tag(); }
};

struct Additive {};
struct Exclusive {};
__device__ unsigned long combine(unsigned long a, unsigned long b, Additive) { return a + b; }
__device__ unsigned long combine(unsigned long a, unsigned long b, Exclusive) { return a ^ b; }

template <class D> __host__ __device__ long measure(const Shape<D> &shape)
{
    return shape.score() + shape.area_times(3);
}

template <class Tag> __global__ void shapes(const int *in, unsigned long *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int a = in[i] & 0xff, b = in[i] >> 8 & 0xff;
    Rectangle rectangle(a, b);
    Square square(a - b);
    Triangle triangle;
    triangle.base = a;
    triangle.height = b + 1;
    Sprite sprite(a * b, i);
    sprite.green = (unsigned char)b;
    unsigned long result = combine(measure(rectangle), measure<Rectangle>(square), Tag());
    result = combine(result, measure(triangle), Tag());
    result = combine(result, measure(sprite) + sprite.tag(), Tag());
    out[i] = result;
}

// A pipeline of layers: each adds to what its base does.
struct Identity {
    __host__ __device__ int apply(int x) const { return x; }
};
template <class Base, int K> struct AddLayer : Base {
    __host__ __device__ int apply(int x) const { return Base::apply(x) + K; }
};
template <class Base, int K> struct MultiplyLayer : Base {
    int times = K;
    __host__ __device__ int apply(int x) const { return this->Base::apply(x) * times; }
};
typedef MultiplyLayer<AddLayer<MultiplyLayer<AddLayer<Identity, 3>, 5>, -7>, 11> Pipeline;

__global__ void pipelines(const int *in, int *out, int n)
{
    Pipeline pipeline;
    pipeline.times += threadIdx.x % 2;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        out[i] = pipeline.apply(in[i] % 1000);
}

int main()
{
    const int n = 20000;
    Random random(41);
    std::vector<int> in(n);
    for (int i = 0; i < n; i++)
        in[i] = (int)random.next();
    int *din = to_device(in);
    unsigned long *out = on_device<unsigned long>(n);
    int *layers = on_device<int>(n);
    shapes<Additive><<<(n + 191) / 192, 192>>>(din, out, n);
    print_hash("additive", out, n);
    shapes<Exclusive><<<(n + 191) / 192, 192>>>(din, out, n);
    print_hash("exclusive", out, n);
    pipelines<<<10, 256>>>(din, layers, n);
    std::vector<int> result = to_host(layers, n);
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += result[i] != ((in[i] % 1000 + 3) * 5 - 7) * (11 + i % 2);
    printf("wrong pipelines: %d\n", wrong);
    print_hash("pipelines", result);
    return 0;
}
