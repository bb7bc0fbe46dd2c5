import type { ComponentChildren } from 'preact';
import { DASH } from '../format.ts';

export type Fact = readonly [name: string, value: ComponentChildren, unit?: string];

/** Names over numbers, as many in a row as fit. */
export const Facts = ({ of }: { of: readonly Fact[] }) => (
  <dl class="facts">
    {of.map(([name, value, unit]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {value}
          {unit && value !== DASH && <span class="unit">{unit}</span>}
        </dd>
      </div>
    ))}
  </dl>
);
