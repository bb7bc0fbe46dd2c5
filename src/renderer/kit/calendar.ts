import { DAY_S, HOUR_S } from '../../base/durations.ts';
/**
 * Calendar arithmetic: days as the clock on the station's wall counts them. Such a day has 23, 24 or 25 hours, so nobody adds 86 400 s
 * for the next one.
 */

/** A calendar day without a zone: whole days since 1970-01-01. */
export type Day = number;

const MOST_STARTS = 1000;

/** Fields may run over: month 14 is February of the next year. */
export function dayOf(year: number, month: number, day: number): Day {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day); // unlike Date.UTC, this knows the years 0 to 99
  return date.getTime() / 1000 / DAY_S;
}

/** `2026-03-29`, as a date field writes it. */
export const dayText = (day: Day): string => new Date(day * DAY_S * 1000).toISOString().slice(0, 10);

/** The calendar of one zone. */
export class Calendar {
  readonly #format: Intl.DateTimeFormat;
  /** Zone data are slow to ask, and a chart in motion asks for the same midnights sixty times a second. */
  readonly #starts = new Map<Day, number>();

  constructor(zone: string) {
    this.#format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
    });
  }

  /** The fields a clock on the wall would show. */
  fields(tS: number) {
    const found: Record<string, number> = {};
    for (const { type, value } of this.#format.formatToParts(Math.floor(tS) * 1000)) found[type] = Number(value);
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = found;
    return { year, month, day, hour, minute, second };
  }

  /** Seconds east of UTC at that moment. */
  offsetS(tS: number): number {
    const { year, month, day, hour, minute, second } = this.fields(tS);
    return dayOf(year, month, day) * DAY_S + hour * HOUR_S + minute * 60 + second - Math.floor(tS);
  }

  dayAt(tS: number): Day {
    const { year, month, day } = this.fields(tS);
    return dayOf(year, month, day);
  }

  /** The first moment of a day: its midnight or, where summer time begins at midnight, one o'clock. */
  startS(day: Day): number {
    const known = this.#starts.get(day);
    if (known !== undefined) return known;
    const startS = Math.min(...this.#candidates(day * DAY_S).filter((tS) => this.dayAt(tS) >= day));
    if (this.#starts.size > MOST_STARTS) this.#starts.clear();
    this.#starts.set(day, startS);
    return startS;
  }

  /** Epoch seconds of a local time: the first if the clock repeats it, null if it skips it. */
  at(day: Day, hour: number, minute = 0): number | null {
    const found = this.#candidates(day * DAY_S + hour * HOUR_S + minute * 60).filter((tS) => {
      const shown = this.fields(tS);
      return shown.hour === hour && shown.minute === minute;
    });
    return found.length > 0 ? Math.min(...found) : null;
  }

  /** The same time by the clock so many days on. */
  daysOn(tS: number, days: number): number {
    const localS = tS + this.offsetS(tS) + days * DAY_S;
    return localS - this.offsetS(localS - this.offsetS(tS));
  }

  /** A local time seen with the offset of the day before and of the day after: one of them is right. */
  #candidates(localS: number): number[] {
    return [localS - this.offsetS(localS - DAY_S), localS - this.offsetS(localS + DAY_S)];
  }
}
