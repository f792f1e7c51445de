// SPDX-License-Identifier: Apache-2.0
// Kernels as textbooks have them, each without one of its barriers.
__global__ void rev(int *d) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = d[t];
  d[t] = s[255 - t];
}
__global__ void rev2(int *d, int n) {
  extern __shared__ int q[];
  int t = threadIdx.x;
  q[t] = d[t];
  d[t] = q[n - t - 1];
}
__global__ void loopw(int *d) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = d[t];
  __syncthreads();
  for (int o = 128; o > 0; o >>= 1) {
    if (t < o) s[t] += s[t + o];
  }
  if (t == 0) d[0] = s[0];
}
__global__ void mm(const float *A, const float *B, float *C, int n) {
  __shared__ float a[16][16], b[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, r = blockIdx.y * 16 + ty, c = blockIdx.x * 16 + tx;
  float s = 0;
  for (int t = 0; t < n / 16; t++) {
    a[ty][tx] = A[r * n + t * 16 + tx];
    b[ty][tx] = B[(t * 16 + ty) * n + c];
    for (int k = 0; k < 16; k++) s += a[ty][k] * b[k][tx];
    __syncthreads();
  }
  C[r * n + c] = s;
}
__global__ void mm2(const float *A, const float *B, float *C, int n) {
  __shared__ float a[16][16], b[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, r = blockIdx.y * 16 + ty, c = blockIdx.x * 16 + tx;
  float s = 0;
  for (int t = 0; t < n / 16; t++) {
    a[ty][tx] = A[r * n + t * 16 + tx];
    b[ty][tx] = B[(t * 16 + ty) * n + c];
    __syncthreads();
    for (int k = 0; k < 16; k++) s += a[ty][k] * b[k][tx];
  }
  C[r * n + c] = s;
}
__global__ void hist(const int *d, int *h) {
  __shared__ int s[64];
  if (threadIdx.x < 64) s[threadIdx.x] = 0;
  atomicAdd(&s[d[threadIdx.x] & 63], 1);
  __syncthreads();
  if (threadIdx.x < 64) h[threadIdx.x] = s[threadIdx.x];
}
__global__ void bc(int *d) {
  __shared__ int first;
  if (threadIdx.x == 0) first = d[0];
  d[threadIdx.x] += first;
}
__inline__ __device__ float warpReduceSum(float v) {
    for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(0xffffffff, v, o);
    return v;
}
__inline__ __device__ float blockReduce(float val) {
    static __shared__ float shared[32];
    int lane = threadIdx.x % 32, wid = threadIdx.x / 32;
    val = warpReduceSum(val);
    if (lane == 0) shared[wid] = val;
    val = (threadIdx.x < blockDim.x / 32) ? shared[lane] : 0;
    if (wid == 0) val = warpReduceSum(val);
    return val;
}
__global__ void reduce(float *in, float *out) {
    float s = blockReduce(in[threadIdx.x]);
    if (threadIdx.x == 0) out[0] = s;
}
__global__ void hillis(int *d, int n) {
    extern __shared__ int h[];
    int t = threadIdx.x;
    h[t] = d[t];
    __syncthreads();
    for (int o = 1; o < blockDim.x; o *= 2) {
        if (t >= o) h[t] += h[t - o];
        __syncthreads();
    }
    d[t] = h[t];
}
__global__ void interleaved(int *d) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = d[t];
    __syncthreads();
    for (int o = 1; o < blockDim.x; o *= 2)
        if (t % (2 * o) == 0) s[t] += s[t + o];
    if (t == 0) d[0] = s[0];
}
__global__ void transpose(float *o, const float *i, int w) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = i[(y + j) * w + x];
    for (int j = 0; j < 32; j += 8) o[(y + j) * w + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void bitonic(int *d) {
    __shared__ int s[512];
    int t = threadIdx.x;
    s[t] = d[t];
    __syncthreads();
    for (int k = 2; k <= 512; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            int p = t ^ j;
            if (p > t) {
                int a = s[t], b = s[p];
                if (((t & k) == 0) == (a > b)) { s[t] = b; s[p] = a; }
            }
        }
    d[t] = s[t];
}
__global__ void stencil(const int *in, int *out) {
    __shared__ int temp[256 + 6];
    int g = threadIdx.x + blockIdx.x * blockDim.x, l = threadIdx.x + 3;
    temp[l] = in[g];
    if (threadIdx.x < 3) { temp[l - 3] = in[g - 3]; temp[l + 256] = in[g + 256]; }
    int r = 0;
    for (int o = -3; o <= 3; o++) r += temp[l + o];
    out[g] = r;
}
__global__ void hist_end(const int *d, int *h, int n) {
    __shared__ int s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&s[d[i]], 1);
    atomicAdd(&h[threadIdx.x], s[threadIdx.x]);
}
__global__ void flag(int *d, int n) {
    __shared__ int start;
    for (int k = 0; k < n; k++) {
        if (threadIdx.x == 0) start = d[k];
        __syncthreads();
        d[threadIdx.x] += start;
    }
}
__global__ void dot(float *a, float *c) {
    __shared__ float cache[256];
    int i = blockDim.x / 2, ci = threadIdx.x;
    cache[ci] = a[ci];
    while (i != 0) {
        if (ci < i) cache[ci] += cache[ci + i];
        __syncthreads();
        i /= 2;
    }
    if (ci == 0) c[blockIdx.x] = cache[0];
}
