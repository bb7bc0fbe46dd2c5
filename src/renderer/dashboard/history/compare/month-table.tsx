import type { MonthReport } from '../../../../contract/report.ts';
import { units } from '../../../kit/browser-choices.ts';
import { dayFromText } from '../../../kit/calendar-dates.ts';
import { time } from '../../../kit/data/station.ts';
import { figure, inUnits, number, unitOf } from '../../../kit/format.ts';
import { DataTable } from '../../../kit/parts/data-table.tsx';
import { t } from '../../texts/history.ts';
import type { HistoryModel } from '../model.ts';

/** Month table for print: a row for each day. */
export function MonthTable({ model, report }: { model: HistoryModel; report: MonthReport }) {
  const u = units.value;
  const clock = (tS: number | null): string => (tS === null ? '' : time.value.clock(tS));
  const degreeDays = (value: number | null): string =>
    number(value === null ? null : inUnits('temperatureStep', value, u), 1);
  return (
    <DataTable
      caption={t.month.chartLabel}
      needs="wide"
      columns={[
        {
          head: t.history.day,
          cell: ({ day, whole }) => (
            <button type="button" class="moment" onClick={() => model.visitDay(dayFromText(day) ?? 0)}>
              {Number(day.slice(8))}
              {whole ? '' : '*'}
            </button>
          ),
        },
        { head: `${t.table.mean} ${unitOf('temperature', u)}`, cell: (d) => figure('temperature', d.temp_mean, u) },
        { head: t.chart.highest, cell: (d) => <b>{figure('temperature', d.temp_max, u)}</b> },
        { head: t.month.highestAt, cell: (d) => clock(d.temp_max_ts) },
        { head: t.chart.lowest, cell: (d) => <b>{figure('temperature', d.temp_min, u)}</b> },
        { head: t.month.lowestAt, cell: (d) => clock(d.temp_min_ts) },
        { head: t.month.heatingShort, cell: (d) => degreeDays(d.heating_degree_days) },
        { head: t.month.coolingShort, cell: (d) => degreeDays(d.cooling_degree_days) },
        { head: t.quantities.dewPoint, cell: (d) => figure('temperature', d.dew_mean, u) },
        { head: `${t.quantities.humidity} %`, cell: (d) => figure('humidity', d.hum_mean, u) },
        { head: `${t.quantities.pressure} ${unitOf('pressure', u)}`, cell: (d) => figure('pressure', d.press_mean, u) },
      ]}
      rows={report.days}
    />
  );
}
