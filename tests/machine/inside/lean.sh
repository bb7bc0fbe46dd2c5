#!/bin/sh
# In the new Debian: what only makes an emulated machine slow to start is left out.
set -eu
systemctl enable ssh beat wired
for unit in apt-daily.timer apt-daily-upgrade.timer e2scrub_reap.service e2scrub_all.timer fstrim.timer dpkg-db-backup.timer \
  getty@tty1.service serial-getty@ttyS0.service systemd-pstore.service modprobe@drm.service modprobe@configfs.service \
  modprobe@fuse.service modprobe@dm_mod.service modprobe@loop.service dev-hugepages.mount dev-mqueue.mount sys-kernel-debug.mount \
  sys-kernel-tracing.mount systemd-binfmt.service systemd-update-utmp.service systemd-update-utmp-runlevel.service \
  systemd-network-generator.service systemd-networkd.service systemd-networkd.socket systemd-networkd-wait-online.service; do
  ln -sf /dev/null "/etc/systemd/system/$unit"
done
# A first disk of the few modules that this machine has, not of all there are.
printf 'virtio_pci\nvirtio_blk\next4\n' >/etc/initramfs-tools/modules
sed -i 's/^MODULES=.*/MODULES=list/; s/^COMPRESS=.*/COMPRESS=gzip/' /etc/initramfs-tools/initramfs.conf
update-initramfs -u
