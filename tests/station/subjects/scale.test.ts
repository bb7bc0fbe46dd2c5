import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Station } from '../../../src/station/app/station.ts';
import type { Heavy } from '../../../src/station/jobs/heavy.ts';
import { openBare, openReadOnly, using } from '../../../src/station/store/sqlite/database.ts';
import { board, copyOf, forgetPasts, pastUnder, type Settings, START_S, settingsOf } from '../../support/past.ts';
import { share } from '../../support/share.ts';
import { Bench } from '../../support/station.ts';

afterAll(forgetPasts);

const MINUTE = 60_000;

async function started(settings: Settings, folder = pastUnder(settings), nowS = START_S): Promise<Bench> {
  const bench = new Bench(settingsOf(settings), nowS, folder);
  await bench.build(board()).start();
  return bench;
}

async function again(bench: Bench, settings: Settings): Promise<Bench> {
  await bench.station.stop();
  return started(settings, bench.folder, bench.clock.nowS() + 1);
}

const meanOutlook = (station: Station, target: string): number => {
  const entries = station.forecasts.outlook().targets[target]!;
  return entries.reduce((sum, { mu }) => sum + mu!, 0) / entries.length;
};

function change(folder: string, sql: string): void {
  const db = openBare(join(folder, 'weatherglass.db'));
  db.exec(sql);
  db.close();
}

/** How far a recalculation has come; null once all of it is done. */
const noteIn = (folder: string): string | null =>
  using(openReadOnly(join(folder, 'weatherglass.db')), (db) => {
    const state = db.prepare<[], string>("SELECT state FROM job WHERE name = 'recompute'").pluck();
    return state.get() ?? null;
  });

