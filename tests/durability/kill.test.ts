import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReadOnly } from '../../src/station/store/sqlite/database.ts';
import { seeded } from '../support/seeded.ts';
import { rangeOf } from '../support/store-work.ts';
import { times } from '../support/times.ts';
import { bundled, killedAfter } from './processes.ts';
import { clearFolders, openIn, SetClock, START, tempFolder } from './support.ts';

let script: string;
beforeAll(async () => {
  script = await bundled('writer');
});
afterAll(clearFolders);

const KILLS = times(12);
const WORKERS = 4;
const INTERVAL_S = 20;

/** Runs the writer until a random moment after its word, kills it, and returns the last commit it told of. */
async function killOnce(
  folder: string,
  fromS: number,
  word: 'opened' | 'committed',
  afterMs: number,
): Promise<{ committedS: number; opened: string }> {
  const said = await killedAfter(script, [folder, String(fromS)], word, afterMs);
  const lines = said.split('\n');
  const last = lines.slice(0, -1).findLast((line) => line.startsWith('committed '));
  return { committedS: last ? Number(last.split(' ')[1]) : fromS, opened: lines[0]! };
}

describe(`kill -9, ${KILLS} times under load`, () => {
  it('loses at most what the commit interval holds, and the database stays sound', async () => {
    const { uniform } = seeded(20_250_615);
    const oneFolder = async (kills: number) => {
      const folder = tempFolder();
      let fromS = START;
      let rows = 0;
      for (let i = 0; i < kills; i += 1) {
        // The first leaves something to count, however slow the machine.
        const word = i === 0 ? 'committed' : 'opened';
        const { committedS, opened } = await killOnce(folder, fromS, word, 5 + 120 * uniform() ** 2);
        expect(opened).toBe('opened sound');
        const db = openReadOnly(join(folder, 'weatherglass.db'));
        expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
        const newest = (db.prepare('SELECT max(ts_ms) FROM sample').pluck().get() as number | null) ?? START * 1000;
        const count = db.prepare('SELECT count(*) FROM sample').pluck().get() as number;
        // A flag is in the transaction of its sample: none without it, and no sample without its flag.
        const flagged = db.prepare('SELECT from_ms FROM quality ORDER BY 1').pluck().all();
        const expected = db.prepare('SELECT ts_ms FROM sample WHERE ts_ms / 2000 % 7 = 3 ORDER BY 1').pluck().all();
        expect(flagged).toEqual(expected);
        db.close();
        expect(newest / 1000).toBeGreaterThanOrEqual(committedS);
        expect(newest / 1000).toBeLessThanOrEqual(committedS + 2 * INTERVAL_S);
        // Every run begins where the one before had come to: not one committed sample is missing in between.
        expect(count).toBe((newest / 1000 - START) / 2);
        expect(count).toBeGreaterThanOrEqual(rows);
        rows = count;
        fromS = newest / 1000;
      }
      const store = openIn(folder, new SetClock(fromS));
      const { series } = rangeOf(store, START, fromS + 1, 300);
      expect('n' in series && series.n.reduce((a, b) => a + b, 0)).toBe(rows);
      store.close();
    };
    await Promise.all(Array.from({ length: WORKERS }, () => oneFolder(Math.ceil(KILLS / WORKERS))));
  });
});
