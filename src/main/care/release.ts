import { sep } from 'node:path';
import type { Program } from '../../contract/care.ts';
import { readJournal } from '../release/journal.ts';
import { Layout } from '../release/layout.ts';

/** Of a program that the installer put in its place: which version one can go back to, and whether an upgrade is under way. */
export function releaseState(appFolder: string, layout = new Layout()): Program['release'] {
  if (!appFolder.startsWith(layout.releases + sep)) return null;
  const { current, previous } = layout;
  const journal = readJournal(layout.journalFile);
  return {
    previous: previous === null || previous === current ? null : layout.versionOf(previous),
    upgrading_to: journal === null ? null : layout.versionOf(journal.to),
  };
}
