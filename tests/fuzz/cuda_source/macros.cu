#define EMPTY
#define LPAREN (
#define f(a) f(x * (a)) g
#define g(a, ...) f(a)(__VA_ARGS__) __VA_OPT__(, # a ## __VA_ARGS__)
#define LOG(format, args...) printf(format, ## args)
#define CAT(a, b) a ## b
#define XCAT(a, b) CAT(a, b)
#define STR(x) #x
#define REPEAT(x) x x x x
REPEAT(REPEAT(f(1)(2) g LPAREN 3, 4))
XCAT(X, CAT)(STR, (EMPTY))(a "b\n" 'c')
LOG("a"); LOG("b", 1) B C(1, 2)
#undef f
#pragma unroll B
_Pragma("unroll 4") _Pragma(STR(once "x"))
R"x(raw
 \
)x" 0x1p-3f 1'000ull 08 '\x41' L"\u00e4" u8"x" __LINE__ __FILE__ __COUNTER__
