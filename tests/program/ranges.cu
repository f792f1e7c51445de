// SPDX-License-Identifier: Apache-2.0
// NVTX without a profiler: calls return what they return on a machine with a GPU.
#include <cstdio>
#include <nvtx3/nvToolsExtCuda.h>
#include <nvtx3/nvToolsExtCudaRt.h>
#include <nvtx3/nvToolsExtSync.h>
#include <nvtx3/nvtx3.hpp>

struct Library {
    static constexpr const char *name{"library"};
};
struct Copies {
    static constexpr const char *name{"copies"};
    static constexpr uint32_t id{7};
};
struct Load {
    static constexpr const char *message{"load"};
};

struct Step {
    nvtx3::unique_range range;
    explicit Step(const std::string &name) : range(name, nvtx3::rgb{127, 255, 0})
    {
    }
};

__global__ void add(int *o, int x)
{
    *o += x;
}

static void launch(int *d, int x)
{
    NVTX3_FUNC_RANGE();
    nvtx3::scoped_range_in<Library> whole{"launch", nvtx3::color{0xff00ff00}, nvtx3::payload{x},
                                          nvtx3::named_category_in<Library>::get<Copies>()};
    add<<<1, 1>>>(d, x);
}

int main()
{
    nvtxEventAttributes_t event = {};
    event.version = NVTX_VERSION;
    event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    event.colorType = NVTX_COLOR_ARGB;
    event.payloadType = NVTX_PAYLOAD_TYPE_INT32;
    event.payload.iValue = 3;
    event.messageType = NVTX_MESSAGE_TYPE_UNICODE;
    event.message.unicode = L"main";
    nvtxDomainHandle_t domain = nvtxDomainCreateA("domain");
    printf("%d %d %d %d\n", nvtxRangePush("main"), nvtxRangePushEx(&event), nvtxRangePop(),
           nvtxDomainRangePushEx(domain, &event));
    nvtxRangeId_t id = nvtxRangeStart("whole");
    printf("%d %d %d %d %d\n", (int)id, domain == nullptr,
           nvtxDomainRegisterString(domain, "string") == nullptr, (int)event.size,
           (int)NVTX_RESOURCE_TYPE_CUDART_EVENT);

    cudaStream_t stream;
    cudaStreamCreate(&stream);
    nvtxNameCudaStream(stream, "stream");
    nvtxNameCuDevice(0, "device");
    nvtxNameOsThread(1, "thread");
    nvtxNameCategory(7, "copies");
    nvtxMark("begin");
    nvtxDomainSyncUserDestroy(nvtxDomainSyncUserCreate(domain, nullptr));

    int *d, sum;
    cudaMalloc(&d, sizeof *d);
    cudaMemset(d, 0, sizeof *d);
    Step step("launches");
    nvtx3::range_handle range = nvtx3::start_range("launches", nvtx3::argb{255, 1, 2, 3});
    for (int x = 0; x < 5; x++) {
        launch(d, x);
        nvtx3::mark_in<Library>(nvtx3::registered_string_in<Library>::get<Load>());
    }
    nvtx3::end_range(range);
    nvtxRangeEnd(id);
    cudaMemcpy(&sum, d, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%d %d %x\n", sum, (bool)range, nvtx3::color{nvtx3::rgb{1, 2, 3}}.get_value());
}
