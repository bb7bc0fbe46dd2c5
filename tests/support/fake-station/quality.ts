import type { Quality, QualityBody, QualitySet } from '../../../src/contract/quality.ts';
import type { QualityFacet } from '../../../src/station/api.ts';
import type { FakeWorld } from './world.ts';

/** Remembers a person's word as it was said. */
export class FakeQuality implements QualityFacet {
  #spans: Quality['spans'] = [];

  constructor(private readonly world: FakeWorld) {}

  readonly nowS = (): number => this.world.nowS();

  list(startS: number, endS: number): Quality {
    const spans = this.#spans.filter(({ start, end }) => start < endS && end > startS);
    const points = spans.map(({ quantity, start, bits, by_hand }) => ({
      quantity,
      ts: start,
      value: 20,
      bits,
      by_hand,
    }));
    return { spans, points };
  }

  set({ quantities, start, end, verdict }: QualityBody): QualitySet {
    this.#spans = this.#spans.filter(
      (span) => !(quantities.includes(span.quantity) && span.start < end && span.end > start),
    );
    if (verdict !== null) {
      const bits = verdict === 'bad' ? 64 : 128;
      const said = { start, end, bits, skipped: verdict === 'bad', by_hand: true };
      this.#spans.push(...quantities.map((quantity) => ({ quantity, ...said })));
    }
    return { changed: true, spans: this.list(start, end).spans };
  }
}
