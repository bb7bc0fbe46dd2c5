import { Held } from '../held.ts';
import type { Outside } from './saying.ts';

type Judged = Pick<Outside, 'rateCPerH' | 'thanYesterdayC' | 'rainChance' | 'entries'>;

/** Hysteresis of the sentence: its words stand for five minutes unless something happens. The temperature is always the present one. */
export class Steady {
  readonly #held = new Held<Judged>();

  next(o: Outside, isAlarmed: boolean): Outside {
    const { rateCPerH, thanYesterdayC, rainChance, entries } = o;
    const known = [rateCPerH, thanYesterdayC, rainChance].map((one) => one !== null);
    const event = `${isAlarmed} ${o.rainingSinceS !== null} ${known} ${entries.length}`;
    return { ...o, ...this.#held.next({ rateCPerH, thanYesterdayC, rainChance, entries }, o.nowS, event) };
  }
}
