// SPDX-License-Identifier: Apache-2.0
// Conway's game of life on a torus of chars, from global and from shared memory, and a bit a cell with
// a full adder's logic; a glider is printed as it flies.
#include <iostream>
#include <string>

#include "corpus.h"

constexpr int kTile = 16;

class Grid
{
  public:
    Grid(int width, int height) : width_(width), height_(height)
    {
        CHECK(cudaMallocManaged(&cells_, width * height));
        CHECK(cudaMallocManaged(&next_, width * height));
    }
    Grid(const Grid &) = delete;
    ~Grid()
    {
        cudaFree(cells_);
        cudaFree(next_);
    }
    int width() const { return width_; }
    int height() const { return height_; }
    char *cells() { return cells_; }
    char *next() { return next_; }
    char &operator()(int x, int y) { return cells_[y * width_ + x]; }
    void swap() { std::swap(cells_, next_); }
    void print(std::ostream &out)
    {
        for (int y = 0; y < height_; ++y) {
            std::string line;
            for (int x = 0; x < width_; ++x)
                line += (*this)(x, y) ? '#' : '.';
            out << line << '\n';
        }
    }

  private:
    int width_, height_;
    char *cells_ = nullptr, *next_ = nullptr;
};

__device__ char rule(char alive, int neighbours)
{
    return neighbours == 3 || (alive && neighbours == 2) ? 1 : 0;
}

__global__ void life(const char *cells, char *next, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int neighbours = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (dx != 0 || dy != 0)
                neighbours += cells[(y + dy + height) % height * width + (x + dx + width) % width];
    next[y * width + x] = rule(cells[y * width + x], neighbours);
}

__global__ void life_shared(const char *cells, char *next, int width, int height)
{
    __shared__ char tile[kTile + 2][kTile + 2];
    const int x0 = blockIdx.x * kTile - 1, y0 = blockIdx.y * kTile - 1;
    for (int ty = threadIdx.y; ty < kTile + 2; ty += kTile)
        for (int tx = threadIdx.x; tx < kTile + 2; tx += kTile) {
            int x = (x0 + tx + width) % width, y = (y0 + ty + height) % height;
            tile[ty][tx] = cells[y * width + x];
        }
    __syncthreads();
    const int x = x0 + 1 + threadIdx.x, y = y0 + 1 + threadIdx.y;
    if (x >= width || y >= height)
        return;
    auto row = [&](int ty) {
        const char *at = &tile[ty][threadIdx.x];
        return at[0] + at[1] + at[2];
    };
    char alive = tile[threadIdx.y + 1][threadIdx.x + 1];
    int sum = row(threadIdx.y) + row(threadIdx.y + 1) + row(threadIdx.y + 2);
    next[y * width + x] = rule(alive, sum - alive);
}

// 32 cells a word; the eight neighbours' bits are added column-wise into three bits of a count.
__global__ void life_bits(const unsigned *cells, unsigned *next, int words, int height)
{
    int w = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (w >= words)
        return;
    unsigned ones = 0, twos = 0, fours = 0;
    auto add = [&](unsigned bits) {
        unsigned carry = ones & bits;
        ones ^= bits;
        unsigned carry2 = twos & carry;
        twos ^= carry;
        fours |= carry2;
    };
    for (int dy = -1; dy <= 1; ++dy) {
        const unsigned *row = cells + (y + dy + height) % height * words;
        unsigned left = row[(w + words - 1) % words], here = row[w], right = row[(w + 1) % words];
        add(__funnelshift_l(left, here, 1));
        add(__funnelshift_r(here, right, 1));
        if (dy != 0)
            add(here);
    }
    next[y * words + w] = twos & ~fours & (ones | cells[y * words + w]);
}

int main()
{
    Grid small(12, 8);
    for (auto [x, y] : {std::pair<int, int>{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}})
        small(x, y) = 1;
    for (int generation = 0; generation < 9; ++generation) {
        if (generation % 4 == 0) {
            std::cout << "generation " << generation << '\n';
            small.print(std::cout);
        }
        life<<<dim3(1, 1), dim3(16, 16)>>>(small.cells(), small.next(), 12, 8);
        CHECK(cudaDeviceSynchronize());
        small.swap();
    }
    std::cout.flush();

    const int width = 128, height = 75, generations = 12;
    Grid one(width, height), two(width, height);
    const int words = width / 32;
    std::vector<unsigned> bits(words * height);
    Random random(1970);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            char alive = (random.next() & 3) == 0;
            one(x, y) = two(x, y) = alive;
            bits[y * words + x / 32] |= (unsigned)alive << x % 32;
        }
    unsigned *d_bits = to_device(bits), *d_next = on_device<unsigned>(bits.size());
    dim3 block(kTile, kTile), grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
    for (int generation = 0; generation < generations; ++generation) {
        life<<<grid, block>>>(one.cells(), one.next(), width, height);
        life_shared<<<grid, block>>>(two.cells(), two.next(), width, height);
        life_bits<<<dim3(1, height), 32>>>(d_bits, d_next, words, height);
        CHECK(cudaDeviceSynchronize());
        one.swap();
        two.swap();
        std::swap(d_bits, d_next);
    }
    bits = to_host(d_bits, bits.size());
    int alive = 0, different = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            alive += one(x, y);
            different += one(x, y) != two(x, y);
            different += one(x, y) != (char)(bits[y * words + x / 32] >> x % 32 & 1);
        }
    printf("alive %d, different %d\n", alive, different);
    print_hash("cells", std::vector<char>(one.cells(), one.cells() + width * height));
    print_hash("bits", bits);
    CHECK(cudaFree(d_bits));
    CHECK(cudaFree(d_next));
    return different != 0;
}
