import { setTimeout as wait } from 'node:timers/promises';
import { DAY_S } from '../../src/base/durations.ts';
import type { Engine } from '../../src/hub/engine/engine.ts';
import { rowsOf } from '../../src/hub/rows.ts';
import { bringDay, madeDay, type SentDay, type Tries } from './fleet-sender.ts';
import type { Key } from './hub-here.ts';
import { realNowS } from './real-now.ts';
import { seeded } from './seeded.ts';

/** What may die between a station and the disk. */
export interface Victim {
  kill(): Promise<unknown>;
  start(): Promise<unknown>;
}

/**
 * Stations send day after day, some days a second time under a higher revision, while one after the other of the victims is killed at
 * a random moment. Ends when all kills are done and everybody's last day is proven. Answers what was sent.
 */
export async function sendThroughKills(
  keys: readonly Key[],
  url: string,
  victims: readonly Victim[],
  kills: number,
  seed: number,
  enough = new AbortController().signal,
): Promise<{ sent: SentDay[]; tries: Tries }> {
  const { uniform } = seeded(seed);
  const tries: Tries = { posts: 0, proven: 0, lost: 0, refused: new Map() };
  const sent: SentDay[] = [];
  const firstS =
    Math.floor(realNowS('an engine keeps rows of its retention only, and a hub none of the future') / DAY_S) * DAY_S -
    2000 * DAY_S;
  let killing = true;
  const station = async (key: Key, place: number): Promise<void> => {
    for (let i = 0; killing || i < 2; i++) {
      const dayS = firstS + i * DAY_S;
      for (let rev = 0; rev < (i % 3 === 2 ? 2 : 1); rev++) {
        const day = madeDay(key, dayS, rev, place * 100_000 + i * 10 + rev);
        await bringDay(url, day, tries);
        sent.push(day);
      }
    }
  };
  const killer = async (): Promise<void> => {
    for (let i = 0; i < kills && !enough.aborted; i++) {
      // Only who was in the middle of something can be interrupted: some day must have come through since the last time.
      const before = tries.proven;
      for (let waitedMs = 0; tries.proven === before; waitedMs += 10) {
        if (waitedMs > 60_000)
          throw new Error(`nothing came through for a minute: ${JSON.stringify([...tries.refused])}`);
        await wait(10);
      }
      await wait(uniform() * 700);
      const victim = victims[i % victims.length]!;
      await victim.kill();
      await wait(uniform() * 300);
      await victim.start();
    }
    killing = false;
  };
  await Promise.all([killer().finally(() => (killing = false)), ...keys.map(station)]);
  return { sent, tries };
}

/** What differs between what was sent and what the engine holds: by count per station, day and revision, and value by value. */
export async function differences(engine: Engine, sent: readonly SentDay[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { key, dayS, rev, rows } of sent) {
    const what = `${key.login} ${new Date(dayS * 1000).toISOString().slice(0, 10)} rev ${rev}`;
    const { values: n } = (await engine.held([key.login], dayS + DAY_S - 1, { of: 'wx', rev })).get(key.login)!;
    if (n !== 2 * rows.size) wrong.push(`${what}: ${n} values, expected ${2 * rows.size}`);
    const series = await engine.series(key.login, 'wx', dayS, dayS + DAY_S - 1);
    const stored = rowsOf(series.filter(({ labels }) => labels['rev'] === String(rev)));
    for (const [tS, [temp, hum]] of rows) {
      const row = stored.get(tS);
      const same = (value: number | undefined, text: string) => Math.abs((value ?? Number.NaN) - Number(text)) < 1e-6;
      if (!row || !same(row['temp'], temp) || !same(row['hum'], hum))
        wrong.push(`${what}: ${JSON.stringify(row)} at ${tS}`);
    }
  }
  return wrong;
}
