import { finite, finiteOrNull, positive } from '../../../maths/check.ts';

export interface ReferenceSettings {
  /** Bounds of the number. */
  least: number;
  most: number;
  /** Forgetting per reference, variance of a reference, variance of the prior and its floor. */
  lam: number;
  r: number;
  p0: number;
  pMin: number;
}

/** State of the learner, as it is saved beside the number itself. */
export interface ReferenceState {
  p: number;
  n: number;
  lastResidual: number | null;
  lastS: number | null;
}

/**
 * Scalar recursive least squares, for a number x from references y = u x:
 *   P⁻ = min(P/λ, P0)   S = u²P⁻ + r   K = uP⁻/S   x⁺ = clip(x + K(y − u x))   P⁺ = max(P⁻ r/S, P_min)
 * Söderström & Stoica (1989), System Identification, §9.2. A reference that is wrong for every u stays wrong.
 */
export class References {
  #x: number;
  #state: ReferenceState;

  /** `name`: what the number is called where a saved one cannot be used. */
  constructor(
    private readonly name: string,
    private readonly prior: number,
    readonly settings: ReferenceSettings,
  ) {
    this.#x = prior;
    this.#state = this.#nothing;
  }

  get value(): number {
    return this.#x;
  }

  get saved(): ReferenceState {
    return { ...this.#state };
  }

  /** References in the words of the API and of the log of calibrations. */
  get figures() {
    const { p, n, lastResidual, lastS } = this.#state;
    return { P: p, lam: this.settings.lam, n, last_residual: lastResidual, last_ts: lastS };
  }

  /** True where the number met one of its bounds. */
  learn(u: number, y: number, tS: number): boolean {
    const { lam, r, p0, pMin } = this.settings;
    const p = Math.min(this.#state.p / lam, p0);
    const s = u * u * p + r;
    const wanted = this.#x + ((u * p) / s) * (y - u * this.#x);
    this.#x = this.#clip(wanted);
    const lastResidual = y - u * this.#x;
    this.#state = { p: Math.max((p * r) / s, pMin), n: this.#state.n + 1, lastResidual, lastS: tS };
    return this.#x !== wanted;
  }

  /** Takes over what was learned. */
  take(x: number, { p, n, lastResidual, lastS }: ReferenceState): void {
    this.#x = this.#clip(finite(x, this.name));
    this.#state = {
      p: Math.min(positive(p, `variance of ${this.name}`), this.settings.p0),
      n: finite(n, 'count of references'),
      lastResidual: finiteOrNull(lastResidual, 'residual'),
      lastS: finiteOrNull(lastS, 'time of the last reference'),
    };
  }

  /** The same from a file: with nothing learned, a changed prior counts. */
  resume(x: number, saved: ReferenceState): void {
    this.take(x, saved);
    if (saved.n === 0) this.restore(null, null);
  }

  /** Goes back to figures of the log of calibrations; null is the prior. */
  restore(x: number | null, once: Omit<References['figures'], 'lam'> | null): void {
    if (x !== null && once !== null)
      this.take(x, { p: once.P, n: once.n, lastResidual: once.last_residual, lastS: once.last_ts });
    else {
      this.#x = this.prior;
      this.#state = this.#nothing;
    }
  }

  get #nothing(): ReferenceState {
    return { p: this.settings.p0, n: 0, lastResidual: null, lastS: null };
  }

  #clip(x: number): number {
    return Math.min(Math.max(x, this.settings.least), this.settings.most);
  }
}
