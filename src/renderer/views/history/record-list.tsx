import type { Records } from '../../../contract/history.ts';
import { time } from '../../data/station.ts';
import { DASH, type Kind, number, withUnit } from '../../format.ts';
import { units } from '../../settings.ts';
import { t } from '../../texts/history.ts';
import type { HistoryModel } from './model.ts';
import { Moment } from './moment.tsx';

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
export function RecordList({ model }: { model: HistoryModel }) {
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
      <dl class="facts records">
        {ORDER.map(([name, kind]) => {
          const record = answer[name];
          return (
            <div key={name}>
              <dt>{t.history.recordNames[name]}</dt>
              <dd>{record ? withUnit(kind, record.value, units.value) : DASH}</dd>
              {record && (
                <dd class="when">
                  <Moment model={model} tS={record.ts} text={time.value.dateAndClock(record.ts)} />
                </dd>
              )}
            </div>
          );
        })}
      </dl>
    </section>
  );
}
