import type { ComponentChildren } from 'preact';

type DatedFact = readonly [name: string, value: string, when: ComponentChildren];

/** Names over numbers, each with its moment. */
export const DatedFacts = ({ of }: { of: readonly DatedFact[] }) => (
  <dl class="facts records">
    {of.map(([name, value, when]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
        {when && <dd class="when">{when}</dd>}
      </div>
    ))}
  </dl>
);
