#!/usr/bin/env bash
# Installs, upgrades or removes Weatherglass. Running it again is an upgrade. Data and settings are never touched.
# What belongs to the machine (user, groups, autostart) is done here; releases are put in place, judged and taken back by
# "weatherglass upgrade".
set -euo pipefail
umask 022 # the station's user reads what root makes, however closed root's own files are

usage() {
  cat <<'TEXT'
usage: sudo deploy/install.sh [--headless]                 the station as a system service, from this checkout
       sudo deploy/install.sh --kiosk APPIMAGE [--user U]  station and window on this screen, started with U's session
       sudo deploy/install.sh --uninstall                  removes the program; data and settings stay
options: --wait SECONDS how long the new version may take to measure (default: 120)
         --allow-older  install this checkout even over a newer version
DESTDIR=/some/root     writes the files below that folder and touches nothing else
TEXT
}

say() { printf 'weatherglass: %s\n' "$*"; }
die() { printf 'weatherglass: %s\n' "$*" >&2; exit 1; }

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source_root=$(dirname "$here")
tree=$source_root/release/tree
root=${DESTDIR:-}
home=$root/opt/weatherglass
mode=headless appimage='' user=${SUDO_USER:-} wait_s=120 allowed=(--allow-unsigned)

while [ $# -gt 0 ]; do
  case $1 in
    --headless) mode=headless ;;
    --kiosk) mode=kiosk; appimage=${2:?--kiosk needs the AppImage file}; shift ;;
    --uninstall) mode=uninstall ;;
    --user) user=${2:?--user needs a name}; shift ;;
    --wait) wait_s=${2:?--wait needs seconds}; shift ;;
    --allow-older) allowed+=(--allow-older) ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; printf 'weatherglass: unknown option %s\n' "$1" >&2; exit 64 ;;
  esac
  shift
done
[ -n "$root" ] || [ "$(id -u)" = 0 ] || die 'run this with sudo: it writes to /opt and /etc.'

home_of() { getent passwd "$1" | cut -d: -f6; }

# A file or folder of the user's own, made by that user: what root makes in a home stays closed to its owner.
as_user() { if [ -n "$root" ]; then "$@"; else runuser -u "$user" -- "$@"; fi; }

check_tree() {
  [ -f "$tree/release.json" ] || die 'the program is not built yet: run "npm ci && npm run dist:stage" first (without sudo).'
}

# labwc knows no autostart folder, only one script; our line in it carries our name. Other sessions read autostart/.
remove_autostart() { # of every user: who installed it need not be who removes it
  local entry file
  while IFS=: read -r _ _ _ _ _ entry _; do
    file=$root$entry/.config/labwc/autostart
    if [ -f "$file" ] && grep -q '# weatherglass$' "$file"; then
      sed -i '/# weatherglass$/d' "$file"
      if [ ! -s "$file" ]; then rm "$file"; fi
    fi
    rm -f "$root$entry/.config/autostart/weatherglass-kiosk.desktop"
  done < <(getent passwd)
  rm -f "$root/etc/xdg/autostart/weatherglass-kiosk.desktop" # where versions before 1.1 had it, for every user
}

add_autostart() {
  local config
  config=$root$(home_of "$user")/.config
  as_user mkdir -p "$config/labwc" "$config/autostart"
  printf '/opt/weatherglass/current/deploy/kiosk-session.sh & # weatherglass\n' | as_user tee -a "$config/labwc/autostart" >/dev/null
  # Read by root and written by the user, who need not be able to look into this checkout.
  as_user tee "$config/autostart/weatherglass-kiosk.desktop" <"$here/weatherglass-kiosk.desktop" >/dev/null
}

# The other kind of station would want the same sensors and the same port, and would answer in the new one's place.
stop_kiosk() {
  local session
  while read -r session; do
    timeout 120 systemctl --user -M "$session@" stop weatherglass-kiosk.service 2>/dev/null || true # this user shows no wall
  done < <(timeout 60 loginctl list-users --no-legend 2>/dev/null | awk '{ print $2 }')
}

write_record() { # $1 is where
  case $mode in
    headless) printf '{"mode":"headless","user":"weatherglass","env":{"HOME":"/var/lib/weatherglass","XDG_CONFIG_HOME":"/etc","XDG_DATA_HOME":"/var/lib"}}\n' ;;
    kiosk) printf '{"mode":"kiosk","user":"%s","env":{"HOME":"%s"}}\n' "$user" "$(home_of "$user")" ;;
  esac >"$1"
}

