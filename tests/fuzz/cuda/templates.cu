template <bool B, class T = void> struct if_ {}; template <class T> struct if_<true, T> { using type = T; };
template <class T, T v> struct C { static constexpr T value = v; };
template <int N> struct F { enum { v = N * F<N - 1>::v }; }; template <> struct F<0> { enum { v = 1 }; };
template <class T> constexpr bool is_f = false; template <> constexpr bool is_f<float> = true;
template <class... T> __device__ int sum(T... t) { return (t + ... + 0) + sizeof...(T); }
template <class T, typename if_<is_f<T>, int>::type = 0> __device__ T f(T x) { return x; }
template <class T, typename if_<!is_f<T>, int>::type = 0> __device__ T f(T x) { return -x; }
template <template <class> class X, class T> struct W { X<T> x; };
template <typename T, int N = 4> __global__ void k(T *p) { if constexpr (N > 2) p[0] = sum(1, 2.f, N) + F<5>::v; else p = 0; p[1] = f(p[0]); }
template __global__ void k<float>(float *); template __global__ void k<int, 2>(int *);
template <class T> using Ptr = T *; decltype(auto) g();
