import { BY_HAND, isBad, SIGNALS } from '../../quality/flags.ts';
import type { FoldedRow } from './accumulator.ts';
import { type FlagSpan, wrongByHand } from './quality.ts';
import { HEAD, QUANTITIES, ROLLUP_COLUMNS } from './rollup-columns.ts';
import type { Unflagged } from './unscreened.ts';

const SUFFIXES = ['_lo', '_hi', '_gaps', '_lo_at', '_hi_at'];

type Values = readonly (number | null)[];
type Screen = (values: Values, tsMs: number) => Values;

/** Columns of each signal, by their place in the values of a sample. */
const PLACES = new Map(
  SIGNALS.map(({ number, columns }) => [
    number,
    columns.map((column) => QUANTITIES.indexOf(column)).filter((i) => i >= 0),
  ]),
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

const asIs: Screen = (values) => values;

/** Parts of a sample that a row keeps: by all flags, by none, and by those of the tests. */
export interface Screens {
  row: Screen;
  measured: Screen;
  byTests: Screen;
}

export function screens(spans: readonly FlagSpan[]): Screens {
  const screen = (mask: number): Screen => {
    const bad = spans.filter(({ bits }) => isBad(bits & mask));
    if (bad.length === 0) return asIs;
    return (values, tsMs) => {
      const here = bad.filter(({ fromMs, untilMs }) => fromMs <= tsMs && tsMs < untilMs);
      if (here.length === 0) return values;
      const clean = [...values];
      for (const { signal } of here) for (const i of PLACES.get(signal) ?? []) clean[i] = null;
      return clean;
    };
  };
  return { row: screen(~0), measured: asIs, byTests: screen(~BY_HAND) };
}

/** A folded row whose finer rows are gone, under a person's word: a signal that is wrong anywhere within it is left out, one that is right is as measured. */
export function withHand({ measured, byTests }: Unflagged, spans: readonly FlagSpan[]): FoldedRow {
  const row = [...byTests];
  const n = row[1]!;
  for (const [signal, cells] of CELLS) {
    const isWrong = wrongByHand(spans, signal);
    if (isWrong === null) continue;
    for (const { at, isGaps } of cells) row[at] = isWrong ? (isGaps ? n : null) : measured[at]!;
  }
  return row;
}
