// SPDX-License-Identifier: Apache-2.0
// What a program sees of its process: arguments, environment, input, exit code, and what runs at its
// end; and C++ on the host: threads, streams, exceptions, static objects.
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

__global__ void add(int *x, int value)
{
    atomicAdd(x, value);
}

struct AtEnd {
    ~AtEnd() { std::cout << "destroyed" << std::endl; }
} at_end;

static int run(int value)
{
    int *device, host = 0;
    cudaMalloc(&device, sizeof(int));
    cudaMemset(device, 0, sizeof(int));
    add<<<2, 32>>>(device, value);
    cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost);
    if (host != 64 * value)
        throw std::runtime_error("wrong sum");
    return host;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        std::cout << "argument " << argv[i] << "\n";
    std::string name = argv[0], line;
    std::cout << "name " << name.substr(name.rfind('/') + 1) << "\n";
    while (std::getline(std::cin, line))
        std::cout << "input " << line << "\n";
    std::vector<std::thread> threads;
    std::vector<int> results(3);
    for (int i = 0; i < 3; i++)
        threads.emplace_back([&, i] { results[i] = run(i + 1); });
    for (auto &thread : threads)
        thread.join();
    std::cout << "sums " << results[0] << " " << results[1] << " " << results[2] << "\n";
    try {
        throw std::runtime_error("caught");
    } catch (const std::exception &error) {
        std::cout << error.what() << "\n";
    }
    atexit([] { std::cout << "at exit" << std::endl; });
    exit(42);
}
