import { DAY_S } from './durations.ts';

interface Stretch {
  /** Local time minus UTC. */
  offsetS: number;
  /** The first moment at which it holds no more. */
  untilS: number;
}

/** Days since the epoch of the civil date that a clock on the wall shows. */
export type LocalDay = number;

/** Eleven years: half a megabyte at most. */
const MOST_DAYS = 4000;

/**
 * Civil time of one IANA zone. Offsets come from the zone data of the runtime, which is slow to ask, so each day's answer is kept, to
 * the second of its change. No zone changes its offset twice within a day.
 */
export class Zone {
  readonly #format: Intl.DateTimeFormat;
  /** Cache of day boundaries by UTC day: a month's report asks for each of its days again and again. */
  readonly #days = new Map<number, readonly Stretch[]>();

  constructor(readonly name: string) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  #ask(tS: number): number {
    const wholeS = Math.floor(tS);
    const part: Record<string, string> = {};
    for (const { type, value } of this.#format.formatToParts(wholeS * 1000)) part[type] = value;
    const at = (name: string) => Number(part[name]);
    const local = new Date(0);
    local.setUTCFullYear(at('year'), at('month') - 1, at('day')); // Date.UTC takes the year 1 for 1901
    return local.setUTCHours(at('hour'), at('minute'), at('second')) / 1000 - wholeS;
  }

  /** First second in (fromS, untilS] whose offset differs from that at fromS, or null. */
  #change(fromS: number, untilS: number): number | null {
    const offsetS = this.#ask(fromS);
    if (this.#ask(untilS) === offsetS) return null;
    let [same, other] = [fromS, untilS];
    while (other - same > 1) {
      const middle = Math.floor((same + other) / 2);
      if (this.#ask(middle) === offsetS) same = middle;
      else other = middle;
    }
    return other;
  }

  /** The offset at `tS` and how long it holds around it. */
  stretch(tS: number): Stretch {
    const day = Math.floor(tS / DAY_S);
    const known = this.#days.get(day);
    if (known) return known.find(({ untilS }) => tS < untilS)!;
    if (this.#days.size >= MOST_DAYS) this.#days.clear();
    this.#days.set(day, this.#stretches(day * DAY_S));
    return this.stretch(tS);
  }

  #stretches(fromS: number): readonly Stretch[] {
    const untilS = fromS + DAY_S;
    const change = this.#change(fromS, untilS);
    const last = { offsetS: this.#ask(change ?? fromS), untilS };
    return change === null ? [last] : [{ offsetS: this.#ask(fromS), untilS: change }, last];
  }

  offsetS(tS: number): number {
    return this.stretch(tS).offsetS;
  }

  dayOf(tS: number): LocalDay {
    return Math.floor((tS + this.offsetS(tS)) / DAY_S);
  }

  /** The first moment of a local day: its midnight or, where summer time begins at midnight, one o'clock. */
  startOf(day: LocalDay): number {
    return this.reachedS(day * DAY_S);
  }

  /** First moment of a local time: one that the clock skips is reached when it is set; of one that it shows twice, the first counts. */
  reachedS(localS: number): number {
    for (let fromS = localS - DAY_S; ; ) {
      const { offsetS, untilS } = this.stretch(fromS);
      const atS = Math.max(fromS, localS - offsetS);
      if (atS < untilS) return atS;
      fromS = untilS;
    }
  }

  /** First moment after `tS` at a multiple of `everyS` of local time, from `phaseS` of a day: each once, even on days when it is set. */
  nextS(tS: number, everyS: number, phaseS = 0): number {
    const localS = tS + this.offsetS(tS);
    for (let nextS = phaseS + Math.floor((localS - phaseS) / everyS) * everyS; ; nextS += everyS) {
      const atS = this.reachedS(nextS);
      if (atS > tS) return atS;
    }
  }
}

/** `YYYY-MM-DD`. */
export const dayText = (day: LocalDay): string => new Date(day * DAY_S * 1000).toISOString().slice(0, 10);

/** `+02:00`; zones with seconds in their offset ended in 1972 and are cut to the minute. */
export const offsetText = (offsetS: number): string =>
  `${offsetS < 0 ? '-' : '+'}${new Date(Math.abs(offsetS) * 1000).toISOString().slice(11, 16)}`;

/** `YYYYMMDD-HHMM` in local time, for file names. */
export const fileStamp = (zone: Zone, tS: number): string => {
  const local = new Date((tS + zone.offsetS(tS)) * 1000).toISOString();
  return `${local.slice(0, 10).replaceAll('-', '')}-${local.slice(11, 13)}${local.slice(14, 16)}`;
};
