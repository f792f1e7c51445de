// SPDX-License-Identifier: Apache-2.0
// Host code after rewriting, compared without white space: what stays, what goes, what is called.
#include "sim/program/rewrite.h"

#include "sim/program/place.h"

#include "tests/test.h"

#include <ctype.h>
#include <string.h>

#define TRAP                "{ __builtin_trap(); }"
#define KERNEL              "__attribute__((__noinline__, __used__, __noipa__))"
#define STUB(addresses)     "{ ::__lockstepLaunchStub({" addresses "(void *)0}); }"
#define ARGUMENT(name)      "::__lockstepArgument<decltype(" name ")>(" name ")"
#define ADDRESS(name)       ARGUMENT(name) ","
#define SHADOW              "static __attribute__((__used__)) "
#define PUSH(configuration) "(::__cudaPushCallConfiguration(" configuration ") ? (void)0 : "

// Without white space and line markers.
static void squeeze(const char *from, Text *to)
{
    for (; *from != 0; from++) {
        if (from[0] == '\n' && from[1] == '#') {
            from += 1 + strcspn(from + 1, "\n");
        }
        if (!isspace((unsigned char)*from)) {
            text_add(to, from, 1);
        }
    }
}

static bool rewrites(const char *from, const char *to)
{
    Text out = {0}, have = {0}, want = {0};
    Diagnostics diagnostics = {0};
    bool is_changed;
    bool is_good = rewrite_host(from, strlen(from), false, &out, &is_changed, &diagnostics);
    squeeze(text_string(&out), &have);
    squeeze(to, &want);
    bool is_same = is_good && strcmp(text_string(&have), text_string(&want)) == 0;
    if (!is_same) {
        printf("  have %s\n  want %s\n", text_string(&have), text_string(&want));
    }
    text_destroy(&out);
    text_destroy(&have);
    text_destroy(&want);
    diagnostics_clear(&diagnostics);
    return is_same;
}

static bool stays(const char *text)
{
    return rewrites(text, text);
}

TEST(plain_code_stays)
{
    EXPECT(stays("int main() { return a < b && c >> 3 << 2; }"));
    EXPECT(stays("const char *s = \"__global__ <<<\"; char c = '\\''; auto r = R\"x(<<<)\" )x\";"));
    EXPECT(stays("void f() __attribute__((__noinline__, __used__));"));
    EXPECT(stays("std::cout << << 1;"));
    EXPECT(stays("template <> struct X<Y<Z<int>>> {}; int n = 1'000'000; float x = 1e-3f;"));
    EXPECT(stays(""));
    EXPECT(stays("("));
    EXPECT(stays(")]}"));
}

TEST(kernels_become_stubs)
{
    EXPECT(rewrites("__global__ void k(int *a, float b) { a[0] = b; }",
                    KERNEL "void k(int *a, float b)" STUB(ADDRESS("a") ADDRESS("b"))));
    EXPECT(rewrites("static __global__ void __launch_bounds__(256, 2) k() { __shared__ int s[4]; }",
                    "static" KERNEL "void k()" STUB("")));
    EXPECT(rewrites("extern \"C\" __global__ void k(void) {}",
                    "extern \"C\"" KERNEL "void k(void)" STUB("")));
    EXPECT(rewrites("namespace n { __global__ void k(const int) { if (a<b) {} } }",
                    "namespace n {" KERNEL "void k(const int __lockstep_parameter_0)" STUB(
                        ADDRESS("__lockstep_parameter_0")) "}"));
    EXPECT(
        rewrites("__global__ void k(int, float y = f(1, 2));", "void k(int, float y = f(1, 2));"));
}

