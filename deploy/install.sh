#!/usr/bin/env bash
# Installs, upgrades or removes Weatherglass. Running it again is an upgrade in place. Data and settings are never touched.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: sudo deploy/install.sh [--headless]                 the station as a system service, from this checkout
       sudo deploy/install.sh --kiosk APPIMAGE [--user U]  station and window on this screen, started with U's session
       sudo deploy/install.sh --uninstall                  removes the program; data and settings stay
options: --port N       where to ask whether it is ready (default: 8000, as in the settings)
         --wait SECONDS how long to wait for that (default: 60)
         --no-start     install only
DESTDIR=/some/root     installs below that folder and starts nothing that is not told to
TEXT
}

say() { printf 'weatherglass: %s\n' "$*"; }
die() { printf 'weatherglass: %s\n' "$*" >&2; exit 1; }

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source_root=$(dirname "$here")
root=${DESTDIR:-}
home=$root/opt/weatherglass
mode=headless appimage='' user=${SUDO_USER:-} port=8000 wait_s=60 start=yes

while [ $# -gt 0 ]; do
  case $1 in
    --headless) mode=headless ;;
    --kiosk) mode=kiosk; appimage=${2:?--kiosk needs the AppImage file}; shift ;;
    --uninstall) mode=uninstall ;;
    --user) user=${2:?--user needs a name}; shift ;;
    --port) port=${2:?--port needs a number}; shift ;;
    --wait) wait_s=${2:?--wait needs seconds}; shift ;;
    --no-start) start=no ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; die "unknown option $1" ;;
  esac
  shift
done
[ -n "$root" ] || [ "$(id -u)" = 0 ] || die 'run it with sudo: it writes below /opt and /etc.'

command -v curl >/dev/null || die 'install curl first: it is asked whether the station measures.'

# The service manager's word that a program runs says nothing about its samples; its own /api/ready does.
wait_until_ready() {
  local left=$wait_s
  until curl -fsS -o /dev/null --max-time 2 "http://127.0.0.1:$port/api/ready" 2>/dev/null; do
    left=$((left - 1))
    [ "$left" -gt 0 ] || return 1
    sleep 1
  done
}

groups_here() { # those of the device groups that this system has
  local found=() name
  for name in i2c video input; do
    if getent group "$name" >/dev/null; then found+=("$name"); fi
  done
  printf '%s' "${found[*]:-}"
}

stage_headless() { # puts the new program beside the old one
  local staged=$source_root/release/app node=$source_root/node_modules/.bin/node
  [ -f "$staged/dist/main/cli.js" ] || die 'the program is not built yet: run "npm ci && npm run dist:stage" first (without sudo).'
  [ -x "$node" ] || die 'the Node program is missing: run "npm ci" first (without sudo).'
  mkdir -p "$home"
  rm -rf "$home/app.new"
  cp -R "$staged" "$home/app.new"
  cp "$node" "$home/node.new"
  chmod -R go+rX,go-w "$home/app.new"
  chmod 755 "$home/node.new"
}

swap_headless() {
  rm -rf "$home/app.old" "$home/node.old"
  if [ -d "$home/app" ]; then mv "$home/app" "$home/app.old"; fi
  if [ -f "$home/node" ]; then mv "$home/node" "$home/node.old"; fi
  mv "$home/app.new" "$home/app"
  mv "$home/node.new" "$home/node"
}

roll_back() {
  [ -d "$home/app.old" ] || die "it is not ready after $wait_s s; see: journalctl -u weatherglass"
  rm -rf "$home/app" "$home/node"
  mv "$home/app.old" "$home/app"
  mv "$home/node.old" "$home/node"
  systemctl restart weatherglass.service
  die "the new version was not ready after $wait_s s; the old one runs again. See: journalctl -u weatherglass"
}

