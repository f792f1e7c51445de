#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# shapes.sh LOCKSTEP: what -O3 makes of shapes.cu is shapes.ptx, lines of the source left out.
# LOCKSTEP_REGOLD=1 writes it anew.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" compile "$here/shapes.cu" -o "$work/all.ptx"
grep -vE '^[[:space:]]*(\.loc|\.file|//)' "$work/all.ptx" > "$work/shapes.ptx"
[ -z "${LOCKSTEP_REGOLD:-}" ] || cp "$work/shapes.ptx" "$here/shapes.ptx"
diff -u "$here/shapes.ptx" "$work/shapes.ptx"
