// SPDX-License-Identifier: Apache-2.0
// Objects that own something: guards, boxes, optional values. As agree_destroyed.cu, for classes
// that may not be copied, or whose copies are bytes though they have a destructor.
#include <cstdio>
#include <new>
#include <utility>

#define HD __host__ __device__

static HD int &note(int *l, int v)
{
    return l[++l[0]] = v;
}
template <class T> struct Box {
    T *p;
    int *log;
    HD explicit Box(T *q, int *l) : p(q), log(l)
    {
    }
    Box(const Box &) = delete;
    HD Box(Box &&o) : p(o.p), log(o.log)
    {
        o.p = nullptr;
    }
    HD Box &operator=(Box &&o)
    {
        if (this != &o) {
            reset();
            p = o.p;
            o.p = nullptr;
        }
        return *this;
    }
    HD ~Box()
    {
        reset();
    }
    HD void reset()
    {
        if (p) {
            note(log, -*p);
            delete p;
            p = nullptr;
        }
    }
    HD T &operator*() const
    {
        return *p;
    }
    HD T *operator->() const
    {
        return p;
    }
    HD explicit operator bool() const
    {
        return p != nullptr;
    }
};
template <class T> HD Box<T> box(T v, int *l)
{
    return Box<T>(new T(v), l);
}
HD Box<int> pass(Box<int> b)
{
    note(b.log, 50 + *b);
    return b;
}
HD void owned(int t, int *l)
{
    Box<int> a = box(t + 1, l), b = pass(std::move(a));
    note(l, a ? 1 : 2);
    b = box(t + 7, l);
    note(l, *b);
    b = pass(box(9, l));
    note(l, *pass(std::move(b)));
    note(l, !b);
}
struct Guard {
    int *l;
    int k;
    HD Guard(int *p, int i) : l(p), k(i)
    {
        note(l, k);
    }
    HD ~Guard()
    {
        note(l, -k);
    }
};
HD int early(int t, int *l)
{
    Guard g(l, 1);
    for (int i = 0; i < 3; i++) {
        Guard h(l, 10 + i);
        if (i == t)
            return note(l, 99);
        if (i == 1)
            continue;
        Guard j(l, 20 + i);
    }
    switch (t) {
    case 3: {
        Guard s(l, 30);
        return 5;
    }
    default: Guard s2(l, 31);
    }
    return 7;
}
HD void early_returns(int t, int *l)
{
    note(l, early(t, l));
}
struct Base {
    int *l;
    HD Base(int *p) : l(p)
    {
        note(l, 100);
    }
    HD virtual ~Base()
    {
        note(l, -100);
    }
    HD virtual int v() const
    {
        return 1;
    }
};
struct Derived : Base {
    Guard g;
    Guard arr[2];
    HD Derived(int *p) : Base(p), g(p, 200), arr{{p, 201}, {p, 202}}
    {
    }
    HD ~Derived()
    {
        note(l, -203);
    }
    HD int v() const override
    {
        return 2;
    }
};
HD void virtual_destructors(int t, int *l)
{
    note(l, Derived(l).v());
    const Base &b = Derived(l);
    note(l, b.v());
    Base *p = new Derived(l);
    note(l, p->v());
    delete p;
}
HD int sum_of(const Guard &g, int n = 2)
{
    return g.k + n;
}
HD int key_of(int *l, Guard g)
{
    return g.k;
}
struct Defaulted {
    int *l;
    Guard a{l, 300};
    int v = sum_of(Guard(l, 301));
    HD Defaulted(int *p) : l(p)
    {
    }
    HD Defaulted(int *p, int) : Defaulted(p)
    {
        note(l, 302);
    }
};
HD void defaults(int t, int *l)
{
    Defaulted d(l, t);
    note(l, d.v);
    Defaulted e = Defaulted(l);
    note(l, e.v);
    note(l, key_of(l, Guard(l, 5)) + key_of(l, {l, 6}));
}
template <class F> HD auto run(F f, int *l)
{
    Guard g(l, 400);
    return f(g);
}
HD void closures(int t, int *l)
{
    int r = run([&](const Guard &g) { return Guard(l, g.k + t).k; }, l);
    note(l, r);
    Guard x = run([=](auto &g) { return Guard(l, g.k + 2); }, l);
    note(l, x.k);
    [&] {
        Guard y(l, 410);
        if (t)
            return;
        note(l, 411);
    }();
}
HD Guard recurse(int n, int *l)
{
    if (n == 0)
        return Guard(l, 500);
    Guard g(l, 500 + n);
    note(l, recurse(n - 1, l).k);
    return Guard(l, 600 + n);
}
HD void recursive(int t, int *l)
{
    Guard g = recurse(t, l);
    note(l, g.k);
}
HD void loop_heads(int t, int *l)
{
    int i = 0;
    while (Guard(l, 700 + i).k < 702) {
        i++;
        if (i == t)
            continue;
        Guard(l, 710);
    }
    for (Guard a(l, 720), b(l, 721); Guard(l, 722).k && i < 4; Guard(l, 723), i++)
        Guard c(l, 724);
    do {
        Guard d(l, 730);
        if (d.k)
            break;
    } while (1);
}
HD void short_circuit(int t, int *l)
{
    bool b = (t & 1 && Guard(l, 800).k) || (t & 2 ? Guard(l, 801).k == 801 : Guard(l, 802).k == 1);
    note(l, b);
    note(l, (Guard(l, 820), Guard(l, 821).k));
}
struct Optional {
    bool has = false;
    alignas(Guard) char mem[sizeof(Guard)];
    HD Guard &get()
    {
        return *(Guard *)mem;
    }
    HD void set(int *l, int k)
    {
        new (mem) Guard(l, k);
        has = true;
    }
    HD ~Optional()
    {
        if (has)
            get().~Guard();
    }
};
HD void made_in_memory(int t, int *l)
{
    Optional o;
    if (t)
        o.set(l, 900 + t);
    Optional *q = new Optional[3];
    q[1].set(l, 910);
    delete[] q;
    Guard arr2[2][2] = {{{l, 920}, {l, 921}}, {{l, 922}, {l, 923}}};
    note(l, arr2[1][0].k);
    Guard *gp = new Guard(l, 930);
    Guard &gr = *gp;
    gr.~Guard();
}
struct Pair {
    Guard a, b;
};
HD Pair pair(int *l)
{
    return {Guard(l, 1000), Guard(l, 1001)};
}
HD void structured_bindings(int t, int *l)
{
    auto [x, y] = pair(l);
    note(l, x.k + y.k);
    const auto &[u, v] = pair(l);
    note(l, u.k - v.k);
    int k = pair(l).b.k;
    note(l, k);
    const Guard &part = pair(l).a;
    note(l, part.k);
}
HD Guard guard(int *l, int k)
{
    return Guard(l, k);
}
HD int taken(Guard g)
{
    return g.k;
}
HD Guard passed_on(Guard g)
{
    note(g.l, 1500);
    return g;
}
template <class... A> HD int all(A... a)
{
    return (a.k + ...);
}
struct Adder {
    Guard g;
    HD int operator()(Guard h) const
    {
        return g.k + h.k;
    }
};
typedef int Taking(Guard);
HD void passed(int t, int *l)
{
    Guard a(l, 1200), b(l, 1201);
    note(l, taken(a));
    note(l, taken(guard(l, 1202)));
    note(l, guard(l, 1203).k);
    note(l, passed_on(a).k);
    note(l, all(a));
    a = b;
    a = guard(l, 1205);
    note(l, a.k);
    Guard c = t ? a : b;
    Guard d = t ? guard(l, 1206) : a;
    Taking *p = taken;
    note(l, p(b));
}
HD void function_objects(int t, int *l)
{
    Adder f{Guard(l, 1300)};
    note(l, f(Guard(l, 1301)));
    Adder g = f;
    note(l, Adder{{l, 1302}}(g.g));
    auto q = [a = Guard(l, 1303)](Guard b) { return a.k + b.k; };
    note(l, q(g.g));
    auto r = q;
    note(l, r(guard(l, 1304)));
}
HD Guard chosen_result(int t, int *l)
{
    Guard a(l, 1400);
    if (t == 3)
        return passed_on(a);
    return t ? guard(l, 1401) : a;
}
HD void chosen(int t, int *l)
{
    Guard g = chosen_result(t, l);
    note(l, g.k);
    const Guard &h = chosen_result(t, l);
    note(l, h.k);
    int arr[2] = {chosen_result(t, l).k, taken(chosen_result(t, l))};
    note(l, arr[0]);
    Guard x[2] = {chosen_result(t, l), guard(l, 1402)};
    static_cast<void>(chosen_result(t, l));
    Guard *p = &x[1];
    note(l, taken(*p));
    Guard y = *p;
    note(l, (t ? x[0] : y).k);
}
struct Counted {
    int id;
    int *l;
    HD Counted(int i, int *p) : id(i), l(p)
    {
        note(l, id);
    }
    HD Counted(const Counted &o) : id(o.id + 100), l(o.l)
    {
        note(l, id);
    }
    HD Counted(Counted &&o) : id(o.id + 1000), l(o.l)
    {
        note(l, id);
    }
    HD Counted &operator=(const Counted &o)
    {
        id = o.id + 10000;
        note(l, id);
        return *this;
    }
    HD ~Counted()
    {
        note(l, -id);
    }
};
struct Arrays {
    Counted a[2];
    Counted b[2][2];
    int n;
};
HD void copied_arrays(int t, int *l)
{
    Counted a[2] = {{1, l}, {2, l}};
    auto f = [=] { return a[1].id; };
    note(l, f());
    auto g = f;
    note(l, g());
    auto h = std::move(g);
    note(l, h());
    auto [x, y] = a;
    note(l, x.id + y.id);
    Guard q[2] = {{l, 5}, {l, 6}};
    auto z = [q] { return q[0].k; };
    note(l, z());
}
HD void arrays_within(int t, int *l)
{
    Arrays a{{{1, l}, {2, l}}, {{{3, l}, {4, l}}, {{5, l}, {6, l}}}, 7};
    Arrays b = a;
    note(l, b.b[1][0].id + b.n);
    Arrays c = std::move(a);
    note(l, c.a[1].id);
    b = c;
    note(l, b.b[1][1].id);
}
#define CASES(X)                                                                                   \
    X(copied_arrays)                                                                               \
    X(arrays_within)                                                                               \
    X(owned)                                                                                       \
    X(early_returns)                                                                               \
    X(virtual_destructors)                                                                         \
    X(defaults)                                                                                    \
    X(closures)                                                                                    \
    X(recursive)                                                                                   \
    X(loop_heads)                                                                                  \
    X(short_circuit)                                                                               \
    X(made_in_memory)                                                                              \
    X(structured_bindings)                                                                         \
    X(passed)                                                                                      \
    X(function_objects)                                                                            \
    X(chosen)

struct Case {
    const char *name;
    void (*run)(int, int *);
};
static const Case cases[] = {
#define ROW(name) {#name, name},
    CASES(ROW)
#undef ROW
};
enum { COUNT = sizeof cases / sizeof *cases, INPUTS = 4, ROOM = 256 };

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
