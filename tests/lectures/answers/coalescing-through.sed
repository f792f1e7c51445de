# expected global_ld_bytes<=65536 in all launches together, found 196608
# All that is transferred is used, but to write y and z as they are.
s/particles\[i\].x \*= factor/((float *)particles)[i] *= i % 3 == 0 ? factor : 1/
s/scale<<<COUNT/scale<<<3 * COUNT/
