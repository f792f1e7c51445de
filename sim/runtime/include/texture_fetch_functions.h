// SPDX-License-Identifier: Apache-2.0
// Names of texture fetches, for host code that mentions them and never runs them.
#ifndef LOCKSTEP_CUDA_TEXTURE_FETCH_FUNCTIONS_H
#define LOCKSTEP_CUDA_TEXTURE_FETCH_FUNCTIONS_H

#include "cuda_runtime_textures.h"

// clang-format off
template <class T> T tex1Dfetch(cudaTextureObject_t, int);
template <class T> T tex1D(cudaTextureObject_t, float);
template <class T> T tex2D(cudaTextureObject_t, float, float);
template <class T> T tex3D(cudaTextureObject_t, float, float, float);
template <class T> T tex1DLayered(cudaTextureObject_t, float, int);
template <class T> T tex2DLayered(cudaTextureObject_t, float, float, int);
template <class T> T texCubemap(cudaTextureObject_t, float, float, float);
template <class T, int d, cudaTextureReadMode m> T tex1Dfetch(texture<T, d, m>, int);
template <class T, int d, cudaTextureReadMode m> T tex1D(texture<T, d, m>, float);
template <class T, int d, cudaTextureReadMode m> T tex2D(texture<T, d, m>, float, float);
template <class T, int d, cudaTextureReadMode m> T tex3D(texture<T, d, m>, float, float, float);
// clang-format on

#endif
