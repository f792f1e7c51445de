// Locals that are read before they have a value, and ones that are not.
__device__ void set(int &x);
__global__ void wrong(int *out, int n)
{
    int index, sum, last;
    double scale;
    for (int i = 0; i < n; i++) {
        sum += i;
        if (i > 0) {
            out[i] = last;
        }
        last = i;
    }
    if (n > 3) {
        out[index] = sum;
    }
    out[1] = (int)(scale * 2.0);
    for (int i; i < n; i++) {
        out[i] = 1;
    }
    int odd;
    for (int i = 0; i < n; i++) {
        if (i % 2 != 0) {
            odd += i;
        }
    }
    out[2] = odd;
}
__global__ void right(int *out, int n)
{
    int a, b, c, d, unused;
    float chosen;
    asm("mov.u32 %0, 1;" : "=r"(a));
    int &named = b;
    named = 2;
    if (n > 1) {
        chosen = 1.0f;
    }
    for (int i = 0; i < n; i++) {
        c = i > 0 ? c + 1 : 0;
        d = i;
    }
    (void)unused;
    out[0] = a + b + c + d + (n > 1 ? (int)chosen : 0);
}
struct Pair
{
    int first, second;
};
struct Empty
{
    __device__ int one() const { return 1; }
};
__global__ void wrong_parts(int *out, int n)
{
    Pair pair;
    int sums[4];
    Pair pairs[2];
    for (int i = 0; i < n; i++) {
        sums[i & 3] += i;
    }
    out[0] = pair.second + pairs[n].first;
}
__device__ void fill(int *words) { words[0] = 1; }
__global__ void right_parts(int *out, int n)
{
    Pair pair, copy, begun;
    Empty empty;
    int ring[2], filled[4];
    begun.first = 1;
    copy = pair;
    fill(filled);
    for (int i = 0; i < n; i++) {
        if (i > 0) {
            out[i] = ring[(i - 1) & 1];
        }
        ring[i & 1] = i;
    }
    out[0] = copy.first + begun.second + filled[n] + empty.one();
}
