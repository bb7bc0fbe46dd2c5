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

/** Days of the whole fleet to months, each day as heavy as the forecasts it was made of. */
export function monthlyScores(days: readonly DayScore[]): FleetScores {
  const groups = Map.groupBy(days, ({ noonS, target, horizon }) => `${monthOf(noonS)} ${target} ${horizon}`);
  const rows = [...groups.values()].flatMap((all): FleetScores['rows'] => {
    const [{ noonS, target, horizon }] = all as [DayScore];
    if (!TAG_VALUES.target(target) || !TAG_VALUES.horizon(horizon)) return [];
    const sum = (of: keyof DayScore): number => all.reduce((before, day) => before + Number(day[of]), 0);
    const mean = (of: 'skill' | 'coverage') => (sum(`${of}N`) > 0 ? sum(`${of}Sum`) / sum(`${of}N`) : null);
    const stations = Math.max(...all.map((day) => day.stations));
    return [{ target, horizon, month: monthOf(noonS), stations, skill: mean('skill'), coverage: mean('coverage') }];
  });
  const months = [...new Set(rows.map(({ month }) => month))].sort();
  return { months, rows: rows.sort((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0)) };
}
