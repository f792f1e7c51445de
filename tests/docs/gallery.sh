#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The figures of docs/gallery.md are what its commands draw, each is well-formed XML, and none is left over.
#   tests/docs/gallery.sh LOCKSTEP ROOT WORK        LOCKSTEP_REGOLD=1 writes the figures of now
lockstep=$1
root=$2
work=$3
page=$root/docs/gallery.md
rm -rf "$work"
mkdir -p "$work"
cd "$root" || exit 1
bad=0
count=0
sed -n 's/^\$ lockstep //p' "$page" > "$work/commands"
while IFS= read -r command; do
    name=${command##*-o docs/gallery/}
    count=$((count + 1))
    # The command is the page's own text, with its quotes.
    eval "\"$lockstep\" ${command% -o *} -o \"$work/$name\"" > "$work/log" 2>&1 < /dev/null || {
        echo "failed: lockstep $command"
        cat "$work/log"
        bad=1
        continue
    }
    if command -v python3 > /dev/null; then
        python3 -c "import sys, xml.dom.minidom as x; x.parse(sys.argv[1])" "$work/$name" || bad=1
    fi
    if [ -n "${LOCKSTEP_REGOLD:-}" ]; then
        mkdir -p docs/gallery
        cp "$work/$name" "docs/gallery/$name"
    elif ! cmp -s "$work/$name" "docs/gallery/$name"; then
        echo "docs/gallery/$name is not what the command draws: LOCKSTEP_REGOLD=1 ctest -R docs_gallery"
        bad=1
    fi
    grep -q "](gallery/$name)" "$page" || { echo "docs/gallery.md does not show $name"; bad=1; }
done < "$work/commands"
for figure in docs/gallery/*.svg; do
    [ -f "$work/${figure##*/}" ] || { echo "$figure is made by no command"; bad=1; }
done
[ "$count" -gt 0 ] || bad=1
exit $bad
