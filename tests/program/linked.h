// SPDX-License-Identifier: Apache-2.0
// What linked.cu and linked_other.cu share.
struct Shape {
    __device__ virtual int area() const = 0;
    __device__ virtual ~Shape();
};
struct Square : Shape {
    int side;
    __device__ explicit Square(int side);
    __device__ int area() const override;
    __device__ int twice() const
    {
        return 2 * side;
    }
};
struct Values {
    int at[20];
    double last;
};
extern __device__ int counter;
extern __constant__ float scale[4];
extern __device__ int (*table[2])(int);
__device__ int twice(int x);
__device__ Values make(int x);
__device__ double sum(Values values, char c, short s, bool b);
__device__ void fill(int count);
template <class T> __device__ T cube(T x);
inline __device__ int shared_inline(int x)
{
    return x * 5;
}
template <class T> struct Box {
    T value;
    __device__ explicit Box(T value);
    __device__ T get() const;
};
extern template struct Box<int>;
