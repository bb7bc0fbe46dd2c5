import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Slicer } from '../../../../src/base/clock.ts';
import { Interrupted, SlicerUntil } from '../../../../src/station/sampling/interrupted-move.ts';
import { openBare } from '../../../../src/station/store/sqlite/database.ts';
import { Turnstile } from '../../../../src/station/store/sqlite/turnstile.ts';
import { DATABASE_FILE, type Store } from '../../../../src/station/store/store.ts';
import { openWorkerStore, workerStorePlan } from '../../../../src/station/store/worker-store.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { isWhole } from '../../../support/share.ts';
import { fold, rangeOf } from '../../../support/store-work.ts';
import { rawOf, tickRow } from '../../../support/tick-rows.ts';
import { NOON, sample, Workshop } from '../support.ts';

const workshop = new Workshop();
const DAY_S = 86_400;

describe('a segment whose oldest samples are gone', () => {
  const STEP_S = 120;
  const never = new AbortController().signal;
  const narrow = { rainMm: 0.2 };
  /** Aged by three hours: samples of the last 28 are there. */
  const kept = { rawRetentionDays: 0.1, fiveMinRetentionDays: 90 };
  const templates = new Workshop();

  /** Two hours of a right clock, until noon, then hours of a wrong one that began behind it, or should have. The temperature tells the true time. */
  async function wrongBy(byS: number, hours: number): Promise<{ folder: string; rows: number }> {
    const folder = templates.folder();
    const store = templates.open({ ...kept, folder });
    let rows = 0;
    const live = (fromS: number, untilS: number, wrongS: number) => {
      for (let tS = fromS; tS < untilS; tS += STEP_S, rows += 1) {
        const temp = (tS - NOON) / 3600;
        store.samples.append(sample(tS + wrongS, temp, { narrow, flags: rows % 50 === 0 ? { temperature: 1 } : {} }));
      }
      store.flush();
      const firstS = Math.ceil((fromS + wrongS) / 300) * 300;
      const times = Array.from({ length: Math.floor((untilS - fromS) / 300) - 1 }, (_, i) => firstS + i * 300);
      store.ticks.appendAll(times.map((tS) => rawOf(tickRow(tS, { temperatureC: (tS - wrongS - NOON) / 3600 }))));
    };
    live(NOON - 7200 + 30, NOON + 60, 0);
    const fromS = byS > 0 ? NOON + 391 : NOON + 91 - byS;
    store.clock.begin({ fromS, offsetS: fromS, wallOffsetS: fromS, boot: 'a', leapt: true, confirmed: false });
    live(fromS + byS, fromS + byS + hours * 3600, -byS);
    await fold(store, never);
    store.close();
    return { folder, rows };
  }

  const open = (folder: string) => workshop.open({ ...kept, folder, clock: new FakeClock(NOON + 40 * DAY_S) });

  async function moveOn(store: Store, byS: number, slicer: Slicer): Promise<void> {
    await store.moves.run(store.clock.unfinished() ? 0 : byS, slicer);
    await store.moves.finish(slicer);
    store.moves.end();
  }

  /** Samples and rain that a chart knows of. */
  const counted = (store: Store, bucketS: number) => {
    const { series } = rangeOf(store, NOON - DAY_S, NOON + 40 * DAY_S, bucketS);
    const { n, rain } = series as Record<string, (number | null)[]>;
    const sum = (values: (number | null)[]) => values.reduce<number>((all, one) => all + (one ?? 0), 0);
    return { n: sum(n!), tips: Math.round(sum(rain!) / narrow.rainMm) };
  };

  const tables = (folder: string) => {
    const db = openBare(join(folder, DATABASE_FILE));
    const names =
      'sample five_min narrow_five_min hourly narrow_hourly half_day unscreened quality watermark clock_segment tick';
    const rows = names.split(' ').map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all()]);
    db.close();
    return Object.fromEntries(rows);
  };

  it.each([
    ['forward by half an hour', 1800, 34],
    ['forward, not by whole rows', 1700, 34],
    ['forward by less than a row', 100, 34],
    ['forward by less than a row, folded and not gone', 250, 20],
    ['forward by more than is gone of it', 2 * DAY_S + 1000, 34],
    ['forward, folded and not gone', 2 * DAY_S + 1000, 20],
    ['back by half an hour', -1800, 34],
    ['back, not by whole rows', -1700, 34],
    ['back by days', -20 * DAY_S - 1234.5, 34],
    ['back by days, to the end of a row', -20 * DAY_S - 149, 34],
    ['back, folded and not gone', -20 * DAY_S - 1234.5, 20],
  ])('moves %s beside its neighbours, and loses and doubles no sample', async (_, byS, hours) => {
    const { folder, rows } = await wrongBy(byS, hours);
    const store = open(folder);
    const all = { n: rows, tips: rows };
    expect(counted(store, 3600)).toEqual(all);
    await moveOn(store, byS, new Slicer(new FakeClock(NOON)));
    for (const bucketS of [300, 3600, 43_200]) expect(counted(store, bucketS), `${bucketS}`).toEqual(all);
    await fold(store, never);
    for (const bucketS of [300, 3600, 43_200]) expect(counted(store, bucketS), `${bucketS}, folded`).toEqual(all);
    const db = openBare(join(folder, DATABASE_FILE));
    const farthest = (what: string) =>
      db.prepare<[number], number>(`SELECT max(abs(temp_raw * 3600 + ? - ts)) FROM ${what}`).pluck().get(NOON);
    expect(farthest('(SELECT temp temp_raw, ts + 150 ts FROM five_min)')).toBeLessThan(500);
    expect(farthest('tick')).toBeLessThan(500);
    db.close();
  });

  it.each([
    ['forward', 1700],
    ['back', -20 * DAY_S - 1234.5],
  ])('ends as it would have without a power cut behind any slice: %s', async (_, byS) => {
    const { folder: template } = await wrongBy(byS, 30);
    const copy = () => {
      const folder = workshop.folder();
      cpSync(template, folder, { recursive: true });
      return folder;
    };
    const quiet = copy();
    const right = open(quiet);
    await moveOn(right, byS, new Slicer(new FakeClock(NOON)));
    right.close();
    let cuts = 0;
    // An ordinary run cuts behind 1, 2, 4 … slices.
    const further = () => (isWhole ? (cuts < 12 ? 1 : 61) : Math.max(1, cuts));
    for (let ended = false; !ended; cuts += further()) {
      const folder = copy();
      const store = open(folder);
      let left = cuts;
      const slicer = new SlicerUntil(() => left-- <= 0, new FakeClock(NOON));
      ended = await moveOn(store, byS, slicer).then(
        () => true,
        (error) => {
          if (!(error instanceof Interrupted)) throw error;
          return false;
        },
      );
      const cut = workshop.folder();
      cpSync(folder, cut, { recursive: true });
      store.close();
      const next = open(cut);
      if (!ended) await moveOn(next, byS, new Slicer(new FakeClock(NOON)));
      next.close();
      expect(tables(cut), `after ${cuts} slices`).toEqual(tables(quiet));
    }
    expect(cuts).toBeGreaterThan(60);
  });

  it.each([
    ['forward', 2 * DAY_S + 1000, 30],
    ['back', -20 * DAY_S - 1234.5, 34],
  ])('nothing ages in the middle of a move that waits: %s', async (_, byS, hours) => {
    const { folder, rows } = await wrongBy(byS, hours);
    const store = open(folder);
    let left = 2;
    const cut = moveOn(store, byS, new SlicerUntil(() => left-- <= 0, new FakeClock(NOON)));
    await expect(cut).rejects.toThrow(Interrupted);
    const fromS = (byS > 0 ? NOON + 391 + byS : NOON + 91 - byS) + hours * 3600;
    let more = 0;
    for (; more < 150; more += 1) store.samples.append(sample(fromS + more * STEP_S, 20, { narrow }));
    store.flush();
    expect(await fold(store, never)).toEqual({ raw: 0, fiveMin: 0, removed: 0 });
    await moveOn(store, byS, new Slicer(new FakeClock(NOON)));
    expect((await fold(store, never)).removed).toBeGreaterThan(0);
    for (const bucketS of [300, 3600, 43_200])
      expect(counted(store, bucketS), `${bucketS}`).toEqual({ n: rows + more, tips: rows + more });
  });

  it('nothing ages of what a worker has looked at before a move began', async () => {
    const byS = -20 * DAY_S - 1234.5;
    const { folder, rows } = await wrongBy(byS, 34);
    const store = open(folder);
    const fromS = NOON + 91 - byS + 34 * 3600;
    let more = 0;
    for (; more < 150; more += 1) store.samples.append(sample(fromS + more * STEP_S, 20, { narrow }));
    store.flush();
    const worker = openWorkerStore(
      workerStorePlan({ folder, timeZone: 'UTC', ...kept }, new Turnstile()),
      new FakeClock(NOON),
    );
    let moved: Promise<void> | null = null;
    // The sampling thread begins to write just before the worker's first transaction.
    const gate = vi.spyOn(Turnstile.prototype, 'giveWay').mockImplementation(() => {
      moved ??= moveOn(store, byS, new Slicer(new FakeClock(NOON)));
    });
    expect(await fold(worker, never)).toEqual({ raw: 0, fiveMin: 0, removed: 0 });
    gate.mockRestore();
    worker.close();
    await moved;
    await fold(store, never);
    for (const bucketS of [300, 3600, 43_200])
      expect(counted(store, bucketS), `${bucketS}`).toEqual({ n: rows + more, tips: rows + more });
  });
});
