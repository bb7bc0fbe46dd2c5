import type { Slicer } from '../../../base/clock.ts';
import { inSlices } from '../../../base/steps.ts';
import { inTransaction, relaxed } from '../sqlite/database.ts';
import { toMs } from '../tiers/sample-row.ts';
import { FIVE_MIN, FOLDED, floorTo, HOURLY, RAW } from '../tiers/tier.ts';
import type { Tiers } from '../tiers/tiers.ts';
import type { ClockSegments } from './clock-segments.ts';
import { Rewind } from './rewind.ts';

/** Samples per transaction: some three milliseconds. */
const SLICE = 150;
const BUCKETS = 4;

export interface Moved {
  byS: number;
  /** Where they are now. */
  fromS: number;
  untilS: number;
}

/** How cloudy it was at a moment. */
export interface Sky {
  tS: number;
  cloudIndex: number | null;
}

interface Parts extends Tiers {
  clock: ClockSegments;
}

/**
 * Moves the samples of the newest clock segment, all of them and no others. In slices that each say how far they came, in an order
 * in which no sample ever lands on one that has yet to move; so it can be stopped anywhere and goes on at the next start. Roll-ups
 * of the time that was left and of the time that was entered are made anew from the samples.
 */
export class Moves {
  readonly #sql;
  readonly #rewind;

