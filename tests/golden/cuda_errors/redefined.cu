// SPDX-License-Identifier: Apache-2.0
struct Point {
    int x;
};
struct Point {
    float x;
};
struct Later;
struct Later {
    int x;
};
struct Later; // a declaration again is fine

struct Hidden {
    int x;
};

extern "C" __global__ void fill(int *a) { a[0] = 1; }
extern "C" __global__ void fill(float *a) { a[0] = 1; }
extern "C" __device__ int one(int a) { return a; }
extern "C" __device__ int one(float a) { return 1; }

__global__ void use(Point *p, Later *l)
{
    struct Hidden { // in an inner scope it is another class
        float y;
    };
    Hidden h = {1};
    p->x = h.y + l->x;
}
