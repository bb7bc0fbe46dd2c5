import { join } from 'node:path';
import { DATABASE_FILE } from '../station/store/rescue/folder/last-stop.ts';
import { type Waiting, waitingFor } from '../station/store/rescue/folder/waiting.ts';
import { runtimeFoldersOf } from './machine/data-disk.ts';

/** Samples beside the history of a data folder, which the next start brings home; null where no standby database lies. */
export const waitingBeside = (dataDir: string, env: NodeJS.ProcessEnv): Waiting | null =>
  waitingFor(join(dataDir, DATABASE_FILE), [dataDir, ...runtimeFoldersOf(dataDir, env)]);

/** Sentence for whoever copies the history about what waits beside it, to be asked for before the copy; null where nothing does. */
export function lackingIn(dataDir: string, env: NodeJS.ProcessEnv): string | null {
  const waiting = waitingBeside(dataDir, env);
  if (waiting === null) return null;
  const { samples, sinceS } = waiting;
  const counted =
    sinceS === null
      ? ''
      : ` (${samples} ${samples === 1 ? 'sample' : 'samples'} since ${new Date(sinceS * 1000).toISOString().slice(0, 16)}Z)`;
  return `weatherglass: this copy lacks what waits beside the history${counted}: the next start of the station brings it in, so copy again after that.\n`;
}
