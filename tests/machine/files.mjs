// What the machine is given: the release as staged on the host, and variants of it that misbehave, on a disk of their own.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(fileURLToPath(import.meta.url), '../../..');

const sh = (command, ...args) => {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
};

/** Makes `FOLDER/files.img` from `npm run dist:stage`'s release/tree. */
export function filesDisk(folder) {
  const tree = join(root, 'release/tree');
  if (!existsSync(join(tree, 'release.json')))
    throw new Error('release/tree is missing: run "npm run dist:stage" first');
  const contents = join(folder, 'files');
  rmSync(contents, { recursive: true, force: true });
  mkdirSync(join(contents, 'checkout/release'), { recursive: true });
  sh('cp', '-al', tree, join(contents, 'checkout/release/tree'));
  cpSync(join(root, 'deploy'), join(contents, 'checkout/deploy'), { recursive: true });
  for (const script of ['variant.sh', 'wall.AppImage'])
    cpSync(join(root, 'tests/machine/inside', script), join(contents, script));
  const image = join(folder, 'files.img');
  rmSync(image, { force: true });
  sh('truncate', '-s', '400M', image);
  sh('mke2fs', '-q', '-t', 'ext4', '-d', contents, image);
  return { image, contents };
}
