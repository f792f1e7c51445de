// SPDX-License-Identifier: Apache-2.0
// Host threads that share a GPU: each with its stream, events and callbacks, a queue of tasks under a mutex and a
// condition variable, results gathered by futures.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

static void cuda(cudaError_t e, const char *what)
{
    if (e != cudaSuccess)
        throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}
#define CUDA(call) cuda(call, #call)

// Owners that release by themselves.
struct StreamDeleter {
    void operator()(CUstream_st *s) const { cudaStreamDestroy(s); }
};
using Stream = std::unique_ptr<CUstream_st, StreamDeleter>;
static Stream make_stream(int priority)
{
    cudaStream_t s;
    CUDA(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, priority));
    return Stream(s);
}
template <typename T> class PinnedBuffer
{
    T *data_ = nullptr;
    size_t size_;

  public:
    explicit PinnedBuffer(size_t n) : size_(n) { CUDA(cudaMallocHost(&data_, n * sizeof(T))); }
    ~PinnedBuffer() { cudaFreeHost(data_); }
    PinnedBuffer(const PinnedBuffer &) = delete;
    PinnedBuffer &operator=(const PinnedBuffer &) = delete;
    T *data() { return data_; }
    size_t bytes() const { return size_ * sizeof(T); }
    T &operator[](size_t i) { return data_[i]; }
};

__global__ void collatz(const unsigned *start, unsigned *steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned long long v = start[i];
        unsigned count = 0;
        while (v != 1) {
            v = v & 1 ? 3 * v + 1 : v >> 1;
            count++;
        }
        steps[i] = count;
    }
}

class Workers
{
    std::queue<std::function<void(cudaStream_t)>> tasks_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool is_closing_ = false;
    std::vector<std::thread> threads_;

    void work(int priority)
    {
        CUDA(cudaSetDevice(0));
        Stream stream = make_stream(priority);
        for (;;) {
            std::function<void(cudaStream_t)> task;
            {
                std::unique_lock<std::mutex> lock(mutex_);
                wake_.wait(lock, [this] { return is_closing_ || !tasks_.empty(); });
                if (tasks_.empty())
                    return;
                task = std::move(tasks_.front());
                tasks_.pop();
            }
            task(stream.get());
        }
    }

  public:
    explicit Workers(int count)
    {
        int least, greatest;
        CUDA(cudaDeviceGetStreamPriorityRange(&least, &greatest));
        for (int i = 0; i < count; i++)
            threads_.emplace_back(&Workers::work, this, i & 1 ? greatest : least);
    }
    ~Workers()
    {
        {
            std::lock_guard<std::mutex> lock(mutex_);
            is_closing_ = true;
        }
        wake_.notify_all();
        for (auto &t : threads_)
            t.join();
    }
    template <typename F> std::future<std::invoke_result_t<F, cudaStream_t>> submit(F f)
    {
        using R = std::invoke_result_t<F, cudaStream_t>;
        auto task = std::make_shared<std::packaged_task<R(cudaStream_t)>>(f);
        auto future = task->get_future();
        {
            std::lock_guard<std::mutex> lock(mutex_);
            tasks_.push([task](cudaStream_t s) { (*task)(s); });
        }
        wake_.notify_one();
        return future;
    }
};

static std::atomic<int> callbacks{0}, host_functions{0};
static void CUDART_CB on_copied(cudaStream_t, cudaError_t status, void *data)
{
    if (status == cudaSuccess)
        callbacks += *(int *)data;
}

static unsigned long long longest_chain(cudaStream_t stream, unsigned first, int n)
{
    PinnedBuffer<unsigned> start(n), steps(n);
    for (int i = 0; i < n; i++)
        start[i] = first + i;
    unsigned *d_start, *d_steps;
    CUDA(cudaMallocAsync(&d_start, start.bytes(), stream));
    CUDA(cudaMallocAsync(&d_steps, steps.bytes(), stream));
    CUDA(cudaMemcpyAsync(d_start, start.data(), start.bytes(), cudaMemcpyHostToDevice, stream));
    collatz<<<(n + 127) / 128, 128, 0, stream>>>(d_start, d_steps, n);
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpyAsync(steps.data(), d_steps, steps.bytes(), cudaMemcpyDeviceToHost, stream));
    int one = 1;
    CUDA(cudaStreamAddCallback(stream, on_copied, &one, 0));
    CUDA(cudaLaunchHostFunc(stream, [](void *p) { ++*static_cast<std::atomic<int> *>(p); }, &host_functions));
    cudaEvent_t done;
    CUDA(cudaEventCreateWithFlags(&done, cudaEventDisableTiming | cudaEventBlockingSync));
    CUDA(cudaEventRecord(done, stream));
    CUDA(cudaFreeAsync(d_start, stream));
    CUDA(cudaFreeAsync(d_steps, stream));
    CUDA(cudaEventSynchronize(done));
    CUDA(cudaStreamSynchronize(stream));
    CUDA(cudaEventDestroy(done));
    int best = 0;
    for (int i = 1; i < n; i++)
        if (steps[i] > steps[best])
            best = i;
    return (unsigned long long)steps[best] << 32 | start[best];
}

int main()
try {
    std::vector<std::future<unsigned long long>> results;
    {
        Workers workers(4);
        for (int i = 0; i < 12; i++)
            results.push_back(workers.submit([i](cudaStream_t s) { return longest_chain(s, 1 + i * 500, 500); }));
        auto failing = workers.submit([](cudaStream_t s) {
            CUDA(cudaMemcpyAsync(nullptr, nullptr, 16, (cudaMemcpyKind)77, s));
            return 0;
        });
        try {
            failing.get();
            puts("not thrown");
        } catch (const std::runtime_error &e) {
            printf("thrown through a future: %s\n", strchr(e.what(), ')') ? "with the call" : "?");
        }
    }
    for (size_t i = 0; i < results.size(); i++) {
        unsigned long long r = results[i].get();
        printf("%4zu: %u takes %u steps\n", 1 + i * 500, (unsigned)r, (unsigned)(r >> 32));
    }
    printf("%d callbacks, %d host functions\n", callbacks.load(), host_functions.load());
    return 0;
} catch (const std::exception &e) {
    printf("error: %s\n", e.what());
    return 1;
}
