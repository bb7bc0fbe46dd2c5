import { describe, expect, it } from 'vitest';
import type { ForecastBundle } from '../../../../src/contract/forecast.ts';
import { NOON, Workshop } from '../support.ts';

const workshop = new Workshop();

const HOUR_S = 3600;
const DAY_S = 86_400;

const bundle = (tS: number): ForecastBundle => ({
  issued_ts: tS,
  anchors: { temperature: 10.123_456, humidity: null },
  targets: {
    temperature: [900, DAY_S].map((horizon_s) => ({
      ...{ horizon_s, horizon_label: '', valid_ts: tS + horizon_s, delta: 0, sigma: 1 },
      ...{ mu: 10 + tS / 1e9, lo: 9, hi: 11, weights: { persistence: 1, climatology: 0, learned: 0 } },
    })),
    humidity: [],
  },
});

describe('what was said', () => {
  it('is found by the moment somebody looks back on: the newest that had been said by then', () => {
    const { issued } = workshop.open();
    for (let i = 0; i < 5; i++) issued.keep(bundle(NOON + i * HOUR_S));
    expect(issued.at(NOON - 1)).toEqual({
      issued_ts: null,
      anchors: {},
      targets: {},
      first_ts: NOON,
      last_ts: NOON + 4 * HOUR_S,
    });
    expect(issued.at(NOON).issued_ts).toBe(NOON);
    expect(issued.at(NOON + 2.9 * HOUR_S)).toMatchObject({
      issued_ts: NOON + 2 * HOUR_S,
      anchors: { temperature: 10.123, humidity: null },
      first_ts: NOON,
      last_ts: NOON + 4 * HOUR_S,
    });
    const [near, far] = issued.at(NOON).targets['temperature']!;
    expect(near).toEqual({ horizon_s: 900, valid_ts: NOON + 900, mu: 11.75, lo: 9, hi: 11 });
    expect(far?.valid_ts).toBe(NOON + DAY_S);
  });

  it('is nothing for a time when the station was silent: what was said a day before speaks of it no more', () => {
    const { issued } = workshop.open();
    issued.keep(bundle(NOON));
    expect(issued.at(NOON + DAY_S - 1).issued_ts).toBe(NOON);
    expect(issued.at(NOON + DAY_S).issued_ts).toBeNull();
  });

  it('is kept by the hour for thirty days, then every sixth hour', () => {
    const { issued } = workshop.open();
    for (let i = 0; i <= 32 * 24; i++) issued.keep(bundle(NOON + i * HOUR_S));
    const newestS = NOON + 32 * DAY_S;
    expect(issued.at(newestS)).toMatchObject({ first_ts: NOON, last_ts: newestS });
    const older = issued.between(NOON, newestS - 30 * DAY_S).map(({ tS }) => tS);
    expect(older).toEqual(Array.from({ length: 8 }, (_, i) => NOON + i * 6 * HOUR_S));
    expect(issued.between(newestS - 30 * DAY_S, newestS + 1)).toHaveLength(721);
  });

  it('is kept for a year and no longer', () => {
    const { issued } = workshop.open();
    for (let i = 0; i <= 370 * 4; i++) issued.keep(bundle(NOON + i * 6 * HOUR_S));
    for (let i = 1; i <= 720; i++) issued.keep(bundle(NOON + 370 * DAY_S + i * HOUR_S));
    const newestS = NOON + 400 * DAY_S;
    expect(issued.at(newestS)).toMatchObject({ first_ts: newestS - 366 * DAY_S, last_ts: newestS });
  });
});
