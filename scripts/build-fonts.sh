#!/bin/sh
# Makes static/fonts/*.woff2 from the npm package "inter-ui": text optical size, weights 400 to 650, the letters we set, cut in three:
# what every first view needs (plain), the letters of other languages of Europe (latin: a place may be called Zürich), and what
# formulas and programs are written with (signs). A browser fetches the second and third where a letter of theirs stands (styles/tokens.css).
# Needs Python's fonttools and brotli (Debian: python3-fonttools, python3-brotli). Run by hand when Inter or the page's letters change;
# tests/renderer/fonts.test.ts finds a letter that is in none of them.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent inter-ui@4.1.1 >/dev/null && tar xzf inter-ui-*.tgz)
/usr/bin/python3 -m fontTools.varLib.instancer "$work/package/variable/InterVariable.woff2" opsz=14 wght=400:650 -o "$work/inter.ttf" -q

# Every figure of the page is tabular, so the tabular ones are the ones: the others and the table that swaps them stay behind.
/usr/bin/python3 - "$work/inter.ttf" "$work/text.ttf" <<'PYTHON'
import sys
from fontTools.ttLib import TTFont

font = TTFont(sys.argv[1])
gsub = font["GSUB"].table
tabular = {}
for record in gsub.FeatureList.FeatureRecord:
    if record.FeatureTag == "tnum":
        for index in record.Feature.LookupListIndex:
            for subtable in gsub.LookupList.Lookup[index].SubTable:
                tabular.update(getattr(subtable, "ExtSubTable", subtable).mapping)
for table in font["cmap"].tables:
    table.cmap.update({code: tabular.get(name, name) for code, name in table.cmap.items()})
font.save(sys.argv[2])
PYTHON

# The ranges are those of the style sheet: one truth.
ranges() { tr -d '\n ' <src/renderer/kit/styles/tokens.css | sed "s/.*inter-$1\.woff2[^}]*unicode-range:\([^;]*\);.*/\1/"; }
subset() {
  /usr/bin/python3 -m fontTools.subset "$work/text.ttf" --flavor=woff2 --output-file="static/fonts/inter-$1.woff2" \
    --unicodes="$(ranges "$1")" --layout-features="$2" --name-IDs=0,13,14 --drop-tables+="STAT,MVAR$3"
}
rm -f static/fonts/*.woff2
# Without pairs of letters set closer: at the size of labels nobody sees them, and they weigh a fifth of each file.
subset plain '' ,GSUB,GPOS,GDEF
subset latin ccmp,locl,mark ''
subset signs '' ,GSUB,GPOS,GDEF
cp "$work/package/LICENSE.txt" static/fonts/OFL.txt
ls -l static/fonts
