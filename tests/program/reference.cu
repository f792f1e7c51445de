// SPDX-License-Identifier: Apache-2.0
// Kernels that take their parameters by reference, to objects in managed memory.
#include <cstdio>

struct Managed {
    void *operator new(size_t size)
    {
        void *place;
        cudaMallocManaged(&place, size);
        return place;
    }
    void operator delete(void *place) { cudaFree(place); }
};

struct Account : Managed {
    int balance;
    double rate;
};

__global__ void credit(Account &account, int amount)
{
    account.balance += amount;
    account.rate *= 1.5;
}

__global__ void look(const Account &account, int (&sums)[4])
{
    sums[threadIdx.x] = account.balance + (int)threadIdx.x;
}

template <class T, class... Rest> __global__ void add_all(T &sum, Rest... rest)
{
    sum = (rest + ...);
}

int main()
{
    Account *account = new Account;
    account->balance = 10;
    account->rate = 2;
    credit<<<1, 1>>>(*account, 32);
    cudaDeviceSynchronize();
    printf("%d %g\n", account->balance, account->rate);

    int(*sums)[4];
    cudaMallocManaged(&sums, sizeof *sums);
    look<<<1, 4>>>(*account, *sums);
    cudaDeviceSynchronize();
    printf("%d %d\n", (*sums)[0], (*sums)[3]);

    add_all<<<1, 1>>>(account->balance, 1, 2.5, 'a');
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    printf("%d\n", account->balance);
    delete account;
    return 0;
}
