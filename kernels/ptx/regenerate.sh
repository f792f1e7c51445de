#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes the PTX that nvcc makes of every program in kernels/, so that they run without a CUDA toolkit.
#
#   kernels/ptx/regenerate.sh [FOLDER]     into FOLDER, by default the folder of this script
#   NVCC=/path/to/nvcc                     the compiler, by default nvcc of the PATH or /usr/local/cuda
#
# Optimized (-O3), for compute capability 9.0, with line numbers (-lineinfo). nvcc names the sources by
# their full paths; here only the file's own name is kept, so that any machine writes the same text. The
# committed files were made by nvcc 13.0 (V13.0.88); another version writes another, equivalent, text.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "${1:-$here}"
output=$(cd "${1:-$here}" && pwd)
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}

cd "$here/.."
for source in *.cu; do
    ptx=$output/${source%.cu}.ptx
    "$nvcc" -O3 -arch=compute_90 -lineinfo -ptx "$source" -o "$ptx"
    sed -E -i 's|^([[:space:]]*\.file[[:space:]]+[0-9]+ ")[^"]*/|\1|' "$ptx"
done
