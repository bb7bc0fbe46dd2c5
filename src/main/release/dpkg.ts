import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../user-error.ts';
import type { DebianPackage } from './debian-package.ts';
import { CONFIGURED_WITHIN_S, DONE_WITHIN_S, type Host } from './host.ts';

/**
 * Lays the installed package out in `kept.new` as dpkg-deb packs it: hard links, which cost no room, or copies where /var is another disk.
 * dpkg never writes into a file, it renames a new one over it: so these stay what they are. Without the conffiles: dpkg would take what the
 * owner has written into one for the package's own, and the next version would overwrite it without a word.
 */
const LAY_OUT = `set -e
cd / # where cp 9.1 looks for the folders whose mode it mends
name=$0 new=$1 kept=$2 info=$3
rm -rf "$new" "$new.files" "$new.own"; mkdir -p "$new"
dpkg-query -f '\${Conffiles}\\n' -W "$name" | sed -n 's/^ \\([^ ]*\\) .*/\\1/p' >"$new.own"
dpkg-query -L "$name" | grep -vxFf "$new.own" | while IFS= read -r path; do
  if [ -f "$path" ] || [ -L "$path" ]; then if [ ! -d "$path" ]; then printf '%s\\n' "$path"; fi; fi
done >"$new.files"
[ -s "$new.files" ]
xargs -d '\\n' cp -al --parents -t "$new" <"$new.files" 2>/dev/null || xargs -d '\\n' cp -a --parents -t "$new" <"$new.files"
rm "$new.files" "$new.own"; mkdir "$new/DEBIAN"
for part in config preinst postinst prerm postrm templates md5sums; do
  if [ -f "$info/$name.$part" ]; then cp "$info/$name.$part" "$new/DEBIAN/$part"; fi
done
dpkg-query -s "$name" | sed '/^Status:/d; /^Config-Version:/d; /^Conffiles:/,/^[^ ]/{/^Conffiles:/d; /^ /d}' >"$new/DEBIAN/control"
sync -f "$new"; rm -rf "$kept"; mv -T "$new" "$kept"; sync -f "$kept"`;

/** Keeps the package that is installed, as the way back from the one that comes. */
export async function keepPackage(host: Host, { root, name, kept }: DebianPackage): Promise<void> {
  const info = join(root, 'var/lib/dpkg/info');
  const { code, out } = await host.run('sh', ['-c', LAY_OUT, name, `${kept}.new`, kept, info], DONE_WITHIN_S);
  if (code !== 0)
    throw new UserError(`the installed version could not be kept as a way back (${out.split('\n').at(-1)}).`);
}

/** Packs the kept package again and installs it. Null if that worked; else dpkg's last word. */
export async function reinstallKept(host: Host, pkg: DebianPackage): Promise<string | null> {
  const file = join(pkg.cache, 'kept.deb');
  const env = ['env', 'DEBIAN_FRONTEND=noninteractive'];
  const dpkg = ['dpkg', '--force-confold', '--force-downgrade', '--force-depends', '-i', file];
  try {
    for (const [program, ...args] of [
      ['dpkg-deb', '-Znone', '--build', pkg.kept, file],
      [...env, ...dpkg],
    ]) {
      const { code, out } = await host.run(program!, args, CONFIGURED_WITHIN_S);
      if (code !== 0) return out.split('\n').at(-1) || `${program} ended with ${code}`;
    }
    return null;
  } finally {
    rmSync(file, { force: true });
  }
}

/** Ends a configuration that was cut off. Null if that worked, or nothing was left to do; else dpkg's last word. */
export async function completeConfiguration(host: Host, { name }: DebianPackage): Promise<string | null> {
  const state = await host.run('dpkg-query', ['-W', '-f', `\${db:Status-Status}`, name]);
  if (state.out === 'installed') return null;
  const { code, out } = await host.run('dpkg', ['--force-confold', '--configure', name], CONFIGURED_WITHIN_S);
  return code === 0 ? null : out.split('\n').at(-1)!;
}

/**
 * Locks of dpkg and of apt around it. They are POSIX locks, which /proc/locks lists by the number of the file. Another kind of lock with
 * that number is of another file system.
 */
const LOCKS = ['var/lib/dpkg/lock', 'var/lib/dpkg/lock-frontend'];

/** Whether a dpkg, or an apt that will call one, is at work. */
export function isDpkgBusy(root: string): boolean {
  const list = join(root, 'proc/locks');
  const held = existsSync(list) ? readFileSync(list, 'utf8') : '';
  return LOCKS.map((name) => statSync(join(root, name), { throwIfNoEntry: false })?.ino).some(
    (ino) => ino !== undefined && new RegExp(`POSIX .*:${ino} `).test(held),
  );
}
