// SPDX-License-Identifier: Apache-2.0
// What ptxas makes of selections, rotations, logic and roots; traces/h200/probes/selections.sass
// has it. A selected result becomes a guard where one instruction computes it for nothing else and
// the other choice is not needed any more (kept, counted, of_two); else it stays a selection
// (both_used, needed_again, wide). A rotation is added in one LEA.HI, and what three operands
// determine is one LOP3. Nothing moves across the branch in a root (roots). A wide load fills all
// its registers (wide_loads).
__global__ void kept(const float *in, float *out)
{
    float x = in[0], y = in[1], z = in[2];
    out[0] = y < z ? x + y : x;
}

__global__ void counted(int n, const float *in, int *out)
{
    int count = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        count += in[i] < 1;
    }
    out[0] = count;
}

__global__ void of_two(const float *in, float *out)
{
    float x = in[0], y = in[1], z = in[2];
    out[0] = y < z ? x + y : z * y;
}

__global__ void both_used(const float *in, float *out)
{
    float x = in[0], y = in[1], z = in[2], sum = x + y;
    out[0] = y < z ? sum : x;
    out[1] = sum;
}

__global__ void needed_again(const float *in, float *out)
{
    float x = in[0], y = in[1], z = in[2];
    out[0] = y < z ? x + y : x;
    out[1] = x;
}

__global__ void wide(const double *in, double *out)
{
    double x = in[0], y = in[1], z = in[2];
    out[0] = y < z ? x + y : x;
}

__global__ void rotated_sum(const unsigned *in, unsigned *out)
{
    unsigned a = in[0], b = in[1];
    out[0] = a + (b << 5 | b >> 27);
}

__global__ void majority(const unsigned *in, unsigned *out)
{
    unsigned a = in[0], b = in[1], c = in[2];
    out[0] = (a & b) ^ (a & c) ^ (b & c);
    out[1] = (a & b) ^ (~a & c);
}

__global__ void roots(int n, const float2 *point, float *out)
{
    float2 me = point[threadIdx.x];
    float sum = 0;
    for (int i = 0; i < n; i++) {
        float x = point[i].x - me.x, y = point[i].y - me.y;
        sum += sqrtf(x * x + y * y);
    }
    out[threadIdx.x] = sum;
}

__global__ void wide_loads(int n, const float4 *point, float *out)
{
    float4 me = point[threadIdx.x];
    float sum = 0;
    for (int i = 0; i < n; i++) {
        float x = point[i].x - me.x, y = point[i].y - me.y, z = point[i].z - me.z;
        sum += x * x + y * y + z * z;
    }
    out[threadIdx.x] = sum;
}

__global__ void first_two(const float4 *point, float *out)
{
    float4 p = point[threadIdx.x];
    out[threadIdx.x] = p.x + p.y;
}

__global__ void first_only(const float4 *point, float *out)
{
    float4 p = point[threadIdx.x];
    out[threadIdx.x] = p.x;
}

__global__ void middle_two(const float4 *point, float *out)
{
    float4 p = point[threadIdx.x];
    out[threadIdx.x] = p.y + p.z;
}

__global__ void first_of_pair(const double2 *point, double *out)
{
    double2 p = point[threadIdx.x];
    out[threadIdx.x] = p.x;
}

__global__ void last_of_pair(const float2 *point, float *out)
{
    float2 p = point[threadIdx.x];
    out[threadIdx.x] = p.y;
}

__global__ void first_two_shared(const float4 *point, float *out)
{
    __shared__ float4 tile[64];
    tile[threadIdx.x] = point[threadIdx.x];
    __syncthreads();
    float4 p = tile[63 - threadIdx.x];
    out[threadIdx.x] = p.x + p.y;
}

int main()
{
    return 0;
}
