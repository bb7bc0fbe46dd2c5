import { describe, expect, it } from 'vitest';
import { dayText, Zone } from '../../../../src/base/zone.ts';
import { restored, savedState } from '../../../../src/maths/codec.ts';
import {
  type ClimateValues,
  type Climatology,
  Climatology as Fresh,
  Moment,
} from '../../../../src/station/forecast/climate/climatology.ts';
import { Outlook } from '../../../../src/station/forecast/climate/outlook.ts';
import { seeded } from '../../../support/seeded.ts';

const HOUR_S = 3600;
const START_S = 1_609_459_200;

/** A flat climate with a mean anomaly that follows an autoregression from hour to hour. */
function live(
  days: number,
  perDay: number,
  seed = 91,
): { outlook: Outlook; climatology: Climatology; nowS: number; anomaly: number } {
  const { normal } = seeded(seed);
  const outlook = new Outlook(0);
  const climatology = new Fresh();
  const keep = perDay ** (1 / 24);
  let anomaly = 0;
  let tS = START_S;
  for (let h = 0; h < days * 24; h++) {
    tS = START_S + h * HOUR_S;
    anomaly = keep * anomaly + 3 * Math.sqrt(1 - keep * keep) * normal();
    const value = 10 + anomaly;
    const moment = new Moment(tS, 0);
    const anomalies: ClimateValues = { temperature: null, humidity: null, pressure: null, dew_point: null };
    anomalies.temperature = climatology.series.temperature.learn(moment, value);
    outlook.learnHour(tS, anomalies, { ...anomalies, temperature: value }, climatology);
  }
  return { outlook, climatology, nowS: tS, anomaly };
}

