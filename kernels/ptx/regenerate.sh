#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes the PTX that nvcc makes of the programs in kernels/, so that they run without a CUDA toolkit.
#
#   kernels/ptx/regenerate.sh [NAME...]    of kernels/NAME.cu; without names, of every program
#   OUTPUT=FOLDER                          where to, by default the folder of this script
#   NVCC=/path/to/nvcc                     the compiler, by default nvcc of the PATH or /usr/local/cuda
#
# Optimized (-O3), for compute capability 9.0, with line numbers (-lineinfo). nvcc names the sources by
# their full paths; here only the file's own name is kept. What remains of the path is a hash in the names of
# static functions, so regenerate what has changed only. The committed files were made by nvcc 13.0
# (V13.0.88); another version writes another, equivalent, text.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "${OUTPUT:-$here}"
output=$(cd "${OUTPUT:-$here}" && pwd)
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}

cd "$here/.."
[ $# -gt 0 ] || set -- *.cu
for name in "$@"; do
    source=${name%.cu}.cu
    ptx=$output/${source%.cu}.ptx
    "$nvcc" -O3 -arch=compute_90 -lineinfo -ptx "$source" -o "$ptx"
    sed -E -i 's|^([[:space:]]*\.file[[:space:]]+[0-9]+ ")[^"]*/|\1|' "$ptx"
done
