import { describe, expect, it } from 'vitest';
import { restored, savedState } from '../../../../src/maths/codec.ts';
import { Climatology, ClimatologySeries, Moment } from '../../../../src/station/forecast/climate/climatology.ts';
import { solarAngle } from '../../../../src/station/forecast/climate/harmonics.ts';
import { seeded } from '../../../support/seeded.ts';

const OFFSET_S = 240 * 10;
const START_S = 1_609_459_200;
const HOUR_S = 3600;
const DAY_S = 86400;

const planted = (tS: number): number => {
  const y = (2 * Math.PI * tS) / DAY_S / 365.2425;
  return 10 + 8 * Math.cos(y) + 4 * Math.cos(solarAngle(tS, OFFSET_S) - 2);
};

function learned(days: number, noise: number): ClimatologySeries {
  const series = new ClimatologySeries();
  const { normal } = seeded(41);
  let error = 0;
  for (let h = 0; h < 24 * days; h++) {
    const tS = START_S + h * HOUR_S;
    error = 0.97 * error + noise * Math.sqrt(1 - 0.97 ** 2) * normal();
    series.learn(new Moment(tS, OFFSET_S), planted(tS) + error);
  }
  return series;
}

describe('climatology', () => {
  it('finds a planted season and day wave to a twentieth of their amplitude from 400 days', () => {
    const series = learned(400, 1);
    expect(series.annual).toBe(true);
    const from = START_S + 400 * DAY_S;
    const at = (tS: number) => series.predict(new Moment(tS, OFFSET_S))!;
    for (let day = 0; day < 365; day += 30)
      for (let hour = 0; hour < 24; hour += 6) {
        const tS = from + day * DAY_S + hour * HOUR_S;
        expect(Math.abs(at(tS) - planted(tS))).toBeLessThan(0.05 * (2 * 8 + 4));
      }
    const dayWave = at(from + 12 * HOUR_S) - at(from);
    expect(dayWave).toBeCloseTo(planted(from + 12 * HOUR_S) - planted(from), 0);
  });

  it('does not extrapolate a year from forty days', () => {
    const series = learned(40, 1);
    expect(series.ready).toBe(true);
    expect(series.annual).toBe(false);
    expect(series.coefficients).toBe(7);
  });

  it('is not ready before two days, nor without most hours of the day', () => {
    expect(learned(1.9, 0).ready).toBe(false);
    expect(learned(2.1, 0).ready).toBe(true);
    const noons = new ClimatologySeries();
    for (let day = 0; day < 100; day++) noons.learn(new Moment(START_S + day * DAY_S, OFFSET_S), 10);
    expect(noons.ready).toBe(false);
  });

  it('follows the sun and not the clock: a change to summer time leaves no step', () => {
    const series = learned(60, 0);
    const change = 1_616_893_200; // 2021-03-28 01:00 UTC, Europe's clocks go forward
    const before = series.predict(new Moment(change - DAY_S, OFFSET_S))!;
    const after = series.predict(new Moment(change, OFFSET_S))!;
    expect(after).toBeCloseTo(before, 9);
  });

  it('moves with a calibration, and goes on learning on the new scale', () => {
    const series = learned(60, 0);
    const then = START_S + 61 * DAY_S;
    const before = series.predict(new Moment(then, OFFSET_S))!;
    series.state.shift += 3;
    expect(series.predict(new Moment(then, OFFSET_S))).toBeCloseTo(before + 3, 9);
    const twin = learned(60, 0); // never calibrated, and fed with the old scale
    for (let h = 0; h < 48; h++) {
      const tS = START_S + 60 * DAY_S + h * HOUR_S;
      const moment = new Moment(tS, OFFSET_S);
      expect(series.learn(moment, planted(tS) + 3)).toBeCloseTo(twin.learn(moment, planted(tS))!, 9);
    }
    expect(series.predict(new Moment(then, OFFSET_S))).toBeCloseTo(twin.predict(new Moment(then, OFFSET_S))! + 3, 9);
  });

  it('never says a humidity above 100 %, nor a dew point above the temperature', () => {
    const climatology = new Climatology();
    for (let h = 0; h < 24 * 10; h++) {
      const moment = new Moment(START_S + h * HOUR_S, OFFSET_S);
      climatology.series.temperature.learn(moment, 5);
      climatology.series.humidity.learn(moment, h % 24 < 4 ? 100 : 70);
      climatology.series.dew_point.learn(moment, h % 24 < 4 ? 7 : 0);
    }
    for (let h = 0; h < 24; h++) {
      const usual = climatology.at(new Moment(START_S + (240 + h) * HOUR_S, OFFSET_S));
      expect(usual.humidity).toBeLessThanOrEqual(100);
      expect(usual.dew_point!).toBeLessThanOrEqual(usual.temperature!);
    }
  });

  it('comes back as it was saved', () => {
    const climatology = new Climatology();
    climatology.series.pressure = learned(30, 2);
    const back = restored(new Climatology(), JSON.parse(JSON.stringify(savedState(climatology))));
    const moment = new Moment(START_S + 40 * DAY_S, OFFSET_S);
    expect(back.at(moment)).toEqual(climatology.at(moment));
  });
});
