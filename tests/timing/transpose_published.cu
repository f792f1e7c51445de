// SPDX-License-Identifier: Apache-2.0
// The kernels of kernels/transpose.cu on a square of the size that the argument says, as Ruetsch and
// Micikevicius measure them on 2048 x 2048: rows lie a multiple of all memory partitions apart, so
// that a column of tiles lies in one. 4000 and 2000 do not have that.
#define main main_of_the_lecture
#include "../../kernels/transpose.cu"
#undef main

static bool is_right(const char *name, const std::vector<float> &in, const float *out, int n,
                     bool is_transposed)
{
    std::vector<float> found = download(out, in.size());
    bool all_right = true;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++)
            all_right &= found[(size_t)y * n + x] ==
                         in[is_transposed ? (size_t)x * n + y : (size_t)y * n + x];
    return report(name, all_right);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2048;
    std::vector<float> in((size_t)n * n);
    for (size_t i = 0; i < in.size(); i++)
        in[i] = (float)i;
    float *device_in = upload(in);
    float *device_out = device_zeros<float>(in.size());
    const struct {
        const char *name;
        void (*kernel)(const float *in, float *out, int n);
        bool is_transposed;
    } all[] = {{"copy_rows", copy_rows, false},
               {"copy_tiled", copy_tiled, false},
               {"transpose_naive", transpose_naive, true},
               {"transpose_tiled", transpose_tiled, true},
               {"transpose_padded", transpose_padded, true}};
    bool all_right = true;
    for (auto &one : all) {
        one.kernel<<<dim3(n / TILE, n / TILE), dim3(TILE, ROWS)>>>(device_in, device_out, n);
        all_right &= is_right(one.name, in, device_out, n, one.is_transposed);
    }
    return all_right ? 0 : 1;
}
