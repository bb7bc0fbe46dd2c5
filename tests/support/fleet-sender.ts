import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { DAY_S } from '../../src/base/durations.ts';
import { basic, type Key } from './hub-here.ts';
import { seeded } from './seeded.ts';

export interface SentDay {
  key: Key;
  dayS: number;
  rev: number;
  /** What was measured, by time: temperature and humidity. */
  rows: Map<number, [temp: string, hum: string]>;
}

/** A day of a station, the same for the same seed, in five-minute rows that come in any order. */
export function madeDay(key: Key, dayS: number, rev: number, seed: number, rowsADay = 96): SentDay {
  const { uniform } = seeded(seed);
  const times = Array.from({ length: rowsADay }, (_, i) => dayS + i * Math.floor(DAY_S / rowsADay));
  times.sort(() => uniform() - 0.5);
  return {
    key,
    dayS,
    rev,
    rows: new Map(times.map((tS) => [tS, [(uniform() * 40 - 10).toFixed(2), (uniform() * 100).toFixed(1)]])),
  };
}

export interface Tries {
  posts: number;
  proven: number;
  /** Answered 2xx, and not there when it was counted. */
  lost: number;
  /** By status; 0 where the connection was refused or cut. */
  refused: Map<number, number>;
}

/**
 * Brings one day as a station does: sent until 2xx, and sent again from the start until the proof counts what was sent. Whatever
 * stands between may die at any moment.
 */
export async function bringDay(url: string, day: SentDay, tries: Tries): Promise<void> {
  const { key, dayS, rev, rows } = day;
  const lines = [...rows].map(([tS, [temp, hum]]) => `wx,rev=${rev} temp=${temp},hum=${hum} ${tS}\n`).join('');
  const headers = { Authorization: basic(key) };
  for (;;) {
    tries.posts += 1;
    const posted = await fetch(`${url}/api/v1/ingest`, {
      method: 'POST',
      body: gzipSync(lines),
      headers: { ...headers, 'Content-Encoding': 'gzip' },
    }).catch(() => null);
    const asked = posted?.ok
      ? await fetch(`${url}/api/v1/ack?t=${dayS + DAY_S - 1}&rev=${rev}`, { headers }).catch(() => null)
      : null;
    if (asked?.ok) {
      const { data } = (await asked.json().catch(() => ({ data: { result: [] } }))) as {
        data: { result: Array<{ value: [number, string] }> };
      };
      if (Number(data.result[0]?.value[1] ?? 0) >= 2 * rows.size) {
        tries.proven += 1;
        return;
      }
      tries.lost += 1;
    }
    const status = asked?.status ?? (posted?.ok ? 0 : (posted?.status ?? 0));
    if (!asked?.ok) tries.refused.set(status, (tries.refused.get(status) ?? 0) + 1);
    if (status === 400 || status === 401 || status === 403) throw new Error(`the hub answers ${status}`);
    await wait(status === 429 ? 1000 : 300);
  }
}
