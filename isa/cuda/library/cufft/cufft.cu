// SPDX-License-Identifier: Apache-2.0
// cuFFT's functions. Plans are numbers, as in NVIDIA's library; the memory that a plan works in is two
// dense arrays of complex numbers.
#include <cufft/transform.h>

#include <map>
#include <mutex>

namespace
{
struct Plan {
    bool is_made;
    cufftType type;
    lockstep::Box box;
    lockstep::Layout input, output;
    cudaStream_t stream;
    void *work;
    size_t work_bytes;
    bool is_manual; // the program gives the work area
};

std::mutex lock;
std::map<cufftHandle, Plan> plans;
cufftHandle last_handle = 0;

Plan *find(cufftHandle handle)
{
    std::lock_guard<std::mutex> guard(lock);
    auto at = plans.find(handle);
    return at == plans.end() ? nullptr : &at->second;
}

bool is_double(cufftType type)
{
    return type == CUFFT_D2Z || type == CUFFT_Z2D || type == CUFFT_Z2Z;
}

bool is_type(cufftType type)
{
    return is_double(type) || type == CUFFT_R2C || type == CUFFT_C2R || type == CUFFT_C2C;
}

// A side of a plan without a layout of its own is dense; of spectra of real numbers the last dimension
// is half.
lockstep::Layout layout_of(const lockstep::Box &box, int rank, const int *embed, int stride,
                           int distance, bool is_half)
{
    long long last = is_half ? box.n[2] / 2 + 1 : box.n[2];
    lockstep::Layout layout = {
        {box.n[0], box.n[1], last}, 1, box.n[0] * box.n[1] * last};
    if (embed != nullptr) {
        for (int i = 0; i < rank; i++) {
            layout.embed[3 - rank + i] = embed[i];
        }
        layout.stride = stride;
        layout.distance = distance;
    }
    return layout;
}

// In place, a line of real numbers has room for its spectrum: 2 (n / 2 + 1) numbers.
lockstep::Layout padded(const Plan &plan, lockstep::Layout layout, bool is_in_place, bool is_default)
{
    if (is_in_place && is_default) {
        layout.embed[2] = 2 * (plan.box.n[2] / 2 + 1);
        layout.distance = layout.embed[2] * plan.box.n[1] * plan.box.n[0];
    }
    return layout;
}

cufftResult make(cufftHandle handle, int rank, const int *n, const int *inembed, int istride,
                 int idist, const int *onembed, int ostride, int odist, cufftType type, int batch,
                 size_t *work_bytes)
{
    Plan *plan = find(handle);
    if (plan == nullptr || plan->is_made) {
        return CUFFT_INVALID_PLAN;
    }
    if (rank < 1 || rank > 3 || n == nullptr) {
        return CUFFT_INVALID_VALUE;
    }
    if (!is_type(type)) {
        return CUFFT_INVALID_TYPE;
    }
    lockstep::Box box = {{1, 1, 1}, batch};
    for (int i = 0; i < rank; i++) {
        if (n[i] <= 0) {
            return CUFFT_INVALID_SIZE;
        }
        box.n[3 - rank + i] = n[i];
    }
    if (batch <= 0) {
        return CUFFT_INVALID_SIZE;
    }
    bool is_plain = inembed == nullptr;
    bool has_layout = istride > 0 && idist > 0 && ostride > 0 && odist > 0;
    if (is_plain != (onembed == nullptr) || (!is_plain && !has_layout)) {
        return CUFFT_INVALID_VALUE; // without a layout, strides and distances do not count
    }
    plan->type = type;
    plan->box = box;
    plan->input = layout_of(box, rank, is_plain ? nullptr : inembed, istride, idist,
                            type == CUFFT_C2R || type == CUFFT_Z2D);
    plan->output = layout_of(box, rank, is_plain ? nullptr : onembed, ostride, odist,
                             type == CUFFT_R2C || type == CUFFT_D2Z);
    plan->work_bytes = 2 * (size_t)(box.volume() * batch) * (is_double(type) ? 16 : 8);
    if (!plan->is_manual && cudaMalloc(&plan->work, plan->work_bytes) != cudaSuccess) {
        return CUFFT_ALLOC_FAILED;
    }
    plan->is_made = true;
    if (work_bytes != nullptr) {
        *work_bytes = plan->work_bytes;
    }
    return CUFFT_SUCCESS;
}

// The work area that such a plan would have.
cufftResult estimate(int rank, int *n, int *inembed, int *onembed, cufftType type, int batch,
                     size_t *work_bytes)
{
    if (work_bytes == nullptr) {
        return CUFFT_INVALID_VALUE;
    }
    cufftHandle handle;
    cufftResult result = cufftCreate(&handle);
    if (result == CUFFT_SUCCESS) {
        cufftSetAutoAllocation(handle, 0);
        result = make(handle, rank, n, inembed, 1, 1, onembed, 1, 1, type, batch, work_bytes);
        cufftDestroy(handle);
    }
    return result;
}

unsigned int blocks_for(long long count)
{
    return (unsigned int)((count + lockstep::FFT_BLOCK - 1) / lockstep::FFT_BLOCK);
}

// Transforms one axis; the two arrays change places with every pass.
template <class T, class Real>
void transform_axis(const Plan &plan, int axis, int direction, T *&from, T *&to)
{
    lockstep::Pass pass = {plan.box.n[axis], 1, 1, 1, plan.box.volume() * plan.box.batch, direction};
    for (int i = axis + 1; i < 3; i++) {
        pass.step *= plan.box.n[i];
    }
    for (long long left = pass.n; left > 1; left /= pass.radix) {
        pass.radix = left % 4 == 0 ? 4 : 2;
        while (left % pass.radix != 0) {
            pass.radix = pass.radix * pass.radix > left ? left : pass.radix + 1;
        }
        if (pass.radix == 4) {
            lockstep::fft_small_pass<Real, 4><<<blocks_for(pass.total / 4), lockstep::FFT_BLOCK, 0, plan.stream>>>(pass, from, to);
        } else if (pass.radix == 2) {
            lockstep::fft_small_pass<Real, 2><<<blocks_for(pass.total / 2), lockstep::FFT_BLOCK, 0, plan.stream>>>(pass, from, to);
        } else {
            lockstep::fft_pass<Real><<<blocks_for(pass.total), lockstep::FFT_BLOCK, 0, plan.stream>>>(pass, from, to);
        }
        pass.done *= pass.radix;
        T *swapped = from;
        from = to;
        to = swapped;
    }
}

enum Side { COMPLEX, REAL, HALF };

template <class Real>
cufftResult execute(cufftHandle handle, cufftType type, Side in, Side out, const void *input,
                    void *output, int direction)
{
    typedef typename lockstep::Pair<Real>::Type T;
    Plan *plan = find(handle);
    if (plan == nullptr || !plan->is_made || plan->type != type) {
        return CUFFT_INVALID_PLAN;
    }
    if (input == nullptr || output == nullptr || (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE)) {
        return CUFFT_INVALID_VALUE;
    }
    const lockstep::Box &box = plan->box;
    long long count = box.volume() * box.batch, last = out == HALF ? box.n[2] / 2 + 1 : box.n[2];
    T *from = (T *)plan->work, *to = from + count;
    bool is_in_place = input == output, is_dense_in = plan->input.stride == 1 && plan->input.embed[2] == box.n[2];
    bool is_dense_out = plan->output.stride == 1 && plan->output.embed[2] == box.n[2];
    if (in == HALF) {
        lockstep::fft_gather_half<Real><<<blocks_for(count), lockstep::FFT_BLOCK, 0, plan->stream>>>(box, plan->input, (const T *)input, from);
    } else {
        lockstep::fft_gather<Real><<<blocks_for(count), lockstep::FFT_BLOCK, 0, plan->stream>>>(
            box, padded(*plan, plan->input, is_in_place && in == REAL, is_dense_in), input, in == REAL, from);
    }
    for (int axis = 2; axis >= 0; axis--) {
        transform_axis<T, Real>(*plan, axis, direction, from, to);
    }
    lockstep::fft_scatter<Real><<<blocks_for(box.n[0] * box.n[1] * last * box.batch), lockstep::FFT_BLOCK, 0, plan->stream>>>(
        box, padded(*plan, plan->output, is_in_place && out == REAL, is_dense_out), last, out == REAL, from, output);
    return cudaPeekAtLastError() == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

cufftResult create_and_make(cufftHandle *handle, int rank, const int *n, const int *inembed,
                            int istride, int idist, const int *onembed, int ostride, int odist,
                            cufftType type, int batch)
{
    cufftResult result = cufftCreate(handle);
    if (result == CUFFT_SUCCESS) {
        result = make(*handle, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, nullptr);
        if (result != CUFFT_SUCCESS) {
            cufftDestroy(*handle);
        }
    }
    return result;
}
} // namespace

extern "C" {
cufftResult cufftCreate(cufftHandle *handle)
{
    if (handle == nullptr) {
        return CUFFT_INVALID_VALUE;
    }
    std::lock_guard<std::mutex> guard(lock);
    *handle = ++last_handle;
    plans[*handle] = Plan();
    return CUFFT_SUCCESS;
}

cufftResult cufftDestroy(cufftHandle handle)
{
    Plan *plan = find(handle);
    if (plan == nullptr) {
        return CUFFT_INVALID_PLAN;
    }
    if (!plan->is_manual) {
        cudaFree(plan->work);
    }
    std::lock_guard<std::mutex> guard(lock);
    plans.erase(handle);
    return CUFFT_SUCCESS;
}

cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch)
{
    return create_and_make(plan, 1, &nx, nullptr, 1, 0, nullptr, 1, 0, type, batch);
}

cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type)
{
    int n[] = {nx, ny};
    return create_and_make(plan, 2, n, nullptr, 1, 0, nullptr, 1, 0, type, 1);
}

cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type)
{
    int n[] = {nx, ny, nz};
    return create_and_make(plan, 3, n, nullptr, 1, 0, nullptr, 1, 0, type, 1);
}

cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist,
                          int *onembed, int ostride, int odist, cufftType type, int batch)
{
    return create_and_make(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch);
}

cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t *workSize)
{
    return make(plan, 1, &nx, nullptr, 1, 0, nullptr, 1, 0, type, batch, workSize);
}

cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *workSize)
{
    int n[] = {nx, ny};
    return make(plan, 2, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, workSize);
}

cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t *workSize)
{
    int n[] = {nx, ny, nz};
    return make(plan, 3, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, workSize);
}

cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int *n, int *inembed, int istride, int idist,
                              int *onembed, int ostride, int odist, cufftType type, int batch,
                              size_t *workSize)
{
    return make(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, workSize);
}

cufftResult cufftGetSize(cufftHandle handle, size_t *workSize)
{
    Plan *plan = find(handle);
    if (plan == nullptr) {
        return CUFFT_INVALID_PLAN;
    }
    *workSize = plan->work_bytes;
    return CUFFT_SUCCESS;
}

cufftResult cufftSetAutoAllocation(cufftHandle handle, int autoAllocate)
{
    Plan *plan = find(handle);
    if (plan == nullptr) {
        return CUFFT_INVALID_PLAN;
    }
    if (plan->is_made) {
        return CUFFT_INVALID_VALUE; // it has its work area
    }
    plan->is_manual = autoAllocate == 0;
    return CUFFT_SUCCESS;
}