describe('one scale for everything', () => {
  it('the outlook is at sea level from the first moment after a restart', async () => {
    const settings = { altitudeM: 600 };
    let bench = await started(settings, pastUnder(settings, 4));
    await bench.clock.advance(6 * MINUTE);
    const before = meanOutlook(bench.station, 'pressure');
    bench = await again(bench, settings);
    expect(Math.abs(meanOutlook(bench.station, 'pressure') - before)).toBeLessThan(1); // 70 hPa less at station level
    await bench.station.stop();
  });

  const kills = share(
    'moments of a kill in a start on another altitude',
    [
      ['before its first sample', /Elevation or pressure correction changed/],
      ['when the history is made anew', /Recalculated .* readings/],
    ] as const,
    () => ['a moment'],
  );
  it.each(kills)('a start on another altitude that is killed %s leaves nothing on it', async (_, moment) => {
    const first = await started({});
    await first.clock.advance(6 * MINUTE);
    const { press_max: highest } = first.station.history.records();
    await first.station.stop();
    const high = new Bench(settingsOf({ altitudeM: 500 }), first.clock.nowS() + 1, first.folder);
    let left: string | null = null;
    high.logged.push = (line) => {
      if (left === null && moment.test(line)) left = copyOf(high.folder);
      return 0;
    };
    await high.build(board()).start();
    await high.clock.advance(2 * MINUTE);
    await high.station.stop();
    const back = await started({}, left!, high.clock.nowS() + 1);
    await back.clock.advance(2 * MINUTE);
    expect(back.logged.some((line) => /Recalculated .* readings/.test(line))).toBe(true);
    expect(back.station.history.records().press_max!.value).toBeCloseTo(highest!.value, 6);
    expect(await back.station.recomputing.recompute('pressure')).toMatchObject({ changed: 0 });
    await back.station.stop();
  });

  it.each([
    ['another program has locked the history', 'SQLITE_BUSY', 2 * MINUTE],
    ['the disk takes nothing', 'SQLITE_FULL', 62 * MINUTE],
  ])('a recalculation that is cut short because %s goes on by itself', async (_, code, withinMs) => {
    const first = await started({});
    await first.clock.advance(6 * MINUTE);
    await first.station.stop();
    const high = new Bench(settingsOf({ altitudeM: 500 }), first.clock.nowS() + 1, first.folder);
    const halves: (string | null)[] = [];
    const failsOnce = (heavy: Heavy): Heavy => ({
      run: (name, input, handle) => {
        if (name !== 'recompute' || halves.length > 0) return heavy.run(name, input, handle);
        const end = new AbortController();
        let slices = 0;
        const progress = () => {
          slices += 1;
          if (slices === 50) end.abort();
        };
        return heavy.run(name, input, { signal: end.signal, progress }).catch(() => {
          halves.push(noteIn(high.folder));
          throw Object.assign(new Error('not now'), { code });
        });
      },
    });
    await high.build(board(), failsOnce).start();
    await high.clock.advance(withinMs);
    const idle = async () => {
      await high.clock.advance(100);
      return high.station.status().jobs;
    };
    await expect.poll(idle).toEqual([]);
    expect(halves).toEqual([expect.stringContaining('"scope":"pressure"')]);
    expect(noteIn(high.folder)).toBeNull();
    expect(await high.station.recomputing.recompute('pressure')).toMatchObject({ changed: 0 });
    expect(high.logged.filter((line) => line.includes('not now'))).toEqual([]);
    await high.station.stop();
  });

  it('a changed setting is told as a step, and is no weather', async () => {
    let bench = await started({});
    await bench.clock.advance(30 * MINUTE);
    bench = await again(bench, { compensation: { k_prior: 0.2, humidity_offset_prior: -10 } });
    await bench.clock.advance(10 * MINUTE);
    const kinds = bench.station.watch.events(20).filter(({ kind }) => kind !== 'train');
    expect(
      kinds
        .filter(({ kind }) => kind === 'discontinuity')
        .map(({ data }) => data!['signal'])
        .sort(),
    ).toEqual(['humidity', 'temperature']);
    expect(kinds.filter(({ kind }) => kind === 'novelty' || kind === 'sensor')).toEqual([]);
    const { temperature_c_per_h } = (await bench.station.telemetry()).rates;
    expect(Math.abs(temperature_c_per_h ?? 0)).toBeLessThan(10);
    await bench.station.stop();
  });

  it('a recompute after another setting leaves no step, wherever the calibrations were', async () => {
    let bench = await started({});
    await bench.clock.advance(10 * MINUTE);
    bench = await again(bench, { compensation: { psychrometric: true } });
    await bench.clock.advance(10 * MINUTE);
    const result = await bench.station.recomputing.recompute();
    expect(result).toMatchObject({ changed: expect.any(Number) });
    if ('error' in result) throw new Error(result.error);
    expect(result.changed).toBeGreaterThan(1000);
    expect(await bench.station.recomputing.recompute()).toMatchObject({ changed: 0 });
    await bench.station.stop();
  });

  it('recompute begins anew when the scale changes under it', async () => {
    const { station, clock } = await started({});
    await clock.advance(10 * MINUTE);
    const recomputing = station.recomputing.recompute();
    const result = station.calibration.calibrate(station.watch.nerd().filters['temperature']!.level! - 5);
    if ('error' in result) throw new Error(result.error);
    expect(await recomputing).toMatchObject({ k: result.k });
    expect(await station.recomputing.recompute()).toMatchObject({ changed: 0 });
    await station.stop();
  });

  it('what is shown while the time is unknown is compensated as it was learned', async () => {
    const first = await started({});
    await first.clock.advance(5 * MINUTE);
    const result = first.station.calibration.calibrate(first.station.watch.nerd().filters['temperature']!.level! - 8);
    if ('error' in result) throw new Error(result.error);
    await first.station.stop();
    const bench = await started({}, first.folder, 1000); // 1970: nobody has set the clock yet
    const shown = await bench.station.telemetry();
    expect(shown.compensator_k).toBe(result.k);
    expect(bench.station.calibration.resetCalibration()).not.toHaveProperty('error');
    await bench.clock.advance(MINUTE);
    expect((await bench.station.telemetry()).compensator_k).toBe(bench.station.status().compensator_k);
    await bench.station.stop();
  });

  it('heads that were learned on other features are trained anew from what is there', async () => {
    const bench = await started({});
    await bench.clock.advance(10 * MINUTE);
    await bench.station.stop();
    const folder = copyOf(bench.folder);
    change(
      folder,
      `UPDATE learned SET state = json_set(state, '$.features', 'other') WHERE name LIKE 'forecast.head.%'`,
    );
    const later = await started({}, folder, bench.clock.nowS() + 1);
    await later.clock.advance(MINUTE);
    expect(
      later.station.watch.events(50).some(({ kind, detail }) => kind === 'train' && /Trained on/.test(detail)),
    ).toBe(true);
    expect(later.station.watch.nerd().heads.every(({ n_updates }) => n_updates > 100)).toBe(true);
    await later.station.stop();
  });

  it('a label and its lesson survive a power cut together', async () => {
    const bench = await started({});
    await bench.clock.advance(10 * MINUTE);
    const label = bench.station.rain.label({ kind: 'rain', value: 1, tS: bench.clock.nowS(), note: '' });
    expect(label).toMatchObject({ learned: true, strong_labels: 1 });
    const folder = copyOf(bench.folder); // at this very moment
    await bench.station.stop();
    const later = await started({}, folder, bench.clock.nowS() + 1);
    expect(later.station.rain.precipitation()).toMatchObject({ strong_labels: 1 });
    if ('error' in label) throw new Error(label.error);
    expect(later.station.rain.undoLabel(label.id)).toMatchObject({ unlearned: true, strong_labels: 0 });
    await later.station.stop();
  });
});
