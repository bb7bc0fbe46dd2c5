import { existsSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Gives files that root made in a data folder to the folder's owner; otherwise the station could not open its own database. Links are
 * changed, never followed: the owner may have laid one to a file of root's.
 */
export function giveToOwner(folder: string): void {
  if (process.getuid?.() !== 0 || !existsSync(folder)) return;
  const { uid, gid } = statSync(folder);
  for (const entry of readdirSync(folder)) {
    const path = join(folder, entry);
    if (lstatSync(path, { throwIfNoEntry: false })?.uid === 0) lchownSync(path, uid, gid);
  }
}

/**
 * Runs `work` with the rights of the folder's owner where root works in another user's folder: no link or race of that user's leads
 * to anything of root's. Files that only root can read must be open before.
 */
export async function asOwnerOf<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const owner = process.getuid?.() === 0 ? statSync(folder, { throwIfNoEntry: false }) : undefined;
  if (owner === undefined || owner.uid === 0) return work();
  const [group, groups] = [process.getegid!(), process.getgroups!()];
  process.setgroups!([owner.gid]);
  process.setegid!(owner.gid);
  process.seteuid!(owner.uid);
  try {
    return await work();
  } finally {
    process.seteuid!(0);
    process.setegid!(group);
    process.setgroups!(groups);
  }
}
