// A release folder as one file for "weatherglass upgrade".
import { spawnSync } from 'node:child_process';
import { basename, dirname } from 'node:path';

/** The same bytes from the same files: no owner, no order and no time of this machine's. */
export function packRelease(folder, version, tarball) {
  const plain = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0', '--hard-dereference'];
  const named = `--transform=s,^${basename(folder)},weatherglass-${version},`;
  const compressed = '--use-compress-program=gzip --no-name'; // which else writes the time it was made
  const args = ['-C', dirname(folder), ...plain, named, compressed, '-cf', tarball, basename(folder)];
  const { status } = spawnSync('tar', args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${folder} could not be packed`);
}
