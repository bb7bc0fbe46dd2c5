import { boardRow, noise } from '../../bench/_history-data.ts';
import { openBare, using } from '../../src/station/store/sqlite/database.ts';
import { copyFolder, dbOf, fill, openIn, SetClock, START } from '../durability/support.ts';

export const [AT_HOME, WAITING] = [60, 6];
const STEP_S = 10;

/**
 * A history of ten minutes, and beside it what waits since a stop that another program's lock outlasted: a minute's samples and a note. A
 * kill just before the end of that stop leaves it in the log of the standby.
 */
export function leftWaiting(folder: string, killed: string | null = null): void {
  const store = openIn(folder, new SetClock(START));
  fill(store, START - AT_HOME * STEP_S, START, STEP_S);
  const random = noise(1);
  using(openBare(dbOf(folder)), (theirs) => {
    theirs.exec('BEGIN IMMEDIATE');
    for (let i = 0; i < WAITING; i += 1) store.samples.append(boardRow(START + i * STEP_S, random));
    store.place.standAside();
    store.labels.add({ ts: START, givenTs: START, kind: 'rain', value: 1, note: 'newer', learned: true });
    store.flush();
    if (killed !== null) copyFolder(folder, killed);
    store.close();
  });
}
