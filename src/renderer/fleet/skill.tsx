import { signal } from '@preact/signals';
import type { FleetScores } from '../../contract/fleet.ts';
import { HORIZON_LABELS, HORIZONS_S, type Target } from '../../contract/names.ts';
import { number, share } from '../kit/format.ts';
import { leadText } from '../kit/lead-text.ts';
import { DataTable } from '../kit/parts/data-table.tsx';
import { SegmentsOf } from '../kit/parts/segments.tsx';
import { TARGET_NAMES } from '../kit/target-names.ts';
import { zoneTime } from '../kit/time.ts';
import { Answered } from './answered.tsx';
import { useResource } from './ask.ts';
import { t } from './texts/fleet.ts';

const target = signal<Target>('temperature');
type Row = FleetScores['rows'][number];

/** `November 2026`: a month of the calendar has no zone. */
const named = (month: string): string => zoneTime('UTC').monthAndYear(Date.parse(month) / 1000);

/** Newest month first; a column for each horizon. */
export function Skill() {
  const scores = useResource<FleetScores>(() => '/api/fleet/scores', 600);
  return (
    <section>
      <p>{t.fleet.skill.intro}</p>
      <div class="row">
        <SegmentsOf label={t.headings.quantity} of={target} choices={TARGET_NAMES} />
      </div>
      <Answered of={scores}>{(known) => <Months of={known} />}</Answered>
    </section>
  );
}

function Months({ of }: { of: FleetScores }) {
  const rows = of.rows.filter((row) => row.target === target.value);
  const byMonth = Map.groupBy(rows, ({ month }) => month);
  const months = of.months.toReversed().filter((month) => byMonth.has(month));
  if (months.length === 0) return <p class="empty-note">{t.fleet.skill.none}</p>;
  const find = (month: string, horizonS: number): Row | undefined =>
    byMonth.get(month)!.find(({ horizon }) => horizon === HORIZON_LABELS[horizonS]);
  const most = (month: string): number => Math.max(...byMonth.get(month)!.map(({ stations }) => stations));
  return (['skill', 'coverage'] as const).map((what) => {
    const title = what === 'skill' ? t.fleet.views.skill : t.fleet.skill.coverage;
    return (
      <div key={what}>
        <h2>{title}</h2>
        <DataTable
          needs="wide"
          caption={title}
          columns={[
            { head: t.fleet.skill.month, cell: named },
            ...HORIZONS_S.map((horizonS) => ({
              head: leadText(horizonS),
              cell: (month: string) => share(find(month, horizonS)?.[what], 0, what === 'skill'),
            })),
            { head: t.fleet.views.list, cell: (month) => number(most(month) || null) },
          ]}
          rows={months}
        />
      </div>
    );
  });
}
