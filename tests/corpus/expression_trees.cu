// SPDX-License-Identifier: Apache-2.0
// Expression trees built in a kernel with new, evaluated and differentiated by virtual functions, and deleted.
#include <cstdio>

class Node
{
  public:
    __device__ virtual ~Node() {}
    __device__ virtual double eval(double x) const = 0;
    __device__ virtual Node *derive() const = 0;
    __device__ virtual Node *clone() const = 0;
    __device__ virtual int size() const { return 1; }
};

class Number final : public Node
{
    double value;

  public:
    __device__ Number(double v) : value(v) {}
    __device__ double eval(double) const override { return value; }
    __device__ Node *derive() const override { return new Number(0); }
    __device__ Node *clone() const override { return new Number(*this); }
};

class Variable final : public Node
{
  public:
    __device__ double eval(double x) const override { return x; }
    __device__ Node *derive() const override { return new Number(1); }
    __device__ Node *clone() const override { return new Variable; }
};

class Binary : public Node
{
  protected:
    Node *left, *right;

  public:
    __device__ Binary(Node *l, Node *r) : left(l), right(r) {}
    Binary(const Binary &) = delete;
    __device__ ~Binary() override
    {
        delete left;
        delete right;
    }
    __device__ int size() const override { return 1 + left->size() + right->size(); }
};

class Sum : public Binary
{
  public:
    using Binary::Binary;
    __device__ double eval(double x) const override { return left->eval(x) + right->eval(x); }
    __device__ Node *derive() const override { return new Sum(left->derive(), right->derive()); }
    __device__ Node *clone() const override { return new Sum(left->clone(), right->clone()); }
};

class Product : public Binary
{
  public:
    using Binary::Binary;
    __device__ double eval(double x) const override { return left->eval(x) * right->eval(x); }
    __device__ Node *derive() const override
    {
        return new Sum(new Product(left->derive(), right->clone()), new Product(left->clone(), right->derive()));
    }
    __device__ Node *clone() const override { return new Product(left->clone(), right->clone()); }
};

class Sine : public Node
{
    Node *of;
    bool cosine;

  public:
    __device__ explicit Sine(Node *n, bool c = false) : of(n), cosine(c) {}
    __device__ ~Sine() { delete of; }
    __device__ double eval(double x) const override { return cosine ? cos(of->eval(x)) : sin(of->eval(x)); }
    __device__ Node *derive() const override
    {
        Node *outer = new Sine(of->clone(), !cosine);
        if (cosine)
            outer = new Product(new Number(-1), outer);
        return new Product(outer, of->derive());
    }
    __device__ Node *clone() const override { return new Sine(of->clone(), cosine); }
    __device__ int size() const override { return 1 + of->size(); }
};

// x^n sin(n x) + n, as a tree.
__global__ void build(Node **trees, Node **slopes)
{
    int n = threadIdx.x + 1;
    Node *power = new Variable;
    for (int i = 1; i < n; i++)
        power = new Product(power, new Variable);
    trees[threadIdx.x] = new Sum(new Product(power, new Sine(new Product(new Number(n), new Variable))), new Number(n));
    slopes[threadIdx.x] = trees[threadIdx.x]->derive();
}

__global__ void evaluate(Node *const *trees, double *out, int points)
{
    const Node &tree = *trees[blockIdx.x];
    for (int i = threadIdx.x; i < points; i += blockDim.x)
        out[blockIdx.x * points + i] = tree.eval(0.1 * i - 0.5);
}

__global__ void measure_and_delete(Node **trees, int *sizes)
{
    sizes[threadIdx.x] = trees[threadIdx.x]->size();
    delete trees[threadIdx.x];
    trees[threadIdx.x] = nullptr;
}

int main()
{
    const int count = 4, points = 20;
    Node **trees, **slopes;
    double *d, h[count * points];
    int *sizes, s[2 * count];
    cudaDeviceSetLimit(cudaLimitStackSize, 4096);
    cudaMalloc(&trees, count * sizeof(Node *));
    cudaMalloc(&slopes, count * sizeof(Node *));
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&sizes, sizeof s);
    build<<<1, count>>>(trees, slopes);
    for (Node **set : {trees, slopes}) {
        evaluate<<<count, 32>>>(set, d, points);
        cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
        for (int t = 0; t < count; t++) {
            double sum = 0;
            for (int i = 0; i < points; i++)
                sum += h[t * points + i];
            printf("%d: %.17g %.17g sum %.17g\n", t, h[t * points], h[t * points + 13], sum);
        }
    }
    measure_and_delete<<<1, count>>>(trees, sizes);
    measure_and_delete<<<1, count>>>(slopes, sizes + count);
    cudaMemcpy(s, sizes, sizeof s, cudaMemcpyDeviceToHost);
    printf("sizes");
    for (int i : s)
        printf(" %d", i);
    printf(", %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(trees), cudaFree(slopes), cudaFree(d), cudaFree(sizes);
    return 0;
}
