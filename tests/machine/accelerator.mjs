// Which processor the bench gets.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const EMULATED = { accel: 'tcg,thread=multi', cpu: 'max' };

/** KVM where it boots a kernel to its first line within 20 s; `/dev/kvm` alone proves nothing. */
export function accelerator(folder) {
  if (!existsSync('/dev/kvm')) return EMULATED;
  const told = join(folder, 'kvm.json');
  if (existsSync(told)) return JSON.parse(readFileSync(told, 'utf8'));
  const log = join(folder, 'kvm.log');
  writeFileSync(log, '');
  const args = ['-accel', 'kvm', '-cpu', 'host', '-m', '512', '-nodefaults', '-display', 'none', '-no-reboot'].concat([
    '-serial',
    `file:${log}`,
    '-kernel',
    join(folder, 'vmlinuz'),
    '-append',
    'console=ttyS0 panic=-1',
  ]);
  spawnSync('timeout', ['20', 'qemu-system-x86_64', ...args]);
  const found = /Linux version/.test(readFileSync(log, 'utf8')) ? { accel: 'kvm', cpu: 'host' } : EMULATED;
  writeFileSync(told, JSON.stringify(found));
  return found;
}
