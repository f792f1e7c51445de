// SPDX-License-Identifier: Apache-2.0
// Runs what make_lane_ptx wrote on the first GPU and writes lanes.bin and sweeps.bin.
//   nvcc -O2 -o record_lanes record_lanes.cu -lcuda && ./record_lanes FOLDER OUT
// lanes.bin: "LKLANES1"; u32 inputs a kernel, u32 kernels, u64 checksum of the inputs; then for each kernel
// u8 bytes of a result (4, 8; 0: one bit each), u8 length of the name, the name, the results.
// sweeps.bin: sweeps.h.
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

static void check(CUresult result, const char *what)
{
    if (result != CUDA_SUCCESS) {
        const char *text = "unknown error";
        cuGetErrorString(result, &text);
        std::fprintf(stderr, "%s: %s\n", what, text);
        std::exit(1);
    }
}

static std::string read_file(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        std::fprintf(stderr, "cannot read %s\n", path.c_str());
        std::exit(1);
    }
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

static CUmodule load(const std::string &path)
{
    static char log[8192];
    std::string text = read_file(path);
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, (void *)sizeof log};
    CUmodule module;
    CUresult result = cuModuleLoadDataEx(&module, text.c_str(), 2, options, values);
    if (result != CUDA_SUCCESS) {
        std::fprintf(stderr, "%s: %s\n", path.c_str(), log);
    }
    check(result, path.c_str());
    return module;
}

struct Kernel {
    unsigned module;
    std::string function, name;
    int bytes, pool[4];
};

static void record_lanes(const std::string &folder, const std::string &out_folder)
{
    std::istringstream list(read_file(folder + "/lanes.list"));
    std::string line;
    std::getline(list, line);
    unsigned inputs = 0;
    unsigned long long checksum = 0;
    std::sscanf(line.c_str(), "%u %llu", &inputs, &checksum);
    std::vector<Kernel> kernels;
    while (std::getline(list, line)) {
        Kernel kernel;
        std::istringstream words(line);
        words >> kernel.module >> kernel.function >> kernel.bytes >> kernel.pool[0] >> kernel.pool[1] >>
            kernel.pool[2] >> kernel.pool[3];
        std::getline(words >> std::ws, kernel.name);
        kernels.push_back(kernel);
    }
    std::string pools = read_file(folder + "/inputs.bin");
    CUdeviceptr pool_memory, result_memory;
    size_t row = (size_t)inputs * 8;
    check(cuMemAlloc(&pool_memory, pools.size()), "cuMemAlloc");
    check(cuMemcpyHtoD(pool_memory, pools.data(), pools.size()), "cuMemcpyHtoD");
    check(cuMemAlloc(&result_memory, row * kernels.size()), "cuMemAlloc");
    check(cuMemsetD8(result_memory, 0xee, row * kernels.size()), "cuMemsetD8");
    CUmodule module = nullptr;
    unsigned loaded = ~0u;
    for (size_t at = 0; at < kernels.size(); at++) {
        const Kernel &kernel = kernels[at];
        if (kernel.module != loaded) {
            char name[64];
            std::snprintf(name, sizeof name, "/lanes_%02u.ptx", kernel.module);
            module = load(folder + name);
            loaded = kernel.module;
        }
        CUfunction function;
        check(cuModuleGetFunction(&function, module, kernel.function.c_str()), kernel.name.c_str());
        CUdeviceptr pointers[5];
        for (int operand = 0; operand < 4; operand++) {
            pointers[operand] = kernel.pool[operand] < 0 ? 0 : pool_memory + row * kernel.pool[operand];
        }
        pointers[4] = result_memory + row * at;
        void *arguments[] = {&pointers[0], &pointers[1], &pointers[2], &pointers[3], &pointers[4]};
        check(cuLaunchKernel(function, 1, 1, 1, inputs, 1, 1, 0, nullptr, arguments, nullptr),
              kernel.name.c_str());
    }
    check(cuCtxSynchronize(), "running the kernels");
    std::vector<unsigned char> results(row * kernels.size());
    check(cuMemcpyDtoH(results.data(), result_memory, results.size()), "cuMemcpyDtoH");
    std::ofstream out(out_folder + "/lanes.bin", std::ios::binary);
    unsigned count = (unsigned)kernels.size();
    out.write("LKLANES1", 8).write((const char *)&inputs, 4).write((const char *)&count, 4);
    out.write((const char *)&checksum, 8);
    for (size_t at = 0; at < kernels.size(); at++) {
        const Kernel &kernel = kernels[at];
        const unsigned char *result = &results[row * at];
        out.put((char)kernel.bytes).put((char)kernel.name.size());
        out.write(kernel.name.data(), (std::streamsize)kernel.name.size());
        if (kernel.bytes == 0) {
            std::vector<char> bits(inputs / 8);
            for (unsigned i = 0; i < inputs; i++) {
                bits[i / 8] = (char)(bits[i / 8] | (result[i * 8] & 1) << (i % 8));
            }
            out.write(bits.data(), (std::streamsize)bits.size());
            continue;
        }
        for (unsigned i = 0; i < inputs; i++) {
            out.write((const char *)result + i * 8, kernel.bytes);
        }
    }
    std::printf("%u kernels of %u inputs\n", count, inputs);
}

static void record_sweeps(const std::string &folder, const std::string &out_folder)
{
    CUmodule module = load(folder + "/sweeps.ptx");
    std::istringstream list(read_file(folder + "/sweeps.list"));
    std::ofstream out(out_folder + "/sweeps.bin", std::ios::binary);
    out.write("LKSWEEP1", 8);
    std::string name;
    unsigned count, bytes, total = 0;
    CUdeviceptr memory;
    check(cuMemAlloc(&memory, 4u << 20), "cuMemAlloc");
    while (list >> name >> count >> bytes) {
        CUfunction function;
        check(cuModuleGetFunction(&function, module, name.c_str()), name.c_str());
        void *arguments[] = {&memory, &count};
        check(cuLaunchKernel(function, (count + 255) / 256, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr),
              name.c_str());
        std::vector<unsigned> results(count);
        check(cuMemcpyDtoH(results.data(), memory, (size_t)count * 4), name.c_str());
        for (unsigned i = 0; i < count; i++) {
            out.write((const char *)&results[i], bytes);
        }
        total += count;
    }
    std::printf("%u points of sweeps\n", total);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        std::fprintf(stderr, "usage: record_lanes FOLDER OUT\n");
        return 1;
    }
    CUdevice device;
    CUcontext context;
    check(cuInit(0), "cuInit");
    check(cuDeviceGet(&device, 0), "cuDeviceGet");
    check(cuDevicePrimaryCtxRetain(&context, device), "context");
    check(cuCtxSetCurrent(context), "context");
    record_lanes(argv[1], argv[2]);
    record_sweeps(argv[1], argv[2]);
    return 0;
}
