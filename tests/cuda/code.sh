#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# code.sh FOLDER GROUP [WORK]: the PTX of many programs is what code.csv records: for each program and
# target the number of instructions and a checksum of the text without source lines. This shows that a
# change of the compiler leaves code alone, or how many instructions it saves or costs.
# Groups: kernels, corpus, random. LOCKSTEP_REGOLD=1 rewrites the group. WORK keeps the PTX for a diff.
set -uo pipefail
export LC_ALL=C
folder=$(cd "$1" && pwd) group=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(realpath "${3:-$(mktemp -d)}")
[ -n "${3-}" ] || trap 'rm -rf "$work"' EXIT
mkdir -p "$work"
cd "$here/../.." || exit 2 # assert() names files as they are given

# code NAME FILE TARGET: one line of code.csv.
code() {
  local ptx=$work/${1##*/}.$3.ptx
  : > "$work/all.ptx" # what is refused has none
  "$folder/lockstep" compile -q "$2" -I tests/corpus --arch "$3" -o "$work/all.ptx" 2> /dev/null
  grep -vE '^[[:space:]]*(\.(loc|file)[[:space:]]|//)' "$work/all.ptx" > "$ptx"
  echo "$group,$1,$3,$(grep -cE '^[[:space:]]+[@a-z].*;' "$ptx"),$(cksum < "$ptx" | cut -d' ' -f1)"
}

all() {
  local file seed
  case $group in
    kernels)
      for file in kernels/*.cu; do
        code "$(basename "$file" .cu)" "$file" sm_90
        code "$(basename "$file" .cu)" "$file" sm_20
      done
      ;;
    corpus)
      for file in tests/corpus/*.cu; do
        code "$(basename "$file" .cu)" "$file" sm_90
      done
      ;;
    random)
      for seed in $(seq 1 48); do
        "$folder/random_kernels" "$seed" 4 $([ $((seed % 4)) != 0 ] || echo parallel) > "$work/x.cu"
        code "$seed" "$work/x.cu" sm_90
      done
      ;;
  esac
}

all > "$work/code.csv"
if [ -n "${LOCKSTEP_REGOLD-}" ]; then
  grep -v "^$group," "$here/code.csv" > "$work/others.csv"
  { head -1 "$work/others.csv"; tail -n +2 "$work/others.csv" | cat - "$work/code.csv" | sort; } > "$here/code.csv"
fi
diff <(grep "^$group," "$here/code.csv") <(sort "$work/code.csv")
