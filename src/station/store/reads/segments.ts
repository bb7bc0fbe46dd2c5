import { FOLDED } from '../rows/rollup-columns.ts';

/** The samples themselves; 0 and up are the folded tables, coarser with every step. */
export const SAMPLES = -1;

/** Rows of one table over [fromS, untilS), by their start. */
export interface Segment {
  level: number;
  fromS: number;
  untilS: number;
}

/** Where the tables stand: see `Watermarks` and `RollUps.closedUntil`. */
export interface Standing {
  rawFrom: number;
  fiveFrom: number;
  closedUntil(level: number): number;
}

export interface Window {
  fromS: number;
  untilS: number;
  /** Rows may be as wide as divides this; 0 takes any width. Null keeps to the finest rows there are. */
  bucketS: number | null;
  /**
   * Where only folded rows are left, an end of the window may fall inside one. `touching` takes the row in, so that a chart has no
   * hole at its edge; `starting` takes it where it starts, so that neighbouring windows share none.
   */
  ends: 'touching' | 'starting';
}

/** Splits a window into pieces, ascending and without overlap, each read from the coarsest table that satisfies it. */
export function segments(window: Window, standing: Standing): Segment[] {
  const found: Segment[] = [];
  const { bucketS, ends } = window;

  const split = (fromS: number, untilS: number, level: number, finest: number): void => {
    if (fromS >= untilS) return;
    if (level === finest) {
      found.push({ level, fromS, untilS });
      return;
    }
    const { widthS } = FOLDED[level]!;
    const first = Math.ceil(fromS / widthS) * widthS;
    const last = Math.min(Math.floor(untilS / widthS) * widthS, standing.closedUntil(level));
    if (bucketS === null || bucketS % widthS !== 0 || first >= last) {
      split(fromS, untilS, level - 1, finest);
      return;
    }
    split(fromS, first, level - 1, finest);
    found.push({ level, fromS: first, untilS: last });
    split(last, untilS, level - 1, finest);
  };

  const era = (fromS: number, untilS: number, finest: number): void => {
    if (window.fromS >= untilS || window.untilS <= fromS) return;
    const widthS = finest === SAMPLES ? 0 : FOLDED[finest]!.widthS;
    const onto = (tS: number, way: 'floor' | 'ceil') => (widthS === 0 ? tS : Math[way](tS / widthS) * widthS);
    const start = onto(window.fromS, ends === 'touching' ? 'floor' : 'ceil');
    const end = onto(window.untilS, 'ceil');
    split(Math.max(fromS, start), Math.min(untilS, end), FOLDED.length - 1, finest);
  };

  era(Number.NEGATIVE_INFINITY, standing.fiveFrom, 1);
  era(standing.fiveFrom, standing.rawFrom, 0);
  era(Math.max(standing.fiveFrom, standing.rawFrom), Number.POSITIVE_INFINITY, SAMPLES);
  return found;
}
