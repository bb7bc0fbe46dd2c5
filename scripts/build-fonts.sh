#!/bin/sh
# Makes static/fonts/inter.woff2 from the npm package "inter-ui": text optical size, weights 400 to 650, the letters we set.
# Needs Python's fonttools and brotli (Debian: python3-fonttools, python3-brotli). Run by hand when Inter changes.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent inter-ui@4.1.1 >/dev/null && tar xzf inter-ui-*.tgz)
/usr/bin/python3 -m fontTools.varLib.instancer "$work/package/variable/InterVariable.woff2" opsz=14 wght=400:650 -o "$work/text.ttf" -q
/usr/bin/python3 -m fontTools.subset "$work/text.ttf" --flavor=woff2 --output-file=static/fonts/inter.woff2 \
  --unicodes='U+0020-007E,U+00A0-017F,U+0391-03C9,U+1E9E,U+2007-2015,U+2018-201E,U+2020-2022,U+2026,U+202F,U+2030,U+2032,U+2033,U+2070-208E,U+20AC,U+2113,U+2190-2199,U+2202,U+2206,U+2211,U+2212,U+2215,U+2219,U+221A,U+221E,U+222B,U+2248,U+2260,U+2264,U+2265' \
  --layout-features='kern,calt,ccmp,locl,mark,mkmk,tnum,case,sups,subs,frac'
cp "$work/package/LICENSE.txt" static/fonts/OFL.txt 2>/dev/null || cp "$work/package/LICENSE" static/fonts/OFL.txt
ls -l static/fonts
