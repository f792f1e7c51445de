// SPDX-License-Identifier: Apache-2.0
// Managed memory: a search tree and linked lists built by the host with pointers that a kernel follows, a
// __managed__ variable, an object that inherits its operator new, and results read with no copy.
#include "corpus.h"

class Managed {
  public:
    void *operator new(size_t size)
    {
        void *memory = nullptr;
        CHECK(cudaMallocManaged(&memory, size));
        return memory;
    }
    void operator delete(void *memory) { CHECK(cudaFree(memory)); }
};

struct Node : public Managed {
    int key, count;
    Node *left, *right;
    explicit Node(int k) : key(k), count(0), left(nullptr), right(nullptr) {}
};

struct List : public Managed {
    int value;
    List *next;
    List(int v, List *n) : value(v), next(n) {}
};

__managed__ int found = 0;
__managed__ long long sums[8];

static void insert(Node *&root, int key)
{
    if (!root)
        root = new Node(key);
    else if (key != root->key)
        insert(key < root->key ? root->left : root->right, key);
}

static void destroy(Node *root)
{
    if (root) {
        destroy(root->left);
        destroy(root->right);
        delete root;
    }
}

static int depth(const Node *root)
{
    if (!root)
        return 0;
    int l = depth(root->left), r = depth(root->right);
    return 1 + (l > r ? l : r);
}

static long long counted(const Node *root)
{
    return root ? (long long)root->key * root->count + counted(root->left) + counted(root->right) : 0;
}

__global__ void search(Node *root, const int *keys, int *steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Node *node = root;
    int k = 0;
    while (node && node->key != keys[i]) {
        node = keys[i] < node->key ? node->left : node->right;
        k++;
    }
    steps[i] = node ? k : -k;
    if (node) {
        atomicAdd(&node->count, 1);
        atomicAdd(&found, 1);
    }
}

__global__ void add_lists(List **lists)
{
    long long sum = 0;
    for (List *at = lists[threadIdx.x]; at; at = at->next) {
        sum += at->value;
        at->value = -at->value;
    }
    sums[threadIdx.x] = sum;
}

int main()
{
    const int n = 4000;
    Random random(361);
    Node *root = nullptr;
    for (int i = 0; i < 400; i++)
        insert(root, (int)(random.next() % 3000));
    int *keys, *steps;
    CHECK(cudaMallocManaged(&keys, n * sizeof(int)));
    CHECK(cudaMallocManaged(&steps, n * sizeof(int), cudaMemAttachGlobal));
    for (int i = 0; i < n; i++)
        keys[i] = (int)(random.next() % 3000);
    search<<<(n + 127) / 128, 128>>>(root, keys, steps, n);
    CHECK(cudaDeviceSynchronize());
    long long expected = 0;
    int hits = 0;
    for (int i = 0; i < n; i++) {
        const Node *node = root;
        while (node && node->key != keys[i])
            node = keys[i] < node->key ? node->left : node->right;
        if (node)
            hits++, expected += node->key;
    }
    printf("depth %d, found %d of %d, counted right: %d\n", depth(root), found, hits, counted(root) == expected);
    print_hash("steps", std::vector<int>(steps, steps + n));

    List **lists;
    CHECK(cudaMallocManaged((void **)&lists, 8 * sizeof(List *)));
    for (int i = 0; i < 8; i++) {
        lists[i] = nullptr;
        for (int k = 0; k < 10 * i; k++)
            lists[i] = new List(k * k + i, lists[i]);
    }
    add_lists<<<1, 8>>>(lists);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 8; i++) {
        long long sum = 0;
        while (lists[i]) {
            List *next = lists[i]->next;
            sum -= lists[i]->value;
            delete lists[i];
            lists[i] = next;
        }
        printf("%lld%s ", sums[i], sum == sums[i] ? "" : " (wrong)");
    }
    printf("\n");
    destroy(root);
    CHECK(cudaFree(keys));
    CHECK(cudaFree(steps));
    CHECK(cudaFree(lists));
    return 0;
}
