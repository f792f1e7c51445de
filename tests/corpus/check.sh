#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check.sh LOCKSTEP COMPILER NAME [GPU]: runs a program of the corpus from the root of the project, as
# record.sh did; its standard output and exit status must be those of recorded/NAME.txt
# (without a folder before the name), or, for a program listed in known.csv, must not. COMPILER: own, clang or nvcc. Exit status 77: skipped, and says why.
lockstep=$1 compiler=$2 name=$3 gpu=${4:-}
here=$(dirname "$0")
recorded=tests/corpus/recorded/$(basename "$name").txt
reason=$(grep -E "^($compiler|all),$name," "$here/known.csv" | cut -d, -f3-)
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT

options="--compiler builtin"
if [ "$compiler" = clang ]; then
  clang=$(for version in 22 21 20 19; do command -v clang++-$version; done)
  if [ -z "$clang" ]; then
    echo "skipped: there is no clang 19 or later here"
    exit 77
  fi
  options="--compiler clang"
fi
if [ "$compiler" = nvcc ]; then
  if ! command -v nvcc > /dev/null && [ ! -x /usr/local/cuda/bin/nvcc ]; then
    echo "skipped: there is no nvcc here"
    exit 77
  fi
  options="--compiler nvcc"
fi
cd "$here/../.." || exit 1
options="$options $(sed -n 's|^// needs: -|-|p' "tests/corpus/$name.cu")"
timeout 300 "$lockstep" $options ${gpu:+--gpu "$gpu"} -I tests/corpus "tests/corpus/$name.cu" -q \
  > "$out/stdout" 2> "$out/stderr" < /dev/null
echo "exit status $?" >> "$out/stdout"
if grep "error: <.*>: not found; " "$out/stderr"; then
  echo "skipped: $name needs it"
  exit 77
fi

if [ ! -e "$recorded" ]; then
  [ -z "$reason" ] && echo "$name: there is no $recorded, and known.csv does not say why" && exit 1
  echo "skipped: $name is not recorded: $reason. It prints:"
  cat "$out/stdout"
  exit 77
fi
if cmp -s "$out/stdout" "$recorded"; then
  [ -z "$reason" ] && exit 0
  echo "$name agrees with the recorded output now; known.csv still says: $reason"
  exit 1
fi
if [ -n "$reason" ]; then
  echo "$name differs, as known.csv says: $reason"
  exit 0
fi
echo "$name: < what the GPU printed, > what we print"
diff "$recorded" "$out/stdout"
cat "$out/stderr"
exit 1
