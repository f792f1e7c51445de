// SPDX-License-Identifier: Apache-2.0
// Ordinary differential equations in double, one system a thread: the Lorenz system by the classical method,
// a pendulum with adaptive steps (Runge-Kutta-Fehlberg), and orbits by the leapfrog.
#include "corpus.h"
#include <cmath>

struct State {
    double x, y, z;
};

__host__ __device__ State operator+(const State &a, const State &b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__host__ __device__ State operator*(double s, const State &a) { return {s * a.x, s * a.y, s * a.z}; }

struct Lorenz {
    double sigma, rho, beta;
    __host__ __device__ State operator()(double, const State &s) const
    {
        return {sigma * (s.y - s.x), s.x * (rho - s.z) - s.y, s.x * s.y - beta * s.z};
    }
};

template <typename System> __host__ __device__ State step(const System &f, double t, State s, double h)
{
    State k1 = f(t, s);
    State k2 = f(t + h / 2, s + (h / 2) * k1);
    State k3 = f(t + h / 2, s + (h / 2) * k2);
    State k4 = f(t + h, s + h * k3);
    return s + (h / 6) * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
}

__global__ void lorenz(State *states, Lorenz system, int steps, double h, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    State s = states[i];
    for (int k = 0; k < steps; k++)
        s = step(system, k * h, s, h);
    states[i] = s;
}

__device__ void pendulum_slope(double angle, double speed, double damping, double &da, double &ds)
{
    da = speed;
    ds = -sin(angle) - damping * speed;
}

__global__ void pendulum(double *angles, double *speeds, int *steps, double end, double tolerance, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double a = angles[i], s = speeds[i], t = 0, h = 0.05, damping = 0.01 * (i % 10);
    int count = 0;
    while (t < end && count < 2000) {
        if (t + h > end)
            h = end - t;
        double ka[3], ks[3];
        pendulum_slope(a, s, damping, ka[0], ks[0]);
        pendulum_slope(a + h * ka[0], s + h * ks[0], damping, ka[1], ks[1]);
        pendulum_slope(a + h * (ka[0] + ka[1]) / 4, s + h * (ks[0] + ks[1]) / 4, damping, ka[2], ks[2]);
        double error = fabs(h * (ka[0] + ka[1] - 2 * ka[2]) / 3) + fabs(h * (ks[0] + ks[1] - 2 * ks[2]) / 3);
        if (error <= tolerance) {
            t += h;
            a += h * (ka[0] + ka[1] + 4 * ka[2]) / 6;
            s += h * (ks[0] + ks[1] + 4 * ks[2]) / 6;
        }
        double factor = error > 0 ? 0.9 * cbrt(tolerance / error) : 2.0;
        h *= fmin(2.0, fmax(0.3, factor));
        count++;
    }
    angles[i] = a;
    speeds[i] = s;
    steps[i] = count;
}

__global__ void orbits(double2 *position, double2 *velocity, double *energy, int steps, double h, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double2 p = position[i], v = velocity[i];
    for (int k = 0; k < steps; k++) {
        double r2 = p.x * p.x + p.y * p.y, pull = -h / (r2 * sqrt(r2));
        v.x += pull * p.x;
        v.y += pull * p.y;
        p.x += h * v.x;
        p.y += h * v.y;
    }
    position[i] = p;
    velocity[i] = v;
    energy[i] = (v.x * v.x + v.y * v.y) / 2 - rsqrt(p.x * p.x + p.y * p.y);
}

int main()
{
    const int n = 256;
    Random random(441);
    std::vector<State> states(n);
    std::vector<double> angles(n), speeds(n);
    std::vector<double2> position(n), velocity(n);
    for (int i = 0; i < n; i++) {
        states[i] = {random.uniform() * 10 - 5.0, random.uniform() * 10 - 5.0, random.uniform() * 10 + 15.0};
        angles[i] = random.uniform() * 4 - 2;
        speeds[i] = random.uniform() - 0.5;
        position[i] = make_double2(1 + random.uniform(), 0.0);
        velocity[i] = make_double2(0.0, 0.7 + random.uniform() * 0.3);
    }
    const Lorenz system = {10.0, 28.0, 8.0 / 3.0};
    State *dstates = to_device(states);
    lorenz<<<n / 64, 64>>>(dstates, system, 100, 0.005, n);
    double worst = 0;
    auto moved = to_host(dstates, n);
    for (int i = 0; i < n; i++) {
        State s = states[i];
        for (int k = 0; k < 100; k++)
            s = step(system, k * 0.005, s, 0.005);
        worst = fmax(worst, fabs(s.x - moved[i].x) + fabs(s.y - moved[i].y) + fabs(s.z - moved[i].z));
    }
    printf("lorenz close to the host: %d\n", worst < 1e-9);
    print_rounded("lorenz", (double *)dstates, n * 3, 9);

    double *da = to_device(angles), *ds = to_device(speeds), *energy = on_device<double>(n);
    int *steps = on_device<int>(n);
    pendulum<<<n / 64, 64>>>(da, ds, steps, 3.0, 1e-5, n);
    print_rounded("angles", da, n, 7);
    print_rounded("speeds", ds, n, 7);
    int most = 0;
    for (int count : to_host(steps, n))
        most = count > most ? count : most;
    printf("all arrived: %d\n", most < 2000);

    double2 *dp = to_device(position), *dv = to_device(velocity);
    orbits<<<n / 32, 32>>>(dp, dv, energy, 200, 0.01, n);
    print_rounded("orbits", (double *)dp, n * 2, 9);
    print_rounded("energy", energy, n, 9);
    return 0;
}
