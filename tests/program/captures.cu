// SPDX-License-Identifier: Apache-2.0
// What a lambda for the device captures: names by their scopes, arrays and *this by copy, this as a
// pointer; a parameter that is auto.
#include <cstdio>
const int n = 100;
template <typename F> __global__ void each(F f) { f((int)threadIdx.x); }
template <typename F> void run(F f)
{
    each<<<1, 4>>>(f);
    printf("%s ", cudaGetErrorString(cudaDeviceSynchronize()));
}
struct Base {
    int *out;
};
struct Scale : Base {
    int factor, table[2];
    int twice(int i) const;
    __host__ __device__ int at(int i) const { return i * factor + table[i & 1]; }
    void copy() const { run([*this] __device__(int i) { out[i] = at(i) + this->factor; }); }
    void copy_changed() { run([*this] __device__(int i) mutable { factor += i; out[i] = at(i); }); }
    void pointer() { run([=] __device__(int i) { out[i] = factor - i; }); }
    void listed(int add);
};
void Scale::listed(int add)
{
    run([this, add] __device__(int i) {
        int factor = add;
        out[i] = this->factor * i + factor;
    });
}
static void show(const char *name, const int *out)
{
    printf("%s %d %d %d %d\n", name, out[0], out[1], out[2], out[3]);
}
int main()
{
    int *o;
    cudaMallocManaged(&o, 16);
    {
        int n = 5;
        run([=] __device__(int i) { int s = 0; for (int n = 0; n < 2; n++) s += n; o[i] = n + s; });
        show("for", o);
        run([=] __device__(int i) { { float n = 9; o[i] = (int)n; } if (int n = i) o[i] = n; else o[i] += n; o[i] += n; });
        show("if", o);
        run([=] __device__(int i) { auto inner = [=](int n) { return n * i; }; o[i] = inner(3) + n; });
        show("inner", o);
    }
    run([=] __device__(int i) { o[i] = n + i; });
    show("global", o);
    const float weights[2] = {0.5f, 4};
    int small[3] = {7, 8, 9}, wide[2][2] = {{1, 2}, {3, 4}};
    run([=] __device__(int i) { int sum = sizeof small / 4; for (int v : small) sum += v; o[i] = sum + wide[i / 2][i & 1] + (int)weights[1]; });
    show("array", o);
    small[1] = 80;
    run([small, o] __device__(int i) mutable { small[0] = i; o[i] = small[0] + small[1]; });
    show("changed", o);
    run([=] __device__(auto i) -> void { o[i] = sizeof i; });
    show("auto", o);
    Scale *scale;
    cudaMallocManaged(&scale, sizeof *scale);
    scale->out = o;
    scale->factor = 10;
    scale->table[0] = 1;
    scale->table[1] = 2;
    scale->copy();
    show("copy", o);
    scale->copy_changed();
    show("mutable", o);
    scale->pointer();
    show("pointer", o);
    scale->listed(100);
    show("listed", o);
}
