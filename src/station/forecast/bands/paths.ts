import { HOUR_S } from '../../../base/durations.ts';
import type { Target } from '../../../contract/names.ts';
import { clip } from '../grid.ts';
import { asIs, type Course, chanceBy, type Trusting } from './course.ts';
import {
  BAND_SIGMAS,
  errorsOf,
  exponentials,
  PATHS,
  type PathNode,
  type Shape,
  shaped,
  shapedBetween,
  shapeOf,
} from './path-errors.ts';

/** As of one moment, of one target, nearest first. */
export interface PathInput {
  target: Target;
  tS: number;
  anchor: number;
  /** How often a station looks: what passes between two looks is seen by nobody. */
  stepS: number;
  nodes: readonly PathNode[];
  /** Climatology at a time: between two horizons a path bends as days do. */
  usual: (tS: number) => number | null;
}

export type Side = 'below' | 'above';

/** Question whether a path passes a value, to the side that is named. */
export interface Asked {
  side: Side;
  value: number;
}

/** Lowest and highest value of each path until a lead. The arrays are reused as the walk goes on. */
interface Reached {
  leadS: number;
  lowest: Float64Array;
  highest: Float64Array;
}

/** Share of an hour's squared error that is noise within the hour, not a course. */
const ROUGH = 0.35;
/** A walk that is looked at now and then misses its extreme by so much of a step's size (Broadie, Glasserman & Kou 1997). */
const UNSEEN = 0.5826;

/**
 * Possible courses of one target over the next day. At the horizons their errors have the bands' quantiles, and each is like the one before
 * it as far as errors last. Between horizons a course is straight, with a random walk about it: its extreme between two known ends has a
 * known distribution. The same draws serve every question, so that a lower threshold never is more likely to be passed.
 */
export class Paths {
  readonly #errors: readonly Float64Array[];
  readonly #shapes: readonly Shape[];
  /** Climatology at the horizons; interpolated between. */
  readonly #usual = new Map<number, number | null>();

