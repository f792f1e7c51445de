__device__ int table[4] = {1, 2, 3};
__global__ void k(int *p, unsigned n) {
    __shared__ float s[32][33];
    for (unsigned i = 0; i < n; i++) { if (i == 3) continue; else p[i] += table[i & 3]; }
    int i = 0;
    while (i < 10) { i += 2; if (p[i] > 5) break; }
    do { i--; } while (i > 0);
    switch (p[0]) { case 1: p[1] = 2; break; case 2 ... 5: p[2] = 3; default: p[3]++; }
    if (int q = p[4]; q > 2) goto done;
    s[i][i] = 1.5f; p[0] = (int)s[0][1];
done:
    asm volatile("add.u32 %0, %1, %2;" : "=r"(p[5]) : "r"(i), "r"(n) : "memory");
    for (int x : table) p[x] = x;
}
