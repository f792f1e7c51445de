template <class T, int = > struct A { T<; };
template <typename T, template <> class = struct X { operator int()(; [](int) -> { } 
__global__ void k(int * = , ...) { case 3: for (;;; ; int x[] = {{}, .a = 3}; return k<<<1, 2>>>(x), sizeof...(; }
namespace { using namespace ; struct : public { virtual ~X() = 0; friend ; enum : int { a = , b } x : 3; 
