// SPDX-License-Identifier: Apache-2.0
// Recursion on the device: Fibonacci, Ackermann, mutual recursion, a quicksort of each thread's own
// array with a depth limit, a recursive descent parser, and walks of a tree.
#include "corpus.h"

__host__ __device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__host__ __device__ int ackermann(int m, int n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

__host__ __device__ bool odd(unsigned n);
__host__ __device__ bool even(unsigned n) { return n == 0 || odd(n - 1); }
__host__ __device__ bool odd(unsigned n) { return n != 0 && even(n - 1); }

template <typename T> __host__ __device__ void quicksort(T *data, int left, int right, int depth)
{
    if (depth == 0 || right - left < 4) {
        for (int i = left + 1; i <= right; i++)
            for (int k = i; k > left && data[k] < data[k - 1]; k--) {
                T t = data[k];
                data[k] = data[k - 1];
                data[k - 1] = t;
            }
        return;
    }
    T pivot = data[(left + right) / 2];
    int i = left, k = right;
    while (i <= k) {
        while (data[i] < pivot)
            i++;
        while (pivot < data[k])
            k--;
        if (i <= k) {
            T t = data[i];
            data[i++] = data[k];
            data[k--] = t;
        }
    }
    quicksort(data, left, k, depth - 1);
    quicksort(data, i, right, depth - 1);
}

// expression = term { (+|-) term }, term = factor { * factor }, factor = digit | ( expression ) | - factor
struct Parser {
    const char *at;
    __host__ __device__ int expression()
    {
        int value = term();
        while (*at == '+' || *at == '-')
        {
            bool plus = *at++ == '+';
            int other = term();
            value = plus ? value + other : value - other;
        }
        return value;
    }
    __host__ __device__ int term()
    {
        int value = factor();
        while (*at == '*') {
            at++;
            value = value * factor() % 1009;
        }
        return value;
    }
    __host__ __device__ int factor()
    {
        if (*at == '-') {
            at++;
            return -factor();
        }
        if (*at == '(') {
            at++;
            int value = expression();
            at++;
            return value;
        }
        return *at++ - '0';
    }
};

struct Node {
    int left, right, value;
};

__device__ int walk(const Node *nodes, int at, int depth)
{
    if (at < 0)
        return depth;
    const Node &node = nodes[at];
    return node.value + 2 * walk(nodes, node.left, depth + 1) - walk(nodes, node.right, depth + 1);
}

__global__ void numbers(int *out)
{
    int i = threadIdx.x;
    out[i] = fibonacci(i % 14) * 1000 + ackermann(i % 3, i % 4) * 10 + even(i) * 2 + odd(i * 3);
}

__global__ void sorts(unsigned short *data, int each, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        quicksort(data + i * each, 0, each - 1, 8);
}

__global__ void parse(const char *text, int each, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Parser parser = {text + i * each};
        out[i] = parser.expression();
    }
}

__global__ void walks(const Node *nodes, int *out, int n)
{
    out[threadIdx.x] = walk(nodes, (int)threadIdx.x % n, 0);
}

static int write_expression(Random &random, char *at, int depth)
{
    int length = 0;
    unsigned choice = random.next() % (depth > 0 ? 5 : 1);
    if (choice == 0)
        at[length++] = (char)('0' + random.next() % 10);
    else if (choice == 1) {
        at[length++] = '-';
        length += write_expression(random, at + length, 0);
    } else {
        at[length++] = '(';
        length += write_expression(random, at + length, depth - 1);
        at[length++] = "+-*"[choice - 2];
        length += write_expression(random, at + length, depth - 1);
        at[length++] = ')';
    }
    return length;
}

int main()
{
    CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 64 * 1024)); // the default of 1 KiB a thread is too small
    Random random(131);
    int *dout = on_device<int>(1024);
    numbers<<<1, 64>>>(dout);
    auto result = to_host(dout, 64);
    int wrong = 0;
    for (int i = 0; i < 64; i++)
        wrong += result[i] != fibonacci(i % 14) * 1000 + ackermann(i % 3, i % 4) * 10 + even(i) * 2 + odd(i * 3);
    printf("wrong numbers: %d\n", wrong);
    print_hash("numbers", result);

    const int each = 40, n = 512;
    std::vector<unsigned short> data(each * n);
    for (auto &x : data)
        x = (unsigned short)random.next();
    unsigned short *ddata = to_device(data);
    sorts<<<n / 64, 64>>>(ddata, each, n);
    for (int i = 0; i < n; i++)
        quicksort(&data[i * each], 0, each - 1, 8);
    printf("sorted: %d\n", data == to_host(ddata, data.size()));
    print_hash("sorted", ddata, data.size());

    std::vector<char> text(256 * n, 0);
    std::vector<int> values(n);
    for (int i = 0; i < n; i++) {
        write_expression(random, &text[i * 256], 4);
        Parser parser = {&text[i * 256]};
        values[i] = parser.expression();
    }
    char *dtext = to_device(text);
    parse<<<n / 128, 128>>>(dtext, 256, dout, n);
    printf("parsed: %d\n", values == to_host(dout, n));
    print_hash("parsed", dout, n);

    std::vector<Node> nodes(127);
    for (int i = 0; i < 127; i++) {
        nodes[i].left = 2 * i + 1 < 127 && i % 5 ? 2 * i + 1 : -1;
        nodes[i].right = 2 * i + 2 < 127 ? 2 * i + 2 : -1;
        nodes[i].value = i * 3;
    }
    Node *dnodes = to_device(nodes);
    walks<<<1, 128>>>(dnodes, dout, 127);
    print_hash("walks", dout, 128);
    return 0;
}
