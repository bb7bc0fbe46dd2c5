import { useSignal } from '@preact/signals';
import type { Daily as DailyAnswer } from '../../../contract/history.ts';
import { units } from '../../kit/browser-choices.ts';
import { dayFromText } from '../../kit/calendar-dates.ts';
import { resource, time } from '../../kit/data/station.ts';
import { figure, unitOf } from '../../kit/format.ts';
import { Button } from '../../kit/parts/button.tsx';
import { DataTable } from '../../kit/parts/data-table.tsx';
import { waitsFor } from '../../kit/parts/waiting.ts';
import { zoneTime } from '../../kit/time.ts';
import { t } from '../texts/history.ts';
import type { HistoryModel } from './model.ts';
import { Moment } from './moment.tsx';

const DAYS = 90;
const daily = resource<DailyAnswer>(() => `/api/history/daily?days=${DAYS}`, 600);
const FIRST = 10;

const utc = zoneTime('UTC');
const dayName = (day: string): string => {
  const startS = Date.parse(day) / 1000; // a calendar day has no zone left in it
  return `${utc.shortDay(startS)} ${utc.dayAndMonth(startS)}`;
};

/** Daily summary, one row per local day. A touched day, or its extreme, is shown in the charts. */
export function Daily({ model }: { model: HistoryModel }) {
  const answer = daily.use();
  const all = useSignal(false);
  const u = units.value;
  const days = (answer?.days ?? []).slice(0, DAYS); // the oldest beyond them is only the part of a day
  return (
    <section {...waitsFor(daily)}>
      <h2>{t.history.daily}</h2>
      {answer && days.length === 0 && <p class="empty-note">{t.history.dailyEmpty}</p>}
      {days.length > 0 && (
        <DataTable
          caption={t.history.daily}
          needs="wide"
          columns={[
            {
              head: t.history.day,
              cell: ({ day }) => <Moment text={dayName(day)} show={() => model.visitDay(dayFromText(day) ?? 0)} />,
            },
            {
              head: `${t.chart.highest} ${unitOf('temperature', u)}`,
              cell: (day) => <Extreme model={model} value={day.temp_max} tS={day.temp_max_ts} />,
            },
            {
              head: t.chart.lowest,
              cell: (day) => <Extreme model={model} value={day.temp_min} tS={day.temp_min_ts} />,
            },
            { head: t.table.mean, cell: (day) => figure('temperature', day.temp_mean, u) },
            { head: t.quantities.dewPoint, cell: (day) => figure('temperature', day.dew_mean, u) },
            { head: `${t.quantities.humidity} %`, cell: (day) => figure('humidity', day.hum_mean, u) },
            {
              head: `${t.quantities.pressure} ${unitOf('pressure', u)}`,
              cell: (day) => figure('pressure', day.press_mean, u),
            },
            { head: `${t.history.brightest} lx`, cell: (day) => figure('light', day.lux_max, u) },
          ]}
          rows={days.slice(0, all.value ? undefined : FIRST)}
        />
      )}
      {days.length > FIRST && (
        <p>
          <Button
            name={all.value ? t.history.fewerDays : t.history.allDays({ n: days.length })}
            onClick={() => (all.value = !all.value)}
          />
        </p>
      )}
    </section>
  );
}

function Extreme({ model, value, tS }: { model: HistoryModel; value: number | null; tS: number | null }) {
  return (
    <>
      <b>{figure('temperature', value, units.value)}</b>{' '}
      {tS !== null && <Moment text={time.value.clock(tS)} show={() => model.visit(tS)} />}
    </>
  );
}