put_release_in_place() {
  local options=("${allowed[@]}" --wait "$wait_s")
  record=$(mktemp)
  trap 'rm -f "$record"' EXIT
  write_record "$record"
  if [ -n "$root" ]; then options=(--root "$root"); fi
  "$tree/node" "$tree/app/bin/weatherglass.mjs" upgrade "$tree" --station "$record" "${options[@]}"
}

install_headless() {
  check_tree
  if [ -z "$root" ]; then
    if ! getent passwd weatherglass >/dev/null; then
      useradd --system --user-group --home-dir /var/lib/weatherglass --no-create-home --shell /usr/sbin/nologin weatherglass
    fi
    # A recorded one is stopped, and started again if it must, by the upgrade: one that is refused leaves it on the wall.
    [ -f "$home/station.json" ] || stop_kiosk
  fi
  mkdir -p "$root/etc/weatherglass"
  # The service may write in that folder: what lies there under this name may be a link to anything, and is not written through.
  cp --remove-destination "$tree/app/config.example.yaml" "$root/etc/weatherglass/"
  put_release_in_place || return 1
  remove_autostart
  rm -rf "$home/app" "$home/node" "$home/weatherglass.AppImage" "$home/kiosk-session.sh" # where versions before 1.1 were
}

install_kiosk() {
  check_tree
  [ -f "$appimage" ] || die "there is no file $appimage; \"npm run dist\" builds one."
  [ -n "$user" ] || die 'name the user whose screen shows the window: --user NAME'
  [ -n "$(home_of "$user")" ] || die "there is no user $user"
  cp "$appimage" "$tree/weatherglass.AppImage"
  chmod 755 "$tree/weatherglass.AppImage"
  if [ -z "$root" ]; then
    for group in i2c video input; do
      if getent group "$group" >/dev/null; then usermod -aG "$group" "$user"; fi
    done
    if command -v raspi-config >/dev/null; then raspi-config nonint do_blanking 1; fi # 1 is "no blanking"
    if systemctl is-enabled --quiet weatherglass.service 2>/dev/null; then
      say 'this replaces the station without a window. Its history stays in /var/lib/weatherglass (see "weatherglass backup" and "restore")'
    fi
  fi
  put_release_in_place || return 1
  install -D -m 644 "$tree/deploy/weatherglass.png" "$root/usr/share/icons/hicolor/256x256/apps/weatherglass.png"
  remove_autostart
  add_autostart
}

# Of a unit whose file leads nowhere, or that is masked, systemctl says no and is right: what counts is whether it still runs.
stop_unit() {
  if [ -n "$(timeout 60 systemctl list-unit-files --no-legend "$1" 2>/dev/null)" ]; then
    timeout 120 systemctl disable --now "$1" || timeout 120 systemctl stop "$1" || say "systemctl did not stop $1"
  fi
}

# Without its program a station would still hold its sensors and its port, an upgrade in the middle would write anew what was removed.
still_running() { # numbers of processes; those that end meanwhile are none. The kernel knows no links: who moved it to a bigger disk has one.
  { find /proc/[0-9]*/exe -maxdepth 0 -lname "$(readlink -f "$home")/*" -printf '%h\n' 2>/dev/null || true; } | sed 's,.*/,,' | tr '\n' ' '
}

uninstall() {
  local running
  if [ -z "$root" ]; then
    stop_kiosk
    stop_unit weatherglass-upgrade.service
    stop_unit weatherglass.service
    running=$(still_running)
    [ -z "$running" ] || die "Weatherglass still runs, so nothing was removed. Stop it (see: ps -fp ${running% }), then run this again."
  fi
  remove_autostart
  rm -f "$root"/etc/systemd/system/multi-user.target.wants/weatherglass{,-upgrade}.service
  rm -f "$root"/etc/systemd/system/weatherglass.service "$root"/etc/systemd/system/weatherglass-upgrade.service \
    "$root/etc/systemd/user/weatherglass-kiosk.service" "$root/usr/local/bin/weatherglass" \
    "$root/usr/share/icons/hicolor/256x256/apps/weatherglass.png" "$root/etc/weatherglass/config.example.yaml"
  rm -rf "$home"
  if [ -z "$root" ]; then timeout 60 systemctl daemon-reload || say 'systemctl daemon-reload failed: the services disappear at the next reboot'; fi
  say 'removed. The history and settings stay in /var/lib/weatherglass, /etc/weatherglass and the home folders'
}

case $mode in
  headless) install_headless ;;
  kiosk) install_kiosk ;;
  uninstall) uninstall ;;
esac
