import type { Signal } from '@preact/signals';
import type { Target } from '../../contract/names.ts';
import { SegmentsOf } from '../kit/parts/segments.tsx';
import { TARGET_NAMES } from '../kit/target-names.ts';
import { t } from './texts/fleet.ts';

/** Pickers of quantity and time span, the same above every chart. */
export const QuantityAndSpan = <S extends string>({
  target,
  span,
  spans,
}: {
  target: Signal<Target>;
  span: Signal<S>;
  spans: Readonly<Record<S, string>>;
}) => (
  <>
    <SegmentsOf label={t.headings.quantity} of={target} choices={TARGET_NAMES} />
    <SegmentsOf label={t.fleet.station.span} of={span} choices={spans} />
  </>
);
