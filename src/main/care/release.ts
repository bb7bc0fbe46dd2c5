import { sep } from 'node:path';
import type { Program } from '../../contract/care.ts';
import { DebianPackage } from '../release/debian-package.ts';
import { readJournal } from '../release/journal.ts';

/** State of an installed package: the version that a rollback would bring, and whether an upgrade is being judged. */
export function releaseState(appFolder: string, pkg = new DebianPackage()): Program['release'] {
  if (![pkg.home, pkg.keptHome].some((home) => appFolder.startsWith(home + sep))) return null;
  const installed = pkg.installed?.version ?? null;
  const before = pkg.before?.version ?? null;
  return {
    previous: before === installed ? null : before,
    upgrading_to: readJournal(pkg.journalFile) === null ? null : installed,
  };
}
