// SPDX-License-Identifier: Apache-2.0
template <typename F> __global__ void each(F f) { f(); }
int main()
{
    int a = 0;
    each<<<1, 1>>>([=] __device__() {});
    each<<<1, 1>>>([&] __device__() { (void)a; });
    each<<<1, 1>>>([b{a}] __device__() { (void)b; });
}