cufftResult cufftSetWorkArea(cufftHandle handle, void *workArea)
{
    Plan *plan = find(handle);
    if (plan == nullptr || !plan->is_made) {
        return CUFFT_INVALID_PLAN;
    }
    if (!plan->is_manual) {
        cudaFree(plan->work);
    }
    plan->is_manual = true;
    plan->work = workArea;
    return CUFFT_SUCCESS;
}

cufftResult cufftEstimate1d(int nx, cufftType type, int batch, size_t *workSize)
{
    return estimate(1, &nx, nullptr, nullptr, type, batch, workSize);
}

cufftResult cufftEstimate2d(int nx, int ny, cufftType type, size_t *workSize)
{
    int n[] = {nx, ny};
    return estimate(2, n, nullptr, nullptr, type, 1, workSize);
}

cufftResult cufftEstimate3d(int nx, int ny, int nz, cufftType type, size_t *workSize)
{
    int n[] = {nx, ny, nz};
    return estimate(3, n, nullptr, nullptr, type, 1, workSize);
}

cufftResult cufftEstimateMany(int rank, int *n, int *inembed, int, int, int *onembed, int, int,
                              cufftType type, int batch, size_t *workSize)
{
    return estimate(rank, n, inembed, onembed, type, batch, workSize);
}

