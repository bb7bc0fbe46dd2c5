import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { DASH } from '../format.ts';

interface Props {
  label: string;
  value: ReadonlySignal<string> | string;
  unit?: ComponentChildren;
  tone?: 'temperature' | 'humidity' | 'pressure' | 'rain';
  children?: ComponentChildren;
}

/** A name, a number, its unit. The number is a signal, so an update touches one text node; an unknown one stands alone. */
export function Reading({ label, value, unit, tone, children }: Props) {
  const isUnknown = useComputed(() => (typeof value === 'string' ? value : value.value) === DASH);
  return (
    <div class="reading">
      <dt>{label}</dt>
      <dd>
        <span class={`value ${isUnknown.value ? 'muted' : (tone ?? '')}`}>{value}</span>
        {unit !== undefined && !isUnknown.value && <span class="unit">{unit}</span>}
        {!isUnknown.value && children}
      </dd>
    </div>
  );
}
