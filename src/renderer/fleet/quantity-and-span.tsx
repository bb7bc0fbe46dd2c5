import type { Signal } from '@preact/signals';
import type { Target } from '../../contract/names.ts';
import { Segments } from '../parts/segments.tsx';
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
    <Segments
      label={t.fleet.station.quantity}
      value={target.value}
      choose={(choice) => {
        target.value = choice;
      }}
      choices={t.targets}
    />
    <Segments
      label={t.fleet.station.span}
      value={span.value}
      choose={(choice) => {
        span.value = choice;
      }}
      choices={spans}
    />
  </>
);
