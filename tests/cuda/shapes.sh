#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# shapes.sh LOCKSTEP NAME: what -O1 and -O3 make of NAME.cu is NAME.ptx, lines of the source left out.
# LOCKSTEP_REGOLD=1 rewrites it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" compile "$here/$2.cu" -o "$work/all.ptx"
grep -vE '^[[:space:]]*(\.loc[[:space:]]|\.file|//)' "$work/all.ptx" > "$work/$2.ptx"
[ -z "${LOCKSTEP_REGOLD:-}" ] || cp "$work/$2.ptx" "$here/$2.ptx"
diff -u "$here/$2.ptx" "$work/$2.ptx"
"$1" compile -O1 "$here/$2.cu" -o "$work/level_1.ptx"
cmp "$work/all.ptx" "$work/level_1.ptx"
