#!/usr/bin/env bash
# A hub goes back to the release before, with its units, its settings and its site of nginx: in install.sh where the new one does not
# answer, and at boot where an installation was cut off before that was known (weatherglass-hub-way-back.service). It stands beside
# the releases, so it needs neither of them. It may be cut off itself: what it has begun it does again.
set -euo pipefail

say() { printf 'weatherglass: %s\n' "$*"; }
die() { printf 'weatherglass: %s\n' "$*" >&2; exit 1; }

root=${DESTDIR:-}
home=$root/opt/weatherglass-hub
etc=$root/etc/weatherglass-hub
units=$root/etc/systemd/system
site=$root/etc/nginx/sites-available/weatherglass-fleet
enabled_site=$root/etc/nginx/sites-enabled/weatherglass-fleet
own_engine=http://127.0.0.1:8428
unanswered=$home/.unanswered # while nobody knows whether "current" answers
wait_s=60                   # for who should answer
kept=$home/.before           # what was there when that began: which release, settings, the site of nginx

hub_setting() { sed -n "s/^$1=//p" "$etc/hub.env"; }
uses_own_engine() { [ "$(hub_setting ENGINE)" = "$own_engine" ]; }

# Before the first thing is changed. Of an installation after one that was cut off, what was there before that one counts.
keep_what_is_there() {
  local release file
  # One without any before it that answers by now, whoever mended what: that is one to go back to.
  if [ -e "$unanswered" ] && [ -e "$home/current" ] && [ -z "$(release_before)" ] && answers_now; then forget_what_was; fi
  if [ -e "$unanswered" ] && [ -f "$kept/release" ]; then return; fi
  release=$(readlink "$home/current" || true)
  if [ -e "$unanswered" ]; then release=$(readlink "$home/previous" || true); fi # by an installer that kept nothing
  rm -rf "$kept" "$kept.new"
  mkdir -p "$kept.new"
  printf '%s\n' "$release" >"$kept.new/release"
  for file in "$etc/hub.env" "$etc/engine.env" "$site"; do
    if [ -f "$file" ]; then cp "$file" "$kept.new/"; fi
  done
  sync -f "$kept.new"
  mv -T "$kept.new" "$kept"
  : >"$unanswered"
  sync -f "$home"
}
forget_what_was() {
  rm -f "$unanswered"
  rm -rf "$kept"
}

release_before() {
  if [ -f "$kept/release" ]; then cat "$kept/release"; else readlink "$home/previous" || true; fi
}

point_to() { # $1 the release that is "current" from now on
  ln -sfn "$1" "$home/.current"
  mv -T "$home/.current" "$home/current"
}

put_units_in_place() { # $1 the folder they are taken from
  local unit
  for unit in weatherglass-hub.service weatherglass-fleet-backup.service weatherglass-fleet-backup.timer; do
    install -D -m 644 "$1/$unit" "$units/$unit"
  done
  if uses_own_engine; then
    install -D -m 644 "$1/weatherglass-engine.service" "$units/weatherglass-engine.service"
  else
    # Whose engine it is makes its backups.
    rm -f "$units"/weatherglass-fleet-backup.*
  fi
  if [ -f "$site" ]; then
    install -D -m 644 "$1/nginx-fleet.conf" "$units/nginx.service.d/weatherglass-fleet.conf"
    for unit in weatherglass-hub-logins.service weatherglass-hub-logins.path; do
      install -D -m 644 "$1/$unit" "$units/$unit"
    done
  fi
}

answers_now() {
  local address port code
  address=$(hub_setting HUB_HOST)
  port=$(hub_setting HUB_PORT)
  if [ "$address" = 0.0.0.0 ]; then address=127.0.0.1; fi
  # 503 is its own word, too: it is there, and its engine is not yet.
  code=$(curl -sS --max-time 2 -o /dev/null -w '%{http_code}' "http://$address:$port/api/health" 2>/dev/null) || return 1
  [ "$code" = 200 ] || [ "$code" = 503 ]
}
answers() {
  local left=$wait_s
  until answers_now; do
    left=$((left - 1))
    [ "$left" -gt 0 ] || return 1
    sleep 1
  done
}

# Stopped first, so that nobody else answers; and not waited for: of one that dies while it starts systemctl says no, and we would end here.
start_hub() {
  systemctl daemon-reload
  systemctl stop weatherglass-hub.service
  systemctl start --no-block weatherglass-hub.service
  answers
}

put_site_back() { # nginx may have read the new one: after a power cut it has
  if [ ! -d "$kept" ]; then return; fi
  if [ -f "$kept/weatherglass-fleet" ]; then
    if cmp -s "$kept/weatherglass-fleet" "$site"; then return; fi
    cp "$kept/weatherglass-fleet" "$site.new"
    mv "$site.new" "$site"
    if [ -f "$site.before" ] && cmp -s "$site.before" "$site"; then rm "$site.before"; fi
  elif [ -f "$site" ]; then
    rm -f "$site" "$enabled_site"
  else
    return 0
  fi
  if systemctl is-active --quiet nginx.service; then
    { nginx -t -q && systemctl reload nginx.service; } || say 'nginx found a mistake in its new settings and keeps the old ones. See: nginx -t'
  elif systemctl is-failed --quiet nginx.service; then # at the boot it could not read the new one, and nobody starts it again
    systemctl restart nginx.service || say 'nginx does not start. See: journalctl -u nginx'
  fi
}

is_the_first() { # nothing is there to go back to
  local before
  before=$(release_before)
  [ -z "$before" ] || [ ! -d "$home/$before" ]
}

go_back() {
  local before file
  if is_the_first; then
    die 'the hub does not answer, and there is no previous one. See: journalctl -u weatherglass-hub. Then run the installer again'
  fi
  before=$(release_before)
  point_to "$before" # first: from here on whoever is cut off goes back once more, and asks no more who answers
  for file in hub.env engine.env; do
    if [ -f "$kept/$file" ]; then
      cp "$kept/$file" "$etc/$file.new"
      mv "$etc/$file.new" "$etc/$file"
    fi
  done
  put_site_back
  if [ -d "$home/$before/deploy/hub" ]; then put_units_in_place "$home/$before/deploy/hub"; fi
  sync -f "$home" "$etc" "$units"
  forget_what_was # the one before is whole again and starts by itself: what its owner mends, should it not answer, no boot may take back
  start_hub || die 'neither the new hub nor the previous one answers. See: journalctl -u weatherglass-hub'
}

# At boot. Where the new release was not yet in place, what there is of its units and settings fits nothing.
judge() {
  if [ ! -e "$unanswered" ]; then return; fi
  if is_the_first; then wait_s=0; fi # whatever is heard changes nothing: no boot waits for it
  if [ "$(readlink "$home/current" || true)" != "$(release_before)" ] && answers; then
    forget_what_was
    say 'the installation of the hub was interrupted, but the hub answers and stays. Run the installer again to finish it'
  else
    go_back
    say 'an installation of the hub was interrupted; the previous hub runs again'
  fi
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then judge; fi
