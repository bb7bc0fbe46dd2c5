import type { Clock } from '../../base/clock.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Packed } from '../../http/packed.ts';
import type { StationApi } from '../../station/api.ts';

/** Readings change with every sample, the station's own state at any time. */
const LASTS_MS = { 'until the next sample': 1000, briefly: 250 };
/** `renews`: the answer replaces what others were told, like a new forecast. */
export type Lasting = keyof typeof LASTS_MS | 'renews';

const MOST_ANSWERS = 64;
const MOST_BYTES = 8 * 1024 * 1024;
const LONGEST_QUESTION = 400;

/** Versions that an answer was made from; it is stale when one of them has changed. */
interface Standing {
  station: StationApi;
  sampleCount: number;
  changes: number;
}
interface Kept extends Standing {
  packed: Packed;
  untilMs: number;
}

/**
 * Request coalescing: equal questions share one computation while it runs, and get the same bytes for a moment after. Any change, a new
 * sample or a new station ends that at once.
 */
export class SharedAnswers {
  readonly #kept = new Map<string, Kept>();
  readonly #underWay = new Map<string, Standing & { answer: Promise<Packed> }>();
  #bytes = 0;
  #changes = 0;
  constructor(private readonly clock: Clock) {}

  /** Drops all shared answers: something has changed. */
  changed(): void {
    this.#changes += 1;
  }

  /** The answer at hand, when it still holds. */
  fresh(question: string, station: StationApi): Packed | null {
    const kept = this.#kept.get(question);
    if (!kept) return null;
    return this.#holds(kept, station) && this.clock.steadyMs() < kept.untilMs ? kept.packed : null;
  }

  async take(
    question: string,
    station: StationApi,
    lasting: Lasting | null,
    make: () => Promise<Packed>,
  ): Promise<Packed> {
    if (question.length > LONGEST_QUESTION) return make();
    const under = this.#underWay.get(question);
    if (under && this.#holds(under, station)) {
      try {
        return await under.answer;
      } catch (error) {
        // A limit is that of the address that asked first: the next one asks for itself, and the others share with it.
        if (error instanceof ApiError && error.status === 429) return this.take(question, station, lasting, make);
        throw error;
      }
    }
    const standing = { station, sampleCount: station.sampleCount, changes: this.#changes };
    const answer = make();
    const mine = { ...standing, answer };
    this.#underWay.set(question, mine);
    try {
      const packed = await answer;
      if (lasting === 'renews') this.changed();
      else if (lasting !== null)
        this.#keep(question, { ...standing, packed, untilMs: this.clock.steadyMs() + LASTS_MS[lasting] });
      return packed;
    } finally {
      if (this.#underWay.get(question) === mine) this.#underWay.delete(question);
    }
  }

  #holds({ station, sampleCount, changes }: Standing, now: StationApi): boolean {
    return station === now && changes === this.#changes && sampleCount === now.sampleCount;
  }

  #keep(question: string, kept: Kept): void {
    this.#drop(question);
    this.#kept.set(question, kept);
    this.#bytes += kept.packed.plain.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_ANSWERS && this.#bytes <= MOST_BYTES) return;
      this.#drop(oldest);
    }
  }

  #drop(question: string): void {
    this.#bytes -= this.#kept.get(question)?.packed.plain.length ?? 0;
    this.#kept.delete(question);
  }
}
