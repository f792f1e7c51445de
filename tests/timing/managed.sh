#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# managed.sh LOCKSTEP FOLDER    only the launch that touches managed memory first waits until it has moved, once.
set -u
"$1" "$2/managed.cu" --gpu h200 --quiet --csv --page raw --mode cycles --metrics migration_us,migrated_bytes,cycles_elapsed |
    tail -n +3 | tr -d '"' | awk -F, '
        { waited[NR] = $(NF - 2); moved[NR] = $(NF - 1); cycles[NR] = $NF }
        END {
            # 250 us, and 9.5 us for each block of 64 KB that is read first
            is_right = NR == 4 && moved[1] >= 16 * 65536 && moved[1] <= 17 * 65536
            is_right = is_right && waited[1] == 250 + 9.5 * moved[1] / 65536
            for (i = 2; i <= 4; i++) {
                is_right = is_right && waited[i] == 0 && moved[i] == 0 && cycles[1] > 10 * cycles[i]
            }
            if (!is_right) {
                for (i = 1; i <= NR; i++) print "launch " i ": " waited[i] " us, " moved[i] " byte, " cycles[i] " cycles"
            }
            exit !is_right
        }'
