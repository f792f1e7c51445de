// SPDX-License-Identifier: Apache-2.0
// A table of columns as a variadic template: a recursive tuple of one's own, index sequences, folds in kernels.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
    if (code != cudaSuccess) {
        printf("GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        if (abort)
            exit(code);
    }
}

template <typename... Ts> struct Record;
template <> struct Record<> {
};
template <typename T, typename... Rest> struct Record<T, Rest...> {
    T head;
    Record<Rest...> tail;
};

template <std::size_t I, typename R> struct Element;
template <typename T, typename... Rest> struct Element<0, Record<T, Rest...>> {
    using type = T;
};
template <std::size_t I, typename T, typename... Rest> struct Element<I, Record<T, Rest...>> : Element<I - 1, Record<Rest...>> {
};
template <std::size_t I, typename R> using element_t = typename Element<I, R>::type;

template <std::size_t I, typename... Ts> __host__ __device__ constexpr auto &get(Record<Ts...> &r)
{
    if constexpr (I == 0)
        return r.head;
    else
        return get<I - 1>(r.tail);
}
template <std::size_t I, typename... Ts> __host__ __device__ constexpr const auto &get(const Record<Ts...> &r)
{
    if constexpr (I == 0)
        return r.head;
    else
        return get<I - 1>(r.tail);
}

// Columns beside one another in device memory.
template <typename... Ts> class Columns
{
    Record<Ts *...> columns_;
    int rows_;

    template <std::size_t... I> void allocate(std::index_sequence<I...>)
    {
        (gpuAssert(cudaMalloc(&get<I>(columns_), rows_ * sizeof(Ts)), __FILE__, __LINE__), ...);
    }
    template <std::size_t... I> void release(std::index_sequence<I...>)
    {
        (cudaFree(get<I>(columns_)), ...);
    }
    template <std::size_t... I> __host__ __device__ Record<Ts...> load(int row, std::index_sequence<I...>) const
    {
        Record<Ts...> r;
        ((get<I>(r) = get<I>(columns_)[row]), ...);
        return r;
    }
    template <std::size_t... I> __host__ __device__ void store(int row, const Record<Ts...> &r, std::index_sequence<I...>)
    {
        ((get<I>(columns_)[row] = get<I>(r)), ...);
    }

  public:
    using row_type = Record<Ts...>;
    static constexpr std::size_t width = sizeof...(Ts);
    static constexpr std::size_t bytes = (sizeof(Ts) + ...);
    explicit Columns(int rows) : rows_(rows) { allocate(std::index_sequence_for<Ts...>{}); }
    void free() { release(std::index_sequence_for<Ts...>{}); }
    __host__ __device__ int rows() const { return rows_; }
    __device__ row_type operator[](int row) const { return load(row, std::index_sequence_for<Ts...>{}); }
    __device__ void set(int row, const row_type &r) { store(row, r, std::index_sequence_for<Ts...>{}); }
    template <std::size_t I> __host__ __device__ element_t<I, row_type> *column() { return get<I>(columns_); }
};

template <typename... Ts> __host__ __device__ Record<Ts...> make_record(Ts... values)
{
    if constexpr (sizeof...(Ts) == 0) {
        return {};
    } else {
        return [](auto first, auto... others) {
            return Record<decltype(first), decltype(others)...>{first, make_record(others...)};
        }(values...);
    }
}

using Table = Columns<int, float, unsigned char, double, short2>;

__global__ void fill(Table table)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < table.rows(); i += gridDim.x * blockDim.x)
        table.set(i, make_record(i * 3 - 7, i * 0.5f, (unsigned char)(i * 11), 1.0 / (1 << (i & 7)), make_short2(i, -i)));
}

template <typename F, typename... Fs> __device__ auto apply_all(const Table::row_type &r, F f, Fs... fs)
{
    if constexpr (sizeof...(Fs) == 0)
        return f(r);
    else
        return f(r) + apply_all(r, fs...);
}

template <typename... Predicates> __global__ void select(Table table, unsigned *count, double *sums, Predicates... keep)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0;
    if (i < table.rows()) {
        auto row = table[i];
        if ((keep(row) && ...)) {
            atomicAdd(count, 1u);
            sum = apply_all(
                row, [](const auto &r) { return (double)get<0>(r); }, [](const auto &r) { return 2.0 * get<1>(r); },
                [](const auto &r) { return get<3>(r) * get<4>(r).y; });
        }
        sums[i] = sum;
    }
}

struct Odd {
    template <typename R> __device__ bool operator()(const R &r) const { return get<0>(r) & 1; }
};
struct Below {
    int limit;
    template <typename R> __device__ bool operator()(const R &r) const { return get<2>(r) < limit; }
};

template <typename... Ps> void query(const char *name, Table table, Ps... ps)
{
    unsigned *count, found;
    double *sums;
    std::vector<double> host(table.rows());
    gpuErrchk(cudaMalloc(&count, sizeof *count));
    gpuErrchk(cudaMemset(count, 0, sizeof *count));
    gpuErrchk(cudaMalloc(&sums, host.size() * sizeof(double)));
    select<<<(table.rows() + 127) / 128, 128>>>(table, count, sums, ps...);
    gpuErrchk(cudaPeekAtLastError());
    gpuErrchk(cudaMemcpy(&found, count, sizeof found, cudaMemcpyDeviceToHost));
    gpuErrchk(cudaMemcpy(host.data(), sums, host.size() * sizeof(double), cudaMemcpyDeviceToHost));
    double total = 0;
    for (double s : host)
        total += s;
    printf("%-10s %zu predicates: %u rows, %.6f\n", name, sizeof...(ps), found, total);
    cudaFree(count), cudaFree(sums);
}

int main()
{
    Table table(1000);
    printf("%zu columns, %zu bytes a row\n", Table::width, Table::bytes);
    fill<<<4, 96>>>(table);
    query("all", table);
    query("odd", table, Odd());
    query("both", table, Odd(), Below{100});
    query("three", table, Below{200}, Odd{}, Below{50});
    short2 last;
    gpuErrchk(cudaMemcpy(&last, table.column<4>() + table.rows() - 1, sizeof last, cudaMemcpyDeviceToHost));
    printf("last %d %d\n", last.x, last.y);
    table.free();
    return 0;
}
