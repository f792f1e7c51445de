# expected atom_requests<=128 in all launches together, found 2048
# The start with an atomic operation that returns a value, which is not a reduction (red).
s/atomicAdd(&bins\[in\[i\] % BINS\], 1u)/if (& == 0xffffffffu)\
            bins[0] = 0/
