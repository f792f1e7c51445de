// SPDX-License-Identifier: Apache-2.0
// A small network learns a function of two inputs: two hidden layers, forward and backward passes as
// separate kernels, gradient descent with momentum. Learned weights are printed to few digits.
#include "corpus.h"
#include <cmath>

constexpr int kBatch = 64, kIn = 2, kHidden = 24, kOut = 1;

enum class Activation { linear, tanh, sigmoid };

template <Activation A> __device__ float activate(float x)
{
    if constexpr (A == Activation::tanh)
        return tanhf(x);
    else if constexpr (A == Activation::sigmoid)
        return 1.0f / (1.0f + expf(-x));
    else
        return x;
}
// From the activated value.
template <Activation A> __device__ float slope(float y)
{
    if constexpr (A == Activation::tanh)
        return 1.0f - y * y;
    else if constexpr (A == Activation::sigmoid)
        return y * (1.0f - y);
    else
        return 1.0f;
}

struct Layer {
    int in, out;
    float *weight, *bias, *velocity, *output, *delta;
};

template <Activation A> __global__ void forward(Layer layer, const float *input)
{
    int sample = blockIdx.x, unit = threadIdx.x;
    if (unit >= layer.out)
        return;
    float sum = layer.bias[unit];
    for (int k = 0; k < layer.in; k++)
        sum = fmaf(layer.weight[unit * layer.in + k], input[sample * layer.in + k], sum);
    layer.output[sample * layer.out + unit] = activate<A>(sum);
}

template <Activation A> __global__ void output_delta(Layer layer, const float *target, float *losses)
{
    int sample = threadIdx.x;
    float y = layer.output[sample], error = y - target[sample];
    layer.delta[sample] = error * slope<A>(y);
    losses[sample] = error * error;
}

template <Activation A> __global__ void backward(Layer layer, Layer next)
{
    int sample = blockIdx.x, unit = threadIdx.x;
    if (unit >= layer.out)
        return;
    float sum = 0;
    for (int k = 0; k < next.out; k++)
        sum = fmaf(next.weight[k * next.in + unit], next.delta[sample * next.out + k], sum);
    layer.delta[sample * layer.out + unit] = sum * slope<A>(layer.output[sample * layer.out + unit]);
}

__global__ void update(Layer layer, const float *input, float rate, float momentum)
{
    int k = threadIdx.x, unit = blockIdx.x;
    if (k > layer.in)
        return;
    float gradient = 0;
    for (int s = 0; s < kBatch; s++) {
        float x = k < layer.in ? input[s * layer.in + k] : 1.0f;
        gradient = fmaf(layer.delta[s * layer.out + unit], x, gradient);
    }
    float *velocity = &layer.velocity[unit * (layer.in + 1) + k];
    *velocity = momentum * *velocity - rate / kBatch * gradient;
    if (k < layer.in)
        layer.weight[unit * layer.in + k] += *velocity;
    else
        layer.bias[unit] += *velocity;
}

static Layer make_layer(Random &random, int in, int out)
{
    std::vector<float> weight(in * out);
    for (float &w : weight)
        w = (random.uniform() * 2 - 1) / sqrtf((float)in);
    return {in, out, to_device(weight), on_device<float>(out), on_device<float>((in + 1) * out),
            on_device<float>(kBatch * out), on_device<float>(kBatch * out)};
}

int main()
{
    Random random(431);
    std::vector<float> inputs(kBatch * kIn), targets(kBatch);
    for (int s = 0; s < kBatch; s++) {
        float x = random.uniform() * 2 - 1, y = random.uniform() * 2 - 1;
        inputs[s * 2] = x;
        inputs[s * 2 + 1] = y;
        targets[s] = x * y > 0 ? 0.9f : 0.1f;
    }
    float *din = to_device(inputs), *dtarget = to_device(targets), *losses = on_device<float>(kBatch);
    Layer first = make_layer(random, kIn, kHidden), second = make_layer(random, kHidden, kHidden);
    Layer last = make_layer(random, kHidden, kOut);
    double start = 0, end = 0;
    for (int epoch = 0; epoch <= 12; epoch++) {
        forward<Activation::tanh><<<kBatch, 32>>>(first, din);
        forward<Activation::tanh><<<kBatch, 32>>>(second, first.output);
        forward<Activation::sigmoid><<<kBatch, 32>>>(last, second.output);
        output_delta<Activation::sigmoid><<<1, kBatch>>>(last, dtarget, losses);
        backward<Activation::tanh><<<kBatch, 32>>>(second, last);
        backward<Activation::tanh><<<kBatch, 32>>>(first, second);
        double loss = 0;
        for (float l : to_host(losses, kBatch))
            loss += l;
        if (epoch == 0)
            start = loss;
        end = loss;
        if (epoch % 4 == 0)
            printf("epoch %d: loss %.3g\n", epoch, loss / kBatch);
        update<<<kOut, 32>>>(last, second.output, 2.0f, 0.5f);
        update<<<kHidden, 32>>>(second, first.output, 2.0f, 0.5f);
        update<<<kHidden, 32>>>(first, din, 2.0f, 0.5f);
    }
    printf("it learns: %d\n", end < start);
    print_rounded("first", first.weight, kIn * kHidden, 3);
    print_rounded("outputs", last.output, kBatch, 3);
    return 0;
}
