#!/bin/sh
# Run by the desktop session when it starts: keeps the screen awake and starts the kiosk as the user's own service.
set -eu

if [ -n "${DISPLAY:-}" ] && [ -z "${WAYLAND_DISPLAY:-}" ] && command -v xset >/dev/null; then
  xset s off s noblank -dpms || echo "weatherglass: this X server does not let its blanking be switched off" >&2
fi
# Under Wayland the window itself holds the screen awake, by the idle-inhibit protocol that swayidle respects.

systemctl --user import-environment DISPLAY WAYLAND_DISPLAY XAUTHORITY XDG_SESSION_TYPE XDG_CURRENT_DESKTOP
systemctl --user reset-failed weatherglass-kiosk.service 2>/dev/null || true
exec systemctl --user start weatherglass-kiosk.service
