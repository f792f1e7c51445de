// SPDX-License-Identifier: Apache-2.0
// The construction of modified rotations, on the host: rotmg and its names.
#pragma once
#include <cublas/level1.h>

namespace lockstep
{
// The modified rotation that makes y1 zero: BLAS, drotmg. Of d1, d2, x1, y1 and param the pointer
// mode says where they are. As long as a factor is outside of (1 / 4096^2, 4096^2), it is scaled.
template <class T> void modified_rotation(T &d1, T &d2, T &x1, T y1, Modified<T> &h)
{
    const T step = 4096, most = step * step;
    h = {};
    T p2 = d2 * y1, p1 = d1 * x1, q2 = p2 * y1, q1 = p1 * x1;
    if (!(d1 < 0) && p2 == 0) {
        h.flag = -2;
        return;
    }
    bool is_first = (q1 < 0 ? -q1 : q1) > (q2 < 0 ? -q2 : q2);
    T h21 = is_first ? -y1 / x1 : 0, h12 = is_first ? p2 / p1 : 0;
    if (d1 < 0 || (is_first ? 1 - h12 * h21 <= 0 : q2 < 0)) {
        h.flag = -1;
        d1 = d2 = x1 = 0;
        return;
    }
    if (is_first) {
        T u = 1 - h12 * h21;
        h.h21 = h21, h.h12 = h12;
        d1 /= u, d2 /= u, x1 *= u;
    } else {
        h.flag = 1, h.h11 = p1 / p2, h.h22 = x1 / y1;
        T u = 1 + h.h11 * h.h22, d = d2 / u;
        d2 = d1 / u, d1 = d, x1 = y1 * u;
    }
    for (int which = 0; which < 2; which++) {
        T &d = which == 0 ? d1 : d2, &a = which == 0 ? h.h11 : h.h21,
          &b = which == 0 ? h.h12 : h.h22;
        for (T size = d < 0 ? -d : d;
             size != 0 && size - size == 0 && (size <= 1 / most || size >= most);
             size = d < 0 ? -d : d) {
            if (h.flag == 0)
                h.h11 = h.h22 = 1;
            if (h.flag == 1)
                h.h21 = -1, h.h12 = 1;
            h.flag = -1;
            T factor = size <= 1 / most ? 1 / step : step;
            d /= factor * factor, a *= factor, b *= factor;
            x1 = which == 0 ? x1 * factor : x1;
        }
    }
}

template <class T>
cublasStatus_t run_rotmg(cublasHandle_t handle, T *d1, T *d2, T *x1, const T *y1, T *param)
{
    CHECK_HANDLE(handle);
    REFUSE(d1 == nullptr || d2 == nullptr || x1 == nullptr || y1 == nullptr || param == nullptr);
    bool is_host = handle->pointers == CUBLAS_POINTER_MODE_HOST;
    cudaMemcpyKind in = is_host ? cudaMemcpyHostToHost : cudaMemcpyDeviceToHost;
    cudaMemcpyKind out = is_host ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice;
    T *places[] = {d1, d2, x1}, v[3], y;
    for (int i = 0; i < 3; i++)
        cudaMemcpy(&v[i], places[i], sizeof(T), in);
    cudaMemcpy(&y, y1, sizeof(T), in);
    Modified<T> h;
    modified_rotation(v[0], v[1], v[2], y, h);
    for (int i = 0; i < 3; i++)
        cudaMemcpy(places[i], &v[i], sizeof(T), out);
    // The flag says which elements are stored.
    const T all[] = {h.flag, h.h11, h.h21, h.h12, h.h22};
    for (int i = 0; i < 5; i++)
        if (i == 0 || h.flag == -1 || (h.flag == 0 && (i == 2 || i == 3)) ||
            (h.flag == 1 && (i == 1 || i == 4)))
            cudaMemcpy(param + i, &all[i], sizeof(T), out);
    return CUBLAS_STATUS_SUCCESS;
}
} // namespace lockstep

extern "C" {
#define ROTMG(L, T)                                                                                \
    cublasStatus_t cublas##L##rotmg_v2(cublasHandle_t h, T *d1, T *d2, T *x1, const T *y1,         \
                                       T *param)                                                   \
    {                                                                                              \
        return lockstep::run_rotmg(h, d1, d2, x1, y1, param);                                      \
    }
ROTMG(S, float)
ROTMG(D, double)
#undef ROTMG
}
