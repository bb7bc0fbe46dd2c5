import { signal } from '@preact/signals';
import type { FleetScores } from '../../contract/fleet.ts';
import { HORIZON_LABELS, HORIZONS_S, type Target } from '../../contract/names.ts';
import { DASH, number, share } from '../kit/format.ts';
import { locale } from '../kit/language.ts';
import { DataTable } from '../kit/parts/data-table.tsx';
import { SegmentsOf } from '../kit/parts/segments.tsx';
import { useResource } from './ask.ts';
import { whyNot } from './fleet.ts';
import { LABELS } from './horizons.ts';
import { t } from './texts/fleet.ts';

const target = signal<Target>('temperature');
type Row = FleetScores['rows'][number];

/** `November 2026`: a month of the calendar has no zone. */
const monthName = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const named = (month: string): string => monthName.format(new Date(`${month}-15T00:00:00Z`));

/** Newest month first; a column for each horizon. */
export function Skill() {
  const scores = useResource<FleetScores>(() => '/api/fleet/scores', 600);
  const { value, problem } = scores;
  const all = value.value?.rows.filter((row) => row.target === target.value) ?? [];
  const months = [...(value.value?.months ?? [])].reverse().filter((month) => all.some((row) => row.month === month));
  const find = (month: string, horizonS: number): Row | undefined =>
    all.find((row) => row.month === month && row.horizon === HORIZON_LABELS[horizonS]);
  const most = (month: string): number =>
    Math.max(...all.filter((row) => row.month === month).map((row) => row.stations));
  return (
    <section>
      <p>{t.fleet.skill.intro}</p>
      <div class="row">
        <SegmentsOf label={t.fleet.station.quantity} of={target} choices={t.targets} />
      </div>
      {problem.value && <p class="problem">{whyNot(problem.value)}</p>}
      {value.value && months.length === 0 && <p class="empty-note">{t.fleet.skill.none}</p>}
      {months.length > 0 &&
        (['skill', 'coverage'] as const).map((what) => (
          <div key={what}>
            <h2>{what === 'skill' ? t.fleet.skill.gain : t.fleet.skill.coverage}</h2>
            <DataTable
              needs="wide"
              caption={what === 'skill' ? t.fleet.skill.gain : t.fleet.skill.coverage}
              columns={[
                { head: t.fleet.skill.month, cell: named },
                ...HORIZONS_S.map((horizonS) => ({
                  head: LABELS[HORIZON_LABELS[horizonS]!]!,
                  cell: (month: string) => share(find(month, horizonS)?.[what], 0, what === 'skill'),
                })),
                {
                  head: t.fleet.skill.stations,
                  cell: (month: string) => (most(month) > 0 ? number(most(month)) : DASH),
                },
              ]}
              rows={months}
            />
          </div>
        ))}
    </section>
  );
}
