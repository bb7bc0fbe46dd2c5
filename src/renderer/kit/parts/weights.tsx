import type { Weights as Shares } from '../../../contract/forecast.ts';
import { MEMBERS } from '../../../contract/names.ts';
import { share } from '../format.ts';
import { COMMA } from '../language.ts';
import { t } from '../texts/models-in-common.ts';

/** Stacked bar of the blend's weights; its label has the numbers. */
export function Weights({ of }: { of: Shares }) {
  const label = MEMBERS.map((member) => `${t.members[member]} ${share(of[member] ?? 0)}`).join(COMMA);
  let used = 0;
  return (
    <svg class="weights" role="img" aria-label={label}>
      <title>{label}</title>
      {MEMBERS.map((member) => {
        const width = (of[member] ?? 0) * 100;
        used += width;
        return (
          <rect key={member} class={`member-${member}`} x={`${used - width}%`} width={`${width}%`} height="100%" />
        );
      })}
    </svg>
  );
}

/** Colour of a member beside its name. */
export const Swatch = ({ of }: { of: (typeof MEMBERS)[number] }) => (
  <svg class="swatch" aria-hidden="true">
    <rect class={`member-${of}`} width="100%" height="100%" />
  </svg>
);

export const WeightsLegend = () => (
  <p class="legend">
    {MEMBERS.map((member) => (
      <span key={member}>
        <Swatch of={member} />
        {t.members[member]}
      </span>
    ))}
  </p>
);
