import { movedSignals, type Scale } from '../../air/scale/scale.ts';
import type { Database } from '../sqlite/database.ts';

export interface ScaleEntry {
  epoch: number;
  ts: number;
  scale: Scale;
}

type ScaleRow = Omit<ScaleEntry, 'scale'> & Omit<Scale, 'psychrometric'> & { psychrometric: number };

const toEntry = ({ epoch, ts, psychrometric, ...scale }: ScaleRow): ScaleEntry => ({
  epoch,
  ts,
  scale: { ...scale, psychrometric: psychrometric === 1 },
});

/** The scales the station has lived by, append only; the newest is in force. */
export class Scales {
  readonly #add;
  readonly #all;

  constructor(db: Database) {
    this.#add = db.prepare<[number, number, number, number, number, number | null, number | null]>(
      'INSERT INTO scale (ts, k, humidity_offset, psychrometric, altitude_m, air, barometer) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    this.#all = db.prepare<[], ScaleRow>(
      `SELECT epoch, ts, k, humidity_offset humidityOffset, psychrometric, altitude_m altitudeM, air, barometer FROM scale
       ORDER BY epoch`,
    );
  }

  /** Returns its epoch. */
  add(ts: number, { k, humidityOffset, psychrometric, altitudeM, air, barometer }: Scale): number {
    const flag = psychrometric ? 1 : 0;
    return Number(this.#add.run(ts, k, humidityOffset, flag, altitudeM, air, barometer).lastInsertRowid);
  }

  /** Times at which the scale changed: the history has a step there, and the live filters jumped. */
  changes(): { ts: number; moved: ReturnType<typeof movedSignals> }[] {
    const entries = this.all();
    return entries.slice(1).map(({ ts, scale }, i) => ({ ts, moved: movedSignals(entries[i]!.scale, scale) }));
  }

  /** Highest number of a series in any of them; 0 where none names one. */
  lastSeries(): number {
    return Math.max(0, ...this.all().flatMap(({ scale: { air, barometer } }) => [air ?? 0, barometer ?? 0]));
  }

  all(): ScaleEntry[] {
    return this.#all.all().map(toEntry);
  }
}