  constructor(private readonly input: PathInput) {
    const { target, nodes } = input;
    this.#shapes = nodes.map(shapeOf);
    this.#errors = errorsOf(
      target,
      nodes.map(({ horizonS }) => horizonS),
    );
  }

  get issuedS(): number {
    return this.input.tS;
  }

  /** How far it can be asked. */
  get lastS(): number {
    return this.input.tS + (this.input.nodes.at(-1)?.horizonS ?? 0);
  }

  /**
   * Share of paths below, or above, a value at some time up to `byS`; null without a forecast. `trusted` may correct each lead
   * differently: a longer time never has a smaller chance.
   */
  chance(side: Side, value: number, byS: number, trusted: Trusting = asIs): number | null {
    const { nodes, tS, stepS } = this.input;
    if (nodes.length === 0 || byS <= tS || byS > this.lastS) return null;
    const within = (leadS: number) => chanceBy(this.courses([{ side, value }], tS + leadS)[0]!, leadS, trusted);
    const leadS = byS - tS;
    const firstS = Math.min(nodes[0]!.horizonS, HOUR_S);
    if (leadS >= firstS) return within(leadS);
    // The way to the first is no part of a course; no look at it may promise more than a later one.
    let least = within(firstS);
    for (let lookS = Math.ceil(leadS / stepS) * stepS; lookS < firstS; lookS += stepS)
      least = Math.min(least, within(lookS));
    return least;
  }

  /**
   * The lowest (`below`) or highest of a span: value and lead of the forecast itself, as its curve shows them, and the middle nine tenths of
   * the paths' own. Their median would lie beyond the curve: every path has its extreme somewhere else.
   * Null where the forecast does not reach into the span.
   */
  extreme(side: Side, fromS: number, byS: number) {
    const { nodes, tS } = this.input;
    const fromLeadS = Math.max(0, fromS - tS);
    const byLeadS = Math.min(byS, this.lastS) - tS;
    if (nodes.length === 0 || byLeadS <= fromLeadS) return null;
    const sign = side === 'below' ? -1 : 1;
    const inside = this.#leads(byLeadS).filter((leadS) => leadS > fromLeadS && leadS < byLeadS);
    const leads = [fromLeadS, ...inside, byLeadS];
    const middle = leads.map((leadS) => sign * this.#middle(leadS).mean);
    const most = Math.max(...middle);
    const { lowest, highest } = [...this.#walk(leads, fromLeadS)].at(-1)!;
    const values = side === 'below' ? lowest : highest;
    values.sort();
    const at = (share: number) => values[Math.round(share * (PATHS - 1))]!;
    const value = sign * most;
    return { value, lo: Math.min(at(0.05), value), hi: Math.max(at(0.95), value), leadS: leads[middle.indexOf(most)]! };
  }

  /** Share of paths that have passed each value, as a station would see it, at every lead until `byS`. */
  courses(asked: readonly Asked[], byS: number): Course[] {
    const courses = asked.map((): { leadS: number; share: number }[] => []);
    for (const reached of this.#walk(this.#leads(byS - this.input.tS))) {
      for (const [i, one] of asked.entries())
        courses[i]!.push({ leadS: reached.leadS, share: shareBeyond(reached, one) });
    }
    return courses;
  }

  /** Share of paths below, or above, a value at every lead until `byS`: where they are then, not what they passed on the way. */
  sharesAt(asked: Asked, byS: number): Course {
    const at = new Float64Array(PATHS);
    const untilS = byS - this.input.tS;
    const leads = this.#leads(untilS).map((leadS) => Math.min(leadS, untilS));
    return leads.map((leadS) => {
      this.#follow(leadS, at);
      return { leadS, share: shareBeyond({ lowest: at, highest: at }, asked) };
    });
  }

  /**
   * Share of paths that pass each value between two times: straight between two leads at either end, as a chance until a time is. After the
   * end of the forecast nothing is counted.
   */
  sharesBetween(asked: readonly Asked[], fromS: number, byS: number): number[] {
    const { tS } = this.input;
    const sinceS = Math.max(0, fromS - tS);
    const untilS = Math.min(byS, this.lastS) - tS;
    if (untilS <= sinceS) return asked.map(() => 0);
    const leads = [0, ...this.#leads(untilS)];
    const next = leads.findIndex((leadS) => leadS > sinceS);
    const [beforeS, afterS] = [leads[next - 1]!, leads[next]!];
    const shares = this.#sharesFrom(asked, beforeS, untilS);
    if (beforeS === sinceS) return shares;
    return between(shares, this.#sharesFrom(asked, afterS, untilS), (sinceS - beforeS) / (afterS - beforeS));
  }

  /** The same from a lead on. */
  #sharesFrom(asked: readonly Asked[], sinceS: number, untilS: number): number[] {
    const leads = this.#leads(untilS);
    const beforeS = leads.at(-2) ?? 0;
    let shares = asked.map(() => 0);
    for (const reached of this.#walk(leads, sinceS)) {
      if (reached.leadS < beforeS) continue;
      const then = asked.map((one) => shareBeyond(reached, one));
      shares = reached.leadS === beforeS ? then : between(shares, then, (untilS - beforeS) / (reached.leadS - beforeS));
    }
    return shares;
  }

  /** Walks along the leads; yields what each path has reached since `sinceS`. */
  *#walk(leads: readonly number[], sinceS = 0): Generator<Reached> {
    const lowest = new Float64Array(PATHS).fill(Number.POSITIVE_INFINITY);
    const highest = new Float64Array(PATHS).fill(Number.NEGATIVE_INFINITY);
    let from = new Float64Array(PATHS).fill(this.input.anchor);
    let to = new Float64Array(PATHS);
    let fromS = 0;
    for (const [part, leadS] of leads.entries()) {
      if (leads[part + 1]! <= sinceS) continue;
      this.#follow(leadS, to);
      if (leadS > sinceS) {
        this.#widen(lowest, highest, from, to, this.#roughness(leadS - fromS), exponentials(part, PATHS));
        yield { leadS, lowest, highest };
      }
      [from, to, fromS] = [to, from, leadS];
    }
  }

  /** Extends the lowest and highest value of every path by one part of the way. */
  #widen(
    lowest: Float64Array,
    highest: Float64Array,
    from: Float64Array,
    to: Float64Array,
    { variance, unseen }: { variance: number; unseen: number },
    drawn: Float64Array,
  ): void {
    const most = this.input.target === 'humidity' ? 100 : Number.POSITIVE_INFINITY;
    const least = this.input.target === 'humidity' ? 0 : Number.NEGATIVE_INFINITY;
    const count = to.length;
    for (let i = 0; i < count; i++) {
      const b = to[i]!;
      let low = b;
      let high = b;
      if (variance > 0) {
        const a = from[i]!;
        const reach = Math.sqrt((b - a) ** 2 + 2 * variance * drawn[i]!);
        low = Math.min(b, (a + b - reach) / 2 + unseen);
        high = Math.max(b, (a + b + reach) / 2 - unseen);
      }
      if (low < lowest[i]!) lowest[i] = clip(low, least, most);
      if (high > highest[i]!) highest[i] = clip(high, least, most);
    }
  }

  /**
   * Every hour and every horizon, in order, until a time is reached: the same ones whatever is asked, so that more time is never less
   * likely. Only what is nearer than the first of them is looked at for itself.
   */
  #leads(untilS: number): number[] {
    const leads = new Set(this.input.nodes.map(({ horizonS }) => horizonS));
    const lastS = this.lastS - this.input.tS;
    for (let s = HOUR_S; s < lastS; s += HOUR_S) leads.add(s);
    const ascending = [...leads].sort((a, b) => a - b);
    if (untilS < ascending[0]!) return [untilS];
    return ascending.slice(0, ascending.findIndex((leadS) => leadS >= untilS) + 1);
  }

  /** To and fro of a walk over a part of the way, and what of its extreme is not seen; nothing where nobody looks between its ends. */
  #roughness(partS: number): { variance: number; unseen: number } {
    const { nodes, stepS } = this.input;
    const looks = partS / stepS;
    const hour = nodes.find(({ horizonS }) => horizonS >= HOUR_S) ?? nodes.at(-1);
    if (looks <= 1 || !hour) return { variance: 0, unseen: 0 };
    const variance = (ROUGH * (hour.halfwidth / BAND_SIGMAS) ** 2 * partS) / hour.horizonS;
    return { variance, unseen: UNSEEN * Math.sqrt(variance / looks) };
  }

  /** Where each path is then. */
  #follow(leadS: number, to: Float64Array): void {
    const { mean, k, share, before, after } = this.#middle(leadS);
    const halfwidth = Math.sqrt(before.halfwidth ** 2 + share * (after.halfwidth ** 2 - before.halfwidth ** 2));
    const [then, earlier] = [this.#shapes[k]!, this.#shapes[k - 1]];
    const late = this.#errors[k]!;
    const count = to.length;
    if (!earlier) {
      for (let i = 0; i < count; i++) to[i] = mean + halfwidth * shaped(then, late[i]!);
      return;
    }
    shapedBetween({ shape: earlier, draws: this.#errors[k - 1]! }, { shape: then, draws: late }, share, to);
    for (let i = 0; i < count; i++) to[i] = mean + halfwidth * to[i]!;
  }

  /** The forecast at a lead: straight between its horizons, bent as days do. */
  #middle(leadS: number) {
    const { nodes, anchor } = this.input;
    const k = nodes.findIndex(({ horizonS }) => horizonS >= leadS);
    const after = nodes[k]!;
    const before = nodes[k - 1] ?? { horizonS: 0, forecast: anchor, halfwidth: 0 };
    const share = (leadS - before.horizonS) / (after.horizonS - before.horizonS);
    const between = (a: number, b: number) => a + share * (b - a);
    const usually = this.#usually(leadS);
    const first = this.#usually(before.horizonS);
    const last = this.#usually(after.horizonS);
    const bend = usually === null || first === null || last === null ? 0 : usually - between(first, last);
    return { mean: between(before.forecast, after.forecast) + bend, k, share, before, after };
  }

  #usually(leadS: number): number | null {
    const known = this.#usual.get(leadS);
    if (known !== undefined) return known;
    const usually = this.input.usual(this.input.tS + leadS);
    this.#usual.set(leadS, usually);
    return usually;
  }
}

/** `share` of the way from each of the one to that of the other. */
const between = (from: readonly number[], to: readonly number[], share: number): number[] =>
  share === 1 ? [...to] : from.map((one, i) => one + share * (to[i]! - one));

function shareBeyond({ lowest, highest }: Omit<Reached, 'leadS'>, { side, value }: Asked): number {
  const count = lowest.length;
  let beyond = 0;
  if (side === 'below') {
    for (let i = 0; i < count; i++) if (lowest[i]! < value) beyond += 1;
  } else {
    for (let i = 0; i < count; i++) if (highest[i]! > value) beyond += 1;
  }
  return beyond / count;
}
