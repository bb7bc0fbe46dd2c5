import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { telemetry } from '../../kit/data/station.ts';
import { DASH, figure } from '../../kit/format.ts';
import { units } from '../../kit/settings.ts';

type Sample = NonNullable<typeof telemetry.value>;

/** Hook: a figure of the newest sample, in the reader's units. */
export const useFigure = (kind: Parameters<typeof figure>[0], of: (now: Sample) => number | null | undefined) =>
  useComputed(() => figure(kind, telemetry.value && of(telemetry.value), units.value));

interface Props {
  label: string;
  value: ReadonlySignal<string> | string;
  unit?: ComponentChildren;
  tone?: 'temperature' | 'humidity' | 'pressure' | 'rain';
  children?: ComponentChildren;
}

/** A name, a number, its unit. The number is a signal, so an update touches one text node; an unknown one stands alone. */
export function Reading({ label, value, unit, tone, children }: Props) {
  const isDash = useComputed(() => typeof value !== 'string' && value.value === DASH);
  const isUnknown = isDash.value || value === DASH;
  return (
    <div class="reading">
      <dt>{label}</dt>
      <dd>
        <span class={`value ${isUnknown ? 'muted' : (tone ?? '')}`}>{value}</span>
        {unit !== undefined && !isUnknown && <span class="unit">{unit}</span>}
        {!isUnknown && children}
      </dd>
    </div>
  );
}