TEST(kernel_templates_become_stubs)
{
    EXPECT(rewrites(
        "template <typename T, int N = (3 > 2)> __global__ void k(T *, const S<T, N> s) {}",
        "template <typename T, int N = (3 > 2)>" KERNEL
        "void k(T * __lockstep_parameter_0, const S<T, N> s)" STUB(ADDRESS("__lockstep_parameter_0")
                                                                       ADDRESS("s"))));
    EXPECT(rewrites("template <class... A> __global__ void k(int n, A... a) {}",
                    "template <class... A>" KERNEL
                    "void k(int n, A... a)" STUB(ADDRESS("n") ARGUMENT("a") "...,")));
    EXPECT(rewrites("template <class... A> __global__ void k(A...) {}",
                    "template <class... A>" KERNEL "void k(A... __lockstep_parameter_0)" STUB(
                        ARGUMENT("__lockstep_parameter_0") "...,")));
    EXPECT(rewrites("template <> __global__ void k<float>(float *p) { }",
                    "template <>" KERNEL "void k<float>(float *p)" STUB(ADDRESS("p"))));
    EXPECT(rewrites("template __global__ void k<int>(int *);", "template void k<int>(int *);"));
}

TEST(parameters_of_every_shape_are_named)
{
    EXPECT(rewrites("__global__ void k(int (*f)(int, int), float (*)[4], unsigned, T const c[], "
                    "struct S s, std::pair<int, int> p = {1, 2}) {}",
                    KERNEL "void k(int (*f)(int, int), float (* __lockstep_parameter_1)[4], "
                           "unsigned __lockstep_parameter_2, T const c[], struct S s, "
                           "std::pair<int, int> p = {1, 2})" STUB(
                               ADDRESS("f") ADDRESS("__lockstep_parameter_1")
                                   ADDRESS("__lockstep_parameter_2") ADDRESS("c") ADDRESS("s")
                                       ADDRESS("p"))));
    EXPECT(rewrites("__global__ void k(const __grid_constant__ P p, int *__restrict__ q) {}", KERNEL
                    "void k(const P p, int *__restrict__ q)" STUB(ADDRESS("p") ADDRESS("q"))));
}

TEST(bodies_for_the_device_go)
{
    EXPECT(rewrites("__device__ __noinline__ int f(int x) { asm(\"mov\"); return x; }",
                    "__attribute__((__noinline__)) int f(int x)" TRAP));
    EXPECT(rewrites("struct S { int m; __device__ S(int a) : m(a), n{2} { g(); } "
                    "public: __device__ bool operator()(int a) const { return a < m; } "
                    "__device__ bool operator<(S o) const noexcept { return 1; } };",
                    "struct S { int m; S(int a) : m(a), n{2}" TRAP
                    "public: bool operator()(int a) const" TRAP
                    "bool operator<(S o) const noexcept" TRAP "};"));
    EXPECT(rewrites("template <class T> __device__ std::enable_if_t<(sizeof(T) > 4), T> f(T a) { }",
                    "template <class T> std::enable_if_t<(sizeof(T) > 4), T> f(T a)" TRAP));
    EXPECT(rewrites("__device__ auto f(int a) -> int { return a; }", "auto f(int a) -> int" TRAP));
}

TEST(bodies_for_the_host_stay)
{
    EXPECT(rewrites("__host__ __device__ int f() { return 1; } __host__ int g() { return 2; }",
                    "int f() { return 1; } int g() { return 2; }"));
    EXPECT(
        rewrites("__device__ constexpr int f() { return 1; }", "constexpr int f() { return 1; }"));
    EXPECT(rewrites("__device__ auto f() { return 1; }", "auto f() { return 1; }"));
    EXPECT(rewrites("auto f = [=] __device__ (int i) { return i; };",
                    "auto f = [=] (int i) { return i; };"));
    EXPECT(rewrites("void g() { return h([] __host__ __device__ (int i) -> int { return i; }); }",
                    "void g() { return h([] (int i) -> int { return i; }); }"));
}

// As nvcc has them: of plain types, only what is const keeps its value.
TEST(shadows_have_the_values_of_constants)
{
    EXPECT(rewrites("__constant__ const int a = 1; static __device__ const char *p = \"x\";",
                    SHADOW "const int a = 1; static const char *p;"));
    EXPECT(rewrites("__device__ float *const p = 0; __device__ double d = f(1, 2); int after = 3;",
                    SHADOW "float *const p = 0;" SHADOW "double d; int after = 3;"));
    EXPECT(rewrites("__device__ int open[] = {1, 2}; __device__ int a = 1, b = 2;",
                    SHADOW "int open[] = {1, 2};" SHADOW "int a = 1, b = 2;"));
}

