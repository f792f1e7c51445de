#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# One program of kernels/ from source against nvcc's PTX of it (kernels/ptx): the counts of the h200 preset.
# counts.sh LOCKSTEP ROOT NAME FOLDER   (FOLDER: where the two tables go)
set -eu
lockstep=$1 root=$2 name=$3 folder=$4
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$folder"
cd "$root" # programs have the names by which other tests built them
known=$here/counts/$name.csv
for form in cu ptx; do
    code=
    [ $form = cu ] || code="--ptx kernels/ptx/$name.ptx"
    # shellcheck disable=SC2086 # an option and its argument, or nothing
    "$lockstep" "kernels/$name.cu" $code --gpu h200 --csv --page raw --quiet --output "$folder/$name.$form.csv"
done
[ -e "$known" ] || known=
awk -v program="$name" -v known="$known" -f "$here/counts.awk" "$folder/$name.cu.csv" "$folder/$name.ptx.csv"
