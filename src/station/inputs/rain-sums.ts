import { DAY_MS, DAY_S, HOUR_S } from '../../base/durations.ts';
import { dayText, type Zone } from '../../base/zone.ts';
import { finite } from '../../maths/check.ts';

/** So long without rain, and the next is another event: the usual least time between two of them in hydrology. */
const EVENT_PAUSE_S = 6 * HOUR_S;

/** Rain that fell without such a pause; `lastS` is of its newest increment. */
interface RainEvent {
  mm: number;
  lastS: number;
}
export type RainEventState = RainEvent | null;

interface Period {
  /** `2026-11` or `2026`. */
  name: string;
  mm: number;
}
interface Periods {
  month: Period;
  year: Period;
}

/** Increments of one quantity that are stored over [fromS, untilS); null where none was reported. */
export type StoredRain = (fromS: number, untilS: number) => number | null;

/** Increments above 0 that are stored over [fromS, untilS), ascending, as finely as they are kept. */
export type StoredShowers = (fromS: number, untilS: number) => readonly { tS: number; mm: number }[];

/** The last event is looked for so far back, in steps that double. */
const LOOK_BACK_S = 400 * DAY_S;

/** Thousandths of a millimetre: sums without the noise of fractions. */
const sum = (a: number, b: number): number => Math.round((a + b) * 1e6) / 1e6;

/** Sums of rain by event, local month and year. Month and year begin with what is stored; from then on increments come to them. */
export class RainSums {
  #event: RainEvent | null;
  #periods: Periods | null = null;

  constructor(
    private readonly zone: Zone,
    private readonly stored: StoredRain,
    saved: RainEventState = null,
  ) {
    this.#event = saved && { mm: finite(saved.mm, 'rain'), lastS: finite(saved.lastS, 'time') };
  }

  toJSON(): RainEventState {
    return this.#event;
  }

  add(mm: number, tS: number): void {
    const { month, year } = this.#at(tS);
    this.#periods = { month: { ...month, mm: sum(month.mm, mm) }, year: { ...year, mm: sum(year.mm, mm) } };
    const event = this.#event;
    if (event === null) this.#event = mm > 0 ? { mm, lastS: tS } : null;
    else if (mm > 0) this.#event = { mm: tS - event.lastS > EVENT_PAUSE_S ? mm : sum(event.mm, mm), lastS: tS };
  }

  /** Sums the stored rows anew up to a moment: rain was struck out, imported, or moved with a mended clock. */
  resum(untilS: number, showers: StoredShowers): void {
    this.#periods = null;
    this.#at(untilS);
    this.#event = lastEvent(untilS, showers);
  }

  at(tS: number) {
    const { month, year } = this.#at(tS);
    return { rain_event: this.#event?.mm ?? 0, rain_month: month.mm, rain_year: year.mm };
  }

  /** Periods of a moment: those that run, those that are stored at a start, or new ones. */
  #at(tS: number): Periods {
    const today = dayText(this.zone.dayOf(tS));
    const names = { month: today.slice(0, 7), year: today.slice(0, 4) };
    const running = this.#periods;
    const period = (which: keyof Periods): Period => {
      const name = names[which];
      if (running === null) return { name, mm: this.stored(this.#startOf(name), tS) ?? 0 };
      return running[which].name >= name ? running[which] : { name, mm: 0 };
    };
    const periods = { month: period('month'), year: period('year') };
    this.#periods = periods;
    return periods;
  }

  #startOf(name: string): number {
    const [year, month = '01'] = name.split('-');
    return this.zone.startOf(Date.parse(`${year}-${month}-01T00:00:00Z`) / DAY_MS);
  }
}

/** The last event that is stored: back from its newest increment to a pause. */
function lastEvent(untilS: number, showers: StoredShowers): RainEventState {
  const fallen: { tS: number; mm: number }[] = [];
  const event = (): RainEventState =>
    fallen.length === 0 ? null : { mm: fallen.reduce((all, { mm }) => sum(all, mm), 0), lastS: fallen[0]!.tS };
  let beganS = untilS;
  let lookS = DAY_S;
  for (let endS = untilS; untilS - endS < LOOK_BACK_S; lookS *= 2) {
    const fromS = endS - lookS;
    for (const shower of [...showers(fromS, endS)].reverse()) {
      if (fallen.length > 0 && beganS - shower.tS > EVENT_PAUSE_S) return event();
      fallen.push(shower);
      beganS = shower.tS;
    }
    if (fallen.length > 0 && beganS - fromS > EVENT_PAUSE_S) return event();
    endS = fromS;
  }
  return event();
}
