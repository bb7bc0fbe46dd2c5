import { HOUR_S } from '../../../base/durations.ts';
import type { FanEntry } from '../../kit/charts/fan-data.ts';
import type { ZoneTime } from '../../kit/time.ts';
import { t } from '../texts/now.ts';
import { STILL_C_PER_H } from './weather-words.ts';

export interface RainNow {
  rainChance: number | null;
  rainingSinceS: number | null;
}

/** Inputs of the sentence, metric; null if unknown. */
export interface Outside extends RainNow {
  nowS: number;
  temperatureC: number | null;
  rateCPerH: number | null;
  thanYesterdayC: number | null;
  entries: readonly FanEntry[];
}

export interface Speech {
  time: ZoneTime;
  /** `4.4°`: in the reader's unit. */
  degrees(celsius: number): string;
  /** `2°`: a difference, without its sign. */
  step(celsius: number): string;
}

const LEAST_STEP_C = 1;
const LOOKS_AHEAD_S = 3 * HOUR_S;

/** Weather in one to three sentences: temperature and its trend, rain, and frost or its end. */
export const saying = (o: Outside, speech: Speech): string =>
  sentences(presentWords(o, speech), rainWords(o, o.nowS, speech.time), changeWords(o, speech));

/** The rain alone. */
export const rainSaying = (now: RainNow, nowS: number, time: ZoneTime): string => sentences(rainWords(now, nowS, time));

const sentences = (...all: Array<string | null>): string =>
  all
    .filter((words) => words !== null)
    .join(' ')
    .replaceAll('..', '.'); // a clock that ends in "p.m." ends the sentence, too

function presentWords({ temperatureC, rateCPerH, thanYesterdayC }: Outside, { degrees, step }: Speech): string | null {
  if (temperatureC === null) return null;
  const now = degrees(temperatureC);
  if (rateCPerH === null && thanYesterdayC === null) return t.saying.now({ degrees: now });
  const way = inAWord(rateCPerH, STILL_C_PER_H, ['falling', 'steady', 'rising']);
  const than = inAWord(thanYesterdayC, LEAST_STEP_C, ['colder', 'same', 'warmer']);
  return t.saying.present({ degrees: now, way, than, step: step(thanYesterdayC ?? 0) });
}

/** Selector of a change for a message: the middle word below `least`, `none` if unknown. */
const inAWord = (change: number | null, least: number, words: [string, string, string]): string =>
  change === null ? '' : words[Math.abs(change) < least ? 1 : change < 0 ? 0 : 2]!;

/** A time of day as sentences take it: midnight and noon have names, and Romance languages say one o’clock in the singular. */
function hourOf(tS: number, time: ZoneTime): { at: string; hour: string } {
  const { hour, minute } = time.calendar.fields(tS);
  const name = minute > 0 ? undefined : { 0: 'midnight', 12: 'noon' }[hour];
  const clock = time.shortClock(tS);
  return { at: name ?? (/^0?1\D/.test(clock) ? 'one' : 'hour'), hour: clock };
}

const RAIN = [
  { below: 0.15, words: t.saying.rain.dry },
  { below: 0.4, words: t.saying.rain.probablyDry },
  { below: 0.65, words: t.saying.rain.possible },
  { below: 0.85, words: t.saying.rain.likely },
];

function rainWords({ rainChance, rainingSinceS }: RainNow, nowS: number, time: ZoneTime): string | null {
  if (rainingSinceS !== null) return t.saying.raining(hourOf(rainingSinceS, time));
  if (rainChance === null) return null;
  const endS = nowS + LOOKS_AHEAD_S;
  // The full hour before: the sentence must not reach farther than the forecast.
  const untilS = endS - time.calendar.fields(endS).minute * 60 - time.calendar.fields(endS).second;
  const words = RAIN.find(({ below }) => rainChance < below)?.words ?? t.saying.rain.almostCertain;
  return words(hourOf(untilS, time));
}

/** Frost that may come, or its end. Low and high stand beside the sentence. First guesses do not count. */
function changeWords({ nowS, temperatureC, entries }: Outside, { time }: Speech): string | null {
  const known = entries.filter((e) => e.mu !== null && !e.isProvisional);
  if (temperatureC === null || known.length === 0) return null;
  const by = (e: FanEntry): { by: string; hour: string } => {
    const { at, hour: clock } = hourOf(toHalfHour(e.valid_ts), time);
    if (e.valid_ts - nowS > NEARLY_A_DAY_S) return { by: 'tomorrow', hour: clock }; // its hour alone would read as one of today
    const { hour } = time.calendar.fields(e.valid_ts);
    return { by: hour >= 4 && hour < 10 ? 'morning' : at, hour: clock };
  };
  if (temperatureC >= 0) {
    const freezing = known.find((e) => e.mu! < 0);
    if (freezing) return t.saying.frostLikely(by(freezing));
    const near = known.find((e) => e.lo !== null && e.lo < 0);
    if (near) return t.saying.frostPossible(by(near));
  } else {
    const thawing = known.find((e) => e.mu! > 0.5);
    if (thawing) return t.saying.thaw(by(thawing));
  }
  return null;
}

const NEARLY_A_DAY_S = 20 * HOUR_S;
const toHalfHour = (tS: number): number => Math.round(tS / 1800) * 1800;
