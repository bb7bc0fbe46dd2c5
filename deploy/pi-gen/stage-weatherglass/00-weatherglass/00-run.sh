#!/bin/bash -e
# Puts the station's package into the image and switches the Sense HAT's bus on. The service is enabled, and starts at the first boot.
debs=$(find files -name 'weatherglass_*_arm64.deb' -o -name 'weatherglass_*_amd64.deb' | sort -V | tail -n 1)
if [ -z "$debs" ]; then
  echo 'weatherglass: put the package into stage-weatherglass/00-weatherglass/files first (npm run dist:deb -- --arm64)' >&2
  exit 1
fi
install -D -m 644 "$debs" "$ROOTFS_DIR/root/weatherglass.deb"
on_chroot <<'EOF'
DEBIAN_FRONTEND=noninteractive apt-get install -y /root/weatherglass.deb
rm /root/weatherglass.deb
if command -v raspi-config >/dev/null; then raspi-config nonint do_i2c 0; fi
EOF
