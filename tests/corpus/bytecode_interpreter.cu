// SPDX-License-Identifier: Apache-2.0
/* A byte-code machine with a stack, one thread a machine: switch with fall-through, goto, do-while,
   continue, the comma operator, chains of ?: and short-circuit conditions. Written as C. */
#include "corpus.h"

enum { PUSH, ADD, SUB, MUL, XOR, DUP, SWAP, OVER, DROP, JUMP, BRANCH, LESS, LOAD, STORE, LOOP, HALT = 31 };

#define STACK 16
#define LIMIT 2000

__host__ __device__ int execute(const signed char *code, int length, int x, int *steps)
{
    int stack[STACK], memory[4] = {0, 0, 0, 0};
    int top = 0, pc = 0, counter = 0, t;
    stack[top++] = x;
next:
    if (pc < 0 || pc >= length || ++counter > LIMIT)
        goto done;
    switch (code[pc]) {
    case PUSH:
        if (top >= STACK) goto fault;
        stack[top++] = code[pc + 1], pc += 2;
        goto next;
    case SUB:
        stack[top - 1] = -stack[top - 1];
        /* fall through */
    case ADD:
        top--, stack[top - 1] += stack[top];
        break;
    case MUL:
        --top;
        stack[top - 1] = (stack[top - 1] * stack[top]) & 0xffff;
        break;
    case XOR: top--; stack[top - 1] ^= stack[top]; break;
    case OVER:
    case DUP:
        if (top >= STACK) goto fault;
        t = stack[code[pc] == DUP ? top - 1 : top - 2];
        stack[top++] = t;
        break;
    case SWAP: t = stack[top - 1], stack[top - 1] = stack[top - 2], stack[top - 2] = t; break;
    case DROP: top -= top > 1 ? 1 : 0; break;
    case JUMP: pc += code[pc + 1]; goto next;
    case BRANCH:
        pc += stack[--top] ? code[pc + 1] : 2;
        goto next;
    case LESS:
        top--;
        stack[top - 1] = stack[top - 1] < stack[top];
        break;
    case LOAD: stack[top++] = memory[code[pc + 1] & 3]; pc += 2; goto next;
    case STORE: memory[code[pc + 1] & 3] = stack[--top], pc += 2; goto next;
    case HALT: goto done;
    default:
        if (code[pc] >= 100 && code[pc] < 110) {
            stack[top - 1] += code[pc] - 100;
            break;
        }
    fault:
        *steps = -counter;
        return -1;
    }
    pc++;
    goto next;
done:
    *steps = counter;
    return stack[top - 1] ^ memory[0] << 1 ^ memory[1];
}

__global__ void machines(const signed char *code, int length, const int *in, int *out, int *steps, int n)
{
    __shared__ signed char copy[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = threadIdx.x; k < length; k += blockDim.x)
        copy[k] = code[k];
    __syncthreads();
    if (i < n)
        out[i] = execute(copy, length, in[i], &steps[i]);
}

/* Loops of every form with early ways out. */
__host__ __device__ int loops(int x)
{
    int sum = 0, i, j;
    for (i = 0, j = 20; i < j; i++, j -= 2) {
        if ((x >> i) & 1)
            continue;
        sum += i * j;
        if (sum > 300)
            break;
    }
    do {
        sum = sum % 3 == 0 ? sum / 3 : sum % 3 == 1 ? sum - 1 : sum + 2;
        if (sum == 7)
            continue;
        sum--;
    } while (sum > 5 && i++ < 40);
    while (1) {
        if (x <= 0 || (x & 7) == 3)
            break;
        for (;;) {
            if (!(x & 1)) {
                x >>= 1;
                break;
            }
            if (x == 1)
                goto out;
            x = x - 1, sum++;
        }
    }
out:
    return sum * 64 + (x & 63);
}

__global__ void control(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = loops(in[i]);
}

int main(void)
{
    /* Half of x by repeated subtraction, in memory[1]. */
    static const signed char halving[] = {
        DUP, PUSH, 2, LESS, BRANCH, 36, /* 0: x < 2 -> 40 */
        LOAD, 0, 101, STORE, 0,         /* 6 */
        DUP, STORE, 2,                  /* 11: keep x */
        PUSH, 0, STORE, 1,              /* 14: half = 0 */
        DUP, PUSH, 2, LESS, BRANCH, 12, /* 18: while x >= 2 */
        PUSH, 2, SUB, LOAD, 1, 101, STORE, 1, /* 24 */
        JUMP, -14,                      /* 32: -> 18; the branch at 22 goes to 34 */
        LOAD, 1, ADD, DUP, DROP, HALT,  /* 34 */
        HALT};
    static const signed char mixer[] = {
        DUP, PUSH, 13, MUL, PUSH, 7, ADD, XOR, STORE, 0,  /* 0 */
        PUSH, 40, STORE, 1,                               /* 10 */
        LOAD, 0, PUSH, 3, MUL, 105, STORE, 0,             /* 14 */
        LOAD, 1, PUSH, -1, ADD, DUP, STORE, 1,            /* 22 */
        BRANCH, -16,                                      /* 30 -> 14 */
        PUSH, 1, LOAD, 0, PUSH, 50, SWAP, LESS, HALT};    /* 32 */
    const int n = 4096;
    Random random(121);
    std::vector<int> in(n), expected(n), expected_steps(n);
    for (int i = 0; i < n; i++)
        in[i] = (int)(random.next() % 60) + 1;
    std::vector<signed char> programs[2];
    programs[0].assign(halving, halving + sizeof halving);
    programs[1].assign(mixer, mixer + sizeof mixer);
    int *din = to_device(in), *dout = on_device<int>(n), *dsteps = on_device<int>(n);
    for (int p = 0; p < 2; p++) {
        signed char *dcode = to_device(programs[p]);
        int length = (int)programs[p].size();
        machines<<<n / 128, 128>>>(dcode, length, din, dout, dsteps, n);
        for (int i = 0; i < n; i++)
            expected[i] = execute(programs[p].data(), length, in[i], &expected_steps[i]);
        printf("program %d: %s\n", p,
               expected == to_host(dout, n) && expected_steps == to_host(dsteps, n) ? "same" : "different");
        print_hash("results", dout, n);
        print_hash("steps", dsteps, n);
        CHECK(cudaFree(dcode));
    }
    for (int i = 0; i < n; i++)
        in[i] = (int)(random.next());
    CHECK(cudaMemcpy(din, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    control<<<n / 64, 64>>>(din, dout, n);
    for (int i = 0; i < n; i++)
        expected[i] = loops(in[i]);
    printf("loops: %s\n", expected == to_host(dout, n) ? "same" : "different");
    print_hash("loops", dout, n);
    return 0;
}
