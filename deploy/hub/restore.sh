#!/usr/bin/env bash
# Puts a backup back. What is there now is set aside, not overwritten: its folders get the time as an ending.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: sudo weatherglass-hub restore BACKUP      a folder that "weatherglass-hub backup" has made
options: --engine-data FOLDER (default: /var/lib/weatherglass-engine)
         --hub-data FOLDER    (default: /var/lib/weatherglass-hub)
         --no-services        stop and start no services; do it yourself before and after
TEXT
}
say() { printf 'weatherglass: %s\n' "$*"; }
die() { printf 'weatherglass: %s\n' "$*" >&2; exit 1; }

engine_data=/var/lib/weatherglass-engine hub_data=/var/lib/weatherglass-hub from='' services=yes
while [ $# -gt 0 ]; do
  case $1 in
    --engine-data) engine_data=${2:?--engine-data needs a folder}; shift ;;
    --hub-data) hub_data=${2:?--hub-data needs a folder}; shift ;;
    --no-services) services=no ;;
    -h | --help) usage; exit 0 ;;
    -*) usage >&2; die "unknown option $1" ;;
    *) from=$1 ;;
  esac
  shift
done
[ -n "$from" ] || { usage >&2; die 'name the backup'; }
for part in data indexdb; do
  [ -d "$from/engine/$part" ] || die "$from is not a backup of an engine"
done

now=$(date -u +%Y%m%dT%H%M%SZ)
# Two within a second: mv would put what is set aside inside the first one's.
while [ -e "$engine_data.before-$now" ] || [ -e "$hub_data.before-$now" ]; do
  sleep 1
  now=$(date -u +%Y%m%dT%H%M%SZ)
done
lay() { # $1 beside $2, as $2.new; owner and mode are those of what is there, or root's until the unit takes it over
  rm -rf "$2.new" # of a restore that was cut off: cp would put the backup inside it
  cp -R --preserve=mode,timestamps "$1" "$2.new"
  if [ -d "$2" ]; then
    chown -R --reference="$2" "$2.new"
    chmod --reference="$2" "$2.new"
  fi
}
swap() { # $1.new takes the place of $1, which is set aside
  sync -f "$1.new" # before it may take the place of what is there
  if [ -d "$1" ]; then
    say "the old contents of $1 are from now on in $1.before-$now"
    mv -T "$1" "$1.before-$now"
  fi
  mv -T "$1.new" "$1"
  sync -f "$1" # a power cut from here on leaves it there, before anything is started on it
}

if [ "$services" = yes ]; then systemctl stop weatherglass-hub.service weatherglass-engine.service; fi
lay "$from/engine" "$engine_data"
swap "$engine_data"
if [ -d "$from/hub" ]; then
  new=$hub_data.new
  lay "$from/hub" "$hub_data"
  # Who was removed or erased since stays so: these lists only grow, and the hub acts on them when it starts.
  for list in removed.json erased.json; do
    newer=$hub_data/$list
    if [ -f "$newer" ] && [ "$(stat -c %s "$newer")" -gt "$(stat -c %s "$new/$list" 2>/dev/null || echo 0)" ]; then
      cp --preserve=mode,ownership,timestamps "$newer" "$new/$list"
    fi
  done
  # Nobody gets back what was taken since: a password, a token, alerts of a group. A damaged list is that of the backup.
  for list in people.json programs.json group-alerts.json; do
    if [[ $(tail -c 2 "$hub_data/$list" 2>/dev/null | tr -d '\n') == *\} ]]; then
      cp --preserve=mode,ownership,timestamps "$hub_data/$list" "$new/$list"
    fi
  done
  # The audit log goes on; that of the backup may name a station that was erased since.
  if [ -s "$hub_data/audit.jsonl" ]; then
    rm -f "$new"/audit*.jsonl
    cp --preserve=mode,ownership,timestamps "$hub_data"/audit*.jsonl "$new"
  fi
  swap "$hub_data"
  say 'the secrets of stations are those of the backup: look at "weatherglass-hub list"'
fi
if [ "$services" = yes ]; then
  systemctl start weatherglass-engine.service weatherglass-hub.service
  if [ -d /etc/nginx/weatherglass ]; then systemctl start weatherglass-hub-logins.service; fi
fi
say "restored from $from"
