import { afterEach, describe, expect, it } from 'vitest';
import { WINDOW_PAUSE_S } from '../../../src/base/durations.ts';
import { pausedUntilS } from '../../../src/station/subjects/open-window.ts';
import { Bench } from '../../support/station.ts';

const opened = (ts: number, value = 1) => ({ kind: 'window_open', value, ts });

describe('an open window', () => {
  it('pauses for two hours from the newest word', () => {
    expect(pausedUntilS([opened(1000), opened(5000)])).toBe(5000 + WINDOW_PAUSE_S);
  });

  it('that is reported closed ends the pause', () => {
    expect(pausedUntilS([opened(1000), opened(4000, 0)])).toBe(4000);
    expect(pausedUntilS([opened(4000, 0), opened(5000)])).toBe(5000 + WINDOW_PAUSE_S);
  });

  it('is told from other labels', () => {
    expect(pausedUntilS([{ kind: 'rain', value: 1, ts: 9000 }])).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe('a station with an open window', () => {
  /** Forecasts are made and scored every five minutes, however often there is a sample. */
  const seldom = { sensors: { sample_interval_s: 20 } };
  let bench: Bench | null = null;
  afterEach(() => bench?.discard());

  /** Forecasts of a quarter of an hour that were scored in the hour that follows `prepare`. */
  async function scoredAfter(prepare: (bench: Bench) => Promise<void> | void): Promise<number> {
    bench = new Bench(seldom);
    await bench.station.start();
    await bench.clock.advance(3_600_000);
    await prepare(bench);
    const before = scored(bench);
    await bench.clock.advance(3_600_000);
    const after = scored(bench);
    await bench.station.stop();
    return after - before;
  }
  const scored = ({ station }: Bench) =>
    station.watch.models().nowcast.reduce((sum, { n_scored }) => sum + (n_scored as number), 0);

  it('scores nothing for a while', async () => {
    const said = (station: Bench['station'], value: number, tS: number) =>
      station.rain.label({ kind: 'window_open', value, tS, note: '' });
    expect(await scoredAfter(() => {})).toBeGreaterThan(10);
    expect(await scoredAfter((b) => void said(b.station, 1, b.clock.nowS()))).toBe(0);
    expect(await scoredAfter((b) => void said(b.station, 0, b.clock.nowS()))).toBeGreaterThan(10);
    expect(
      await scoredAfter((b) => {
        const result = said(b.station, 1, b.clock.nowS());
        if ('error' in result) throw new Error(result.error);
        b.station.rain.undoLabel(result.id);
      }),
    ).toBeGreaterThan(10);
  });

  it('remembers it over a restart', async () => {
    bench = new Bench(seldom);
    await bench.station.start();
    await bench.clock.advance(3_600_000);
    bench.station.rain.label({ kind: 'window_open', value: 1, tS: bench.clock.nowS(), note: '' });
    await bench.station.stop();
    const again = bench.build();
    await again.start();
    const before = scored(bench);
    await bench.clock.advance(3_600_000);
    expect(scored(bench)).toBe(before);
    await again.stop();
  });
});
