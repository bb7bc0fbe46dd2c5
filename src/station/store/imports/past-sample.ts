import { type Flags, isBad, SIGNALS } from '../../quality/flags.ts';
import type { FoldedRow } from '../tiers/accumulator.ts';
import { ROLLUP_COLUMNS } from '../tiers/rollup-columns.ts';
import { SAMPLE_COLUMNS } from '../tiers/sample-row.ts';

/** Place of each column of a sample in a folded row; -1 for those that are not folded. */
const MEAN_AT = SAMPLE_COLUMNS.map((column) => {
  const at = ROLLUP_COLUMNS.indexOf(column);
  return at < 0 ? -1 : at + 2;
});
/** A folded row as one sample; where the tests left nothing, what was measured, which its flags call wrong. */
export const sampleOf = (row: FoldedRow, measured: FoldedRow | null): (number | null)[] =>
  MEAN_AT.map((at) => (at < 0 ? null : (row[at] ?? measured?.[at] ?? null)));

/** Flags of a sample: a value that other lines of its bucket have made is right. */
export function flagsOf(flags: Flags, row: FoldedRow): Flags {
  const kept = SIGNALS.filter(({ name, raw }) => {
    const at = MEAN_AT[SAMPLE_COLUMNS.indexOf(raw)]!;
    return flags[name] !== undefined && !(isBad(flags[name]) && row[at] !== null);
  });
  return Object.fromEntries(kept.map(({ name }) => [name, flags[name]]));
}
