#!/usr/bin/env bash
# Builds the Debian that the machine test boots: FOLDER/base.img, FOLDER/vmlinuz, FOLDER/initrd and a key to log in with.
# As root, with network. The packages are those a Raspberry Pi OS has, and the tools that play its board.
set -euo pipefail

folder=${1:?image.sh FOLDER}
mkdir -p "$folder"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$folder"

packages=systemd-sysv,udev,dbus,dbus-user-session,libpam-systemd,libnss-systemd,linux-image-amd64,openssh-server,python3
packages+=,python3-evdev,i2c-tools,kmod,curl,sqlite3,procps,iproute2,systemd-timesyncd,desktop-file-utils,sudo,e2fsprogs
packages+=,jq,tzdata
[ -f key ] || ssh-keygen -q -t ed25519 -N '' -f key
# The host's own sources, of which only Debian's are wanted.
sources=(/etc/apt/sources.list.d/debian.sources /etc/apt/sources.list)
for candidate in "${sources[@]}"; do if [ -s "$candidate" ]; then mirror=$candidate; break; fi; done

# shellcheck disable=SC2016  # $1 is the guest's folder, and mmdebstrap's to fill in
mmdebstrap --variant=minbase --include="$packages" \
  --customize-hook='mkdir -p "$1/root/.ssh"' \
  --customize-hook='copy-in key.pub /root/.ssh' \
  --customize-hook='mv "$1/root/.ssh/key.pub" "$1/root/.ssh/authorized_keys"; chown -R 0:0 "$1/root/.ssh"; chmod 700 "$1/root/.ssh"' \
  --customize-hook='echo machine >"$1/etc/hostname"; echo "127.0.0.1 localhost machine" >"$1/etc/hosts"' \
  --customize-hook='echo "/dev/vda / ext4 defaults,errors=remount-ro 0 1" >"$1/etc/fstab"' \
  --customize-hook='mkdir -p "$1/var/log/journal"' \
  --customize-hook="copy-in $here/inside/beat.service $here/inside/wired.service /etc/systemd/system" \
  --customize-hook="copy-in $here/inside/lean.sh /root" \
  --customize-hook='chroot "$1" /root/lean.sh' \
  --customize-hook='chroot "$1" useradd --create-home --shell /bin/bash --groups sudo ada' \
  --customize-hook='chroot "$1" groupadd --system --force i2c' \
  --customize-hook='echo "%sudo ALL=(ALL) NOPASSWD: ALL" >"$1/etc/sudoers.d/machine"' \
  --customize-hook="printf 'KERNEL==\"i2c-[0-9]*\", GROUP=\"i2c\", MODE=\"0660\"\n' >\"\$1/etc/udev/rules.d/60-i2c.rules\"" \
  bookworm root.tar "$mirror"

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
tar -xf root.tar -C "$tree"
cp -L "$tree"/boot/vmlinuz-* vmlinuz
# Unpacked here: the host does it in a second, the emulated kernel in ten.
gzip -dc "$tree"/boot/initrd.img-* >initrd
rm -f base.img
truncate -s 3G base.img
mke2fs -q -t ext4 -L machine -d "$tree" base.img
rm -f root.tar