describe('the outlook', () => {
  it('is as wide as what is usual while nobody knows what today is like', () => {
    const { outlook, climatology, nowS } = live(60, 0.8);
    const laterS = nowS + 40 * HOUR_S; // a silence: today's anomaly is not known any more
    const spread = climatology.series.temperature.residualStd!;
    const usual = climatology.at(new Moment(laterS + 30 * HOUR_S, 0)).temperature!;
    expect(outlook.expect('temperature', laterS, laterS + 30 * HOUR_S, climatology)).toEqual({ mu: usual, sd: spread });
    expect(outlook.expect('temperature', nowS, nowS + 30 * HOUR_S, climatology)!.sd).toBeLessThan(0.9 * spread);
  });

  it('is not ready, and says so in the specified words, before climatology is', () => {
    const bundle = new Outlook(0).bundle(START_S, 1, new Fresh(), 'UTC');
    expect(bundle).toMatchObject({ issued_ts: null, ready: false, annual_terms: false, history_days: 0 });
    expect(bundle.targets).toEqual({ temperature: [], humidity: [], pressure: [] });
    expect(bundle.method).toBe('harmonic climatology with exponentially decaying anomaly');
    expect(bundle.caveat).toMatch(/cannot observe approaching systems/);
  });

  it.each(['Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns'])(
    'has an entry every three hours from the first midnight of day 2 to the end of day 7, and these six days whole (%s)',
    (timezone) => {
      const { outlook, climatology, nowS } = live(30, 0.8);
      const zone = new Zone(timezone);
      const today = zone.dayOf(nowS);
      const { targets, days } = outlook.bundle(nowS, 1, climatology, timezone);
      const entries = targets['temperature']!;
      expect(entries[0]!.ts).toBe(zone.startOf(today + 1));
      expect(entries.at(-1)!.ts).toBe(zone.startOf(today + 7) - 3 * HOUR_S);
      expect(entries.every(({ ts, lead_h }) => lead_h === (ts - nowS) / HOUR_S)).toBe(true);
      expect(entries.every(({ ts }, i) => i === 0 || ts - entries[i - 1]!.ts === 3 * HOUR_S)).toBe(true);
      expect(days!['temperature']!.map(({ day }) => day)).toEqual([1, 2, 3, 4, 5, 6].map((n) => dayText(today + n)));
      for (const day of days!['temperature']!) expect(day.lo! <= day.mu_min! && day.mu_max! <= day.hi!).toBe(true);
    },
  );

  it('has whole days where summer time begins among them, too', () => {
    const { outlook, climatology } = live(30, 0.8);
    const zone = new Zone('Europe/Berlin');
    const nowS = Date.UTC(2021, 2, 26, 23, 30) / 1000; // on the 28th the clock goes on by an hour
    const entries = outlook.bundle(nowS, 1, climatology, 'Europe/Berlin').targets['temperature']!;
    expect(entries[0]!.ts).toBe(zone.startOf(zone.dayOf(nowS) + 1));
    expect(entries.at(-1)!.ts).toBeLessThan(zone.startOf(zone.dayOf(nowS) + 7));
    expect(entries.length).toBe(48);
  });

  it('does not narrow what is nearer than a day: the mean of a day knows no hour', () => {
    const { outlook, climatology, nowS } = live(60, 0.8);
    const sd = (hours: number) => outlook.expect('temperature', nowS, nowS + hours * HOUR_S, climatology)!.sd;
    expect(sd(1)).toBe(sd(24));
    expect(sd(48)).toBeGreaterThan(sd(24));
  });

  it('lets the anomaly of the last day decay towards what is usual, and widens as it does', () => {
    const { outlook, climatology, nowS } = live(120, 0.8);
    const entries = outlook.bundle(nowS, 1, climatology, 'UTC').targets['temperature']!;
    const usual = (ts: number) => climatology.at(new Moment(ts, 0)).temperature!;
    const [first, last] = [entries[0]!, entries.at(-1)!];
    expect(Math.abs(last.mu! - usual(last.ts))).toBeLessThan(Math.abs(first.mu! - usual(first.ts)));
    expect(last.hi! - last.lo!).toBeGreaterThan(first.hi! - first.lo!);
  });

  it('holds nine in ten on every day ahead, also where tomorrow is less sure than one decay can say', () => {
    // Weather that lasts for days, and gusts of half a day on top: of tomorrow the mean of today knows little of these.
    const { normal } = seeded(17);
    const outlook = new Outlook(0);
    const climatology = new Fresh();
    const [slowKeep, gustKeep] = [0.93 ** (1 / 24), Math.exp(-1 / 10)];
    let [slow, gust] = [0, 0];
    const waiting = new Map<number, { lead: number; lo: number; hi: number }[]>();
    const days = Array.from({ length: 7 }, () => ({ n: 0, hits: 0 }));
    for (let h = 0; h < 900 * 24; h++) {
      const tS = START_S + h * HOUR_S;
      slow = slowKeep * slow + 3 * Math.sqrt(1 - slowKeep ** 2) * normal();
      gust = gustKeep * gust + 2 * Math.sqrt(1 - gustKeep ** 2) * normal();
      const value = 10 + slow + gust;
      for (const { lead, lo, hi } of waiting.get(tS) ?? []) {
        days[lead]!.n += 1;
        days[lead]!.hits += value >= lo && value <= hi ? 1 : 0;
      }
      waiting.delete(tS);
      const anomalies: ClimateValues = { temperature: null, humidity: null, pressure: null, dew_point: null };
      anomalies.temperature = climatology.series.temperature.learn(new Moment(tS, 0), value);
      outlook.learnHour(tS, anomalies, { ...anomalies, temperature: value }, climatology);
      if (h % 24 !== 0 || h < 120 * 24) continue;
      for (const { ts, lead_h, lo, hi } of outlook.bundle(tS, 1, climatology, 'UTC').targets['temperature']!)
        waiting.set(ts, [...(waiting.get(ts) ?? []), { lead: Math.floor(lead_h / 24), lo: lo!, hi: hi! }]);
    }
    const coverage = days.slice(1).map(({ n, hits }) => hits / n);
    expect(Math.min(...coverage)).toBeGreaterThan(0.88);
    expect(Math.max(...coverage)).toBeLessThan(0.92);
  });

  it('finds how fast anomalies decay', () => {
    const slow = live(700, 0.9).outlook.rho('temperature');
    const fast = live(700, 0.4).outlook.rho('temperature');
    expect(slow).toBeGreaterThan(0.75);
    expect(fast).toBeLessThan(0.65);
    expect(new Outlook(0).rho('humidity')).toBe(0.6);
  });

  it('comes back as it was saved', () => {
    const { outlook, climatology, nowS } = live(150, 0.8);
    const back = restored(new Outlook(0), JSON.parse(JSON.stringify(savedState(outlook))));
    expect(back.bundle(nowS, 1.01, climatology, 'UTC')).toEqual(outlook.bundle(nowS, 1.01, climatology, 'UTC'));
  });
});
