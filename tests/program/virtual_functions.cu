// SPDX-License-Identifier: Apache-2.0
// Virtual functions in device code: abstract classes, several bases, templates, destructors,
// copies, results of class type, and objects that one kernel makes and another uses. The host's
// results are the expected ones.
#include <cstdio>

#define BOTH __host__ __device__

struct Shape {
    float scale;
    BOTH Shape(float s) : scale(s)
    {
    }
    BOTH virtual float area() const = 0;
    BOTH virtual int id(int x)
    {
        return x;
    }
    BOTH virtual ~Shape()
    {
    }
    BOTH float twice() const
    {
        return 2 * area();
    }
};
struct Circle : Shape {
    float r;
    BOTH Circle(float r) : Shape(1), r(r)
    {
    }
    BOTH float area() const override
    {
        return 3.0f * r * r * scale;
    }
};
struct Square final : public Shape {
    float a;
    int *count;
    BOTH Square(float a, int *c) : Shape(2), a(a), count(c)
    {
    }
    BOTH float area() const override
    {
        return a * a * scale;
    }
    BOTH int id(int x) override
    {
        return Shape::id(x) + 100;
    }
    BOTH ~Square() override
    {
        *count += 1;
    }
};
struct Named {
    int n;
    BOTH virtual int name()
    {
        return 7;
    }
    BOTH virtual ~Named()
    {
    }
};
struct Plain {
    double d = 4;
};
struct Both : Plain, Shape, Named {
    int extra;
    BOTH Both(int e) : Shape(3), extra(e)
    {
        n = 5;
    }
    BOTH float area() const override
    {
        return extra + d;
    }
    BOTH int name() override
    {
        return n * extra;
    }
    BOTH virtual double more(double x)
    {
        return x + extra;
    }
};
struct Deep : Both {
    BOTH Deep() : Both(9)
    {
    }
    BOTH int name() override
    {
        return Both::name() + 1;
    }
    BOTH double more(double x) override
    {
        return Both::more(x) * 2;
    }
};
template <class T> struct Op {
    BOTH virtual T operator()(T a, T b) const = 0;
    BOTH virtual Op *self()
    {
        return this;
    }
};
template <class T> struct Add : Op<T> {
    BOTH T operator()(T a, T b) const override
    {
        return a + b;
    }
};
template <class T> struct Mul : Op<T> {
    T k;
    BOTH Mul(T k) : k(k)
    {
    }
    BOTH T operator()(T a, T b) const override
    {
        return a * b * k;
    }
    BOTH Mul *self() override
    {
        return this;
    }
};
struct Pod3 {
    int a, b, c;
};
struct Ret {
    BOTH virtual Pod3 get(Pod3 p)
    {
        return {p.a + 1, p.b, p.c};
    }
};
struct Ret2 : Named, Ret {
    int z = 3;
    BOTH Pod3 get(Pod3 p) override
    {
        return {z, p.b, p.c * n};
    }
};
BOTH void run(float *o)
{
    int i = 0, count = 0;
    Shape *s[4] = {new Circle(2), new Square(3, &count), new Both(4), new Deep};
    for (int k = 0; k < 4; k++) {
        o[i++] = s[k]->area();
        o[i++] = s[k]->id(k);
        o[i++] = s[k]->twice();
    }
    Both *b = static_cast<Both *>(s[2]);
    Named *n = b;
    o[i++] = n->name();
    o[i++] = b->more(1);
    o[i++] = b->n;
    Deep *d = static_cast<Deep *>(s[3]);
    n = d;
    o[i++] = n->name();
    o[i++] = static_cast<Both *>(d)->more(1);
    for (int k = 0; k < 3; k++)
        delete s[k];
    delete n;
    n = nullptr;
    delete n;
    o[i++] = count;
    {
        Square q(1, &count);
        Shape &r = q;
        o[i++] = r.area();
        Square q2 = q;
        Square q3(2, &count);
        q3 = q;
        q3.a = 9;
        Shape &r3 = q3;
        o[i++] = r3.area() + q2.area();
    }
    o[i++] = count;
    Add<int> a;
    Mul<int> m(3);
    const Op<int> *ops[2] = {&a, &m};
    for (auto *p : ops)
        o[i++] = (*p)(3, 4);
    o[i++] = m.self()->k;
    Op<int> *mo = &m;
    o[i++] = (*mo->self())(2, 2);
    Ret2 r2;
    r2.n = 6;
    Ret *r = &r2;
    Pod3 p = r->get({1, 2, 3});
    o[i++] = p.a * 100 + p.b * 10 + p.c;
    Ret r0;
    r = &r0;
    p = r->get({1, 2, 3});
    o[i++] = p.a * 100 + p.b * 10 + p.c;
    o[i++] = sizeof(Shape);
    o[i++] = sizeof(Circle);
    o[i++] = sizeof(Both);
    o[i++] = sizeof(Deep);
    o[i++] = sizeof(Square);
    o[i++] = sizeof(Ret2);
    for (; i < 64; i++)
        o[i] = -1;
}
__global__ void kernel(float *o)
{
    run(o);
}
__device__ Shape *shapes[3];
__global__ void make()
{
    shapes[0] = new Circle(1);
    shapes[1] = new Circle(2);
    shapes[2] = new Both(5);
}
__global__ void use(float *o)
{
    o[threadIdx.x] = shapes[threadIdx.x % 3]->area();
}
__global__ void drop()
{
    delete shapes[threadIdx.x];
}

int main()
{
    float *device, mine[64], expected[64];
    int wrong = 0;
    cudaMalloc(&device, sizeof mine);
    kernel<<<1, 1>>>(device);
    cudaMemcpy(mine, device, sizeof mine, cudaMemcpyDeviceToHost);
    run(expected);
    for (int i = 0; i < 64; i++) {
        wrong += mine[i] != expected[i];
    }
    printf("%d differ, %g %g %g\n", wrong, mine[0], mine[3], mine[6]);
    make<<<1, 1>>>();
    use<<<1, 32>>>(device);
    drop<<<1, 3>>>();
    cudaMemcpy(mine, device, sizeof mine, cudaMemcpyDeviceToHost);
    printf("%g %g %g %s\n", mine[0], mine[1], mine[2], cudaGetErrorString(cudaGetLastError()));
    return 0;
}
