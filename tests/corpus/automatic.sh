#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# automatic.sh LOCKSTEP: a program with pointers to member functions, which the built-in compiler refuses, runs when clang or nvcc is
# there, also from the cache, and each time a note names the compiler; a wrong program is told what the built-in compiler
# says, once. Exit status 77: skipped, and says why.
lockstep=$1
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
export LOCKSTEP_CACHE="$out/cache"
cd "$(dirname "$0")/../.." || exit 1

fail()
{
  echo "$1"
  cat "$out/stderr"
  exit 1
}

for run in built cached; do
  "$lockstep" -I tests/corpus tests/corpus/function_pointers.cu > "$out/stdout" 2> "$out/stderr" < /dev/null
  status=$?
  if [ $status -ne 0 ] && ! command -v clang++-19 nvcc > /dev/null; then
    echo "skipped: neither clang 19 nor nvcc is here"
    exit 77
  fi
  echo "exit status $status" >> "$out/stdout"
  grep -q "function_pointers.cu:[0-9]*:[0-9]*: note: device code is compiled by .*; the built-in compiler says: " "$out/stderr" ||
    fail "$run: no note names the compiler"
  while read -r line; do
    grep -qF "$line" "$out/stdout" || fail "$run: '$line' is not printed"
  done < tests/corpus/recorded/function_pointers.txt
done

printf '__global__ void k(int *p) { *p = nosuch; }\nint main() { k<<<1, 1>>>(0); }\n' > "$out/wrong.cu"
"$lockstep" "$out/wrong.cu" > "$out/stdout" 2> "$out/stderr" && fail "a wrong program is taken"
[ "$(grep -c nosuch "$out/stderr")" -eq 2 ] || fail "the error is not said once with its line"
