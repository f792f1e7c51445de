# expected inst_executed<=36000 in all launches together, found 
# Every thread does both kinds of work and selects one of the results.
/if (i % 2 == 0)$/,/second(values/c\
    unsigned a = first(values[i]), b = second(values[i]);\
    values[i] = i % 2 == 0 ? a : b;