TEST(variables_stay_as_shadows)
{
    EXPECT(rewrites("__device__ int a[3] = {1, 2, 3}; __constant__ float c[16]; "
                    "extern __device__ int e; __managed__ __device__ S s{4};",
                    SHADOW "int a[3];" SHADOW "float c[16]; extern int e;"
                           "__attribute__((__used__)) S s{4};"));
    EXPECT(rewrites("extern __device__ int e; __device__ int e; __constant__ int C::x = 1;"
                    "__device__ int f(int x); struct S { __device__ S &operator=(S &s); };",
                    "extern int e; int e; int C::x = 1;"
                    "int f(int x); struct S { S &operator=(S &s); };"));
    EXPECT(rewrites("namespace n { static __device__ int (*f)(int) = g; }",
                    "namespace n { static int (*f)(int) = g; }"));
}

TEST(launches_become_calls)
{
    EXPECT(rewrites("k<<<1, 2>>>(a);", PUSH("1, 2") "k(a));"));
    EXPECT(rewrites("if (x) n::k<T, (3 > 2)><<<dim3{1, 2}, f(2), 0, s>>>(a, b);",
                    "if (x)" PUSH("dim3{1, 2}, f(2), 0, s") "n::k<T, (3 > 2)>(a, b));"));
    EXPECT(rewrites("::k<A<B<int>>><<<g, b>>>();", PUSH("g, b") "::k<A<B<int>>>());"));
    EXPECT(rewrites("o.p->k<<<g, b>>>(); (*f)<<<1, 1>>>(x); t[2]<<<1, 1>>>(x);",
                    PUSH("g, b") "o.p->k());" PUSH("1, 1") "(*f)(x));" PUSH("1, 1") "t[2](x));"));
    EXPECT(rewrites("else k<<<(n + 1) >> 3, 32 << 1>>>(x < y, [&] { return z; }());",
                    "else" PUSH("(n + 1) >> 3, 32 << 1") "k(x < y, [&] { return z; }()));"));
    EXPECT(rewrites("do k <<< 1, 2 >>> (a); while (0);", "do" PUSH("1, 2") "k(a)); while (0);"));
    EXPECT(rewrites("f([&] { k<<<1, 2>>>(a); });", "f([&] {" PUSH("1, 2") "k(a)); });"));
    EXPECT(rewrites("this->template k<3><<<1, 2>>>(a);", PUSH("1, 2") "this->template k<3>(a));"));
    EXPECT(rewrites("k<<<1, 2>>>([&] { h<<<3, 4>>>(x); });",
                    PUSH("1, 2") "k([&] {" PUSH("3, 4") "h(x)); }));"));
}

// nvcc lets main() return nothing.
TEST(main_returns_zero)
{
    EXPECT(rewrites(
        "int main(int n, char **v) { if (n) { try { return; } catch (int e) { return; } } "
        "for (;;) [[likely]] { return ; } return 1; }",
        "int main(int n, char **v) { if (n) { try { return 0; } catch (int e) { return 0; } } "
        "for (;;) [[likely]] { return 0; } return 1; }"));
    EXPECT(stays("int main() { auto f = [&](int i) { if (i) { return; } }; struct S { void g() { "
                 "return; } }; "
                 "auto h = [] { return; }; } void f() { return; } int domain() { return; }"));
}

// Where a word of the rewritten text stands by its line markers: "file:line:column".
static const char *place_in(const char *from, const char *word)
{
    static char place[64];
    Text out = {0};
    Arena arena = {0};
    Diagnostics diagnostics = {0};
    bool is_changed;
    EXPECT(rewrite_host(from, strlen(from), false, &out, &is_changed, &diagnostics));
    PlaceIndex places = place_index(text_string(&out), out.size_bytes, &arena);
    const char *at = strstr(text_string(&out), word);
    SourcePosition position = place_of(&places, at == NULL ? "" : at, &arena);
    snprintf(place, sizeof place, "%s:%u:%u", position.file, position.line, position.column);
    text_destroy(&out);
    arena_clear(&arena);
    diagnostics_clear(&diagnostics);
    return place;
}

