#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# ptxas_corpus.sh LOCKSTEP FOLDER: every program of the corpus in FOLDER, compiled for sm_75 and for
# sm_90, must pass ptxas; what needs a later GPU must be refused by the compiler, not by ptxas, but for
# the program's own inline assembly, which the compiler copies. Programs that known.csv says our compiler
# refuses are left out. Every pass of the compiler is verified.
set -uo pipefail
lockstep=$1 corpus=$2
if ! command -v ptxas > /dev/null; then
  echo "SKIPPED: no ptxas on this machine to ask"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0 passed=0 refused=0
for program in "$corpus"/*.cu; do
  name=$(basename "$program" .cu)
  grep -q "^own,$name," "$corpus/known.csv" && continue
  for arch in sm_75 sm_90; do
    if ! "$lockstep" compile --check-passes "$program" --arch $arch -o "$work/x.ptx" 2> "$work/err"; then
      if [ $arch = sm_90 ]; then
        echo "$name: refused for sm_90"; head -3 "$work/err"; bad=1
      fi
      refused=$((refused + 1))
    elif ptxas -c -arch=$arch "$work/x.ptx" -o /dev/null 2> "$work/err"; then
      passed=$((passed + 1))
    elif [ $arch = sm_75 ] && grep -q 'asm' "$program" && ! grep -v "requires .target\|^ptxas fatal" "$work/err"; then
      refused=$((refused + 1))
    else
      echo "$name: ptxas refuses it for $arch"; head -3 "$work/err"; bad=1
    fi
  done
done
echo "$passed passed ptxas, $refused are for later GPUs than sm_75"
exit $bad
