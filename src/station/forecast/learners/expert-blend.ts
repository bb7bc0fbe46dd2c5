import { DAY_S, HOUR_S } from '../../../base/durations.ts';
import { restored, savedState } from '../../../maths/codec.ts';
import { Blend, type BlendMemory, PUPIL, SHORTEST_MEMORY } from './blend.ts';
import type { Typical } from './typical.ts';

/** The order of forecasts in a payload and of weights in a blend. The first two are published by name, all others as "learned". */
export const EXPERTS = ['persistence', 'climatology', 'learned', 'interactions', 'typical'] as const satisfies [
  'persistence',
  'climatology',
  ...string[],
];
/** Weighed in the end: the blend of experts, and the net. */
export const FINALISTS = ['blend', 'net'] as const;
/** A forecast of each expert: one that is forgotten does not compile. */
export type ExpertForecasts = NumberEach<typeof EXPERTS>;
type NumberEach<Names extends readonly unknown[]> = { [Place in keyof Names]: number };
export const CLIMATOLOGY = EXPERTS.indexOf('climatology');
export const LEARNED = EXPERTS.indexOf('learned');
export const TYPICAL_EXPERT = EXPERTS.indexOf('typical');

export const BLEND_DAYS = 60;
/**
 * Weight of the typical station in days of own errors, more at longer leads: there errors last for a day, so a day tells as much as one
 * error, while own regressions take longest to learn.
 */
const TYPICAL_DAYS = 2;
const TYPICAL_DAYS_PER_HOUR_AHEAD = 0.5;
/** Factor on the expected error of an expert that can only repeat persistence. */
const TWIN = 1.2;
/** In published weights, behind the experts of the blend. */
const NET = EXPERTS.length;
/** Weights of the blend and the net before there is a net. */
const ALONE: readonly number[] = [1, 0];

/** Read as soon as they are written, by one head after another. */
const errors = new Float64Array(EXPERTS.length);
const lastErrors = new Float64Array(FINALISTS.length);

export type PublishedWeights = Record<'persistence' | 'climatology' | 'learned', number>;

/** Weights as they are published. All that was learned is "learned", also elsewhere. */
export function publishedWeights([persistence, climatology, ...learned]: readonly number[]): PublishedWeights {
  return {
    persistence: persistence!,
    climatology: climatology!,
    learned: learned.reduce((sum, weight) => sum + weight, 0),
  };
}

/** Blend of one head's experts: their weights, and the weight of their blend against the net. Saved within the head's state. */
export class ExpertBlend {
  readonly #memory: BlendMemory;
  #blend: Blend;
  /** The blend against the net, by errors as issued. Null until the net speaks. */
  #final: Blend | null = null;

  constructor(stepS: number, horizonS: number, scaleUnit: number, typical: Typical | null) {
    const ticksPerDay = DAY_S / stepS;
    const typicalDays = TYPICAL_DAYS + TYPICAL_DAYS_PER_HOUR_AHEAD * (horizonS / HOUR_S);
    const pairs = typical ? typicalDays * ticksPerDay : 0;
    this.#memory = {
      shortest: Math.max(SHORTEST_MEMORY, pairs),
      longest: BLEND_DAYS * ticksPerDay,
      overlap: Math.max(1, horizonS / stepS),
    };
    this.#blend = new Blend(EXPERTS.length, this.#memory, typical && expectedMoments(typical, pairs, scaleUnit));
  }

  /** Reach: share of the way from persistence to the experts, 0..1. */
  get reach(): number {
    return this.#blend.reach;
  }

  weights(): number[] {
    const final = this.#final?.weights ?? ALONE;
    return [...this.#blend.weights.map((weight) => final[0]! * weight), final[1]!];
  }

  /** Forecast of the blend of experts, before the net is heard. */
  blended(experts: ExpertForecasts): number {
    const { weights } = this.#blend;
    return experts.reduce((sum, expert, i) => sum + weights[i]! * expert, 0);
  }

  /** The forecast, from what the finalists say; the blend is the first of them. */
  conclude(finalists: readonly number[], weights: readonly number[]): number {
    const [blend, net] = finalists;
    return blend! + weights[NET]! * (net! - blend!);
  }

  /** Scores experts and net. One that was silent at the issue counts as the blend, slightly worse, so that it begins with a weight of 0. */
  learn(truth: number, experts: Float64Array, finalists: Float64Array): void {
    const others = finalists[0]!;
    const net = finalists[1]!;
    for (let i = 0; i < errors.length; i++) errors[i] = truth - experts[i]!;
    this.#blend.learn(errors);
    const silent = net === others;
    lastErrors[0] = truth - others;
    lastErrors[1] = silent ? PUPIL * (truth - others) : truth - net;
    if (!silent) this.#final ??= Blend.against(this.#blend, FINALISTS.length);
    this.#final?.learn(lastErrors);
  }

  /** Share of the net in the head whose place this one takes. */
  inherit(former: ExpertBlend): void {
    this.#final ??= former.#final;
  }

  saved() {
    return { blend: savedState(this.#blend), final: this.#final && savedState(this.#final) };
  }

  restore({ blend, final }: ReturnType<ExpertBlend['saved']>): void {
    this.#blend = restored(new Blend(EXPERTS.length, this.#memory), blend);
    this.#final = final && restored(new Blend(FINALISTS.length, this.#memory), final);
  }
}

/** Moments of errors to be expected before there are any: who knows nothing yet says the same as persistence. */
function expectedMoments({ moments: [still, both, own] }: Typical, pairs: number, scaleUnit: number): Float64Array {
  const n = EXPERTS.length;
  const square = pairs * scaleUnit ** 2;
  const size = (i: number): number => (i === 0 ? 1 : TWIN);
  const m = new Float64Array(n * n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) m[i * n + j] = square * still * size(i) * size(j);
  for (let i = 0; i < n; i++) {
    m[i * n + TYPICAL_EXPERT] = square * both * size(i);
    m[TYPICAL_EXPERT * n + i] = square * both * size(i);
  }
  m[TYPICAL_EXPERT * (n + 1)] = square * own;
  return m;
}
