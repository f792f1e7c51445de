# SPDX-License-Identifier: Apache-2.0
# Loads and stores of global and shared memory in each kernel of a PTX file: awk -v target=90 -f tails.awk FILE.ptx
/^[[:space:]]*(\.visible )?\.entry / {
    kernel = $0
    sub(/^.*\.entry _Z[0-9]+/, "", kernel)
    match(kernel, /^[a-z]+[0-9][0-9]/)
    kernel = substr(kernel, RSTART, RLENGTH)
    loads = stores = 0
}
/^[[:space:]]+(@!?%p[0-9]+[[:space:]]+)?ld\.(volatile\.)?(global|shared)/ { loads++ }
/^[[:space:]]+(@!?%p[0-9]+[[:space:]]+)?st\.(volatile\.)?(global|shared)/ { stores++ }
/^}/ && kernel != "" {
    print kernel "," target "," loads "," stores
    kernel = ""
}
