// SPDX-License-Identifier: Apache-2.0
// Quaternion rotations and slerp with inheritance and conversions, and a Bezier patch tessellated by de Casteljau.
#include <cstdio>
#include <cmath>

struct Vec3 {
    float x, y, z;
};
__host__ __device__ inline Vec3 operator+(const Vec3 &a, const Vec3 &b) { return Vec3{a.x + b.x, a.y + b.y, a.z + b.z}; }
__host__ __device__ inline Vec3 operator-(const Vec3 &a, const Vec3 &b) { return Vec3{a.x - b.x, a.y - b.y, a.z - b.z}; }
__host__ __device__ inline Vec3 operator*(float s, const Vec3 &a) { return Vec3{s * a.x, s * a.y, s * a.z}; }
__host__ __device__ inline float operator|(const Vec3 &a, const Vec3 &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__host__ __device__ inline Vec3 operator^(const Vec3 &a, const Vec3 &b)
{
    return Vec3{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

class Quaternion : private Vec3
{
  protected:
    float w;

  public:
    __host__ __device__ Quaternion(float w_ = 1, float x_ = 0, float y_ = 0, float z_ = 0) : Vec3{x_, y_, z_}, w(w_) {}
    __host__ __device__ Quaternion(const Vec3 &v, float w_) : Vec3(v), w(w_) {}
    __host__ __device__ const Vec3 &vector() const { return *this; }
    __host__ __device__ float scalar() const { return w; }
    __host__ __device__ Quaternion conjugate() const { return {-1.0f * vector(), w}; }
    __host__ __device__ Quaternion operator*(const Quaternion &q) const
    {
        const Vec3 &a = *this, &b = q.vector();
        return Quaternion(w * b + q.w * a + (a ^ b), w * q.w - (a | b));
    }
    __host__ __device__ float dot(const Quaternion &q) const { return w * q.w + (vector() | q.vector()); }
    __host__ __device__ Quaternion blend(float s, const Quaternion &q, float t) const
    {
        return Quaternion(s * vector() + t * q.vector(), s * w + t * q.w);
    }
};

class Rotation : public Quaternion
{
  public:
    using Quaternion::Quaternion;
    __host__ __device__ Rotation(const Quaternion &q) : Quaternion(q) {}
    __device__ static Rotation about(::Vec3 axis, float angle)
    {
        float s, c;
        sincosf(0.5f * angle, &s, &c);
        return Rotation(s * rnorm3df(axis.x, axis.y, axis.z) * axis, c);
    }
    __device__ ::Vec3 operator()(const ::Vec3 &v) const { return (*this * Quaternion(v, 0) * conjugate()).vector(); }
};

__device__ Rotation slerp(const Rotation &a, Rotation b, float t)
{
    float d = a.dot(b);
    if (d < 0)
        b = b.blend(-1, b, 0), d = -d;
    if (d > 0.9995f)
        return a.blend(1 - t, b, t);
    float theta = acosf(d), s = sinf(theta);
    return a.blend(sinf((1 - t) * theta) / s, b, sinf(t * theta) / s);
}

__global__ void spin(Vec3 *out, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    float t = i / float(n - 1);
    const Rotation from = Rotation::about({1, 0, 0}, 0.3f), to = Rotation::about(Vec3{1, 2, 3}, 2.5f * (i % 7));
    out[i] = slerp(from, to, t)(Vec3{1, -1, 0.5f}) + (from * to).vector();
}

template <int DEGREE> __device__ Vec3 casteljau(const Vec3 (&control)[DEGREE + 1], float t, Vec3 *tangent)
{
    Vec3 p[DEGREE + 1];
    for (int i = 0; i <= DEGREE; i++)
        p[i] = control[i];
#pragma unroll
    for (int level = DEGREE; level > 0; level--) {
        if (level == 1 && tangent)
            *tangent = DEGREE * (p[1] - p[0]);
        for (int i = 0; i < level; i++)
            p[i] = p[i] + t * (p[i + 1] - p[i]);
    }
    return p[0];
}

__constant__ Vec3 patch[4][4];

__global__ void tessellate(Vec3 *points, Vec3 *normals, int side)
{
    int u = threadIdx.x, v = blockIdx.x;
    float s = u / (side - 1.0f), t = v / (side - 1.0f);
    Vec3 rows[4], along[4], du, dv;
    for (int i = 0; i < 4; i++)
        rows[i] = casteljau<3>(patch[i], s, &along[i]);
    Vec3 p = casteljau<3>(rows, t, &dv);
    du = casteljau<3>(along, t, nullptr);
    Vec3 n = du ^ dv;
    points[v * side + u] = p;
    normals[v * side + u] = rsqrtf(n | n) * n;
}

int main()
{
    const int n = 200, side = 17;
    static Vec3 host[2 * side * side], control[4][4];
    Vec3 *d, *e;
    cudaMalloc(&d, side * side * sizeof(Vec3));
    cudaMalloc(&e, side * side * sizeof(Vec3));
    spin<<<(n + 31) / 32, 32>>>(d, n);
    cudaMemcpy(host, d, n * sizeof(Vec3), cudaMemcpyDeviceToHost);
    Vec3 sum = {0, 0, 0};
    for (int i = 0; i < n; i++)
        sum = sum + host[i];
    printf("rotated %.9g %.9g %.9g, last %.9g, sum %.9g %.9g %.9g\n", host[5].x, host[5].y, host[5].z, host[n - 1].x, sum.x, sum.y, sum.z);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            control[i][j] = {j - 1.5f, i - 1.5f, ((i * 5 + j * 3) % 7) * 0.25f};
    cudaMemcpyToSymbol(patch, control, sizeof control);
    tessellate<<<side, side>>>(d, e, side);
    cudaMemcpy(host, d, side * side * sizeof(Vec3), cudaMemcpyDeviceToHost);
    cudaMemcpy(host + side * side, e, side * side * sizeof(Vec3), cudaMemcpyDeviceToHost);
    double z = 0, nz = 0, area = 0;
    for (int i = 0; i < side * side; i++) {
        z += host[i].z, nz += host[side * side + i].z;
        if (i % side + 1 < side && i / side + 1 < side) {
            Vec3 c = (host[i + 1] - host[i]) ^ (host[i + side] - host[i]);
            area += std::sqrt((double)(c | c));
        }
    }
    printf("patch z %.12g normals z %.12g area %.9g, %.9g %.9g %.9g\n", z, nz, area, host[100].x, host[100].y, host[100].z);
    cudaFree(d), cudaFree(e);
    return 0;
}
