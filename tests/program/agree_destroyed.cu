// SPDX-License-Identifier: Apache-2.0
// When objects are destroyed: locals, temporaries, members, elements. Every constructor, destructor
// and use writes to a log, which must be the same in device code and on the host.
#include <cstdio>

#define HD __host__ __device__

struct Logged {
    int id;
    int *log;
    HD Logged(int i, int *l) : id(i), log(l)
    {
        put(i);
    }
    HD Logged(const Logged &o) : id(o.id + 100), log(o.log)
    {
        put(id);
    }
    HD ~Logged()
    {
        put(-id);
    }
    HD void put(int v) const
    {
        log[++log[0]] = v;
    }
    HD explicit operator bool() const
    {
        put(7777);
        return id & 1;
    }
    HD int get() const
    {
        put(5555);
        return id;
    }
};
HD Logged make(int i, int *l)
{
    return Logged(i, l);
}
HD void vcall(const Logged &a)
{
    a.put(9000 + a.id);
}
HD int byval(Logged a)
{
    a.put(8000 + a.id);
    return a.id;
}
HD void return_of_void(int t, int *l)
{
    Logged a(1, l);
    return vcall(a);
}
HD void if_with_initializer(int t, int *l)
{
    if (Logged a(2, l); t > 0) {
        vcall(a);
    } else {
        Logged b(3, l);
    }
    l[++l[0]] = 4444;
}
HD void if_declares(int t, int *l)
{
    if (Logged a = make(t, l)) {
        vcall(a);
    } else {
        a.put(1);
    }
    l[++l[0]] = 4444;
}
HD void while_declares(int t, int *l)
{
    int n = 0;
    while (Logged a = Logged(5 - n, l)) {
        n += 2;
        if (n > 3)
            break;
        if (n == 2)
            continue;
    }
    l[++l[0]] = 4444;
}
HD void switch_with_initializer(int t, int *l)
{
    switch (Logged a(4, l); t) {
    case 0: {
        Logged b(6, l);
        break;
    }
    case 1: vcall(a);
    default: a.put(3);
    }
    l[++l[0]] = 4444;
}
HD void for_declares(int t, int *l)
{
    for (Logged a(1, l); t < 3; t++) {
        Logged b(t, l);
        if (t == 1)
            continue;
    }
    l[++l[0]] = 4444;
}
HD int nested_result(int t, int *l)
{
    Logged a(1, l);
    {
        Logged b(2, l);
        if (t)
            return a.get() + b.get();
    }
    return a.get();
}
HD void returns_from_inside(int t, int *l)
{
    l[++l[0]] = nested_result(t, l);
}
HD Logged one_of_two(int t, int *l)
{
    Logged a(t, l);
    Logged b(t + 1, l);
    if (t)
        return a;
    return b;
}
HD void returns_one_of_two(int t, int *l)
{
    Logged a = one_of_two(t, l);
    vcall(a);
}
HD void heap(int t, int *l)
{
    Logged *p = new Logged(3, l);
    delete p;
    Logged *q = new Logged[2]{Logged(1, l), Logged(2, l)};
    delete[] q;
}
struct Members {
    Logged a;
    Logged b;
    HD Members(int t, int *l) : a(t, l), b(t + 1, l)
    {
        a.put(6);
    }
    HD ~Members()
    {
        a.put(66);
    }
};
struct Heir : Members {
    Logged c;
    HD Heir(int t, int *l) : Members(t, l), c(9, l)
    {
    }
};
HD void members(int t, int *l)
{
    Heir i(t, l);
    Members m(3, l);
    Members n = m;
}
HD void arrays(int t, int *l)
{
    Logged arr[3] = {Logged(1, l), make(2, l), {3, l}};
    for (const Logged &a : arr)
        vcall(a);
    for (Logged a : arr)
        vcall(a);
}
HD void captured(int t, int *l)
{
    auto f = [a = Logged(t, l)] { return a.get(); };
    f();
    auto g = f;
    g();
}
HD void jumps(int t, int *l)
{
    goto in;
in:
    Logged a(1, l);
    do {
        Logged b(2, l);
        if (t)
            break;
    } while (t);
}
HD void bound_to_references(int t, int *l)
{
    const Logged &r = make(t, l);
    vcall(r);
    Logged &&m = Logged(3, l);
    vcall(m);
    l[++l[0]] = 4444;
}
HD void temporaries(int t, int *l)
{
    l[++l[0]] = Logged(t, l).get();
    l[++l[0]] = make(t, l).get() + Logged(3, l).get();
}
HD void arguments(int t, int *l)
{
    byval(make(t, l));
    byval(Logged(t, l));
    Logged a(1, l);
    byval(a);
    l[++l[0]] = 4444;
}
HD void short_circuit(int t, int *l)
{
    if (Logged(t, l).get() == 1 && Logged(t + 1, l).get() == 2)
        vcall(Logged(20, l));
    else
        vcall(make(21, l));
    l[++l[0]] = 4444;
}
HD void chosen(int t, int *l)
{
    int x = t > 1 ? Logged(t, l).get() : make(3, l).get();
    l[++l[0]] = x;
    const Logged &r = t > 1 ? Logged(1, l) : Logged(2, l);
    vcall(r);
}
HD int result_of_temporary(int t, int *l)
{
    Logged a(50, l);
    return Logged(t, l).get() + a.get();
}
HD void returns_of_temporaries(int t, int *l)
{
    l[++l[0]] = result_of_temporary(t, l);
}
HD void loops(int t, int *l)
{
    for (int i = Logged(1, l).get(); i < Logged(3, l).get(); i += Logged(1, l).get())
        Logged(40, l);
    while (Logged(t, l).get() > 0)
        t--;
    do
        t++;
    while (make(t, l).get() < 2);
}
HD void dropped(int t, int *l)
{
    switch (Logged(t, l).get()) {
    case 1: Logged(6, l); break;
    default: make(7, l);
    }
    make(8, l), make(9, l);
    (void)make(10, l);
}
struct Initialized {
    int v;
    Logged k;
    HD Initialized(int t, int *l) : v(Logged(t, l).get()), k(make(t, l))
    {
    }
    HD Initialized(int *l) : Initialized(Logged(2, l).get(), l)
    {
    }
};
HD void member_initializers(int t, int *l)
{
    Initialized n(t, l), m(l);
    l[++l[0]] = n.v + m.v;
}
HD Logged chosen_result(int t, int *l)
{
    return byval(Logged(t, l)) ? Logged(30, l) : make(31, l);
}
HD void returned_and_passed(int t, int *l)
{
    Logged a = chosen_result(t, l);
    auto f = [&](Logged x) { return x; };
    Logged b = f(a);
    Logged c = f(make(2, l));
}
HD int defaulted(const Logged &a, int k = 3)
{
    return a.get() + k;
}
HD void assigned(int t, int *l)
{
    Logged a(t, l);
    a = make(5, l);
    a = a;
    l[++l[0]] = defaulted(Logged(2, l));
    bool b = Logged(t, l) && Logged(t + 1, l);
    l[++l[0]] = b || Logged(9, l);
}
HD void in_initializers(int t, int *l)
{
    int a = Logged(1, l).get(), b = Logged(2, l).get() + a;
    l[++l[0]] = b;
    Logged p[2] = {make(Logged(1, l).get(), l), Logged(Logged(2, l).get(), l)};
    int q[2] = {Logged(8, l).get(), Logged(9, l).get()};
    l[++l[0]] = q[1];
}
HD void parts_bound(int t, int *l)
{
    const int &k = Logged(t, l).id;
    l[++l[0]] = k;
    auto &&z = make(4, l);
    vcall(z);
    return vcall(Logged(t, l));
}
HD void ranges(int t, int *l)
{
    struct Iterator {
        int n;
        HD int operator*() const
        {
            return n;
        }
        HD bool operator!=(Iterator o) const
        {
            return n != o.n;
        }
        HD Iterator &operator++()
        {
            n++;
            return *this;
        }
    };
    struct Range {
        Logged k;
        HD Iterator begin() const
        {
            return {0};
        }
        HD Iterator end() const
        {
            return {2};
        }
    };
    for (int x : Range{Logged(7, l)})
        vcall(Logged(x, l));
    l[++l[0]] = 4444;
}