TEST(what_stays_keeps_its_line_and_its_column)
{
    const char *from = "# 1 \"a.cu\"\n__global__ void k(int *a,\n  int b)\n{\n  a[0]\n = b;\n}\n"
                       "# 9 \"a.cu\"\n__device__ int f() {\n# 20 \"b.h\" 1\n  g();\n} int here;\n"
                       "void h() {\n  k<<<one,\n two>>>(three,\n four); behind;\n}\nint last;\n"
                       "__device__ int shadow; int beside; __host__ int side;\n"
                       "__global__ void e(int, float second) {} int third;\n";
    EXPECT_TEXT(place_in(from, "int b)"), "a.cu:2:3");
    EXPECT_TEXT(place_in(from, "int here"), "b.h:21:3");
    EXPECT_TEXT(place_in(from, "one"), "b.h:23:7");
    EXPECT_TEXT(place_in(from, "two"), "b.h:24:2");
    EXPECT_TEXT(place_in(from, "three"), "b.h:24:9");
    EXPECT_TEXT(place_in(from, "four"), "b.h:25:2");
    EXPECT_TEXT(place_in(from, "behind"), "b.h:25:9");
    EXPECT_TEXT(place_in(from, "int last"), "b.h:27:1");
    EXPECT_TEXT(place_in(from, "shadow"), "b.h:28:16");
    EXPECT_TEXT(place_in(from, "int side"), "b.h:28:45");
    EXPECT_TEXT(place_in(from, "float second"), "b.h:29:24");
    EXPECT_TEXT(place_in(from, "int third"), "b.h:29:41");
}

// Where the first error is and how it starts; "": there is none.
static const char *error_in(const char *from)
{
    static char error[128];
    Text out = {0};
    Diagnostics diagnostics = {0};
    bool is_changed;
    error[0] = 0;
    if (!rewrite_host(from, strlen(from), false, &out, &is_changed, &diagnostics)) {
        const Diagnostic *first = &diagnostics.items[0];
        snprintf(error, sizeof error, "%u:%u %.20s", first->position.line, first->position.column,
                 first->message);
    }
    text_destroy(&out);
    diagnostics_clear(&diagnostics);
    return error;
}

TEST(a_kernel_is_not_called_without_a_configuration)
{
    EXPECT_TEXT(error_in("__global__ void k(int *a) {}\nvoid f() {\n  k(0);\n}"),
                "3:3 a __global__ functio");
    EXPECT_TEXT(error_in("template <class T> __global__ void k(T *a);\n"
                         "void f() { if (1) ::k<int>(0); }"),
                "2:21 a __global__ functio");
    EXPECT_TEXT(error_in("__global__ void k(int *a) {} __device__ void d() { k(0); }"
                         "void f() { k<<<1, 1>>>(0); auto p = k; g(k); x.k(1); n::k(2); }"),
                "");
    EXPECT_TEXT(error_in("__global__ void k(int *a) {} void k(float); void f() { k(1.0f); }"), "");
    EXPECT_TEXT(error_in("__global__ void k(int *a) {} void f(F k) { k(1.0f); }"), "");
}

TEST(a_configuration_has_two_to_four_arguments)
{
    EXPECT_TEXT(error_in("void f() { k<<<1>>>(0); }"), "1:17 too few arguments in");
    EXPECT_TEXT(error_in("void f() { k<<<1, 2, 3, s, 5>>>(0); }"), "1:29 too many arguments i");
    EXPECT_TEXT(error_in("void f() { k<<<c...>>>(0); k<<<g<1, 2>(), dim3(1, 2, 3), 4, s>>>(0); }"),
                "");
}

TEST(a_malformed_launch_is_reported_where_it_stands)
{
    const char *from = "# 7 \"a.cu\"\nint x;\n  k<<<1, 2>>;\n";
    Text out = {0};
    Diagnostics diagnostics = {0};
    bool is_changed;
    EXPECT(!rewrite_host(from, strlen(from), false, &out, &is_changed, &diagnostics));
    EXPECT_EQ(diagnostics.error_count, 1);
    EXPECT_TEXT(diagnostics.items[0].position.file, "a.cu");
    EXPECT_EQ(diagnostics.items[0].position.line, 8);
    EXPECT_EQ(diagnostics.items[0].position.column, 4);
    text_destroy(&out);
    diagnostics_clear(&diagnostics);
}
