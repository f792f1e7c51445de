// SPDX-License-Identifier: Apache-2.0
// Memory of the driver API that is set to a value of 8, 16 or 32 bits.
#include "sim/runtime/driver.h"
#include "sim/runtime/operation.h"

static FillBox filled(CUdeviceptr address, uint32_t value, uint32_t element_bytes, size_t count)
{
    uint64_t width = (uint64_t)count * element_bytes;
    return (FillBox){.to = {address, width, 0},
                     .width_bytes = width,
                     .height = 1,
                     .depth = 1,
                     .value = value,
                     .element_bytes = element_bytes};
}

static cudaError_t fill(FillBox box, CUstream stream, bool is_waiting)
{
    bool is_aligned = box.height <= 1 || box.to.pitch_bytes % box.element_bytes == 0;
    return is_aligned ? fill_issue(&box, stream, is_waiting) : cudaErrorInvalidValue;
}

CUresult cuMemsetD8(CUdeviceptr dstDevice, unsigned char uc, size_t N)
{
    return DRIVER_CALL(true, fill(filled(dstDevice, uc, 1, N), NULL, true));
}

CUresult cuMemsetD16(CUdeviceptr dstDevice, unsigned short us, size_t N)
{
    return DRIVER_CALL(true, fill(filled(dstDevice, us, 2, N), NULL, true));
}

CUresult cuMemsetD32(CUdeviceptr dstDevice, unsigned int ui, size_t N)
{
    return DRIVER_CALL(true, fill(filled(dstDevice, ui, 4, N), NULL, true));
}

static FillBox filled_rows(CUdeviceptr address, size_t pitch, uint32_t value,
                           uint32_t element_bytes, size_t width, size_t height)
{
    FillBox box = filled(address, value, element_bytes, width);
    box.to.pitch_bytes = pitch;
    box.height = height;
    return box;
}

CUresult cuMemsetD2D8(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width,
                      size_t Height)
{
    return DRIVER_CALL(true,
                       fill(filled_rows(dstDevice, dstPitch, uc, 1, Width, Height), NULL, true));
}

CUresult cuMemsetD2D16(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width,
                       size_t Height)
{
    return DRIVER_CALL(true,
                       fill(filled_rows(dstDevice, dstPitch, us, 2, Width, Height), NULL, true));
}

CUresult cuMemsetD2D32(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width,
                       size_t Height)
{
    return DRIVER_CALL(true,
                       fill(filled_rows(dstDevice, dstPitch, ui, 4, Width, Height), NULL, true));
}

CUresult cuMemsetD8Async(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream)
{
    return DRIVER_CALL(true, fill(filled(dstDevice, uc, 1, N), hStream, false));
}

CUresult cuMemsetD32Async(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream)
{
    return DRIVER_CALL(true, fill(filled(dstDevice, ui, 4, N), hStream, false));
}

CUresult cuMemsetD16Async(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream)
{
    return DRIVER_CALL(true, fill(filled(dstDevice, us, 2, N), hStream, false));
}

CUresult cuMemsetD2D8Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width,
                           size_t Height, CUstream hStream)
{
    return DRIVER_CALL(
        true, fill(filled_rows(dstDevice, dstPitch, uc, 1, Width, Height), hStream, false));
}

CUresult cuMemsetD2D16Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width,
                            size_t Height, CUstream hStream)
{
    return DRIVER_CALL(
        true, fill(filled_rows(dstDevice, dstPitch, us, 2, Width, Height), hStream, false));
}

CUresult cuMemsetD2D32Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width,
                            size_t Height, CUstream hStream)
{
    return DRIVER_CALL(
        true, fill(filled_rows(dstDevice, dstPitch, ui, 4, Width, Height), hStream, false));
}
