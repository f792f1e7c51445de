// SPDX-License-Identifier: Apache-2.0
// Textures and surfaces through objects.
__global__ void textures(cudaTextureObject_t t, cudaSurfaceObject_t s, float4 *out, uchar4 *c, float x)
{
    int i = threadIdx.x;
    float4 v = tex2D<float4>(t, x, x + 1);
    v.x += tex1D<float>(t, x) + tex1Dfetch<float>(t, i) + tex3D<float>(t, x, x, x);
    v.y += tex2DLod<float>(t, x, x, 2.0f) + tex2DGrad<float>(t, x, x, float2{x, x}, float2{x, x});
    v.z += tex2DLayered<float>(t, x, x, i) + texCubemap<float>(t, x, x, x) + tex1DLayered<float>(t, x, i);
    float4 g = tex2Dgather<float4>(t, x, x, 1);
    v.w += g.x + tex2D<unsigned char>(t, x, x) + tex2D<int>(t, x, x);
    uchar4 b;
    surf2Dread(&b, s, i * 4, 1);
    surf2Dwrite(b, s, i * 4, 2, cudaBoundaryModeZero);
    float4 q = surf3Dread<float4>(s, i * 16, 1, 2, cudaBoundaryModeClamp);
    surf1Dwrite(q.x, s, i * 4);
    surf2DLayeredwrite(q, s, i * 16, 1, 2);
    c[i] = b;
    out[i] = v;
}
