struct G { int *l; int k; __device__ G(int *p, int i) : l(p), k(i) { *l += k; } __device__ ~G() { *l -= k; } };
struct C { G a, b[2]; int n = G(a.l, 2).k; C(const C &) = delete; C(C &&) = default; __device__ C(int *p) : a(p, 1), b{{p, 2}, {p, 3}} {} };
struct M { int v; __device__ M(int x) : v(x) {} M(const M &) = default; __device__ M(M &&o) : v(o.v) { o.v = -1; } template <class T> __device__ M(T &&t) : v(t.k) {} };
__device__ G make(int *l, int k) { G g(l, k); if (k > 3) return g; return k ? G(l, k) : g; }
__device__ int take(G g, const G &h) { return g.k + h.k; }
__global__ void k(int *o) {
  if (G a = make(o, 1); a.k) o[1] = take(a, make(o, 2)); else G(o, 3);
  while (G(o, 4).k < o[2] && make(o, 5).k) { const G &r = make(o, 6); o[2]++; if (r.k) continue; }
  switch (G s(o, 7); G(o, 8).k) { case 1: { G t(o, 9); break; } default: make(o, 10), make(o, 11); }
  C c(o); M m = 3, n = static_cast<M &&>(m), q = G(o, 12); auto f = [&, g = make(o, 13)](G h) { return g.k + h.k + c.n; };
  for (auto &&x : c.b) o[3] += f(x); o[4] = n.v + q.v + (o[5] ? G(o, 14) : make(o, 15)).k; G *p = new G[2]{{o, 1}, make(o, 2)}; delete[] p; return (void)G(o, 16);
}
