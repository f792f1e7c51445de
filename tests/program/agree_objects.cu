// SPDX-License-Identifier: Apache-2.0
// Where objects are made, copied, moved and destroyed, as C++17 says it: each case is a function that
// device code and the host both compute.
#include <cstdio>
#include <utility>

#define HD __host__ __device__

HD long long add(long long sum, long long value) { return sum * 131 + value; }

// ---- An object that points to itself stays where it was made.

struct Self {
    int value;
    int *place;
    HD Self(int x) : value(x), place(&value) {}
    HD Self(const Self &other) : value(other.value), place(&value) {}
    HD Self &operator=(const Self &other) {
        value = other.value;
        return *this;
    }
    HD long long look() {
        *place += 7;
        return value * 2 + (place == &value);
    }
};
struct Pinned {
    int values[40];
    int *place;
    HD Pinned(int x) : place(values) {
        for (int i = 0; i < 40; i++)
            values[i] = x + i;
    }
    Pinned(const Pinned &) = delete;
};
struct Pair {
    Self a, b;
    int n;
};
HD Self made(int x) { return Self(x); }
HD Self named(int x) {
    Self s(x);
    s.value++;
    return s;
}
HD Self either(int x) {
    if (x & 1)
        return Self(x);
    return made(x * 2);
}
HD Self one_of_two(int x) {
    Self a(x);
    if (x & 1)
        return a;
    Self b(x + 5);
    return b;
}
__noinline__ HD Self called(int x) {
    Self s(x);
    for (int i = 0; i < x; i++)
        s.value += i;
    return s;
}
HD Pinned pinned(int x) { return Pinned(x); }
HD Pinned pinned_twice(int x) { return pinned(x + 1); }
HD Pair pair(int x) { return Pair{Self(x), made(x + 1), 5}; }
HD long long taken(Self s) { return s.look(); }

namespace returned_in_place {
HD long long test(int t) {
    Self a = made(t), b = named(t), c = either(t), d(either(t + 1)), e{one_of_two(t)}, f = called(t);
    long long sum = add(add(a.look(), b.look()), c.look());
    return add(add(add(sum, d.look()), e.look()), f.look());
}
} // namespace returned_in_place

namespace never_moved {
HD long long test(int t) {
    Pinned p = pinned_twice(t);
    Pinned *q = new Pinned(pinned(t));
    p.place[3] = 9;
    q->place[1] += 3;
    long long sum = add(p.values[3] + p.values[39], p.place == p.values);
    sum = add(sum, q->values[1]);
    delete q;
    return sum;
}
} // namespace never_moved

namespace parts_in_place {
HD long long test(int t) {
    Pair p = pair(t);
    Self array[3] = {made(t), named(t), Self(4)};
    long long sum = add(p.a.look(), p.b.look());
    for (int i = 0; i < 3; i++)
        sum = add(sum, array[i].look());
    return add(sum, pair(t).b.look());
}
} // namespace parts_in_place

namespace arguments_in_place {
HD long long test(int t) {
    Self q(t);
    return add(add(add(taken(made(t)), taken(Self(t))), taken(q)), q.value);
}
} // namespace arguments_in_place

namespace chosen_in_place {
HD long long test(int t) {
    Self a = t > 2 ? Self(t) : made(t), b = (t++, made(t)), c = static_cast<Self>(made(t));
    const Self &bound = made(t);
    Self *q = new Self(named(t));
    auto f = [=] { return Self(t + 3); };
    Self d = f();
    *bound.place += 5;
    long long sum = add(add(add(a.look(), b.look()), c.look()), add(bound.value, d.look()));
    sum = add(sum, q->look());
    delete q;
    return add(sum, named(t).look());
}
} // namespace chosen_in_place

// ---- How often objects are copied and moved.

struct Counted {
    int value, *copies;
    HD Counted(int x, int *c) : value(x), copies(c) {}
    HD Counted(const Counted &other) : value(other.value), copies(other.copies) { copies[0]++; }
    HD Counted(Counted &&other) : value(other.value), copies(other.copies) {
        copies[0] += 100;
        other.value = -1;
    }
};
struct Derived : Counted {
    int more;
    HD Derived(int x, int *c) : Counted(x, c), more(x) {}
};
struct Two {
    Counted first, second;
};
HD Counted direct(int x, int *c) { return Counted(x, c); }
HD Counted last(int x, int *c) {
    Counted n(x, c);
    n.value++;
    if (x > 1)
        return n;
    n.value += 5;
    return n;
}
HD Counted mixed(int x, int *c) {
    Counted n(x, c);
    if (x > 1)
        return Counted(7, c);
    return n;
}
HD Counted parameter(Counted p) { return p; }
HD Derived derived(int x, int *c) { return Derived(x, c); }

namespace counted_results {
HD long long test(int t) {
    int n = 0;
    Counted a = direct(t, &n), b = last(t, &n), c = mixed(t, &n), d = parameter(direct(t, &n)), e = parameter(a);
    return add(add(add(n, b.value), c.value), add(d.value, e.value));
}
} // namespace counted_results

namespace counted_parts {
HD long long test(int t) {
    int n = 0;
    Two two{Counted(t, &n), direct(t, &n)}, copy = two, moved = std::move(two);
    Counted first = Two{direct(t, &n), direct(t, &n)}.first;
    Counted base = derived(t, &n);
    long long sum = add(add(n, two.first.value), add(copy.second.value, moved.first.value));
    return add(sum, add(first.value, base.value));
}
} // namespace counted_parts

