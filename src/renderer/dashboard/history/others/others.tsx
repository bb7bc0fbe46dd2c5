import { signal } from '@preact/signals';
import type { SomeRange } from '../../../../contract/history.ts';
import { units } from '../../../kit/browser-choices.ts';
import { gappedLine } from '../../../kit/charts/path.ts';
import { TimeFrame } from '../../../kit/charts/time-frame.tsx';
import { place, useResource, zone } from '../../../kit/data/station.ts';
import { number } from '../../../kit/format.ts';
import { COMMA } from '../../../kit/language.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { waitsFor } from '../../../kit/parts/waiting.ts';
import { ticksIn } from '../../../kit/time-ticks.ts';
import { scaleOf } from '../../sensors/values.ts';
import { t } from '../../texts/sensor-sheet.ts';
import type { HistoryModel } from '../model.ts';
import { bucketFor } from '../window.ts';
import { heard } from './heard.ts';
import { type Offered, offered } from './offered.ts';

/** Columns that the reader added, until the page is left. */
const chosen = signal<readonly string[]>([]);
const toggle = (column: string): void => {
  const now = chosen.value;
  chosen.value = now.includes(column) ? now.filter((one) => one !== column) : [...now, column];
};

/** Further sensors over the same time: a touch adds the chart of one of their values. */
export default function Others({ model }: { model: HistoryModel }) {
  const all = offered(heard.use()?.inputs ?? []);
  if (all.length === 0) return null;
  return (
    <section class="others">
      <h2>{t.others.title}</h2>
      <fieldset class="row">
        <legend class="muted">{t.others.choose}</legend>
        {all.map((one) => (
          <Button
            key={one.column}
            name={[
              <bdi key="of">{one.sensor}</bdi>,
              ' ',
              <bdi key="what" class="muted">
                {one.what}
              </bdi>,
            ]}
            aria-pressed={chosen.value.includes(one.column)}
            onClick={() => toggle(one.column)}
          />
        ))}
      </fieldset>
      {all.map((one) => chosen.value.includes(one.column) && <Other key={one.column} of={one} model={model} />)}
    </section>
  );
}

function Other({ of: { column, path, sensor, what }, model }: { of: Offered; model: HistoryModel }) {
  const { fromS, toS } = model.resting.value;
  const bucketS = bucketFor(toS - fromS);
  const range = useResource<SomeRange>(() => {
    const { fromS, toS } = model.resting.value;
    return `/api/history/range?start=${fromS}&end=${toS}&bucket=${bucketFor(toS - fromS)}&columns=${column}`;
  }, 600);
  const series: Record<string, (number | null)[] | undefined> = range.value.value?.series ?? {};
  const { unit, decimals, of } = scaleOf(path, units.value);
  const values = (series[column] ?? []).map((value) => (value === null ? null : of(value)));
  const ts = (series['ts'] ?? []).map((tS) => tS! + bucketS / 2);
  const label = t.labelled({ label: sensor, text: what });
  const known = values.filter((value) => value !== null);
  return (
    <div {...waitsFor(range)}>
      <h3>
        <bdi>{sensor}</bdi> <bdi>{what}</bdi>
        {unit !== '' && (
          <>
            {COMMA}
            <bdi class="unit">{unit}</bdi>
          </>
        )}
        {known.length > 0 && (
          <>
            {' '}
            <bdi class="muted" dir="ltr">
              {number(Math.min(...known), decimals)} … {number(Math.max(...known), decimals)}
            </bdi>
          </>
        )}
      </h3>
      {range.value.value && known.length === 0 && <p class="empty-note">{t.others.empty}</p>}
      <TimeFrame
        class="low tone-temperature"
        label={label}
        fromS={fromS}
        toS={toS}
        known={[values]}
        leastSpan={10 ** -decimals * 10}
        // Of all that a sensor tells, degrees alone go below nothing.
        floor={unit.startsWith('°') ? undefined : 0}
        ticks={ticksIn(zone.value)}
        place={place.value}
      >
        {({ points }) => <path class="past" d={gappedLine(points(ts, values, 3.5 * bucketS))} />}
      </TimeFrame>
    </div>
  );
}
