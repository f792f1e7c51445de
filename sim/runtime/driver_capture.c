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

CUresult cuStreamBeginCaptureToGraph(CUstream hStream, CUgraph hGraph,
                                     const CUgraphNode *dependencies,
                                     const CUgraphEdgeData *dependencyData, size_t numDependencies,
                                     CUstreamCaptureMode mode)
{
    return DRIVER_CALL(true, dependencyData != NULL
                                 ? cudaErrorNotSupported
                                 : cudaStreamBeginCaptureToGraph(hStream, hGraph, dependencies,
                                                                 NULL, numDependencies,
                                                                 (enum cudaStreamCaptureMode)mode));
}

CUresult cuStreamGetCaptureInfo(CUstream hStream, CUstreamCaptureStatus *captureStatus_out,
                                cuuint64_t *id_out, CUgraph *graph_out,
                                const CUgraphNode **dependencies_out,
                                const CUgraphEdgeData **edgeData_out, size_t *numDependencies_out)
{
    return DRIVER_CALL(true, cudaStreamGetCaptureInfo(
                                 hStream, (enum cudaStreamCaptureStatus *)captureStatus_out,
                                 (unsigned long long *)id_out, graph_out, dependencies_out,
                                 (const cudaGraphEdgeData **)edgeData_out, numDependencies_out));
}

CUresult cuStreamUpdateCaptureDependencies(CUstream hStream, CUgraphNode *dependencies,
                                           const CUgraphEdgeData *dependencyData,
                                           size_t numDependencies, unsigned int flags)
{
    return DRIVER_CALL(true, dependencyData != NULL
                                 ? cudaErrorNotSupported
                                 : cudaStreamUpdateCaptureDependencies(hStream, dependencies, NULL,
                                                                       numDependencies, flags));
}
