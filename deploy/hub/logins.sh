#!/usr/bin/env bash
# Writes the stations' keys where nginx reads them: beside the old file first, so that nginx never finds half of one.
set -euo pipefail
program=${WEATHERGLASS:-/usr/lib/weatherglass-hub}
data=${HUB_DATA:-/var/lib/weatherglass-hub}
to=${NGINX_FOLDER:-/etc/nginx/weatherglass}

new=$(mktemp "$to/.stations.XXXXXX")
trap 'rm -f "$new"' EXIT
"$program/run" hub htpasswd --data "$data" >"$new"
chmod 640 "$new" # of the folder's group, which nginx is in
mv "$new" "$to/stations.htpasswd"

# nginx lets the hub ask people itself once it has any, and asks them again when it has none. A hub that cannot say leaves it as it is.
people=$("$program/run" hub people --json --data "$data")
case $people in
  *'"name"'*) touch "$to/people.hub" ;;
  *) rm -f "$to/people.hub" ;;
esac