namespace counted_closures {
HD long long test(int t) {
    int n = 0;
    Counted q(t, &n);
    auto f = [m = direct(t, &n), q]() mutable { return m.value++ + q.value; };
    auto g = f;
    auto h = std::move(f);
    return add(add(n, f()), add(g(), h()));
}
} // namespace counted_closures

// ---- Which constructor or assignment it is.

struct MoveOnly {
    int value;
    HD MoveOnly(int x) : value(x) {}
    MoveOnly(const MoveOnly &) = delete;
    HD MoveOnly(MoveOnly &&other) : value(other.value) { other.value = -1; }
};
struct DefaultCopy {
    int value;
    HD DefaultCopy(int x) : value(x) {}
    DefaultCopy(const DefaultCopy &) = default;
    DefaultCopy &operator=(const DefaultCopy &) = default;
    HD DefaultCopy(DefaultCopy &&other) : value(other.value) { other.value = -1; }
    HD DefaultCopy &operator=(DefaultCopy &&other) {
        value = other.value;
        other.value = -2;
        return *this;
    }
};
struct Holder {
    MoveOnly inner;
    int n;
};
struct DefaultMove {
    DefaultCopy inner;
    DefaultMove(DefaultMove &&) = default;
    HD DefaultMove(int x) : inner(x) {}
};
HD int sink(MoveOnly m) { return m.value; }

namespace moved {
HD long long test(int t) {
    MoveOnly a(t), b = std::move(a), c(t);
    DefaultCopy d(t), e(std::move(d)), f = e, g(0);
    long long sum = add(add(a.value, b.value), sink(std::move(c)));
    sum = add(sum, c.value);
    g = std::move(f);
    sum = add(add(add(sum, d.value), e.value), add(f.value, g.value));
    DefaultMove h(t), i = std::move(h);
    return add(sum, add(h.inner.value, i.inner.value));
}
} // namespace moved

namespace moved_within {
HD long long test(int t) {
    Holder a{MoveOnly(t), 3}, b = std::move(a);
    Holder array[2] = {Holder{MoveOnly(1), 2}, std::move(b)};
    MoveOnly q(t);
    auto f = [m = std::move(q)] { return m.value; };
    auto g = std::move(f);
    long long sum = add(add(a.inner.value, b.inner.value), array[1].inner.value + array[1].n);
    return add(add(sum, q.value), add(f(), g()));
}
} // namespace moved_within

struct Greedy {
    int value;
    Greedy() = default;
    template <class T> HD Greedy(T &&other) : value(other.value + 100) {}
};
struct Assigned {
    int value;
    template <class T> HD Assigned &operator=(const T &other) {
        value = other.value + 100;
        return *this;
    }
};
struct Heir : Greedy {
    int more;
};
template <class T> struct Converted {
    T value;
    Converted(const Converted &) = default;
    HD Converted(T x) : value(x) {}
    template <class S> HD Converted(Converted<S> &&other) : value(other.value + 1) {}
};
HD int greedy(Greedy g) { return g.value; }

namespace templates {
HD long long test(int t) {
    Greedy a;
    a.value = t;
    const Greedy b = a;
    Greedy c = b, d = std::move(a);
    Assigned e, f;
    e.value = t;
    f = e;
    long long sum = add(add(add(b.value, c.value), d.value), add(greedy(a), greedy(b)));
    sum = add(sum, f.value);
    f = b;
    Heir g;
    g.value = t;
    Heir h = g, i = std::move(g);
    Converted<int> j(t);
    Converted<long> k(std::move(j));
    Converted<int> l(std::move(j));
    return add(add(add(sum, f.value), add(h.value, i.value)), add(k.value, l.value));
}
} // namespace templates

#define CASES(X)                                                                                   \
    X(returned_in_place)                                                                           \
    X(never_moved)                                                                                 \
    X(parts_in_place)                                                                              \
    X(arguments_in_place)                                                                          \
    X(chosen_in_place)                                                                             \
    X(counted_results)                                                                             \
    X(counted_parts)                                                                               \
    X(counted_closures)                                                                            \
    X(moved)                                                                                       \
    X(moved_within)                                                                                \
    X(templates)

struct Case {
    const char *name;
    long long (*compute)(int);
};
static const Case cases[] = {
#define ROW(name) {#name, name::test},
    CASES(ROW)
#undef ROW
};
enum { COUNT = sizeof cases / sizeof *cases, INPUTS = 4 };

__global__ void compute(long long *results) {
    long long *result = results + threadIdx.x;
#define COMPUTE(name)                                                                              \
    *result = name::test(threadIdx.x);                                                             \
    result += INPUTS;
    CASES(COMPUTE)
#undef COMPUTE
}

int main() {
    long long *results;
    int wrong = 0;
    cudaMallocManaged(&results, COUNT * INPUTS * sizeof *results);
    compute<<<1, INPUTS>>>(results);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        return 1;
    }
    for (int i = 0; i < COUNT * INPUTS; i++) {
        long long expected = cases[i / INPUTS].compute(i % INPUTS);
        if (results[i] != expected) {
            printf("%s(%d): %lld on the device, %lld on the host\n", cases[i / INPUTS].name,
                   i % INPUTS, results[i], expected);
            wrong++;
        }
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
