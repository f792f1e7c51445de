#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# One program of kernels/ from source against nvcc's PTX of it (kernels/ptx): the counts of the h200 preset.
# counts.sh LOCKSTEP ROOT NAME FOLDER   (FOLDER: where the two tables go)
set -eu
lockstep=$1 root=$2 name=$3 folder=$4
here=$(dirname "$0")
mkdir -p "$folder"
launches=@$root/kernels/launches/$name.args
known=$here/counts/$name.csv
for form in cu ptx; do
    file=$root/kernels/$name.cu
    [ $form = cu ] || file=$root/kernels/ptx/$name.ptx
    "$lockstep" run "$file" "$launches" --gpu h200 --csv --page raw --quiet --output "$folder/$name.$form.csv"
done
[ -e "$known" ] || known=
awk -v program="$name" -v known="$known" -f "$here/counts.awk" "$folder/$name.cu.csv" "$folder/$name.ptx.csv"
