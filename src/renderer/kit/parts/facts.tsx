import type { ComponentChildren } from 'preact';
import { DASH } from '../format.ts';

export type Fact = readonly [name: string, value: ComponentChildren, unit?: string, when?: ComponentChildren];

/** Names over numbers, as many in a row as fit. */
export const Facts = ({ of }: { of: readonly Fact[] }) => (
  <dl class="facts">
    {of.map(([name, value, unit, when]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {value}
          {unit && value !== DASH && <span class="unit">{unit}</span>}
        </dd>
        {when && <dd class="when">{when}</dd>}
      </div>
    ))}
  </dl>
);