install_headless() {
  stage_headless
  if ! getent passwd weatherglass >/dev/null; then
    useradd --system --user-group --home-dir /var/lib/weatherglass --no-create-home --shell /usr/sbin/nologin weatherglass
  fi
  mkdir -p "$root/etc/weatherglass" "$root/etc/systemd/system"
  if [ -f "$source_root/config.example.yaml" ]; then cp "$source_root/config.example.yaml" "$root/etc/weatherglass/"; fi
  sed "s/@GROUPS@/$(groups_here)/" "$here/weatherglass.service" >"$root/etc/systemd/system/weatherglass.service"
  swap_headless
  systemctl daemon-reload
  systemctl enable weatherglass.service
  if [ "$start" = no ]; then say 'installed, not started'; return; fi
  systemctl restart weatherglass.service
  wait_until_ready || roll_back
  rm -rf "$home/app.old" "$home/node.old"
  say "measuring; the dashboard is at http://$(hostname):$port"
}

home_of() { getent passwd "$1" | cut -d: -f6; }

# labwc knows no autostart folder of its own, only one script; our two lines in it carry our name.
labwc_autostart() {
  local file
  file=$root$(home_of "$user")/.config/labwc/autostart
  mkdir -p "$(dirname "$file")"
  touch "$file"
  sed -i '/# weatherglass$/d' "$file"
  if [ "$1" = add ]; then printf '/opt/weatherglass/kiosk-session.sh & # weatherglass\n' >>"$file"; fi
  if [ ! -s "$file" ]; then rm "$file"; fi
  if [ -z "$root" ]; then chown -R "$user:" "$(home_of "$user")/.config/labwc"; fi
}

install_kiosk() {
  [ -f "$appimage" ] || die "there is no file $appimage; \"npm run dist\" builds one."
  [ -n "$user" ] || die 'name the user whose session shows the wall: --user NAME'
  [ -n "$(home_of "$user")" ] || die "there is no user $user"
  mkdir -p "$home" "$root/etc/systemd/user" "$root/etc/xdg/autostart" "$root/usr/share/icons/hicolor/256x256/apps"
  cp "$appimage" "$home/weatherglass.AppImage.new"
  chmod 755 "$home/weatherglass.AppImage.new"
  mv "$home/weatherglass.AppImage.new" "$home/weatherglass.AppImage"
  install -m 755 "$here/kiosk-session.sh" "$home/kiosk-session.sh"
  cp "$here/weatherglass-kiosk.service" "$root/etc/systemd/user/"
  cp "$here/weatherglass-kiosk.desktop" "$root/etc/xdg/autostart/"
  cp "$source_root/build/icons/256x256.png" "$root/usr/share/icons/hicolor/256x256/apps/weatherglass.png"
  labwc_autostart add
  for group in i2c video input; do
    if getent group "$group" >/dev/null; then usermod -aG "$group" "$user"; fi
  done
  if command -v raspi-config >/dev/null; then raspi-config nonint do_blanking 1; fi # 1 is "no blanking"
  if [ "$start" = yes ] && systemctl --user -M "$user@" daemon-reload 2>/dev/null; then
    if systemctl --user -M "$user@" is-active --quiet weatherglass-kiosk.service; then
      systemctl --user -M "$user@" restart weatherglass-kiosk.service
      wait_until_ready || die "it is not ready after $wait_s s; see: journalctl --user -u weatherglass-kiosk"
      say 'the wall shows the new version'
      return
    fi
  fi
  say "installed; it starts with the next session of $user on this screen"
}

uninstall() {
  if [ -f "$root/etc/systemd/system/weatherglass.service" ]; then
    systemctl disable --now weatherglass.service
    rm "$root/etc/systemd/system/weatherglass.service"
    systemctl daemon-reload
  fi
  if [ -n "$user" ] && [ -n "$(home_of "$user")" ]; then
    systemctl --user -M "$user@" stop weatherglass-kiosk.service 2>/dev/null || say "no session of $user to stop"
    labwc_autostart remove
  fi
  rm -f "$root/etc/systemd/user/weatherglass-kiosk.service" "$root/etc/xdg/autostart/weatherglass-kiosk.desktop" \
    "$root/usr/share/icons/hicolor/256x256/apps/weatherglass.png" "$root/etc/weatherglass/config.example.yaml"
  rm -rf "$home"
  say 'removed; what it measured and its settings are still in /var/lib/weatherglass, /etc/weatherglass and the homes'
}

case $mode in
  headless) install_headless ;;
  kiosk) install_kiosk ;;
  uninstall) uninstall ;;
esac
