#!/usr/bin/env bash
# Installs, upgrades or removes the hub of a fleet and its engine. Running it again is an upgrade. Data, logins and settings are never
# touched. It installs no packages: it says which are missing.
set -euo pipefail
umask 022 # the hub's user reads what root makes, however closed root's own files are

usage() {
  cat <<'TEXT'
usage: sudo deploy/hub/install.sh [--host H] [--port N]              engine and hub: enough to begin with
       sudo deploy/hub/install.sh --nginx NAME --cert FILE --key FILE   and nginx in front: TLS, limits, thousands of stations
       sudo deploy/hub/install.sh --uninstall                        removes the programs; data, logins and settings stay
options: --engine URL   use a database that runs already (none is installed then)
         --host H       where the hub listens (default: 127.0.0.1; 0.0.0.0 for a fleet at home, without nginx)
         --port N       (default: 8010)
         --allow-host H another name for the hub in browsers, without nginx (can be repeated)
         --retention T  how long the database keeps readings (default: 100y)
         --memory SIZE  memory for the database’s caches (default: 512MB)
DESTDIR=/some/root      writes the files below that folder and touches nothing else
TEXT
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=way-back.sh
source "$here/way-back.sh" # where everything is, and how it is taken back
tree=$(dirname "$(dirname "$here")")/release/tree
logins=$root/etc/nginx/weatherglass
mode=install engine='' host='' port='' name='' cert='' key='' options='' retention='' memory=''

while [ $# -gt 0 ]; do
  case $1 in
    --engine) engine=${2:?--engine needs an address}; shift ;;
    --host) host=${2:?--host needs an address}; shift ;;
    --port) port=${2:?--port needs a number}; shift ;;
    --nginx) name=${2:?--nginx needs the name stations call it by}; shift ;;
    --cert) cert=${2:?--cert needs a file}; shift ;;
    --key) key=${2:?--key needs a file}; shift ;;
    --allow-host) options="${options:+$options }--allow-host ${2:?--allow-host needs a name}"; shift ;;
    --retention) retention=${2:?--retention needs a time, such as 10y}; shift ;;
    --memory) memory=${2:?--memory needs a size, such as 512MB}; shift ;;
    --uninstall) mode=uninstall ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; printf 'weatherglass: unknown option %s\n' "$1" >&2; exit 64 ;;
  esac
  shift
done
[ -n "$root" ] || [ "$(id -u)" = 0 ] || die 'run this with sudo: it writes to /opt and /etc.'
[ -z "$name" ] || [[ $name =~ ^[A-Za-z0-9.-]+$ ]] || die "$name is not a server name"
[ -z "$port" ] || [[ $port =~ ^[1-9][0-9]{0,4}$ ]] || die "$port is not a port number"

# What was chosen at an earlier run stays chosen; an option given now is written down.
setting() { # $1 file, $2 name, $3 chosen now, $4 default
  local was=''
  if [ -f "$etc/$1" ]; then was=$(sed -n "s/^$2=//p" "$etc/$1" | head -n 1); fi
  printf '%s\n' "${3:-${was:-$4}}"
}
write_settings() {
  local hub engine_line
  engine_line=$(setting hub.env ENGINE "$engine" "$own_engine")
  hub=$(printf 'ENGINE=%s\nHUB_HOST=%s\nHUB_PORT=%s\nHUB_OPTIONS=%s' "$engine_line" \
    "$(setting hub.env HUB_HOST "$host" 127.0.0.1)" "$(setting hub.env HUB_PORT "$port" 8010)" \
    "$(setting hub.env HUB_OPTIONS "$options" '')")
  local retention_line memory_line
  retention_line=$(setting engine.env RETENTION "$retention" 100y)
  memory_line=$(setting engine.env MEMORY "$memory" 512MB)
  mkdir -p "$etc"
  printf '%s\n' "$hub" >"$etc/hub.env"
  printf 'RETENTION=%s\nMEMORY=%s\n' "$retention_line" "$memory_line" >"$etc/engine.env"
}
# nginx stays in front where it stood: an upgrade renews its site, under the name and the certificate that are written there.
nginx_from_before() {
  if [ -n "$name" ] || [ ! -f "$site" ]; then return; fi
  said() { sed -n "s/^ *$1 \([^;]*\);.*/\1/p" "$site" | head -n 1; }
  name=$(said server_name) cert=$(said ssl_certificate) key=$(said ssl_certificate_key)
}
check() {
  local missing=()
  [ -f "$tree/release.json" ] || die 'the program is not built yet: run "npm ci && npm run dist:stage" first (without sudo).'
  [ -z "$name" ] || { [ -f "$cert" ] && [ -f "$key" ]; } || die '--nginx needs two existing files: --cert FILE and --key FILE'
  if [ -n "$root" ]; then return; fi
  command -v curl >/dev/null || missing+=(curl)
  if [ -z "$engine" ] && [ ! -x /usr/bin/victoria-metrics ]; then missing+=(victoria-metrics); fi
  if [ -n "$name" ]; then
    [ -x /usr/sbin/nginx ] || missing+=(nginx)
    command -v openssl >/dev/null || missing+=(openssl)
  fi
  [ "${#missing[@]}" = 0 ] || die "install these first: apt-get install ${missing[*]}"
  # Debian starts the engine with the package, open to the whole network. It may be somebody's: nothing is stopped here.
  if [ -z "$engine" ] && systemctl is-active --quiet victoria-metrics.service; then
    die 'victoria-metrics.service runs already. To use it, add --engine http://127.0.0.1:8428. If nothing needs it: systemctl disable --now victoria-metrics'
  fi
}

