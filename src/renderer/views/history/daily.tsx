import { useSignal } from '@preact/signals';
import type { Daily as DailyAnswer } from '../../../contract/history.ts';
import { resource } from '../../data/station.ts';
import { figure, unitOf } from '../../format.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { units } from '../../settings.ts';
import { t } from '../../texts.ts';
import { zoneTime } from '../../time.ts';

const daily = resource<DailyAnswer>(() => '/api/history/daily?days=90', 600);
const FIRST = 10;

const dayName = (day: string): string => {
  const noonS = Date.parse(`${day}T12:00Z`) / 1000; // a calendar day has no zone left in it
  const utc = zoneTime('UTC');
  return `${utc.shortDay(noonS)} ${utc.dayAndMonth(noonS)}`;
};

/** One row a day, cut at local midnight. */
export function Daily() {
  const answer = daily.use();
  const all = useSignal(false);
  const u = units.value;
  const days = answer?.days ?? [];
  return (
    <section>
      <h2>{t.history.daily}</h2>
      {answer && days.length === 0 && <p class="empty-note">{t.history.dailyEmpty}</p>}
      {days.length > 0 && (
        <DataTable
          caption={t.history.daily}
          columns={[
            { head: t.history.day, cell: ({ day }) => dayName(day) },
            {
              head: `${t.chart.highest} ${unitOf('temperature', u)}`,
              cell: (day) => <b>{figure('temperature', day.temp_max, u)}</b>,
            },
            { head: t.chart.lowest, cell: (day) => figure('temperature', day.temp_min, u) },
            { head: t.chart.mean, cell: (day) => figure('temperature', day.temp_mean, u) },
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
          <button type="button" class="button" onClick={() => (all.value = !all.value)}>
            {all.value ? t.history.fewerDays : t.history.allDays(days.length)}
          </button>
        </p>
      )}
    </section>
  );
}
