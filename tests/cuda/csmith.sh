#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# csmith.sh LOCKSTEP FIRST COUNT: programs of csmith from seed FIRST on, as a kernel of one thread. Our code at
# -O0 and -O3, verified after every pass, must compute the host's checksum.
set -uo pipefail
lockstep=$1 first=$2 count=$3
here=$(cd "$(dirname "$0")" && pwd)/csmith
host=$(command -v "${CXX:-c++}" || command -v g++ || command -v clang++)
if ! command -v csmith > /dev/null || [ -z "$host" ]; then
  echo "SKIPPED: no csmith, or no C++ compiler, on this machine"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0 compared=0
for ((seed = first; seed < first + count; seed++)); do
  csmith --lang-cpp --cpp11 --no-argc --no-volatiles --no-volatile-pointers --no-packed-struct \
    --max-funcs 5 --max-array-len-per-dim 5 --seed "$seed" |
    sed -e 's/^int main (void)$/MAIN/' -e '/^ *if (print_hash_value) printf/s/.*/;/' -e '/^MAIN/,$s/return 0;//' > "$work/x.cu"
  "$host" -x c++ -w -fpermissive -Wno-narrowing -O0 -I "$here" "$work/x.cu" -o "$work/host" || { bad=1; continue; }
  timeout 3 "$work/host" > "$work/host.out" || continue # some never end
  for level in 0 3; do
    "$lockstep" compile --check-passes -I "$here" -O$level "$work/x.cu" -o "$work/x.ptx" 2> "$work/err" &&
      "$lockstep" run -q "$work/x.ptx" -k kernel0 --grid 1 --block 1 --arg 'out=u64[1]' --dump "out=$work/out" > "$work/log" &&
      od -An -tx8 "$work/out" | tr -d ' ' | cmp -s - "$work/host.out" || {
        echo "seed $seed: -O$level does not compute what the host does"
        grep -m 3 error "$work/err"
        bad=1
      }
  done
  compared=$((compared + 1))
done
[ $bad = 0 ] && echo "$compared programs of csmith: no difference"
exit $bad