make_user() {
  if [ -n "$root" ] || getent passwd weatherglass-hub >/dev/null; then return; fi
  useradd --system --user-group --home-dir /var/lib/weatherglass-hub --no-create-home --shell /usr/sbin/nologin weatherglass-hub
}

# Before anything is changed: who takes it back after a power cut, and what was there.
put_way_back_in_place() {
  mkdir -p "$home"
  install -m 755 "$here/way-back.sh" "$home/.way-back.sh"
  mv "$home/.way-back.sh" "$home/way-back.sh"
  install -D -m 644 "$here/weatherglass-hub-way-back.service" "$units/weatherglass-hub-way-back.service"
  if [ -n "$root" ]; then return; fi
  systemctl enable --quiet weatherglass-hub-way-back.service
  keep_what_is_there
}

# The program as a whole in a folder of its own, complete on the disk before it is used.
copy_program() {
  rm -rf "$home/.new"
  mkdir -p "$home"
  cp -R "$tree" "$home/.new"
  chmod -R u=rwX,go=rX "$home/.new" # nor however closed the checkout is
  if [ -z "$root" ]; then sync -f "$home/.new"; fi
}

# "current" changes in one step and last of all, so that everything else fits it; the one before stays to go back to.
put_program_in_place() {
  local release before
  release=$(sed -n 's/.*"version":"\([^"]*\)".*/\1/p' "$tree/release.json")-$(date -u +%Y%m%dT%H%M%SZ)
  while [ -e "$home/$release" ]; do release=$release+; done # twice in a second
  # One whose installation was cut off before it answered is none to go back to; the one before it is.
  if [ -f "$kept/release" ]; then before=$(release_before); else before=$(readlink "$home/current" || true); fi
  mv -T "$home/.new" "$home/$release"
  if [ -n "$before" ]; then ln -sfn "$before" "$home/previous"; fi
  printf '#!/bin/sh\n# As the hub runs: its folder is its own.\nexec runuser -u weatherglass-hub -- /opt/weatherglass-hub/current/node /opt/weatherglass-hub/current/app/bin/weatherglass.mjs hub "$@" --data /var/lib/weatherglass-hub\n' |
    install -D -m 755 /dev/stdin "$root/usr/local/bin/weatherglass-hub"
  if [ -z "$root" ]; then sync -f "$home" "$etc" "$units"; fi
  point_to "$release"
}

