import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/base/languages.ts';
import { atOnce, type Steps } from '../../../src/base/steps.ts';
import { type LocalDay, Zone } from '../../../src/base/zone.ts';
import type { Day } from '../../../src/contract/history.ts';
import {
  degreeDayBaseC,
  type MonthSources,
  monthReport as stepsOfReport,
} from '../../../src/station/answers/month-report.ts';
import { monthCsv, monthText } from '../../../src/station/answers/month-text.ts';
import { speakerOf } from '../../../src/words/speakers.ts';

const monthReport = (of: MonthSources, month?: string) => atOnce(stepsOfReport(of, month));

const zone = new Zone('Europe/Vienna');
const at = (iso: string): number => Date.parse(iso) / 1000;
const dayOf = (text: string): LocalDay => at(`${text}T00:00Z`) / 86_400;

/** A day as the store would give it, watched from midnight to midnight unless told otherwise. */
function day(text: string, lowC: number, highC: number, more: Partial<Day> = {}): Day {
  const startS = zone.startOf(dayOf(text));
  return {
    day: text,
    first_ts: startS + 2,
    last_ts: zone.startOf(dayOf(text) + 1) - 2,
    n: 43_200,
    temp_min: lowC,
    temp_max: highC,
    temp_mean: (lowC + highC) / 2,
    temp_min_ts: startS + 6 * 3600,
    temp_max_ts: startS + 15 * 3600,
    ...{ hum_min: 40, hum_max: 90, hum_mean: 65, press_min: 1000, press_max: 1010, press_mean: 1005 },
    ...{ dew_mean: lowC - 1, lux_max: 9000 },
    ...more,
  };
}

const sources = (days: Day[], nowS: number): MonthSources => ({
  zone,
  units: 'metric',
  name: 'Garden',
  nowS,
  firstS: at('2025-09-14T12:00:00Z'),
  *days(first, last): Steps<Day[]> {
    return days.filter((one) => dayOf(one.day) >= first && dayOf(one.day) <= last).reverse();
  },
  usual: () => null,
});

const MARCH = [
  day('2025-03-30', 6, 9),
  day('2026-03-01', -4, -1),
  day('2026-03-02', -2, 4, { hum_min: 22 }),
  day('2026-03-03', 0, 25.4, { press_min: 978.4 }),
  day('2026-03-04', 14, 28),
  // Switched off at noon: its night was not seen.
  day('2026-03-05', 11, 12, { last_ts: at('2026-03-05T11:00:00Z') }),
  day('2026-03-29', 5, 11), // 23 hours long
];

describe('the report of a month', () => {
  const report = monthReport(sources(MARCH, at('2026-04-10T00:00:00Z')), '2026-03');

  it('is cut at local midnights, however long its days are', () => {
    expect([report.from_ts, report.to_ts]).toEqual([at('2026-02-28T23:00:00Z'), at('2026-03-31T22:00:00Z')]);
    expect(report.days.map((one) => one.day.slice(8))).toEqual(['01', '02', '03', '04', '05', '29']);
    expect(report.days.map(({ whole }) => whole)).toEqual([true, true, true, true, false, true]);
    expect([report.over, report.days_in_month, report.first_month]).toEqual([true, 31, '2025-09']);
  });

  it('counts what the definitions say, and nothing of a day that was not watched to its end', () => {
    const { summary } = report;
    expect([summary.frost_days, summary.ice_days, summary.summer_days]).toEqual([2, 1, 2]);
    // Means of the whole days: −2.5, 1, 12.7, 21, 8.
    expect(summary.temp_mean).toBeCloseTo((-2.5 + 1 + 12.7 + 21 + 8) / 5, 9);
    expect(summary.heating_degree_days).toBeCloseTo(20.5 + 17 + 5.3 + 0 + 10, 9);
    expect(summary.cooling_degree_days).toBeCloseTo(3, 9);
    expect([summary.days, summary.whole_days]).toEqual([6, 5]);
    expect(report.days[4]).toMatchObject({ whole: false, heating_degree_days: null });
  });

  it('names the day or the moment of every extreme', () => {
    const { summary } = report;
    expect(summary.temp_min).toEqual({ value: -4, ts: at('2026-03-01T05:00:00Z') });
    expect(summary.temp_max).toEqual({ value: 28, ts: at('2026-03-04T14:00:00Z') });
    expect(summary.hum_min).toEqual({ value: 22, day: '2026-03-02' });
    expect(summary.press_min).toEqual({ value: 978.4, day: '2026-03-03' });
    expect([summary.dew_min, summary.dew_max]).toEqual([
      { value: -5, day: '2026-03-01' },
      { value: 13, day: '2026-03-04' },
    ]);
  });

  it('stands beside the same month a year before, where there is one', () => {
    expect(report.year_ago).toMatchObject({ month: '2025-03', temp_mean: 7.5, whole_days: 1 });
    expect(monthReport(sources(MARCH, at('2026-04-10T00:00:00Z')), '2025-03').year_ago).toBeNull();
  });

  it('of the running month ends today, and today is not yet whole', () => {
    const running = monthReport(
      sources([day('2026-03-01', 1, 2), day('2026-03-02', 1, 2)], at('2026-03-02T12:00:00Z')),
    );
    expect([running.month, running.over, running.summary.whole_days]).toEqual(['2026-03', false, 1]);
  });

  it('of a month nobody watched is empty, not zero', () => {
    const empty = monthReport(sources(MARCH, at('2026-04-10T00:00:00Z')), '2031-01');
    expect(empty.days).toEqual([]);
    expect(empty.summary).toMatchObject({ temp_mean: null, heating_degree_days: null, temp_max: null, frost_days: 0 });
    expect(monthText(empty, zone)).not.toMatch(/NaN|null|undefined/);
  });
});

