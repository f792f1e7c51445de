// SPDX-License-Identifier: Apache-2.0
// What kernels find out about the device with functions of the runtime: attributes, limits, texts
// of errors.
#include "sim/device/query.h"
#include "sim/runtime/property.h"
#include "sim/runtime/state.h"
#include "sim/warp/child.h"

static bool answer_attribute(void *context, uint32_t attribute, int32_t *value)
{
    const Runtime *runtime = context;
    return property_attribute(runtime->gpu, (enum cudaDeviceAttr)attribute, value);
}

static bool answer_limit(void *context, uint32_t limit, uint64_t *value)
{
    const Runtime *runtime = context;
    bool is_known = limit < sizeof runtime->limits / sizeof runtime->limits[0] &&
                    limit != cudaLimitDevRuntimeSyncDepth;
    *value = is_known ? runtime->limits[limit] : 0;
    return is_known;
}

static const char *error_text(int error, bool is_name)
{
    return is_name ? cudaGetErrorName((cudaError_t)error) : cudaGetErrorString((cudaError_t)error);
}

void answers_start(Runtime *runtime)
{
    DeviceAnswers answers = {.context = runtime,
                             .device_count = runtime->device_count,
                             .attribute = answer_attribute,
                             .limit = answer_limit};
    device_set_answers(runtime->device, &answers, error_text);
}
