import { existsSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What root made in another's data folder is given to the folder's owner: the station that runs as that user could otherwise not
 * even open its own database. A link is given and never what it leads to: that folder's owner may have laid it, to anything of root's.
 */
export function giveToOwner(folder: string): void {
  if (process.getuid?.() !== 0 || !existsSync(folder)) return;
  const { uid, gid } = statSync(folder);
  for (const entry of readdirSync(folder)) {
    const path = join(folder, entry);
    if (lstatSync(path, { throwIfNoEntry: false })?.uid === 0) lchownSync(path, uid, gid);
  }
}
