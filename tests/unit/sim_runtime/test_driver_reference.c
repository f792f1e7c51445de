// SPDX-License-Identifier: Apache-2.0
// Texture references of the driver API keep what is set for them; formats and descriptions.
#include "sim/runtime/runtime.h"

#include "sim/runtime/include/cuda.h"
#include "tests/test.h"

static const char ptx[] = ".version 8.0\n.target sm_70\n.address_size 64\n"
                          ".global .texref picture;\n.global .u32 number;\n"
                          ".visible .entry k()\n{\nret;\n}\n";

static CUmodule module;
static CUtexref picture;

static void start(void)
{
    RuntimeOptions options = {.device = {.gpu = "h200", .threads = 1}};
    CUcontext context;
    EXPECT_EQ(runtime_start(&options), LOCKSTEP_OK);
    EXPECT_EQ(cuInit(0), CUDA_SUCCESS);
    EXPECT_EQ(cuDevicePrimaryCtxRetain(&context, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuCtxSetCurrent(context), CUDA_SUCCESS);
    EXPECT_EQ(cuModuleLoadData(&module, ptx), CUDA_SUCCESS);
    EXPECT_EQ(cuModuleGetTexRef(&picture, module, "picture"), CUDA_SUCCESS);
}

TEST(a_reference_keeps_how_it_is_read)
{
    CUaddress_mode mode = CU_TR_ADDRESS_MODE_WRAP;
    CUfilter_mode filter = CU_TR_FILTER_MODE_POINT;
    CUarray_format format = CU_AD_FORMAT_UNSIGNED_INT8;
    int channels = 0, anisotropy = 0;
    unsigned flags = 0;
    float bias = 0, least = 0, most = 0, color[] = {1, 2, 3, 4}, found[4] = {0};
    start();
    EXPECT_EQ(cuTexRefGetFormat(&format, &channels, picture), CUDA_SUCCESS);
    EXPECT(format == CU_AD_FORMAT_FLOAT && channels == 1);
    EXPECT_EQ(cuTexRefSetFormat(picture, CU_AD_FORMAT_SIGNED_INT16, 4), CUDA_SUCCESS);
    EXPECT_EQ(cuTexRefGetFormat(&format, &channels, picture), CUDA_SUCCESS);
    EXPECT(format == CU_AD_FORMAT_SIGNED_INT16 && channels == 4);
    EXPECT_EQ(cuTexRefSetAddressMode(picture, 2, CU_TR_ADDRESS_MODE_BORDER), CUDA_SUCCESS);
    EXPECT_EQ(cuTexRefGetAddressMode(&mode, picture, 2), CUDA_SUCCESS);
    EXPECT_EQ(mode, CU_TR_ADDRESS_MODE_BORDER);
    EXPECT_EQ(cuTexRefSetAddressMode(picture, 3, CU_TR_ADDRESS_MODE_BORDER),
              CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuTexRefSetMipmapFilterMode(picture, CU_TR_FILTER_MODE_LINEAR), CUDA_SUCCESS);
    EXPECT_EQ(cuTexRefGetMipmapFilterMode(&filter, picture), CUDA_SUCCESS);
    EXPECT_EQ(filter, CU_TR_FILTER_MODE_LINEAR);
    EXPECT_EQ(cuTexRefSetMipmapLevelBias(picture, 0.5f), CUDA_SUCCESS);
    EXPECT_EQ(cuTexRefGetMipmapLevelBias(&bias, picture), CUDA_SUCCESS);
    EXPECT_EQ(cuTexRefSetMipmapLevelClamp(picture, 1, 7), CUDA_SUCCESS);
    EXPECT_EQ(cuTexRefGetMipmapLevelClamp(&least, &most, picture), CUDA_SUCCESS);
    EXPECT(bias == 0.5f && least == 1 && most == 7);
    EXPECT_EQ(cuTexRefSetMaxAnisotropy(picture, 4), CUDA_SUCCESS);
    EXPECT_EQ(cuTexRefGetMaxAnisotropy(&anisotropy, picture), CUDA_SUCCESS);
    EXPECT_EQ(cuTexRefSetFlags(picture, CU_TRSF_READ_AS_INTEGER), CUDA_SUCCESS);
    EXPECT_EQ(cuTexRefGetFlags(&flags, picture), CUDA_SUCCESS);
    EXPECT(anisotropy == 4 && flags == CU_TRSF_READ_AS_INTEGER);
    EXPECT_EQ(cuTexRefSetBorderColor(picture, color), CUDA_SUCCESS);
    EXPECT_EQ(cuTexRefGetBorderColor(found, picture), CUDA_SUCCESS);
    EXPECT(found[0] == 1 && found[3] == 4);
    EXPECT_EQ(cuTexRefSetBorderColor(picture, NULL), CUDA_ERROR_INVALID_VALUE);
    runtime_stop();
}

TEST(a_reference_is_bound_to_one_resource)
{
    CUdeviceptr memory, found = 0;
    CUarray array;
    size_t offset = 9;
    CUDA_ARRAY_DESCRIPTOR plane = {4, 4, CU_AD_FORMAT_FLOAT, 1},
                          odd = {4, 4, CU_AD_FORMAT_FLOAT, 3};
    start();
    EXPECT_EQ(cuTexRefGetAddress(&found, picture), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuMemAlloc(&memory, 4096), CUDA_SUCCESS);
    EXPECT_EQ(cuTexRefSetAddress(&offset, picture, memory, 256), CUDA_SUCCESS);
    EXPECT_EQ(cuTexRefGetAddress(&found, picture), CUDA_SUCCESS);
    EXPECT(found == memory && offset == 0);
    EXPECT_EQ(cuTexRefSetAddress2D(picture, &plane, memory + 1024, 512), CUDA_SUCCESS);
    EXPECT_EQ(cuTexRefGetAddress(&found, picture), CUDA_SUCCESS);
    EXPECT_EQ(found, memory + 1024);
    EXPECT_EQ(cuTexRefSetAddress2D(picture, &odd, memory, 512), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuTexRefGetArray(&array, picture), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuModuleUnload(module), CUDA_SUCCESS);
    EXPECT_EQ(cuTexRefSetFlags(picture, 0), CUDA_ERROR_INVALID_HANDLE);
    runtime_stop();
}

TEST(only_references_are_references)
{
    CUtexref own, none;
    CUsurfref surface;
    start();
    EXPECT_EQ(cuModuleGetTexRef(&none, module, "number"), CUDA_ERROR_NOT_FOUND);
    EXPECT_EQ(cuModuleGetSurfRef(&surface, module, "picture"), CUDA_ERROR_NOT_FOUND);
    EXPECT_EQ(cuTexRefDestroy(picture), CUDA_ERROR_INVALID_HANDLE); // the module's
    EXPECT_EQ(cuTexRefCreate(&own), CUDA_SUCCESS);
    EXPECT_EQ(cuTexRefSetFlags(own, CU_TRSF_SRGB), CUDA_SUCCESS);
    EXPECT_EQ(cuTexRefDestroy(own), CUDA_SUCCESS);
    EXPECT_EQ(cuTexRefDestroy(own), CUDA_ERROR_INVALID_HANDLE);
    runtime_stop();
}

TEST(formats_are_the_runtimes)
{
    static const struct {
        CUarray_format format;
        unsigned channels;
    } good[] = {{CU_AD_FORMAT_HALF, 4},
                {CU_AD_FORMAT_SIGNED_INT8, 2},
                {CU_AD_FORMAT_UNORM_INT8X4, 4},
                {CU_AD_FORMAT_SNORM_INT16X1, 1}},
      bad[] = {{CU_AD_FORMAT_FLOAT, 3}, {CU_AD_FORMAT_UNORM_INT8X4, 2}, {CU_AD_FORMAT_NV12, 1}};
    start();
    for (int i = 0; i < 4; i++) {
        CUDA_ARRAY_DESCRIPTOR want = {8, 2, good[i].format, good[i].channels}, found = {0};
        CUarray array = NULL;
        EXPECT_EQ(cuArrayCreate(&array, &want), CUDA_SUCCESS);
        EXPECT_EQ(cuArrayGetDescriptor(&found, array), CUDA_SUCCESS);
        EXPECT(found.Format == want.Format && found.NumChannels == want.NumChannels);
        EXPECT_EQ(cuArrayDestroy(array), CUDA_SUCCESS);
    }
    for (int i = 0; i < 3; i++) {
        CUDA_ARRAY_DESCRIPTOR want = {8, 2, bad[i].format, bad[i].channels};
        CUarray array = NULL;
        EXPECT_EQ(cuArrayCreate(&array, &want), CUDA_ERROR_INVALID_VALUE);
    }
    runtime_stop();
}
