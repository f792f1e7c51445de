// SPDX-License-Identifier: Apache-2.0
// Streams of the driver API that are captured into graphs.
#include "sim/runtime/driver.h"
#include "sim/runtime/stream.h"

CUresult cuStreamBeginCapture(CUstream hStream, CUstreamCaptureMode mode)
{
    return DRIVER_CALL(true, cudaStreamBeginCapture(hStream, (enum cudaStreamCaptureMode)mode));
}

CUresult cuStreamEndCapture(CUstream hStream, CUgraph *phGraph)
{
    return DRIVER_CALL(true, cudaStreamEndCapture(hStream, phGraph));
}

CUresult cuStreamIsCapturing(CUstream hStream, CUstreamCaptureStatus *captureStatus)
{
    return DRIVER_CALL(
        true, cudaStreamIsCapturing(hStream, (enum cudaStreamCaptureStatus *)captureStatus));
}

CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode)
{
    return DRIVER_CALL(false,
                       cudaThreadExchangeStreamCaptureMode((enum cudaStreamCaptureMode *)mode));
}
