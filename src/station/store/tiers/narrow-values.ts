import { NARROW } from '../../../quantities/names.ts';
import { type Folded, ROLL_UPS } from '../../../quantities/roll-up.ts';
import { SIGNAL_OF_NARROW } from '../../quality/flags.ts';
import { type FlagSpan, type Versions, wrongByHand } from './quality.ts';

export const BY_ID: ReadonlyMap<number, (typeof NARROW)[number]> = new Map(
  NARROW.map((quantity) => [quantity.narrow, quantity]),
);

/** A folded value as its row has it. */
export type Fields = [n: number, value: number | null, lo: number | null, hi: number | null, steadiness: number | null];
export const fieldsOf = ({ n, value, lo, hi, steadiness }: Folded): Fields => [n, value, lo, hi, steadiness];
export const foldedOf = ([n, value, lo, hi, steadiness]: Fields): Folded => ({ n, value, lo, hi, steadiness });

/** Narrow values of one row, by the number of their quantity. */
export type FoldedValues = Map<number, Folded>;
/** Quantity, value, and its weight. */
export type Value = [quantity: number, value: number, weight: number | null];

/** Adds a later value to a fold. A quantity of a newer program is left out. */
export function takeIn(into: FoldedValues, quantity: number, later: Folded): void {
  const known = BY_ID.get(quantity);
  if (!known) return;
  const earlier = into.get(quantity);
  into.set(quantity, earlier ? ROLL_UPS[known.kind].join(earlier, later) : later);
}
export const takeAll = (into: FoldedValues, values: FoldedValues): void => {
  for (const [id, folded] of values) takeIn(into, id, folded);
};
export const takeValue = (into: FoldedValues, [quantity, value, weight]: Value): void => {
  const known = BY_ID.get(quantity);
  if (known) takeIn(into, quantity, ROLL_UPS[known.kind].of(value, weight ?? undefined));
};

/** Test of a narrow value against spans of flags that skip it. */
export function isIn(spans: readonly FlagSpan[]): (quantity: number, tsMs: number) => boolean {
  if (spans.length === 0) return () => false;
  return (quantity, tsMs) => {
    const signal = SIGNAL_OF_NARROW.get(quantity);
    return spans.some((span) => span.signal === signal && span.fromMs <= tsMs && tsMs < span.untilMs);
  };
}

/** Narrow values of a folded row under a person's word, as `withHand` has the wide ones: what is wrong anywhere within it is left out. */
export function narrowWithHand(
  { measured, byTests }: Versions<FoldedValues>,
  spans: readonly FlagSpan[],
): FoldedValues {
  const kept: FoldedValues = new Map(byTests);
  for (const id of new Set([...measured.keys(), ...byTests.keys()])) {
    const isWrong = wrongByHand(spans, SIGNAL_OF_NARROW.get(id));
    if (isWrong === null) continue;
    const value = measured.get(id);
    if (isWrong || value === undefined) kept.delete(id);
    else kept.set(id, value);
  }
  return kept;
}
