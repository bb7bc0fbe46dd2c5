#!/usr/bin/env bash
# variant.sh VERSION KIND: a release made from the staged one, that behaves as KIND says. Answers the folder.
set -euo pipefail
version=$1 kind=$2
tree=/root/variants/$version
rm -rf "$tree"
mkdir -p /root/variants
cp -a /mnt/checkout/release/tree "$tree"
node() { "$tree/node" "$@"; }
# shellcheck disable=SC2016  # JavaScript's own
node -e 'const f = require("fs"), p = process.argv[1], v = process.argv[2];
  for (const file of ["release.json", "app/package.json"]) {
    const json = JSON.parse(f.readFileSync(`${p}/${file}`)); json.version = v;
    if (file === "release.json" && process.argv[3] === "newer-schema") json.schema += 1;
    f.rmSync(`${p}/${file}`); f.writeFileSync(`${p}/${file}`, JSON.stringify(json));
  }' "$tree" "$version" "$kind"
start=$tree/app/bin/weatherglass.mjs
mv "$start" "$tree/app/bin/good.mjs"
case $kind in
  good | other-port) body='' ;;
  crashes) body='if (process.argv[2] === "serve") throw new Error("a new version with a fault");' ;;
  never-ready) body='if (process.argv[2] === "serve") await new Promise(() => setInterval(() => 0, 1000));' ;;
  newer-schema)
    body='import { spawnSync } from "node:child_process";
      if (process.argv[2] === "serve") {
        const db = (process.env.WEATHERGLASS_DATA ?? "/var/lib/weatherglass") + "/weatherglass.db";
        spawnSync("/usr/bin/sqlite3", [db, "PRAGMA user_version = 99"]);
        throw new Error("moved the schema on and died");
      }' ;;
  damages)
    body='import { writeFileSync } from "node:fs";
      if (process.argv[2] === "serve") {
        writeFileSync("/var/lib/weatherglass/weatherglass.db", "no database any more");
        throw new Error("spoilt the database and died");
      }' ;;
  *) echo "unknown kind $kind" >&2; exit 64 ;;
esac
printf '#!/usr/bin/env node\n%s\nawait import("./good.mjs");\n' "$body" >"$start"
chmod 755 "$start"
echo "$tree"
