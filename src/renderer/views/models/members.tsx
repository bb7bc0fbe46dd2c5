import type { Models } from '../../../contract/models.ts';
import { MEMBERS, TARGETS } from '../../../contract/names.ts';
import { models } from '../../data/station.ts';
import { number, share, stepOf, stepSize, unitOf } from '../../format.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Weights, WeightsLegend } from '../../parts/weights.tsx';
import { units } from '../../settings.ts';
import { t } from '../../texts/models.ts';

type Diagnostics = Models['nowcast'][number];

/** Weights and scores of the members at each horizon. */
export function Members() {
  const heads = models.value.value?.nowcast ?? [];
  if (heads.length === 0) return null;
  return (
    <section>
      <div class="section-head">
        <h2>{t.models.members}</h2>
        <WeightsLegend />
      </div>
      <div class="two wide">
        {TARGETS.map((target) => (
          <div key={target} class={`tone-${target}`}>
            <h3 class={`${target}-text`}>{t.targets[target]}</h3>
            <DataTable
              caption={`${t.models.members}: ${t.targets[target]}`}
              columns={[
                { head: t.inside.horizon, cell: (head) => t.horizons[head.horizon_s] ?? String(head.horizon_s) },
                { head: t.inside.weights, cell: (head) => <Weights of={head.weights} /> },
                { head: t.inside.updates, cell: (head) => number(head.n_updates) },
                ...MEMBERS.map((member) => ({
                  head: `${t.models.mae[member]} ${unitOf(stepOf(target), units.value)}`,
                  cell: (head: Diagnostics) => stepSize(target, head.member_mae[member], units.value),
                })),
                { head: t.inside.held, cell: (head) => share(head.coverage, 1) },
              ]}
              rows={heads.filter((head) => head.target === target)}
            />
          </div>
        ))}
      </div>
    </section>
  );
}
