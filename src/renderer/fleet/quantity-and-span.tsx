import type { Signal } from '@preact/signals';
import type { Target } from '../../contract/names.ts';
import { SegmentsOf } from '../kit/parts/segments.tsx';
import { TARGET_NAMES } from '../kit/target-names.ts';
import { t } from './texts/fleet.ts';

/** Pickers of quantity and time span, the same above every chart. */
export const QuantityAndSpan = <S extends keyof typeof t.fleet.station.spans>({
  target,
  span,
  spans,
}: {
  target: Signal<Target>;
  span: Signal<S>;
  /** By their names in the words, in their order. */
  spans: Readonly<Record<S, unknown>>;
}) => (
  <>
    <SegmentsOf label={t.headings.quantity} of={target} choices={TARGET_NAMES} />
    <SegmentsOf
      label={t.fleet.station.span}
      of={span}
      choices={t.fleet.station.spans}
      order={Object.keys(spans) as S[]}
    />
  </>
);
