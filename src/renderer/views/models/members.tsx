import { TARGETS } from '../../../contract/common.ts';
import { models } from '../../data/station.ts';
import { compact, DASH, number } from '../../format.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Weights, WeightsLegend } from '../../parts/weights.tsx';
import { t } from '../../texts.ts';

/** Who has how much to say at each horizon, and with what right. */
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
              head={[
                t.forecast.horizon,
                t.forecast.weights,
                t.models.updates,
                ...Object.values(t.models.mae),
                t.forecast.held,
              ]}
              rows={heads
                .filter((head) => head.target === target)
                .map((head) => [
                  t.horizons[head.horizon_s] ?? String(head.horizon_s),
                  <Weights key="weights" of={head.weights} />,
                  number(head.n_updates),
                  ['learned', 'climatology', 'persistence']
                    .map((member) => compact(head.member_mae[member]))
                    .join('  '),
                  head.coverage === null ? DASH : `${number(head.coverage * 100, 1)}\u202f%`,
                ])}
            />
          </div>
        ))}
      </div>
    </section>
  );
}
