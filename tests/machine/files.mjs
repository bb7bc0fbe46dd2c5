// What the machine is given, on a disk of its own: the station's package, and what makes variants of it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packArch } from '../../scripts/dist-deb.mjs';

export const root = join(fileURLToPath(import.meta.url), '../../..');

const sh = (command, ...args) => {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
};

const INSIDE = join(root, 'tests/machine/inside');

/** Eight letters for what is played: the package, and what the bench brings in. */
function stampOf(...folders) {
  const hash = createHash('sha256');
  for (const folder of folders)
    for (const name of readdirSync(folder, { recursive: true }).sort()) {
      const path = join(folder, name);
      if (statSync(path).isFile()) hash.update(name).update(readFileSync(path));
    }
  return hash.digest('hex').slice(0, 8);
}

/**
 * Makes `FOLDER/files-STAMP.img` with the station's package. Under a name of its own, because another run may have an older one in its
 * machine. `installed` is the stamp of what is installed alone.
 */
export async function filesDisk(folder) {
  const fresh = join(folder, `files.${process.pid}`);
  rmSync(fresh, { recursive: true, force: true });
  const [deb] = await packArch(process.arch, { to: fresh, kiosk: false, only: 'weatherglass', quick: true });
  const installed = stampOf(fresh);
  const stamp = stampOf(fresh, INSIDE);
  const contents = join(folder, `files-${stamp}`);
  const image = `${contents}.img`;
  if (existsSync(image)) {
    rmSync(fresh, { recursive: true });
    return { image, contents, installed };
  }
  cpSync(INSIDE, fresh, { recursive: true });
  cpSync(join(root, 'tests/packages/variant.sh'), join(fresh, 'variant.sh'));
  cpSync(join(root, 'tests/fixtures/sense-hat-vectors.json'), join(fresh, 'sense-hat-vectors.json'));
  sh('truncate', '-s', `${Math.ceil(statSync(deb).size / 1e6) + 60}M`, `${fresh}.img`);
  sh('mke2fs', '-q', '-t', 'ext4', '-d', fresh, `${fresh}.img`);
  if (existsSync(contents)) rmSync(fresh, { recursive: true });
  else renameSync(fresh, contents);
  renameSync(`${fresh}.img`, image);
  return { image, contents, installed };
}
