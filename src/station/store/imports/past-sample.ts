import { type Flags, isBad, NUMBER_OF, quantitiesOf, SIGNALS } from '../../quality/flags.ts';
import type { FoldedRow } from '../tiers/accumulator.ts';
import type { FoldedValues } from '../tiers/narrow-values.ts';
import { HEAD, placeOf } from '../tiers/rollup-columns.ts';
import { SAMPLE_COLUMNS } from '../tiers/sample-row.ts';

/** Place of each column of a sample in a folded row; before its cells for those that are not folded. */
const MEAN_AT = SAMPLE_COLUMNS.map(placeOf);
/** A folded row as one sample; where the tests left nothing, what was measured, which its flags call wrong. */
export const sampleOf = (row: FoldedRow, measured: FoldedRow | null): (number | null)[] =>
  MEAN_AT.map((at) => (at < HEAD ? null : (row[at] ?? measured?.[at] ?? null)));

/** Flags of a sample: a value that other lines of its bucket have made is right. */
export function flagsOf(flags: Flags, row: FoldedRow, narrow: FoldedValues): Flags {
  const hasValue = (name: string): boolean => {
    const signal = SIGNALS.find((one) => one.name === name);
    if (signal) return row[MEAN_AT[SAMPLE_COLUMNS.indexOf(signal.raw)]!] !== null;
    return quantitiesOf(NUMBER_OF.get(name)!).some((quantity) => narrow.has(quantity));
  };
  return Object.fromEntries(Object.entries(flags).filter(([name, bits]) => !(isBad(bits ?? 0) && hasValue(name))));
}
