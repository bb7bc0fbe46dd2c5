import { DAY_S, HOUR_S, MINUTE_S } from '../../../base/durations.ts';
import type { Zone } from '../../../base/zone.ts';

/** Civil time as seconds of UTC, as if the clock on the wall showed UTC. */
type CivilS = number;

/** A jump back by less is a shuffled line, as a share of what the clock goes back by. Lines an hour apart do not jump: they repeat a time. */
const LEAST_JUMP = 0.5;
/** Steps between lines that the clock's jump may be shorter by. */
const SHORT_STEPS = 1.5;

/**
 * Moments of lines that have local time alone. An hour that stands twice is the first one until a line jumps back by about as much as the
 * clock does, then the second. Newest-first files are read the other way round. An hour that the clock skips has no moment.
 */
export class LocalTimes {
  #lastCivil: CivilS | null = null;
  #stepS = 0;
  #second = false;
  #untilCivil = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly zone: Zone,
    private readonly newestFirst = false,
  ) {}

  /** `ambiguous`: the hour stands twice, and the order of the lines decided. */
  momentOf(civil: CivilS) {
    const offsets = [this.zone.offsetS(civil - DAY_S), this.zone.offsetS(civil + DAY_S)];
    const moments = [...new Set(offsets)]
      .map((offset) => civil - offset)
      .filter((tS) => this.zone.offsetS(tS) === civil - tS);
    const last = this.#lastCivil;
    const back = last === null ? 0 : this.newestFirst ? civil - last : last - civil;
    this.#lastCivil = civil;
    if (back < 0) this.#stepS = -back;
    if (moments.length === 0) return null;
    const [earlier, later] = [Math.min(...moments), Math.max(...moments)];
    if (earlier === later) {
      this.#second = false;
      this.#untilCivil = Number.NEGATIVE_INFINITY;
      return { tS: earlier, ambiguous: false };
    }
    const overlapS = later - earlier;
    const leastS = Math.min(LEAST_JUMP * overlapS, Math.max(0, overlapS - SHORT_STEPS * this.#stepS));
    if (this.#untilCivil === Number.NEGATIVE_INFINITY) this.#untilCivil = civil;
    else if (back >= leastS) this.#second = true;
    return { tS: this.#second !== this.newestFirst ? later : earlier, ambiguous: true };
  }
}

/** Least epoch seconds: older ones come from a clock that was not set. */
const EARLIEST_YEAR = 1970;

/** Order of day and month in a date of numbers. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd';

const ISO =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:[T ]+(\d\d?):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?\s*(Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?$/;
const NUMBERS =
  /^(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})(?:[,T ]+(\d{1,2})[:.](\d\d)(?:[:.](\d\d))?\s*([AaPp]\.?[Mm]\.?)?)?$/;

/** Date and time of a line: civil seconds, and the offset where the text has one. */
export function civilOf(text: string, order: DateOrder): { civil: CivilS; offsetS: number | null } | null {
  const trimmed = text.trim().replaceAll(/\s+/g, ' ');
  const iso = ISO.exec(trimmed);
  if (iso) {
    const civil = secondsOf(iso[1]!, iso[2]!, iso[3]!, iso[4], iso[5], iso[6]);
    return civil === null ? null : { civil, offsetS: iso[7] === undefined ? null : offsetOf(iso[7]) };
  }
  const parts = NUMBERS.exec(trimmed);
  if (!parts) return null;
  const [, a, b, c, hour, minute, second, half] = parts;
  const yearFirst = a!.length === 4 || order === 'ymd';
  const [day, month, year] = yearFirst ? [c!, b!, a!] : order === 'mdy' ? [b!, a!, c!] : [a!, b!, c!];
  const ofDay = half === undefined ? hour : `${hourOf(Number(hour), half)}`;
  const civil = secondsOf(year, month, day, ofDay, minute, second);
  return civil === null ? null : { civil, offsetS: null };
}

const hourOf = (hour: number, half: string): number => (hour % 12) + (/^p/i.test(half) ? 12 : 0);

/** Seconds of a civil time; null for none. 24 o'clock ends the day. */
function secondsOf(year: string, month: string, day: string, hour = '0', minute = '0', second = '0'): CivilS | null {
  const y = year.length <= 2 ? 2000 + Number(year) : Number(year);
  const date = new Date(Date.UTC(y, Number(month) - 1, Number(day)));
  const isDate = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  const ofDayS = Number(hour) * HOUR_S + Number(minute) * MINUTE_S + Number(second);
  const isTime = ofDayS <= DAY_S && Number(minute) < 60 && Number(second) <= 60;
  return isDate && isTime && y >= EARLIEST_YEAR && y < 2200 ? date.getTime() / 1000 + ofDayS : null;
}

function offsetOf(text: string): number {
  if (text === 'Z') return 0;
  const digits = text.replaceAll(/[+:-]/g, '');
  const seconds = (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60;
  return text.startsWith('-') ? -seconds : seconds;
}
