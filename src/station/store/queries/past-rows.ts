import type { Folded } from '../../../quantities/roll-up.ts';
import { FIVE_MIN, HOURLY, ofEach } from '../tiers/tier.ts';
import type { Tiers } from '../tiers/tiers.ts';
import { segments } from './segments.ts';

const WIDE = ['temp_smooth', 'hum_smooth', 'press_smooth', 'press_slp', 'dew', 'outdoor_c', 'lux'] as const;
export type WideName = (typeof WIDE)[number];
const PAGE = 240;

/** Mean, least and most of one column. */
type Spread = Pick<Folded, 'value' | 'lo' | 'hi'>;

/** Row of minutes or of an hour, closed. Values that are flagged as wrong are not in it. */
export interface PastRow {
  startS: number;
  widthS: number;
  wide: Readonly<Record<WideName, Spread>>;
  /** By the number of the quantity. */
  narrow: ReadonlyMap<number, Folded>;
}

/** Closed rows for other programs, ascending, in pages; no statement is open between two of them. */
export class PastRows {
  readonly #rows;

  constructor(private readonly tiers: Tiers) {
    const columns = WIDE.flatMap((name) => [name, `${name}_lo`, `${name}_hi`]).join(', ');
    this.#rows = ofEach(({ table }) =>
      tiers.db
        .prepare<[number, number], (number | null)[]>(
          `SELECT ts, ${columns} FROM ${table} WHERE ts >= ? AND ts < ? ORDER BY ts LIMIT ${PAGE}`,
        )
        .raw(),
    );
  }

  /** `hour`: hours. `finest`: five minutes where they are kept, hours before. */
  *pages(startS: number, endS: number, step: 'hour' | 'finest'): Generator<PastRow[]> {
    const bucketS = step === 'hour' ? HOURLY.widthS : FIVE_MIN.widthS;
    for (let fromS = startS; ; ) {
      const [segment] = segments({ fromS, untilS: endS, bucketS, ends: 'starting' }, this.tiers);
      if (!segment) return;
      const { tier, untilS } = segment;
      const isOurs = tier.folded && (tier.widthS === bucketS || tier.widthS === HOURLY.widthS);
      const rows = isOurs ? this.#rows[tier.table].all(segment.fromS, untilS) : [];
      if (tier.folded && rows.length > 0) {
        const narrow = this.tiers.rollUps.narrow.folded(tier, rows[0]![0]!, rows.at(-1)![0]! + 1);
        yield rows.map((cells) => rowOf(cells, tier.widthS, narrow.get(cells[0]!)));
      }
      fromS = rows.length === PAGE ? rows.at(-1)![0]! + 1 : untilS;
    }
  }
}

function rowOf(cells: readonly (number | null)[], widthS: number, narrow = new Map<number, Folded>()): PastRow {
  const spread = (i: number): Spread => ({
    value: cells[3 * i + 1]!,
    lo: cells[3 * i + 2]!,
    hi: cells[3 * i + 3]!,
  });
  const wide = Object.fromEntries(WIDE.map((name, i) => [name, spread(i)])) as Record<WideName, Spread>;
  return { startS: cells[0]!, widthS, wide, narrow };
}
