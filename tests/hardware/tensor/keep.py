# SPDX-License-Identifier: Apache-2.0
# keep.py OUT FOLDER [append]: of what record.sh left in OUT, the part that the tests read. rows.csv: one row an instruction, with the
# 32-bit registers of each operand, their formats (tile.h) and how many tiles tiles.bin has in full. digests.bin: for each
# row 81 sums of 64 bits (tile_digest): of the first 1024 tiles, then of each 16384. rates.csv as it is. append: behind the rows
# that are there, if probe.cu was compiled with -DFIRST_ROW=their number.
import struct
import sys

FORMATS = "raw f16 bf16 tf32 f32 f64 e4m3 e5m2 meta".split()
TILES, BLOCKS, GROUP = 12, 1280, 16
source, folder = sys.argv[1:3]
mode = "a" if sys.argv[3:] == ["append"] else "w"
tiles = [open(f"{source}/tiles{i}.bin", "rb").read() for i in range(2)]
sums = open(f"{source}/digests.bin", "rb").read()
kept = open(f"{folder}/tiles.bin", mode + "b")
digests = open(f"{folder}/digests.bin", mode + "b")
table = open(f"{folder}/rows.csv", mode)
if mode == "w":
    table.write("instruction,a,b,c,d,format_a,format_b,format_c,selector,tiles\n")
place = 0  # of the row's digests
for line in open(f"{source}/rows.csv"):
    fields = line.strip().split(",")
    if not fields[0].isdigit():
        continue
    name, text = fields[1], fields[2]
    a, b, c, d, fa, fb, fc, _, file, offset = map(int, fields[3:13])
    kept.write(tiles[file][offset : offset + d * 128 * TILES])
    values = struct.unpack_from(f"<{BLOCKS}Q", sums, place * BLOCKS * 8)
    place += 1
    groups = [sum(values[i : i + GROUP]) % 2**64 for i in range(0, BLOCKS, GROUP)]
    digests.write(struct.pack(f"<{1 + len(groups)}Q", values[0], *groups))
    selector = name.split("_sel")[1].split("_")[0] if "_sel" in name else "-"
    table.write(f"{text},{a},{b},{c},{d},{FORMATS[fa]},{FORMATS[fb]},{FORMATS[fc]},{selector},{TILES}\n")
rates = open(f"{folder}/rates.csv", mode)
if mode == "w":
    rates.write("row,name,chain_1_warp,4_chains_1_warp,4_chains_4_warps,4_chains_8_warps,4_chains_16_warps\n")
rates.write(open(f"{source}/rates.csv").read())
