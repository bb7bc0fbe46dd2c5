#!/usr/bin/env bash
# variant.sh DEB VERSION KIND TO: a package like DEB of another version that behaves as KIND says. Answers the file in the folder TO.
set -euo pipefail
deb=$1 version=$2 kind=$3 to=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
dpkg-deb -R "$deb" "$work/x"
name=$(dpkg-deb -f "$deb" Package) was=$(dpkg-deb -f "$deb" Version) arch=$(dpkg-deb -f "$deb" Architecture)
sed -i "s/$was/$version/g" "$work/x/DEBIAN/control" "$work/x/DEBIAN/prerm" "$work/x/DEBIAN/postinst"
home=$work/x/usr/lib/$name
sed -i "s/\"version\":\"$was\"/\"version\":\"$version\"/" "$home/release.json"
sed -i "s/\"version\": \"$was\"/\"version\": \"$version\"/" "$home/app/package.json"
start=$home/app/bin/weatherglass.mjs
mv "$start" "$home/app/bin/good.mjs"
case $kind in
  good) body='' ;;
  crashes) body='if (["serve", "hub"].includes(process.argv[2])) throw new Error("a new version with a fault");' ;;
  never-ready) body='if (process.argv[2] === "serve") await new Promise(() => setInterval(() => 0, 1000));' ;;
  no-commands) body='process.exit(9);' ;;
  newer-schema)
    sed -i -E 's/"schema":([0-9]+)/"schema":99/' "$home/release.json"
    body='import { createRequire } from "node:module";
      if (process.argv[2] === "serve") {
        const Database = createRequire(import.meta.url)("better-sqlite3");
        const db = new Database((process.env.WEATHERGLASS_DATA ?? "/var/lib/weatherglass") + "/weatherglass.db");
        db.pragma("user_version = 99"); db.close();
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
dpkg-deb -Znone --root-owner-group -b "$work/x" "$to/${name}_${version}_${arch}-$kind.deb" >/dev/null
echo "${name}_${version}_${arch}-$kind.deb"
