#!/usr/bin/env bash
# Copies what a fleet has: the engine's values by a snapshot of its own, the hub's registry as it lies there. Both go on meanwhile.
# A backup is complete or is not there: it gets its name when everything is on the disk.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: sudo weatherglass-hub backup --to FOLDER [--keep N]
options: --engine URL         (default: http://127.0.0.1:8428)
         --engine-data FOLDER (default: /var/lib/weatherglass-engine)
         --hub-data FOLDER    (default: /var/lib/weatherglass-hub)
         --keep N             keep the newest N backups (default: all)
TEXT
}
say() { printf 'weatherglass: %s\n' "$*"; }
die() { printf 'weatherglass: %s\n' "$*" >&2; exit 1; }

engine=http://127.0.0.1:8428 engine_data=/var/lib/weatherglass-engine hub_data=/var/lib/weatherglass-hub to='' keep=''
while [ $# -gt 0 ]; do
  case $1 in
    --to) to=${2:?--to needs a folder}; shift ;;
    --keep) keep=${2:?--keep needs a number}; shift ;;
    --engine) engine=${2:?--engine needs an address}; shift ;;
    --engine-data) engine_data=${2:?--engine-data needs a folder}; shift ;;
    --hub-data) hub_data=${2:?--hub-data needs a folder}; shift ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; die "unknown option $1" ;;
  esac
  shift
done
[ -n "$to" ] || { usage >&2; die 'name the folder for the backups: --to FOLDER'; }
[ -z "$keep" ] || [[ $keep =~ ^[1-9][0-9]*$ ]] || die '--keep needs a number, 1 or more'
[ -d "$engine_data" ] || die "there is no folder $engine_data"
command -v curl >/dev/null || die 'curl is missing: apt-get install curl'

mkdir -p "$to"
find "$to" -mindepth 1 -maxdepth 1 -type d -name '.part-*' -mmin +1440 -exec rm -rf {} + # of a backup that a power cut ended; none takes a day
answer=$(curl -fsS --max-time 300 "$engine/snapshot/create") || die "the database at $engine made no snapshot"
snapshot=$(sed -n 's/.*"snapshot":"\([0-9A-Za-z-]*\)".*/\1/p' <<<"$answer")
[ -n "$snapshot" ] || die "the engine answered: $answer"

part=$to/.part-$$
drop() {
  rm -rf "$part"
  curl -fsS --max-time 60 "$engine/snapshot/delete?snapshot=$snapshot" >/dev/null || say "the snapshot $snapshot could not be deleted"
}
trap drop EXIT
mkdir "$part"
cp -RL --preserve=mode,timestamps "$engine_data/snapshots/$snapshot" "$part/engine"
if [ -d "$hub_data" ]; then cp -R --preserve=mode,timestamps "$hub_data" "$part/hub"; fi
sync -f "$part" # every file of it: of a folder alone, sync writes down the list of names

name=$(date -u +%Y%m%dT%H%M%SZ)
[ ! -e "$to/$name" ] || die "the backup $to/$name exists already"
mv "$part" "$to/$name"
sync -f "$to" # before an older backup may go
say "$to/$name, $(du -sh "$to/$name" | cut -f1)"

if [ -n "$keep" ]; then
  find "$to" -mindepth 1 -maxdepth 1 -type d -name '[0-9]*T[0-9]*Z' | sort -r | tail -n "+$((keep + 1))" | while read -r old; do
    rm -rf "$old"
    say "$old was deleted, as the oldest"
  done
fi
