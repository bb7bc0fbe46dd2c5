import { useEffect } from 'preact/hooks';
import type { Records } from '../../../contract/history.ts';
import { units } from '../../kit/browser-choices.ts';
import { time } from '../../kit/data/station.ts';
import { type Kind, number, withUnit } from '../../kit/format.ts';
import { lazyPart } from '../../kit/lazy-view.tsx';
import { Facts } from '../../kit/parts/facts.tsx';
import { Page } from '../../kit/parts/page.tsx';
import { waitsFor } from '../../kit/parts/waiting.ts';
import { withMoreWords } from '../../kit/texts/in-language.ts';
import { t } from '../texts/history.ts';
import { Charts } from './charts.tsx';
import { Month } from './compare/month.tsx';
import { YearAgo } from './compare/year-ago.tsx';
import { Daily } from './daily.tsx';
import { EventList } from './event-list.tsx';
import { Glance } from './glance/glance.tsx';
import { createHistory, type HistoryModel } from './model.ts';
import { Moment } from './moment.tsx';
import { heard } from './others/heard.ts';
import { Presets, RangeBar } from './range-bar.tsx';
import { Stepper } from './stepper.tsx';

const model = createHistory();

/** View History: any time window, in the resolution that is stored. */
export default function History() {
  useEffect(() => model.open(), []);
  const { n } = model.range.value ?? {};
  return (
    <Page view="history" head={<Presets model={model} />} problem={model.problem.value}>
      <Glance model={model} />
      <div class="controls">
        <Stepper model={model} />
        <RangeBar model={model} />
      </div>
      {n === 0 && <p class="empty-note">{t.chart.nothing}</p>}
      {n ? <Charts model={model} /> : <div {...waitsFor({ value: model.range, problem: model.problem })} />}
      <Others model={model} />
      <EventList model={model} />
      <YearAgo />
      <Month model={model} />
      <Daily model={model} />
      <RecordList model={model} />
    </Page>
  );
}

const ORDER: ReadonlyArray<readonly [name: Exclude<keyof Records, 'coverage'>, kind: Kind]> = [
  ['temp_max', 'temperature'],
  ['temp_min', 'temperature'],
  ['hum_max', 'humidity'],
  ['hum_min', 'humidity'],
  ['press_max', 'pressure'],
  ['press_min', 'pressure'],
  ['dew_max', 'temperature'],
  ['dew_min', 'temperature'],
  ['rate_rise', 'pressureRate'],
  ['rate_fall', 'pressureRate'],
];

/** The extremes of all time, each with its moment. */
function RecordList({ model }: { model: HistoryModel }) {
  const answer = model.records.use();
  if (!answer) return null;
  const { first_ts: firstS, rows } = answer.coverage;
  return (
    <section>
      <div class="section-head">
        <h2>{t.history.records}</h2>
        {firstS !== null && (
          <p class="muted">
            {t.history.coverage({
              day: time.value.calendar.fields(firstS).day,
              since: time.value.dateAndClock(firstS),
              rows: number(rows),
            })}
          </p>
        )}
      </div>
      <Facts
        of={ORDER.map(([name, kind]) => {
          const { value, ts } = answer[name] ?? { value: null, ts: null };
          return [
            t.history.recordNames[name],
            withUnit(kind, value, units.value),
            '',
            ts !== null && <Moment key={name} text={time.value.dateAndClock(ts)} show={() => model.visit(ts)} />,
          ];
        })}
      />
    </section>
  );
}

const LateOthers = lazyPart(withMoreWords(() => import('./others/others.tsx')));

/** Charts of further sensors, whose script is loaded where the history keeps any: most stations have none. */
function Others({ model }: { model: HistoryModel }) {
  const known = heard.use();
  const hasAny = known?.inputs.some(({ recorded }) => Object.keys(recorded).length > 0) ?? false;
  return hasAny ? <LateOthers model={model} /> : null;
}
