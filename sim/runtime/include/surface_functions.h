// SPDX-License-Identifier: Apache-2.0
// Names of surface accesses, for host code that mentions them and never runs them.
#ifndef LOCKSTEP_CUDA_SURFACE_FUNCTIONS_H
#define LOCKSTEP_CUDA_SURFACE_FUNCTIONS_H

#include "surface_types.h"

// clang-format off
template <class __T> __T surf1Dread(cudaSurfaceObject_t, int, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
template <class __T> __T surf2Dread(cudaSurfaceObject_t, int, int, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
template <class __T> void surf2Dread(__T *, cudaSurfaceObject_t, int, int, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
template <class __T> void surf1Dwrite(__T, cudaSurfaceObject_t, int, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
template <class __T> void surf2Dwrite(__T, cudaSurfaceObject_t, int, int, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
template <class __T> void surf3Dwrite(__T, cudaSurfaceObject_t, int, int, int, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
// clang-format on

#endif
