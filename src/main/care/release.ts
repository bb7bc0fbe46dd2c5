import { sep } from 'node:path';
import type { Program } from '../../contract/care.ts';
import { readJournal } from '../release/journal.ts';
import { Layout } from '../release/layout.ts';

/** State of an installed release: the version that a rollback would bring, and whether an upgrade is running. */
export function releaseState(appFolder: string): Program['release'] {
  const layout = new Layout();
  if (!appFolder.startsWith(layout.releases + sep)) return null;
  const { current, previous } = layout;
  const journal = readJournal(layout.journalFile);
  return {
    previous: previous === null || previous === current ? null : layout.versionOf(previous),
    upgrading_to: journal === null ? null : layout.versionOf(journal.to),
  };
}
