import { describe, expect, it } from 'vitest';
import { tickRow } from '../../../../src/station/air/scale/levels.ts';
import { movedSignals, type Scale } from '../../../../src/station/air/scale/scale.ts';
import { Scaling } from '../../../../src/station/air/scale/scaling.ts';
import type { RawTick } from '../../../../src/station/tick.ts';

const PLAIN: Scale = { k: 0.5, humidityOffset: 0, psychrometric: false, altitudeM: 0, air: null, barometer: null };
const raw: RawTick = {
  tS: 1_750_500_000,
  temperatureRawC: 30,
  cpuExcessC: 20,
  elementC: 31,
  humidityRawPct: 90,
  stationHpa: 950,
  cloudIndex: null,
  rates: { temperatureCPerH: 0, humidityPctPerH: 0, pressureHpaPerH: 0 },
};
const never = new AbortController().signal;

describe('a tick on a scale', () => {
  it('is the compensated air at sea level, with its dew point', () => {
    const row = tickRow(raw, { ...PLAIN, altitudeM: 500 });
    expect(row).toMatchObject({ temperatureC: 20, humidityPct: 90, stationHpa: 950 });
    expect(row.dewPointC).toBeCloseTo(18.31, 1);
    expect(row.stationHpa! * row.seaLevelRatio).toBeGreaterThan(1005);
  });

  it('never holds more than all the humidity there can be, nor less than none', () => {
    expect(tickRow(raw, { ...PLAIN, humidityOffset: 35 }).humidityPct).toBe(100);
    expect(tickRow({ ...raw, humidityRawPct: 4 }, { ...PLAIN, humidityOffset: -15.4 }).humidityPct).toBe(0);
    // and comes back whole: what was clipped is not forgotten
    expect(tickRow(raw, { ...PLAIN, humidityOffset: -15.4 }).humidityPct).toBeCloseTo(74.6, 9);
  });

  it('takes vapour from the element to the air where that is asked for, with its own temperature where there is one', () => {
    const psychrometric = { ...PLAIN, psychrometric: true };
    const own = tickRow({ ...raw, humidityRawPct: 45 }, psychrometric).humidityPct!;
    const fused = tickRow({ ...raw, humidityRawPct: 45, elementC: null }, psychrometric).humidityPct!;
    expect(own).toBeGreaterThan(80);
    expect(own - fused).toBeGreaterThan(3);
  });
});

describe('a change of scale', () => {
  it('moves the signals it touches, and pressure at station level never', () => {
    expect(movedSignals(PLAIN, { ...PLAIN, k: 0.4 })).toEqual(['temperature']);
    expect(movedSignals(PLAIN, { ...PLAIN, humidityOffset: 2 })).toEqual(['humidity']);
    expect(movedSignals(PLAIN, { ...PLAIN, altitudeM: 100 })).toEqual([]);
    const psychrometric = { ...PLAIN, psychrometric: true };
    expect(movedSignals(PLAIN, psychrometric)).toEqual(['humidity']);
    expect(movedSignals(psychrometric, { ...psychrometric, k: 0.4 })).toEqual(['temperature', 'humidity']);
  });

  it('lets long work begin anew, and ends it no later', async () => {
    const scaling = new Scaling(PLAIN, 1);
    const begun: number[] = [];
    const work = async ({ k }: Scale, signal: AbortSignal): Promise<number | null> => {
      begun.push(k);
      if (k > 0.35) scaling.enter({ ...PLAIN, k: k - 0.1 }, scaling.epoch + 1);
      return signal.aborted ? null : k;
    };
    expect(await scaling.onOneScale(never, work)).toBeCloseTo(0.3, 9);
    expect(begun).toHaveLength(3);
    expect(scaling.epoch).toBe(3);
  });

  it('lets work that throws when it is ended begin anew as well', async () => {
    const scaling = new Scaling(PLAIN, 1);
    let runs = 0;
    const result = await scaling.onOneScale(never, async (_, signal) => {
      runs += 1;
      if (runs === 1) scaling.enter({ ...PLAIN, altitudeM: 9 }, 2);
      signal.throwIfAborted();
      return 'done';
    });
    expect([runs, result]).toEqual([2, 'done']);
  });

  it('long work waits while rows move, also when one move follows another at once', async () => {
    const scaling = new Scaling(PLAIN, 1);
    let endFirst = () => {};
    let endSecond = () => {};
    const first = scaling.moving(() => new Promise<void>((resolve) => (endFirst = resolve)));
    const second = first.then(() => scaling.moving(() => new Promise<void>((resolve) => (endSecond = resolve))));
    const work = scaling.onOneScale(never, async () => scaling.isMoving);
    endFirst();
    await first;
    await new Promise((resolve) => setImmediate(resolve));
    endSecond();
    await second;
    expect(await work).toBe(false);
  });

  it('passes on a failure of its own, and the end of the station', async () => {
    const scaling = new Scaling(PLAIN, 1);
    await expect(scaling.onOneScale(never, () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
    const stopped = AbortSignal.abort(new Error('stopping'));
    await expect(scaling.onOneScale(stopped, async (_, signal) => signal.throwIfAborted())).rejects.toThrow('stopping');
  });

  it('to the same scale is none', () => {
    const scaling = new Scaling(PLAIN, 4);
    scaling.enter({ ...PLAIN }, 5);
    expect(scaling.epoch).toBe(4);
  });
});
