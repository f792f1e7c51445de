// SPDX-License-Identifier: Apache-2.0
// Kernels and device variables found by the symbols of an object: this test program is its own.
#include "sim/runtime/include/cuda_runtime.h"
#include "sim/runtime/runtime.h"
#include "sim/runtime/symbols.h"
#include "tests/test.h"

#if defined(__clang__)
#define STUB __attribute__((noinline, used))
#else
#define STUB __attribute__((noinline, noipa, used))
#endif

// Two units have a kernel of this name; the one from this file is meant.
#define UNIT(value)                                                                                \
    ".version 8.0\n.target sm_70\n.address_size 64\n"                                              \
    ".global .align 4 .u32 seen;\n"                                                                \
    ".entry mark()\n{\nst.global.u32 [seen], " value ";\nret;\n}\n"

static const char own[] =
    UNIT("2") ".visible .entry store(.param .u64 p, .param .u8 c, .param .u64 v)\n{\n"
              ".reg .b64 %rd<3>;\n.reg .b16 %rs<2>;\nld.param.u64 %rd1, [p];\n"
              "ld.param.u64 %rd2, [v];\nld.param.u8 %rs1, [c];\nst.global.u64 [%rd1], %rd2;\n"
              "st.global.u8 [%rd1+8], %rs1;\nret;\n}\n"
              ".visible .global .attribute(.managed) .align 4 .u32 managed_value;\n"
              ".visible .entry raise()\n{\n.reg .b32 %r<3>;\nld.global.u32 %r1, [managed_value];\n"
              "add.s32 %r2, %r1, 1;\nst.global.u32 [managed_value], %r2;\nret;\n}\n";
static const char others[] = UNIT("1");

static uint32_t seen;
uint32_t managed_value = 40;

// As in cuda_runtime.h, for C++ alone.
static inline __attribute__((always_inline)) void launch_stub(void **arguments)
{
    __lockstepLaunchStubAt(arguments);
    __asm__ __volatile__("" : : : "memory");
}

STUB static void mark(void)
{
    launch_stub(NULL);
}

STUB void raise_stub(void) __asm__("raise");
void raise_stub(void)
{
    launch_stub(NULL);
}

STUB void store(void *p, char c, uint64_t v)
{
    void *arguments[] = {&p, &c, &v};
    launch_stub(arguments);
}

static void start(void)
{
    RuntimeOptions options = {.device = {.gpu = "h200", .threads = 1}};
    SymbolFile *file = symbols_open("/proc/self/exe");
    Symbol symbol = {0};
    EXPECT(file != NULL && symbols_find(file, "seen", "test_stub.c", &symbol));
    uint64_t base = (uint64_t)(uintptr_t)&seen - symbol.address;
    symbols_close(file);
    EXPECT_EQ(runtime_start(&options), LOCKSTEP_OK);
    runtime_add_unit("other.cu", others, sizeof(others) - 1);
    runtime_add_unit("test_stub.c", own, sizeof(own) - 1);
    EXPECT(runtime_add_object("/proc/self/exe", base));
    EXPECT(!runtime_add_object("/nowhere", 0));
    EXPECT(runtime_load());
}

static void configure(void)
{
    dim3 one = {1, 1, 1};
    EXPECT_EQ(__cudaPushCallConfiguration(one, one, 0, NULL), 0);
}

TEST(a_stub_launches_its_kernel_with_its_arguments)
{
    struct {
        uint64_t v;
        char c;
    } found = {0, 0};
    void *device = NULL;
    start();
    cudaMalloc(&device, 16);
    configure();
    store(device, 'x', 0x1122334455667788);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(&found, device, 9, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(found.v, 0x1122334455667788);
    EXPECT_EQ(found.c, 'x');
    runtime_stop();
}

TEST(static_names_are_those_of_their_file)
{
    uint32_t found = 0;
    start();
    configure();
    mark();
    EXPECT_EQ(cudaMemcpyFromSymbol(&found, &seen, 4, 0, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(found, 2);
    runtime_stop();
}

TEST(a_managed_variable_is_the_programs_own)
{
    start();
    managed_value++;
    configure();
    raise_stub();
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(managed_value, 42);
    runtime_stop();
}

TEST(a_stub_without_a_configuration_launches_nothing)
{
    start();
    mark();
    EXPECT_EQ(cudaGetLastError(), cudaErrorMissingConfiguration);
    runtime_stop();
}
