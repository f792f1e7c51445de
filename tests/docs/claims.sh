#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What pages said before Lockstep could do it, and what the README must not leave out: claims.sh SOURCE.
set -eu
cd "$1"
if grep -rniE 'no cycles yet|has no clock yet|cannot model (time|cycles)' README.md docs sim/lockstep.h; then
    echo "Lockstep has cycles" >&2
    exit 1
fi
for word in 'out of bounds' 'deadlocks' 'Races'; do
    grep -q "$word" README.md || { echo "README.md does not mention: $word" >&2; exit 1; }
done
