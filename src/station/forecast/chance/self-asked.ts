import { HOUR_S } from '../../../base/durations.ts';
import { TARGETS, type Target } from '../../../contract/names.ts';
import { restored, type Saved } from '../../../maths/codec.ts';
import type { Asked, Paths } from '../bands/paths.ts';
import type { HeadForecast } from '../issued-forecast.ts';
import type { TickHistory } from '../learners/history.ts';
import { SPANS_S, Trust } from './trust.ts';

/** Thirteen hours walk through all hours of the day in thirteen days. */
const ASK_EVERY_S = 13 * HOUR_S;
/** Typical change of each target in half a day: the unit in which the asked values differ from the present one. */
export const TYPICAL_MOVE: Readonly<Record<Target, number>> = { temperature: 3, humidity: 10, pressure: 3 };
/** Asked values, in typical moves from the present one. No nearer: there chances are worse, and teach nothing else (Svartberget's pressure: 16 points off). */
const DISTANCES = [0.4, 1];
const HALF_DAY_S = 12 * HOUR_S;
/** Smallest share worth asking about. */
const LEAST_SHARE = 0.005;
const MOST_MISSING = 0.1;

/** Values as they are learned: pressure at station level. */
interface Question {
  target: Target;
  askedS: number;
  spanS: number;
  asked: (Asked & { share: number })[];
}

/** Self-asked questions: how likely a value is passed. After the span it checks the outcome, and learns. */
export class SelfAsked {
  readonly state = { trust: new Trust(), open: [] as Question[] };

  constructor(private readonly stepS: number) {}

  static fromJSON(saved: Saved<SelfAsked>, stepS: number): SelfAsked {
    return restored(new SelfAsked(stepS), { ...saved, open: saved.open.filter(isKnown) });
  }

  get trust(): Trust {
    return this.state.trust;
  }

  /** Takes a new forecast and its paths, and asks questions of it. */
  askOf(issued: readonly HeadForecast[], paths: (target: Target) => Paths): void {
    for (const [i, target] of TARGETS.entries()) {
      // Target and moment follow from the time alone, so that a pause of the station changes nothing; targets in turn, an hour apart.
      if (issued.length === 0 || (issued[0]!.tS - i * HOUR_S) % ASK_EVERY_S !== 0) continue;
      const mine = issued.filter((one) => one.target === target);
      const first = mine[0];
      if (!first) continue;
      // While bands are only typical ones, nothing would be learned about those that are its own.
      if (mine.some(({ issue }) => issue.halfwidth === null)) continue;
      this.#ask(target, first.issue.experts[0]!, first.ratio, paths(target));
    }
  }

  /** `now` and what it is published by: published values are the learned ones times `ratio`. */
  #ask(target: Target, now: number, ratio: number, paths: Paths): void {
    const askedS = paths.issuedS;
    for (const spanS of SPANS_S) {
      if (askedS + spanS > paths.lastS) continue;
      const asked = valuesAsked(target, now, spanS);
      const published = asked.map(({ side, value }) => ({ side, value: value * ratio }));
      const shares = paths.sharesBetween(published, askedS, askedS + spanS);
      const open = asked.map((one, i) => ({ ...one, share: shares[i]! })).filter(({ share }) => isOpen(share));
      if (open.length > 0) this.state.open.push({ target, askedS, spanS, asked: open });
    }
  }

  /** Learns from what is over; what was missed or fell into a pause teaches nothing. */
  judge(nowS: number, history: TickHistory, pausedUntilS: number): void {
    if (!this.state.open.some(({ askedS, spanS }) => askedS + spanS <= nowS)) return;
    for (const question of this.state.open) {
      if (question.askedS + question.spanS > nowS || question.askedS < pausedUntilS) continue;
      const seen = this.#seen(question, history);
      if (!seen) continue;
      for (const { side, value, share } of question.asked) {
        const came = side === 'below' ? seen.lowest < value : seen.highest > value;
        this.trust.learn(question.target, side, question.spanS, share, came);
      }
    }
    this.state.open = this.state.open.filter(({ askedS, spanS }) => askedS + spanS > nowS);
  }

  /** Values of this target are on another scale now. */
  forget(target: Target): void {
    this.state.open = this.state.open.filter((question) => question.target !== target);
  }

  #seen({ target, askedS, spanS }: Question, history: TickHistory): { lowest: number; highest: number } | null {
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    let seen = 0;
    for (let tS = askedS + this.stepS; tS <= askedS + spanS; tS += this.stepS) {
      const value = history.at(target, tS);
      if (value === null) continue;
      lowest = Math.min(lowest, value);
      highest = Math.max(highest, value);
      seen += 1;
    }
    return seen < ((1 - MOST_MISSING) * spanS) / this.stepS ? null : { lowest, highest };
  }
}

/** Whether this version asks this span: another one may have saved others, whose outcomes teach nothing here. */
const isKnown = ({ target, spanS }: Question): boolean =>
  TARGETS.includes(target) && SPANS_S.some((known) => known === spanS);

/** Whether the outcome would still teach something. */
const isOpen = (share: number): boolean => share > LEAST_SHARE && share < 1 - LEAST_SHARE;

function valuesAsked(target: Target, now: number, spanS: number): Asked[] {
  const values = DISTANCES.map((distance) => distance * TYPICAL_MOVE[target] * Math.sqrt(spanS / HALF_DAY_S));
  return values.flatMap((by): Asked[] => [
    { side: 'below', value: now - by },
    { side: 'above', value: now + by },
  ]);
}
