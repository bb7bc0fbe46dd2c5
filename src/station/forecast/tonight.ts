import { DAY_S, HOUR_S } from '../../base/durations.ts';
import type { Steps } from '../../base/steps.ts';
import type { Zone } from '../../base/zone.ts';
import type { Tonight } from '../../contract/forecast.ts';
import type { Paths, Side } from './bands/paths.ts';

const MORNING_HOUR = 8;
const EVENING_HOUR = 18;
const NIGHTFALL_HOUR = 20;
/** Later, what is left of the day hardly has a high of its own. */
const DAY_IS_OVER_HOUR = 17;
/** Chance of frost below which its hour is not worth computing. */
const WORTH_A_TIME = 0.05;

interface Span {
  /** Its whole begin; `fromS` is the part to come. */
  sinceS: number;
  fromS: number;
  byS: number;
}

/** The night that is or comes, and the day that is or comes, by the station's clock. */
export function spansOf(zone: Zone, nowS: number): { night: Span; day: Span } {
  const today = zone.dayOf(nowS);
  const at = (day: number, hour: number) => zone.reachedS(day * DAY_S + hour * HOUR_S);
  const coming = (fromS: number, byS: number): Span => ({ sinceS: fromS, fromS: Math.max(nowS, fromS), byS });
  const isNight = nowS < at(today, MORNING_HOUR);
  const isDay = nowS < at(today, DAY_IS_OVER_HOUR);
  const [night, day] = [isNight ? today - 1 : today, isDay ? today : today + 1];
  return {
    night: coming(at(night, EVENING_HOUR), at(night + 1, MORNING_HOUR)),
    day: coming(at(day, MORNING_HOUR), at(day, NIGHTFALL_HOUR)),
  };
}

/** Chance of frost by a time, as the alarms say it (`alarms/alarm-chances.ts`): there is one number for one question. */
export interface FrostSaid {
  chance: number | null;
  byS: number;
}

/** Extremes of what was measured since a moment, in the buckets of the chart and so of the glance; ticks are of less smoothed air. */
export interface Measured {
  ts: readonly number[];
  lo: readonly (number | null)[];
  hi: readonly (number | null)[];
}

/**
 * Low of the night and high of the day, from the paths of the temperature, with the chance of frost and its hour. What the span has
 * measured counts: behind the warmest hour the high of the day is no forecast any more.
 */
export function* tonightOf(
  paths: Paths | null,
  zone: Zone,
  nowS: number,
  frost: FrostSaid | null,
  measured: (sinceS: number) => Steps<Measured>,
): Steps<Tonight> {
  if (paths === null) return { issued_ts: null, low: null, high: null, frost: null };
  const { issuedS } = paths;
  const { night, day } = spansOf(zone, nowS);
  const extreme = function* (side: Side, { sinceS, fromS, byS }: Span): Steps<Tonight['low']> {
    const found = paths.extreme(side, fromS, byS);
    if (found === null) return null;
    const { leadS, ...band } = found;
    const coming = { from_ts: fromS, by_ts: byS, ...band, about_ts: Math.min(issuedS + leadS, byS) };
    const past = sinceS < nowS ? measuredExtreme(side, yield* measured(sinceS)) : null;
    if (past === null) return coming;
    const farther = (one: number) => (side === 'below' ? Math.min : Math.max)(one, past.value);
    const value = farther(band.value);
    const about_ts = value === band.value ? coming.about_ts : past.tS;
    return { ...coming, value, lo: farther(band.lo), hi: farther(band.hi), about_ts };
  };
  return {
    issued_ts: issuedS,
    low: yield* extreme('below', night),
    high: yield* extreme('above', day),
    frost: frost === null || frost.byS <= nowS ? null : frostOf(paths, frost),
  };
}

function measuredExtreme(side: Side, { ts, lo, hi }: Measured) {
  const [values, sign] = side === 'below' ? [lo, -1] : [hi, 1];
  let most: { value: number; tS: number } | null = null;
  for (const [i, value] of values.entries())
    if (value !== null && (most === null || sign * value > sign * most.value)) most = { value, tS: ts[i]! };
  return most;
}

/**
 * Hour of the frost: from when on the forecast is below 0 °C with half of its largest chance. When a path first passes 0 °C would be another
 * question: on a cold morning whose noon is mild, one touch of it is as likely now as in the evening.
 */
function frostOf(paths: Paths, { chance, byS }: FrostSaid): Tonight['frost'] {
  if (chance === null) return null;
  const shares = paths.sharesAt({ side: 'below', value: 0 }, Math.min(byS, paths.lastS));
  const most = Math.max(...shares.map(({ share }) => share));
  const first = most > 0 && shares.find(({ share }) => share >= most / 2);
  return { by_ts: byS, chance, from_ts: chance < WORTH_A_TIME || !first ? null : paths.issuedS + first.leadS };
}