describe('the report on paper', () => {
  it('has no zero below zero', () => {
    const cold = sources([day('2026-03-01', -0.06, 0.02)], at('2026-04-10T00:00:00Z'));
    expect(monthText(monthReport(cold, '2026-03'), zone)).not.toMatch(/-0\.0(?!\d)/);
  });

  const report = monthReport(sources(MARCH, at('2026-04-10T00:00:00Z')), '2026-03');

  it('is headed in the language of the reader, and its columns stay under their heads', async () => {
    for (const language of LANGUAGES) {
      const lines = monthText(report, zone, await speakerOf(language)).split('\n');
      const rule = lines.find((line) => /^-+$/.test(line))!;
      const row = lines.find((line) => /^ *4 /.test(line))!;
      expect([row.length, lines[5]!.length], language).toEqual([rule.length, rule.length]);
    }
    const lines = monthText(report, zone, await speakerOf('de'));
    expect(lines).toContain('KLIMATOLOGISCHER MONATSBERICHT für 2026-03');
    expect(lines).toMatch(/^Höchstwert +\S+ am 2026-03-\d\d um \d\d:\d\d$/m);
  });

  it('has a line for each day under its headings, times on the station’s clock, and a star at a broken day', () => {
    const lines = monthText(report, zone).split('\n');
    expect(lines[0]).toBe('MONTHLY CLIMATOLOGICAL SUMMARY for 2026-03');
    const heads = lines.find((line) => line.includes('Day'))!;
    const row = lines.find((line) => /^ *4 /.test(line))!;
    expect(row).toMatch(
      /^ *4 +21\.0 +28\.0 +15:00 +14\.0 +06:00 +0\.0 +3\.0 +13\.0 +65 +40 +90 +1005\.0 +1000\.0 +1010\.0$/,
    );
    expect(row.indexOf('28.0') + 4).toBe(heads.indexOf('High') + 4);
    expect(lines.some((line) => /^ *5\*/.test(line))).toBe(true);
    expect(lines.some((line) => line.includes('Lowest') && line.includes('-4.0 on 2026-03-01 at 06:00'))).toBe(true);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(108);
  });

  it('writes no sign before a zero', () => {
    const nearZero = monthReport(sources([day('2026-03-01', -0.04, 0.01)], at('2026-04-02T00:00:00Z')), '2026-03');
    const text = monthText(nearZero, zone);
    expect(text).toContain(' 0.0 ');
    expect(text).not.toMatch(/-0\.0/);
  });

  it('as CSV has a heading and a row for every day, each with as many fields', () => {
    const rows = monthCsv(report)
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    expect(rows).toHaveLength(7);
    expect(new Set(rows.map((row) => row.length)).size).toBe(1);
    expect(rows[5]![rows[0]!.indexOf('heating_degree_days')]).toBe('');
    expect(rows[1]![rows[0]!.indexOf('temp_min')]).toBe('-4');
  });

  it('has the degree days of its country, and text and CSV in the reader’s units', () => {
    expect(
      ['Europe/London', 'Europe/Copenhagen', 'Europe/Vienna'].map((name) => degreeDayBaseC(name, 'metric')),
    ).toEqual([15.5, 17, 18]);
    expect(degreeDayBaseC('America/Denver', 'imperial') * 1.8 + 32).toBeCloseTo(65, 9);
    const text = monthText(report, zone, undefined, 'imperial');
    expect(text).toContain('dew point in °F');
    expect(text).toMatch(/Degree days to 64\.4/);
    expect(text).toMatch(/Highest +82\.4 on 2026-03-04/);
    expect(text).toMatch(/28\.89 on/); // 978.4 hPa
    const [head, first] = monthCsv(report, 'imperial').split('\r\n');
    expect(head).toContain('temp_min_f,temp_min_ts,heating_degree_days_f');
    expect(head).toContain('press_mean_inhg');
    expect(first).toContain(',24.8,'); // −4 °C
  });
});