cufftResult cufftGetSize1d(cufftHandle handle, int nx, cufftType type, int batch, size_t *workSize)
{
    return find(handle) == nullptr ? CUFFT_INVALID_PLAN : cufftEstimate1d(nx, type, batch, workSize);
}

cufftResult cufftGetSize2d(cufftHandle handle, int nx, int ny, cufftType type, size_t *workSize)
{
    return find(handle) == nullptr ? CUFFT_INVALID_PLAN : cufftEstimate2d(nx, ny, type, workSize);
}

cufftResult cufftGetSize3d(cufftHandle handle, int nx, int ny, int nz, cufftType type, size_t *workSize)
{
    return find(handle) == nullptr ? CUFFT_INVALID_PLAN : cufftEstimate3d(nx, ny, nz, type, workSize);
}

cufftResult cufftGetSizeMany(cufftHandle handle, int rank, int *n, int *inembed, int istride, int idist,
                             int *onembed, int ostride, int odist, cufftType type, int batch,
                             size_t *workSize)
{
    return find(handle) == nullptr ? CUFFT_INVALID_PLAN
                                   : cufftEstimateMany(rank, n, inembed, istride, idist, onembed, ostride,
                                                       odist, type, batch, workSize);
}

cufftResult cufftSetStream(cufftHandle handle, cudaStream_t stream)
{
    Plan *plan = find(handle);
    if (plan == nullptr) {
        return CUFFT_INVALID_PLAN;
    }
    plan->stream = stream;
    return CUFFT_SUCCESS;
}

cufftResult cufftExecC2C(cufftHandle plan, cufftComplex *input, cufftComplex *output, int direction)
{
    return execute<float>(plan, CUFFT_C2C, COMPLEX, COMPLEX, input, output, direction);
}

cufftResult cufftExecR2C(cufftHandle plan, cufftReal *input, cufftComplex *output)
{
    return execute<float>(plan, CUFFT_R2C, REAL, HALF, input, output, CUFFT_FORWARD);
}

cufftResult cufftExecC2R(cufftHandle plan, cufftComplex *input, cufftReal *output)
{
    return execute<float>(plan, CUFFT_C2R, HALF, REAL, input, output, CUFFT_INVERSE);
}

cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex *input, cufftDoubleComplex *output, int direction)
{
    return execute<double>(plan, CUFFT_Z2Z, COMPLEX, COMPLEX, input, output, direction);
}

cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal *input, cufftDoubleComplex *output)
{
    return execute<double>(plan, CUFFT_D2Z, REAL, HALF, input, output, CUFFT_FORWARD);
}

cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex *input, cufftDoubleReal *output)
{
    return execute<double>(plan, CUFFT_Z2D, HALF, REAL, input, output, CUFFT_INVERSE);
}

cufftResult cufftGetVersion(int *version)
{
    if (version == nullptr) {
        return CUFFT_INVALID_VALUE;
    }
    *version = CUFFT_VERSION;
    return CUFFT_SUCCESS;
}

cufftResult cufftGetProperty(libraryPropertyType type, int *value)
{
    static const int parts[] = {CUFFT_VER_MAJOR, CUFFT_VER_MINOR, CUFFT_VER_PATCH};
    if (value == nullptr || (unsigned)type > PATCH_LEVEL) {
        return CUFFT_INVALID_VALUE;
    }
    *value = parts[type];
    return CUFFT_SUCCESS;
}
}

#include <cufft/wide.h>
