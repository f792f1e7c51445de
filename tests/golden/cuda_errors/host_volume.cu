// SPDX-License-Identifier: Apache-2.0
__global__ void k(cudaPitchedPtr volume, cudaExtent size, cudaPos *corner)
{
    cudaExtent half = make_cudaExtent(size.width / 2, size.height / 2, size.depth / 2);
    *corner = make_cudaPos(half.width, half.height, half.depth);
    volume = make_cudaPitchedPtr(volume.ptr, volume.pitch, half.width, half.height);
}
