import { dayText, type Zone } from '../../base/zone.ts';
import type { MonthReport, ReportDay } from '../../contract/report.ts';

/** The month on paper, in the columns of the climatological summaries that weather stations have printed for decades. */

interface Column {
  head: [string, string];
  width: number;
  cell: (day: ReportDay, clock: (tS: number | null) => string) => string;
}

const MISSING = '--';
const fixed = (value: number | null, decimals = 1): string => (value === null ? MISSING : value.toFixed(decimals));

const COLUMNS: readonly Column[] = [
  { head: ['', 'Day'], width: 4, cell: ({ day, whole }) => `${Number(day.slice(8))}${whole ? ' ' : '*'}` },
  { head: ['Mean', 'temp'], width: 7, cell: (day) => fixed(day.temp_mean) },
  { head: ['', 'High'], width: 7, cell: (day) => fixed(day.temp_max) },
  { head: ['', 'Time'], width: 7, cell: (day, clock) => clock(day.temp_max_ts) },
  { head: ['', 'Low'], width: 7, cell: (day) => fixed(day.temp_min) },
  { head: ['', 'Time'], width: 7, cell: (day, clock) => clock(day.temp_min_ts) },
  { head: ['Heat', 'days'], width: 7, cell: (day) => fixed(day.heating_degree_days) },
  { head: ['Cool', 'days'], width: 7, cell: (day) => fixed(day.cooling_degree_days) },
  { head: ['Dew', 'point'], width: 7, cell: (day) => fixed(day.dew_mean) },
  { head: ['Humid', 'mean'], width: 7, cell: (day) => fixed(day.hum_mean, 0) },
  { head: ['', 'low'], width: 5, cell: (day) => fixed(day.hum_min, 0) },
  { head: ['', 'high'], width: 6, cell: (day) => fixed(day.hum_max, 0) },
  { head: ['Pressure', 'mean'], width: 9, cell: (day) => fixed(day.press_mean) },
  { head: ['', 'low'], width: 8, cell: (day) => fixed(day.press_min) },
  { head: ['', 'high'], width: 8, cell: (day) => fixed(day.press_max) },
];

const line = (cells: readonly string[]): string =>
  cells
    .map((cell, i) => cell.padStart(COLUMNS[i]!.width))
    .join('')
    .trimEnd();

export function monthText(report: MonthReport, zone: Zone): string {
  const local = (tS: number): string => new Date((tS + zone.offsetS(tS)) * 1000).toISOString();
  const clock = (tS: number | null): string => (tS === null ? MISSING : local(tS).slice(11, 16));
  const { summary: s, days } = report;
  const rule = '-'.repeat(COLUMNS.reduce((sum, { width }) => sum + width, 0));
  const named = days.some((day) => !day.whole) ? ['* not a whole day: not counted in means, sums and counts', ''] : [];
  const at = (moment: { value: number; ts: number } | null): string =>
    moment === null ? MISSING : `${fixed(moment.value)} on ${dayText(zone.dayOf(moment.ts))} at ${clock(moment.ts)}`;
  const on = (extreme: { value: number; day: string } | null, decimals = 1): string =>
    extreme === null ? MISSING : `${fixed(extreme.value, decimals)} on ${extreme.day}`;
  const facts: Array<[string, string]> = [
    ['Mean temperature', fixed(s.temp_mean)],
    ['Mean of highs, of lows', `${fixed(s.temp_max_mean)}, ${fixed(s.temp_min_mean)}`],
    ['Highest', at(s.temp_max)],
    ['Lowest', at(s.temp_min)],
    [
      `Degree days to ${report.degree_day_base_c}`,
      `heating ${fixed(s.heating_degree_days)}, cooling ${fixed(s.cooling_degree_days)}`,
    ],
    ['Frost, ice, summer days', `${s.frost_days}, ${s.ice_days}, ${s.summer_days}`],
    ['Driest, wettest air (dew point)', `${on(s.dew_min)}; ${on(s.dew_max)}`],
    ['Lowest, highest humidity', `${on(s.hum_min, 0)}; ${on(s.hum_max, 0)}`],
    ['Lowest, highest pressure', `${on(s.press_min)}; ${on(s.press_max)}`],
    ['Days, whole days', `${s.days} of ${report.days_in_month}, ${s.whole_days}`],
  ];
  if (report.year_ago !== null) {
    facts.push([`Mean temperature in ${report.year_ago.month}`, fixed(report.year_ago.temp_mean)]);
  }
  return [
    `MONTHLY CLIMATOLOGICAL SUMMARY for ${report.month}${report.over ? '' : ' (so far)'}`,
    report.name,
    `Temperature and dew point in °C, humidity in %, pressure at sea level in hPa, times in ${zone.name}`,
    '',
    line(COLUMNS.map(({ head }) => head[0])),
    line(COLUMNS.map(({ head }) => head[1])),
    rule,
    ...days.map((day) => line(COLUMNS.map(({ cell }) => cell(day, clock)))),
    rule,
    ...named,
    ...facts.map(([name, value]) => `${name.padEnd(34)}${value}`),
    '',
  ].join('\n');
}

const CSV = [
  'day',
  'whole',
  'temp_mean',
  'temp_max',
  'temp_max_ts',
  'temp_min',
  'temp_min_ts',
  'heating_degree_days',
  'cooling_degree_days',
  'dew_mean',
  'hum_mean',
  'hum_min',
  'hum_max',
  'press_mean',
  'press_min',
  'press_max',
  'lux_max',
] as const satisfies readonly (keyof ReportDay)[];

/** RFC 4180, one row a day; a missing number is an empty field. */
export function monthCsv({ days }: MonthReport): string {
  const cell = (value: string | number | boolean | null): string =>
    value === null ? '' : typeof value === 'number' ? String(Number(value.toFixed(3))) : String(value);
  return [CSV, ...days.map((day) => CSV.map((name) => cell(day[name])))].map((row) => `${row.join(',')}\r\n`).join('');
}
