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
