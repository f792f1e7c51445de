// SPDX-License-Identifier: Apache-2.0
// Names of texture fetches, for host code that mentions them and never runs them.
#ifndef LOCKSTEP_CUDA_TEXTURE_FETCH_FUNCTIONS_H
#define LOCKSTEP_CUDA_TEXTURE_FETCH_FUNCTIONS_H

#ifndef __LOCKSTEP_OWN_TEXTURE__ // the name is the program's
#include "cuda_runtime_textures.h"
#endif

// clang-format off
template <class __T> __T tex1Dfetch(cudaTextureObject_t, int);
template <class __T> __T tex1D(cudaTextureObject_t, float);
template <class __T> __T tex2D(cudaTextureObject_t, float, float);
template <class __T> __T tex3D(cudaTextureObject_t, float, float, float);
template <class __T> __T tex1DLayered(cudaTextureObject_t, float, int);
template <class __T> __T tex2DLayered(cudaTextureObject_t, float, float, int);
template <class __T> __T texCubemap(cudaTextureObject_t, float, float, float);
#ifndef __LOCKSTEP_OWN_TEXTURE__
template <class __T, int d, cudaTextureReadMode m> __T tex1Dfetch(texture<__T, d, m>, int);
template <class __T, int d, cudaTextureReadMode m> __T tex1D(texture<__T, d, m>, float);
template <class __T, int d, cudaTextureReadMode m> __T tex2D(texture<__T, d, m>, float, float);
template <class __T, int d, cudaTextureReadMode m> __T tex3D(texture<__T, d, m>, float, float, float);
#endif
// clang-format on

#endif
