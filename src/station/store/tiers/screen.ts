import { isBad, SIGNALS } from '../../quality/flags.ts';
import type { FoldedRow } from './accumulator.ts';
import { isIn } from './narrow-values.ts';
import { type FlagSpan, type Versions, wrongByHand } from './quality.ts';
import { HEAD, QUANTITIES, ROLLUP_COLUMNS } from './rollup-columns.ts';

const SUFFIXES = ['_lo', '_hi', '_gaps', '_lo_at', '_hi_at'];

type Values = readonly (number | null)[];

/** Columns of each signal, by their place in the values of a sample. */
const PLACES = new Map(
  SIGNALS.map(({ number, columns }) => [number, columns.map((column) => QUANTITIES.indexOf(column))]),
);
/** The same in a folded row, behind its start and its count. */
const CELLS = new Map(
  SIGNALS.map(({ number, columns }) => [
    number,
    ROLLUP_COLUMNS.flatMap((cell, i) => {
      const column = columns.find((name) => cell === name || SUFFIXES.some((suffix) => cell === name + suffix));
      return column === undefined ? [] : [{ at: HEAD + i, isGaps: cell === `${column}_gaps` }];
    }),
  ]),
);

/** Screen by some bits of these flags: the wide values of a sample without those that are wrong, and whether a narrow one is. */
export function screenBy(spans: readonly FlagSpan[], mask: number) {
  const bad = spans.filter(({ bits }) => isBad(bits & mask));
  const wide = (values: Values, tsMs: number): Values => {
    const here = bad.filter(({ fromMs, untilMs }) => fromMs <= tsMs && tsMs < untilMs);
    if (here.length === 0) return values;
    const clean = [...values];
    for (const { signal } of here) for (const i of PLACES.get(signal) ?? []) clean[i] = null;
    return clean;
  };
  return { wide, isOut: isIn(bad) };
}

/** A folded row whose finer rows are gone, under a person's word: a signal that is wrong anywhere within it is left out, one that is right is as measured. */
export function withHand({ measured, byTests }: Versions<FoldedRow>, spans: readonly FlagSpan[]): FoldedRow {
  const row = [...byTests];
  const n = row[1]!;
  for (const [signal, cells] of CELLS) {
    const isWrong = wrongByHand(spans, signal);
    if (isWrong === null) continue;
    for (const { at, isGaps } of cells) row[at] = isWrong ? (isGaps ? n : null) : measured[at]!;
  }
  return row;
}
