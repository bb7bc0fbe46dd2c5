import { signal, useComputed } from '@preact/signals';
import { DAY_S, HOUR_S } from '../../base/durations.ts';
import type { FleetForecast, FleetHistory, FleetStation } from '../../contract/fleet.ts';
import type { Target } from '../../contract/names.ts';
import { units } from '../kit/browser-choices.ts';
import { FanChart } from '../kit/charts/fan-chart.tsx';
import { figure, stepSize, unitOf } from '../kit/format.ts';
import { COMMA } from '../kit/language.ts';
import { leadText } from '../kit/lead-text.ts';
import { DataTable } from '../kit/parts/data-table.tsx';
import { ProblemLine } from '../kit/parts/problem.tsx';
import { waitsFor } from '../kit/parts/waiting.ts';
import { ticksIn } from '../kit/time-ticks.ts';
import { useResource } from './ask.ts';
import { nowS, time, whyNot, zone } from './fleet.ts';
import { SECONDS } from './horizons.ts';
import { LinesChart, withItsUnit } from './lines-chart.tsx';
import { Outdoors } from './outdoors.tsx';
import { QuantityAndSpan } from './quantity-and-span.tsx';
import { fanOf } from './station-fan.ts';
import { t } from './texts/fleet.ts';

const SPANS = {
  day: { spanS: DAY_S, bucketS: 300 },
  week: { spanS: 7 * DAY_S, bucketS: HOUR_S },
  month: { spanS: 30 * DAY_S, bucketS: 3 * HOUR_S },
  year: { spanS: 365 * DAY_S, bucketS: DAY_S },
};
type Span = keyof typeof SPANS;
const span = signal<Span>('day');
const target = signal<Target>('temperature');
const STEP_S = 300;

/** Charts of what a station has measured, with its newest forecast. */
export function Measured({ of }: { of: FleetStation }) {
  // In steps, so that an unchanged question is asked once.
  const range = useComputed(() => {
    const endS = Math.ceil(nowS.value / STEP_S) * STEP_S;
    const { spanS, bucketS } = SPANS[span.value];
    return { startS: endS - spanS, endS, bucketS };
  });
  const path = `/api/fleet/${encodeURIComponent(of.id)}`;
  const history = useResource<FleetHistory>(() => {
    const { startS, endS, bucketS } = range.value;
    return `${path}/history?start=${startS}&end=${endS}&bucket=${bucketS}`;
  }, 300);
  const forecast = useResource<FleetForecast>(() => `${path}/forecast`, 300);
  const { startS, endS } = range.value;
  const name = t.quantities[target.value];
  const known = history.value.value;
  const isEmpty = known?.[target.value].every((value) => value === null);
  const foretold = forecast.value.value;
  const label = t.fleet.station.chart({ quantity: name, name: of.name });
  const hasForecast = (foretold?.targets[target.value].length ?? 0) > 0;
  return (
    <section {...waitsFor(history)}>
      <div class="section-head">
        <h2>{withItsUnit(name, target.value)}</h2>
        <a href={`${path}/history.csv?start=${startS}&end=${endS}`} download>
          {t.fleet.station.csv}
        </a>
      </div>
      <div class="row">
        <QuantityAndSpan target={target} span={span} spans={SPANS} />
      </div>
      {history.problem.value && <ProblemLine text={whyNot(history.problem.value)} role="status" />}
      {!known && !history.problem.value && <div class="coming" />}
      {isEmpty && <p class="empty-note">{t.chart.nothing}</p>}
      {span.value === 'day' && ((known && !isEmpty) || hasForecast) ? (
        <FanChart
          key={target.value}
          data={fanOf(target.value, nowS.value, known, foretold)}
          of={target.value}
          label={label}
          ticks={ticksIn(zone)}
        />
      ) : (
        known &&
        !isEmpty && (
          <LinesChart
            of={target.value}
            tone={target.value}
            label={label}
            fromS={startS}
            toS={endS}
            widestS={3.5 * known.bucket_s}
            ts={known.ts}
            columns={[known[target.value]]}
          />
        )
      )}
      {foretold && <Foretold of={foretold} />}
      {known && <Outdoors of={known} name={of.name} />}
    </section>
  );
}

function Foretold({ of }: { of: FleetForecast }) {
  const rows = of.targets[target.value];
  if (of.issue_ts === null || rows.length === 0) return <p class="muted">{t.fleet.station.noForecast}</p>;
  const unit = unitOf(target.value, units.value);
  return (
    <>
      <h3>
        {t.fleet.station.forecast}
        <span class="muted"> {t.fleet.station.issued({ when: time.dateAndClock(of.issue_ts) })}</span>
      </h3>
      <DataTable
        caption={t.fleet.station.forecast}
        columns={[
          { head: t.fleet.station.horizon, cell: (row) => leadText(SECONDS[row.horizon]!) },
          { head: `${t.chart.expected}${COMMA}${unit}`, cell: (row) => figure(target.value, row.mu, units.value) },
          { head: t.fleet.station.halfwidth, cell: (row) => stepSize(target.value, row.halfwidth, units.value, 1) },
        ]}
        rows={rows}
      />
    </>
  );
}
