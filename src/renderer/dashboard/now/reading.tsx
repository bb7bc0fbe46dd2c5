import type { ComponentChildren } from 'preact';
import { units } from '../../kit/browser-choices.ts';
import { DASH, figure, type Kind, type Maybe, unitOf } from '../../kit/format.ts';

interface Props {
  label: string;
  kind: Kind;
  of: Maybe;
  decimals?: number;
  tone?: 'temperature' | 'humidity' | 'pressure' | 'rain';
  children?: ComponentChildren;
}

/** A name, a number in the reader's units, its unit. An unknown one stands alone. */
export function Reading({ label, kind, of, decimals, tone, children }: Props) {
  const text = figure(kind, of, units.value, decimals);
  const isKnown = text !== DASH;
  return (
    <div class="reading">
      <dt class="muted">{label}</dt>
      <dd>
        <span class={`value ${isKnown ? (tone ?? '') : 'muted'}`}>{text}</span>
        {isKnown && <span class="unit">{unitOf(kind, units.value)}</span>}
        {isKnown && children}
      </dd>
    </div>
  );
}