put_nginx_in_place() {
  local address
  address=$(hub_setting HUB_HOST)
  if [ "$address" = 0.0.0.0 ]; then address=127.0.0.1; fi
  mkdir -p "$(dirname "$site")" "$(dirname "$enabled_site")" "$logins"
  # Of an installation after one that was cut off, what that one has made is nobody's.
  if [ -f "$kept/weatherglass-fleet" ]; then
    cp "$kept/weatherglass-fleet" "$site.before"
  elif [ -f "$site" ] && [ ! -d "$kept" ]; then
    cp "$site" "$site.before"
  fi
  sed -e "s|@RATE@|2r/s|; s|@HUB@|$address:$(hub_setting HUB_PORT)|; s|@LISTEN@|443|; s|@NAME@|$name|" \
    -e "s|@CERT@|$(realpath "$cert")|; s|@KEY@|$(realpath "$key")|; s|@ETC@|/etc/nginx/weatherglass|" \
    "$here/weatherglass-fleet.nginx" >"$site.new"
  mv "$site.new" "$site"
  if [ -f "$site.before" ]; then
    if cmp -s "$site" "$site.before"; then rm "$site.before"; else say "the nginx site was updated; the old one is $site.before"; fi
  fi
  ln -sfn ../sites-available/weatherglass-fleet "$enabled_site"
  if [ -n "$root" ]; then return; fi
  # The hub writes there, nginx reads, nobody else looks: files have the folder's group.
  chown weatherglass-hub:www-data "$logins"
  chmod 2750 "$logins"
  if [ ! -f "$logins/people.htpasswd" ]; then
    local secret
    secret=$(openssl rand -base64 18)
    printf 'fleet:%s\n' "$(openssl passwd -6 "$secret")" | install -m 640 -g www-data /dev/stdin "$logins/people.htpasswd"
    say "the page is at https://$name/, user fleet, password $secret (shown only once; stored in /etc/nginx/weatherglass/people.htpasswd)"
  fi
}

start() {
  systemctl daemon-reload
  if uses_own_engine; then
    systemctl enable --quiet weatherglass-engine.service weatherglass-fleet-backup.timer
    systemctl restart weatherglass-engine.service || die 'the engine does not start. See: journalctl -u weatherglass-engine'
    systemctl start weatherglass-fleet-backup.timer
  fi
  systemctl enable --quiet weatherglass-hub.service
  if ! start_hub; then
    go_back
    die 'the new hub does not answer; the previous hub runs again. See: journalctl -u weatherglass-hub'
  fi
  forget_what_was
  if [ -n "$name" ]; then
    systemctl enable --quiet --now weatherglass-hub-logins.path
    systemctl start weatherglass-hub-logins.service
    nginx -t -q || die 'nginx found a mistake in its new settings and keeps the old ones. See: nginx -t'
    systemctl restart nginx.service
  fi
  # The newest two releases stay.
  find "$home" -mindepth 1 -maxdepth 1 -type d ! -name "$(readlink "$home/current")" \
    ! -name "$(readlink "$home/previous" || printf none)" -exec rm -rf {} +
  say "the hub runs. Add a station with: sudo weatherglass-hub add NAME"
}

# Of a unit whose file leads nowhere, or that is masked, systemctl says no and is right: what counts is whether it still runs.
stop_unit() {
  if [ -n "$(timeout 60 systemctl list-unit-files --no-legend "$1" 2>/dev/null)" ]; then
    timeout 120 systemctl disable --now --quiet "$1" || timeout 120 systemctl stop "$1" || say "systemctl did not stop $1"
  fi
}

uninstall() {
  local unit all=(weatherglass-hub-way-back.service weatherglass-hub-logins.path weatherglass-hub-logins.service weatherglass-fleet-backup.timer
    weatherglass-fleet-backup.service weatherglass-hub.service weatherglass-engine.service)
  if [ -z "$root" ]; then
    for unit in "${all[@]}"; do stop_unit "$unit"; done
  fi
  for unit in "${all[@]}"; do rm -f "$units/$unit"; done
  rm -f "$units/nginx.service.d/weatherglass-fleet.conf" "$root/usr/local/bin/weatherglass-hub" \
    "$enabled_site" "$site" "$site.before"
  rm -rf "$home"
  if [ -z "$root" ]; then
    systemctl daemon-reload
    if systemctl is-active --quiet nginx.service; then systemctl restart nginx.service; fi
  fi
  say 'removed. Readings, logins and settings stay in /var/lib/weatherglass-engine, /var/lib/weatherglass-hub, /etc/weatherglass-hub and /etc/nginx/weatherglass'
}

case $mode in
  install)
    nginx_from_before
    check
    make_user
    copy_program
    put_way_back_in_place
    write_settings
    if [ -n "$name" ]; then put_nginx_in_place; fi
    put_units_in_place "$here"
    put_program_in_place
    if [ -z "$root" ]; then start; fi
    ;;
  uninstall) uninstall ;;
esac
