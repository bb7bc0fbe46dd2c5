#!/usr/bin/env bash
# Units of the update button under a real systemd: this machine's own, as process 1 of a container (systemd-nspawn) over a scratch layer of
# its files. As root, half a minute, no network and nothing downloaded. Exits 1 where a request is lost, repeated or left lying.
set -euo pipefail
deploy=$(cd "$(dirname "$0")/../../deploy" && pwd)
if [ "$(id -u)" != 0 ] || ! command -v systemd-nspawn >/dev/null; then
  echo '*** The units were NOT run: root and systemd-nspawn (apt install systemd-container) are needed.' >&2
  exit 0
fi
scratch=$(mktemp -d)
trap 'kill -9 "${leader:-}" 2>/dev/null || true; sleep 1; umount "$scratch/root" "$scratch"; rmdir "$scratch"' EXIT
mount -t tmpfs tmpfs "$scratch"
mkdir "$scratch"/{upper,work,root}
mount -t overlay overlay -o "lowerdir=/,upperdir=$scratch/upper,workdir=$scratch/work" "$scratch/root"
root=$scratch/root
units=$root/etc/systemd/system
cp "$deploy"/weatherglass-asked.{path,service} "$units/"
printf '[Unit]\nRequires=basic.target\nAfter=basic.target\nWants=weatherglass-asked.path\n' > "$units/asked.target"
ln -sf asked.target "$units/default.target"
mkdir -p "$root/usr/lib/weatherglass"
printf '#!/bin/sh\necho "$*, left: $(ls /run/weatherglass)" >> /var/log/asked; exit "$(cat /etc/asked-exit)"\n' > "$root/usr/lib/weatherglass/run"
chmod 755 "$root/usr/lib/weatherglass/run"
echo 0 > "$root/etc/asked-exit"
echo 'd /run/weatherglass 0755 root root' > "$root/etc/tmpfiles.d/asked.conf"
: > "$root/etc/machine-id"
SYSTEMD_SECCOMP=0 systemd-nspawn -D "$root" --boot --register=no --keep-unit --private-network --machine=weatherglass-asked --console=pipe > /dev/null 2>&1 &
nspawn=$!
inside() { nsenter -t "$leader" -a env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 bash -c "$1"; }
until leader=$(tr -d ' ' < /proc/$nspawn/task/$nspawn/children) && [ -n "$leader" ] && inside 'systemctl is-active -q weatherglass-asked.path' 2>/dev/null; do
  kill -0 $nspawn
  sleep .5
done
inside 'systemd-analyze verify weatherglass-asked.path weatherglass-asked.service'
# Three requests: each starts the upgrade once, with the file taken away before, one that fails is not repeated.
for n in 1 2 3; do
  [ "$n" != 3 ] || inside 'echo 1 > /etc/asked-exit'
  inside ': > /run/weatherglass/upgrade-asked'
  for _ in $(seq 120); do
    [ "$(inside 'systemctl is-active weatherglass-asked.service; cat /var/log/asked 2>/dev/null | wc -l' | tr '\n' ' ')" = "$([ "$n" = 3 ] && echo failed || echo inactive) $n " ] && break
    sleep .5
  done
done
sleep 5
said=$(inside 'cat /var/log/asked; systemctl is-active weatherglass-asked.path; systemctl show weatherglass-asked.service -p Result; ls /run/weatherglass')
printf '%s\n' "$said"
[ "$said" = $'upgrade, left: \nupgrade, left: \nupgrade, left: \nactive\nResult=exit-code' ]
