import type { Observation } from './observation.ts';

/** A stamp further back is a clock that was set back; nearer, it is a late packet. */
const SET_BACK_S = 600;
/** Difference of the clocks that is worth a word. */
const OFF_S = 300;
const STAMPS_KEPT = 60;

/**
 * Order of the messages of one sender, by the time in them: a late packet is dropped, for it says less than what is known. Each kind of
 * message is judged by itself, because the report of a minute is stamped with its beginning. Amounts are never late, but counted once.
 */
export class Order {
  readonly #newestS = new Map<string, number>();
  #stamps: number[] = [];

  /** Whether the message is to be taken; remembers it. */
  takes(observation: Observation): boolean {
    const { sentS, values, counters, amounts } = observation;
    if (sentS === null) return true;
    if (Object.keys(amounts).length > 0) {
      if (this.#stamps.includes(sentS)) return false;
      this.#stamps = [...this.#stamps, sentS].slice(-STAMPS_KEPT);
      return true;
    }
    const shape = [...Object.keys(values), ...Object.keys(counters)].sort().join(' ');
    const newestS = this.#newestS.get(shape);
    if (newestS !== undefined && sentS < newestS && newestS - sentS < SET_BACK_S) return false;
    if (this.#newestS.size < STAMPS_KEPT || newestS !== undefined) this.#newestS.set(shape, sentS);
    return true;
  }
}

/** How far the sender's clock is ahead of ours; null when it tells none, or less than five minutes. */
export function clockOffS({ sentS }: Pick<Observation, 'sentS'>, nowS: number): number | null {
  const offS = sentS === null ? 0 : Math.round(sentS - nowS);
  return Math.abs(offS) > OFF_S ? offS : null;
}
