// SPDX-License-Identifier: Apache-2.0
// switch with falling through, goto, loops left in the middle, values that swap in a loop.
__global__ void flow(int *out, const int *__restrict__ in, int n)
{
    int a = in[0], b = in[1];
    for (int i = 0; i < n; i++) {
        int old = a;
        a = b;
        b = old;
        if (in[i] < 0)
            break;
        if (in[i] == 3)
            continue;
        switch (in[i]) {
        case 0: a++; break;
        case 1:
        case 2: b += 2;
        case 4: a ^= b; break;
        case 100: goto end;
        case 1000: b = 0; break;
        default: a -= 1;
        }
    }
    do {
        a >>= 1;
    } while (a > 10 && b-- > 0);
end:
    out[0] = a;
    out[1] = b;
}
