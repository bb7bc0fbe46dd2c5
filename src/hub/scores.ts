import { DAY_S } from '../base/durations.ts';
import type { FleetScores } from '../contract/fleet.ts';
import type { DayScore } from './engine/engine.ts';
import { TAG_VALUES } from './possible.ts';

const MONTHS = 13;

const monthOf = (tS: number): string => new Date(tS * 1000).toISOString().slice(0, 7);

/** The noons of whole days from the first of a month a year ago until today. */
export function noonsOfAYear(nowS: number): { firstNoonS: number; lastNoonS: number } {
  const now = new Date(nowS * 1000);
  const firstS = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (MONTHS - 1), 1) / 1000;
  return { firstNoonS: firstS + DAY_S / 2, lastNoonS: Math.floor(nowS / DAY_S) * DAY_S + DAY_S / 2 };
}

interface Sums {
  target: FleetScores['rows'][number]['target'];
  horizon: string;
  month: string;
  skillSum: number;
  skillN: number;
  coverageSum: number;
  coverageN: number;
  stations: number;
}

/** Days of the whole fleet to months, each day as heavy as the forecasts it was made of. */
export function monthlyScores(days: readonly DayScore[]): FleetScores {
  const months = new Map<string, Sums>();
  for (const day of days) {
    const { target, horizon } = day;
    if (!TAG_VALUES.target(target) || !TAG_VALUES.horizon(horizon)) continue;
    const month = monthOf(day.noonS);
    const key = `${month} ${target} ${horizon}`;
    const before = months.get(key);
    months.set(key, {
      target,
      horizon,
      month,
      skillSum: (before?.skillSum ?? 0) + day.skillSum,
      skillN: (before?.skillN ?? 0) + day.skillN,
      coverageSum: (before?.coverageSum ?? 0) + day.coverageSum,
      coverageN: (before?.coverageN ?? 0) + day.coverageN,
      stations: Math.max(before?.stations ?? 0, day.stations),
    });
  }
  const mean = (sum: number, n: number) => (n > 0 ? sum / n : null);
  const rows = [...months.values()].map(({ skillSum, skillN, coverageSum, coverageN, ...row }) => ({
    ...row,
    skill: mean(skillSum, skillN),
    coverage: mean(coverageSum, coverageN),
  }));
  const named = [...new Set(rows.map(({ month }) => month))].sort();
  return { months: named, rows: rows.sort((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0)) };
}
