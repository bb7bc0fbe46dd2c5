// What the machine is given: the release as staged on the host, and variants of it that misbehave, on a disk of their own.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(fileURLToPath(import.meta.url), '../../..');

const sh = (command, ...args) => {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
};

const INSIDE = join(root, 'tests/machine/inside');

/** Eight letters for what is played: the program, its installer, and what the bench brings in. */
function stampOf(...folders) {
  const hash = createHash('sha256');
  for (const folder of folders)
    for (const name of readdirSync(folder, { recursive: true }).sort()) {
      const path = join(folder, name);
      if (statSync(path).isFile() && name !== 'node') hash.update(name).update(readFileSync(path));
    }
  return hash.digest('hex').slice(0, 8);
}

/**
 * Makes `FOLDER/files-STAMP.img` from `npm run dist:stage`'s release/tree. Under a name of its own, because another run may have an
 * older one in its machine. `installed` is the stamp of what is installed alone.
 */
export function filesDisk(folder) {
  const tree = join(root, 'release/tree');
  if (!existsSync(join(tree, 'release.json')))
    throw new Error('release/tree is missing: run "npm run dist:stage" first');
  const installed = stampOf(tree, join(root, 'deploy'));
  const stamp = stampOf(tree, join(root, 'deploy'), INSIDE);
  const contents = join(folder, `files-${stamp}`);
  const image = `${contents}.img`;
  if (existsSync(image)) return { image, contents, installed };
  // Under names of this run's own until they are whole: another run may make the same ones at this moment.
  const fresh = `${contents}.${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(join(fresh, 'checkout/release'), { recursive: true });
  sh('cp', '-al', tree, join(fresh, 'checkout/release/tree'));
  cpSync(join(root, 'deploy'), join(fresh, 'checkout/deploy'), { recursive: true });
  cpSync(INSIDE, fresh, { recursive: true });
  cpSync(join(root, 'tests/fixtures/sense-hat-vectors.json'), join(fresh, 'sense-hat-vectors.json'));
  sh('truncate', '-s', '400M', `${fresh}.img`);
  sh('mke2fs', '-q', '-t', 'ext4', '-d', fresh, `${fresh}.img`);
  if (existsSync(contents)) rmSync(fresh, { recursive: true });
  else renameSync(fresh, contents);
  renameSync(`${fresh}.img`, image);
  return { image, contents, installed };
}
