# wrong
# y and z are scaled, too.
s/particles\[i\].x \*= factor/((float *)particles)[i] *= factor/
s/scale<<<COUNT/scale<<<3 * COUNT/
