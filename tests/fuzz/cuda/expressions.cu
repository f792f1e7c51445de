struct P { int x : 3, y; float z; union { int a; float b; }; };
enum class Color : unsigned char { Red, Green = 4 };
__device__ double mix(P q, const float &f = 1.0f) { return q.x * f + q.z; }
__global__ void k(P *p, float *f, long long n) {
    int a = sizeof(P) + alignof(double), b = -a, c = ~b & 0x7f | 3 ^ 1;
    a <<= 2; b >>= a; c %= 7; a = b ? c : -1;
    bool t = !(a && b || c) != (a >= b);
    p->x = static_cast<int>(Color::Green); p[1].b = f[n - 1] / 3.f; (*p).a = *(int *)&f[2];
    int v[3] = {a++, --b, c}; int (*q)[3] = &v; (*q)[1] = 'c' + "abc"[1] + t;
    f[0] = mix(*p) + mix({1, 2, 3.0f}, 2.f) + 1e10 + 0x1p3 + 1.5_k;
    p = nullptr; f[v[0]] = (a, b, c); f[1] = __builtin_offsetof(P, z);
}
