import { FIVE_MIN, HALF_DAY, HOURLY, RAW, type Tier } from '../tiers/tier.ts';
import type { Tiers } from '../tiers/tiers.ts';

/** Rows of one tier over [fromS, untilS), by their start. */
export interface Segment {
  tier: Tier;
  fromS: number;
  untilS: number;
}

export interface Window {
  fromS: number;
  untilS: number;
  /** Rows may be as wide as divides this; 0 takes any width. Null keeps to the finest rows there are. */
  bucketS: number | null;
  /**
   * Boundary rule for folded rows that a window's end cuts. `touching` includes the row, so a chart has no hole at its edge; `starting`
   * puts it where it starts, so neighbouring windows share none.
   */
  ends: 'touching' | 'starting';
}

/** Splits a window into pieces, ascending and without overlap, each read from the coarsest tier that satisfies it. */
export function segments(window: Window, { rollUps, watermarks }: Pick<Tiers, 'rollUps' | 'watermarks'>): Segment[] {
  const found: Segment[] = [];
  const { bucketS, ends } = window;

  const split = (fromS: number, untilS: number, tier: Tier, finest: Tier): void => {
    if (fromS >= untilS) return;
    if (tier === finest || !tier.folded) {
      found.push({ tier, fromS, untilS });
      return;
    }
    const { widthS, finer } = tier;
    const first = Math.ceil(fromS / widthS) * widthS;
    const last = Math.min(Math.floor(untilS / widthS) * widthS, rollUps.closedUntil(tier));
    if (bucketS === null || bucketS % widthS !== 0 || first >= last) {
      split(fromS, untilS, finer, finest);
      return;
    }
    split(fromS, first, finer, finest);
    found.push({ tier, fromS: first, untilS: last });
    split(last, untilS, finer, finest);
  };

  const era = (fromS: number, untilS: number, finest: Tier): void => {
    if (window.fromS >= untilS || window.untilS <= fromS) return;
    const widthS = finest.folded ? finest.widthS : 0;
    const onto = (tS: number, way: 'floor' | 'ceil') => (widthS === 0 ? tS : Math[way](tS / widthS) * widthS);
    const start = onto(window.fromS, ends === 'touching' ? 'floor' : 'ceil');
    const end = onto(window.untilS, 'ceil');
    split(Math.max(fromS, start), Math.min(untilS, end), HALF_DAY, finest);
  };

  const { rawFrom, fiveFrom } = watermarks;
  era(Number.NEGATIVE_INFINITY, fiveFrom, HOURLY);
  era(fiveFrom, rawFrom, FIVE_MIN);
  era(Math.max(fiveFrom, rawFrom), Number.POSITIVE_INFINITY, RAW);
  return found;
}