  constructor(private readonly parts: Parts) {
    const { db } = parts;
    const page = (order: 'ASC' | 'DESC') =>
      db
        .prepare<[number, number], number>(
          `SELECT ts_ms FROM main.sample WHERE ts_ms >= ? AND ts_ms < ? ORDER BY ts_ms ${order} LIMIT ${SLICE}`,
        )
        .pluck();
    const byTs = (table: string, within: string) => ({
      within: db.prepare<[number, number], number>(`SELECT ts FROM ${table} WHERE ${within} ORDER BY ts`).pluck(),
      move: db.prepare<[number, number]>(`UPDATE OR REPLACE ${table} SET ts = ? WHERE ts = ?`),
      drop: db.prepare<[number, number]>(`DELETE FROM ${table} WHERE ${within}`),
    });
    this.#sql = {
      upwards: page('ASC'),
      downwards: page('DESC'),
      setCloudIndex: db.prepare<[number | null, number]>('UPDATE main.sample SET cloud_index = ? WHERE ts_ms = ?'),
      ticks: byTs('tick', 'ts > ? AND ts <= ?'),
      issued: byTs('issued', 'ts >= ? AND ts < ?'),
    };
    this.#rewind = new Rewind(db);
  }

  /**
   * Begins a move, or goes on with one that a stop interrupted: rows first, then forecasts and learned state go back to before them.
   * Everything that waits must have been committed, and nothing that was learned may be stored meanwhile; no turn of the event loop passes
   * between the last slice and whoever waits for this. `begun` is called after the first transaction, from which on all goes by the new clock.
   * `finish` is due when the ticks have been made anew.
   */
  async run(byS: number, slicer: Slicer, begun = () => {}): Promise<Moved> {
    const { db, clock, records, rollUps, watermarks } = this.parts;
    const segment = clock.toMove();
    if (!segment) throw new Error('there is no clock segment to move');
    const byMs = clock.unfinished()?.byMs ?? toMs(byS);
    const fromMs = toMs(segment.fromS);
    if (clock.unfinished() === null) {
      inTransaction(db, () => {
        clock.beginMove(byMs);
        this.#moveWhatIsFolded(fromMs, byMs);
        if (byMs > 0) {
          // Samples from now on have right stamps: where no slice goes through for a while, none of them is taken for one that has yet to move.
          clock.noteMove(segment.id, byMs, Math.max(fromMs, rollUps.ownEnd.newestMs() ?? fromMs) + 1 + byMs);
          rollUps.ownEnd.moved(fromMs, byMs);
        }
        records.move(fromMs, byMs);
        rollUps.quality.move(fromMs, byMs);
      });
      begun();
    }
    for (let moved = -1; moved !== 0; ) {
      moved = relaxed(db, () => this.#slice(segment.id, fromMs, byMs));
      await slicer.breathe();
    }
    const foretoldFromS = Math.round(Math.min(fromMs, fromMs + byMs)) / 1000;
    const ticksAfterS = Math.max(foretoldFromS, watermarks.rawFrom - 1);
    await inSlices(this.#rewind.steps(foretoldFromS, ticksAfterS), slicer);
    return {
      byS: byMs / 1000,
      fromS: (fromMs + byMs) / 1000,
      untilS: (rollUps.ownEnd.newestMs() ?? fromMs + byMs) / 1000,
    };
  }

  /** Roll-ups of the time that was left and of the time that was entered, from the samples as they are now. `end` is due behind them. */
  async finish(slicer: Slicer): Promise<void> {
    const { clock, rollUps } = this.parts;
    const byMs = clock.unfinished()?.byMs;
    if (byMs === undefined) return;
    const fromMs = toMs(clock.toMove()!.fromS);
    const newestMs = rollUps.ownEnd.newestMs() ?? fromMs + byMs;
    await this.#rollAnew([fromMs, newestMs - byMs], [fromMs + byMs, newestMs], slicer);
  }

  /** Last transaction of a move. `tell` writes the event in it, so that a kill leaves one and no more, and answers with what is due behind it. */
  end(tell = () => () => {}): () => void {
    const { db, clock, rollUps } = this.parts;
    const byMs = clock.unfinished()?.byMs;
    if (byMs === undefined) return () => {};
    const { id, fromS } = clock.toMove()!;
    return inTransaction(db, () => {
      clock.endMove(id, byMs);
      if (byMs < 0) rollUps.ownEnd.moved(toMs(fromS), byMs);
      return tell();
    });
  }

  /** The skies of moved rows are others. In one transaction: a commit for each would wait for the disk 20,000 times a day moved. */
  setCloudIndexes(skies: readonly Sky[]): void {
    if (skies.length === 0) return;
    relaxed(this.parts.db, () => {
      for (const { tS, cloudIndex } of skies) this.#sql.setCloudIndex.run(cloudIndex, toMs(tS));
    });
  }

  /** Forward from the newest, back from the oldest: a sample lands where all others have gone already. */
  #slice(id: number, fromMs: number, byMs: number): number {
    const { clock, rollUps } = this.parts;
    const movedTo = clock.unfinished()?.movedToMs ?? null;
    const forward = byMs > 0;
    const { boundMs } = rollUps.ownEnd; // it has gone forward already, and goes back when all have
    const page = forward
      ? this.#sql.downwards.all(fromMs, (movedTo ?? boundMs + 1) - byMs)
      : this.#sql.upwards.all(movedTo === null ? fromMs : movedTo - byMs + 1, boundMs + 1);
    for (const tsMs of page) rollUps.move(RAW, tsMs + byMs, tsMs);
    clock.noteMove(id, byMs, page.length > 0 ? page.at(-1)! + byMs : movedTo);
    return page.length;
  }

  /**
   * Where the samples are gone already, five-minute rows move by whole rows, and the ticks and forecasts of that time with them. First of
   * all, in the transaction that begins the move. None meets a row that is made of samples; a row of the clock before takes in the row that comes to it.
   */
  #moveWhatIsFolded(fromMs: number, byMs: number): void {
    const { rollUps, watermarks } = this.parts;
    const { widthS } = FIVE_MIN;
    const fromS = floorTo(fromMs / 1000, widthS);
    const byS = floorTo(byMs / 1000, widthS); // down, so that the last of them ends before the first sample begins
    const goneUntilS = rollUps.keptFrom(RAW);
    const keptS = Math.max(goneUntilS, fromS);
    const movedS = Math.max(goneUntilS + byS, (fromMs + byMs) / 1000);
    if (watermarks.rawFrom > fromS)
      watermarks.advance(RAW, Math.max(0, Math.ceil(movedS / HOURLY.widthS) * HOURLY.widthS));
    // Samples that come back to where older ones are gone are none that came late.
    watermarks.removed(RAW, Math.min(watermarks.goneUntil(RAW), floorTo(movedS, HOURLY.widthS)));
    // Samples leave this time, and rows before the mark would stay.
    const leftUntilS = Math.min(watermarks.rawFrom, (rollUps.ownEnd.newestMs() ?? fromMs) / 1000);
    if (byMs > 0) rollUps.removeRows(FIVE_MIN, keptS, leftUntilS);
    const ordered = (starts: number[]) => (byS > 0 ? starts.reverse() : starts);
    const firstS = Math.min(floorTo((fromMs + byMs) / 1000, widthS), keptS - widthS + byS);
    for (const ts of ordered(rollUps.starts(FIVE_MIN, fromS, keptS, Number.MAX_SAFE_INTEGER)))
      rollUps.join(FIVE_MIN, Math.max(ts + byS, firstS), ts);
    for (const { within, move, drop } of [this.#sql.ticks, this.#sql.issued]) {
      if (byMs > 0) drop.run(keptS, leftUntilS);
      for (const ts of ordered(within.all(fromS, keptS))) move.run(ts + byS, ts);
    }
  }

  /** Every row over either time, from the finest up. Where samples are gone, the five-minute rows that moved stand. */
  async #rollAnew(left: [number, number], entered: [number, number], slicer: Slicer): Promise<void> {
    const { db, rollUps, watermarks } = this.parts;
    for (const tier of FOLDED) {
      const { widthS } = tier;
      const starts = new Set<number>();
      for (const [fromMs, untilMs] of [left, entered]) {
        for (let ts = floorTo(fromMs / 1000, widthS); ts <= untilMs / 1000; ts += widthS) starts.add(ts);
      }
      const all = [...starts];
      for (let i = 0; i < all.length; i += BUCKETS) {
        relaxed(db, () => {
          for (const ts of all.slice(i, i + BUCKETS))
            rollUps.remake(tier, ts, tier === FIVE_MIN && ts < watermarks.rawFrom);
        });
        await slicer.breathe();
      }
    }
    inTransaction(db, () => rollUps.reopen());
  }
}