#define CASES(X)                                                                                   \
    X(return_of_void)                                                                              \
    X(if_with_initializer)                                                                         \
    X(if_declares)                                                                                 \
    X(while_declares)                                                                              \
    X(switch_with_initializer)                                                                     \
    X(for_declares)                                                                                \
    X(returns_from_inside)                                                                         \
    X(returns_one_of_two)                                                                          \
    X(heap)                                                                                        \
    X(members)                                                                                     \
    X(arrays)                                                                                      \
    X(captured)                                                                                    \
    X(jumps)                                                                                       \
    X(bound_to_references)                                                                         \
    X(temporaries)                                                                                 \
    X(arguments)                                                                                   \
    X(short_circuit)                                                                               \
    X(chosen)                                                                                      \
    X(returns_of_temporaries)                                                                      \
    X(loops)                                                                                       \
    X(dropped)                                                                                     \
    X(member_initializers)                                                                         \
    X(returned_and_passed)                                                                         \
    X(assigned)                                                                                    \
    X(in_initializers)                                                                             \
    X(parts_bound)                                                                                 \
    X(ranges)

struct Case {
    const char *name;
    void (*run)(int, int *);
};
static const Case cases[] = {
#define ROW(name) {#name, name},
    CASES(ROW)
#undef ROW
};
enum { COUNT = sizeof cases / sizeof *cases, INPUTS = 4, ROOM = 128 };

__global__ void run(int *logs)
{
    int *log = logs + threadIdx.x * ROOM;
#define RUN(name)                                                                                  \
    name(threadIdx.x, log);                                                                        \
    log += INPUTS * ROOM;
    CASES(RUN)
#undef RUN
}

static void print(const char *where, const int *log)
{
    printf("  %s:", where);
    for (int i = 1; i <= log[0] && i < ROOM; i++) {
        printf(" %d", log[i]);
    }
    printf("\n");
}

int main()
{
    int *logs, wrong = 0;
    size_t size = COUNT * INPUTS * ROOM * sizeof *logs;
    cudaMallocManaged(&logs, size);
    cudaMemset(logs, 0, size);
    run<<<1, INPUTS>>>(logs);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        return 1;
    }
    for (int i = 0; i < COUNT * INPUTS; i++) {
        int expected[ROOM] = {}, is_same = 1;
        cases[i / INPUTS].run(i % INPUTS, expected);
        for (int j = 0; j < ROOM; j++) {
            is_same &= logs[i * ROOM + j] == expected[j];
        }
        if (!is_same) {
            printf("%s(%d)\n", cases[i / INPUTS].name, i % INPUTS);
            print("device", logs + i * ROOM);
            print("host", expected);
            wrong++;
        }
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
