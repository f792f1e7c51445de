namespace n { inline namespace v1 {
template <class T> class Vec { T a[3]; static constexpr int N = 3; public:
    __device__ Vec() : a{0, 0, 0} {} __device__ explicit Vec(T x) { for (int i = 0; i < N; i++) a[i] = x; }
    __device__ T &operator[](int i) { return a[i]; } __device__ T operator[](int i) const { return a[i]; }
    __device__ Vec operator+(const Vec &o) const { Vec r; for (int i = 0; i < N; ++i) r[i] = a[i] + o[i]; return r; }
    __device__ ~Vec() { a[0] = 0; } friend struct F; operator bool() const; };
} }
struct B { int b = 3; __device__ int get() const { return b; } };
struct D : B { using B::get; int d; __device__ D(int x) : B{x}, d(x) {} static int s; };
using namespace n; typedef Vec<float> V;
__global__ void k(float *o) { V a(1.f), b; V c = a + b; D d{4}; o[0] = c[1] + d.get() + d.B::b; auto l = [=, &b](auto x) mutable { return b[0] + x; }; o[1] = l(2); }
