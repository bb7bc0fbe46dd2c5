import { dayText, type Zone } from '../../base/zone.ts';
import type { MonthReport, ReportDay } from '../../contract/report.ts';
import { IMPERIAL, suffixOf, type Units } from '../../quantities/imperial.ts';
import { type Code, type Sentence, sentence } from '../../words/sentence.ts';
import { ENGLISH, type Speaker } from '../../words/speaker.ts';
import { imperialReport, unitIn } from './imperial-report.ts';

/** The month on paper, in the columns of the climatological summaries that weather stations have printed for decades. */

type Head = Extract<Code, `report.head.${string}`>;
interface Column {
  /** Words above it, in two lines; it widens where a language has longer ones. */
  head: Head;
  width: number;
  cell: (day: ReportDay, clock: (tS: number | null) => string, units: Units) => string;
}

const MISSING = '--';
const UNITS = {
  metric: { temperature: '°C', pressure: 'hPa' },
  imperial: { temperature: '°F', pressure: 'inHg' },
} as const;
/** A zero has no sign. */
const fixed = (value: number | null, decimals = 1): string =>
  value === null ? MISSING : value.toFixed(decimals).replace(/^-(?=[0.]+$)/, '');

/** A tenth of an inch would say nothing. */
const pressure = (value: number | null, units: Units): string => fixed(value, units === 'imperial' ? 2 : 1);

const COLUMNS: readonly Column[] = [
  { head: 'report.head.day', width: 4, cell: ({ day, whole }) => `${Number(day.slice(8))}${whole ? ' ' : '*'}` },
  { head: 'report.head.mean', width: 7, cell: (day) => fixed(day.temp_mean) },
  { head: 'report.head.high', width: 7, cell: (day) => fixed(day.temp_max) },
  { head: 'report.head.time', width: 7, cell: (day, clock) => clock(day.temp_max_ts) },
  { head: 'report.head.low', width: 7, cell: (day) => fixed(day.temp_min) },
  { head: 'report.head.time', width: 7, cell: (day, clock) => clock(day.temp_min_ts) },
  { head: 'report.head.heating', width: 7, cell: (day) => fixed(day.heating_degree_days) },
  { head: 'report.head.cooling', width: 7, cell: (day) => fixed(day.cooling_degree_days) },
  { head: 'report.head.dew', width: 7, cell: (day) => fixed(day.dew_mean) },
  { head: 'report.head.humidity', width: 7, cell: (day) => fixed(day.hum_mean, 0) },
  { head: 'report.head.least', width: 5, cell: (day) => fixed(day.hum_min, 0) },
  { head: 'report.head.most', width: 6, cell: (day) => fixed(day.hum_max, 0) },
  { head: 'report.head.pressure', width: 9, cell: (day, _, units) => pressure(day.press_mean, units) },
  { head: 'report.head.least', width: 8, cell: (day, _, units) => pressure(day.press_min, units) },
  { head: 'report.head.most', width: 8, cell: (day, _, units) => pressure(day.press_max, units) },
];

/** Figures keep the point and the dates of ISO in every language: the table is read by eye and by spreadsheet alike. */
export function monthText(
  metric: MonthReport,
  zone: Zone,
  { say }: Speaker = ENGLISH,
  units: Units = 'metric',
): string {
  const report = units === 'imperial' ? imperialReport(metric) : metric;
  const local = (tS: number): string => new Date((tS + zone.offsetS(tS)) * 1000).toISOString();
  const clock = (tS: number | null): string => (tS === null ? MISSING : local(tS).slice(11, 16));
  const { summary: s, days, month } = report;
  const heads = COLUMNS.map(({ head }) => {
    const lines = say(sentence(head)).split('\n');
    return lines.length === 1 ? ['', lines[0]!] : lines;
  });
  const widths = COLUMNS.map(({ width }, i) => Math.max(width, ...heads[i]!.map((words) => words.length + 2)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => cell.padStart(widths[i]!))
      .join('')
      .trimEnd();
  const rule = '-'.repeat(widths.reduce((sum, width) => sum + width, 0));
  const named = days.some((day) => !day.whole) ? [say(sentence('report.partial')), ''] : [];
  const at = (moment: { value: number; ts: number } | null): string =>
    moment === null
      ? MISSING
      : say(
          sentence('report.value.at', {
            value: fixed(moment.value),
            day: dayText(zone.dayOf(moment.ts)),
            clock: clock(moment.ts),
          }),
        );
  const on = (extreme: { value: number; day: string } | null, decimals = 1): string =>
    extreme === null
      ? MISSING
      : say(sentence('report.value.on', { value: fixed(extreme.value, decimals), day: extreme.day }));
  const both = (one: string, other: string): string => say(sentence('settings.and', { one, other }));
  const pressureDecimals = units === 'imperial' ? 2 : 1;
  const degreeDays = { heating: fixed(s.heating_degree_days), cooling: fixed(s.cooling_degree_days) };
  const counted = { days: s.days, possible: report.days_in_month, whole: s.whole_days };
  const facts: Array<[Sentence, string]> = [
    [sentence('report.fact.mean'), fixed(s.temp_mean)],
    [sentence('report.fact.means'), `${fixed(s.temp_max_mean)}, ${fixed(s.temp_min_mean)}`],
    [sentence('report.fact.highest'), at(s.temp_max)],
    [sentence('report.fact.lowest'), at(s.temp_min)],
    [
      sentence('report.fact.degree-days', { base: String(Number(report.degree_day_base_c.toFixed(1))) }),
      say(sentence('report.value.degree-days', degreeDays)),
    ],
    [sentence('report.fact.frost-days'), `${s.frost_days}, ${s.ice_days}, ${s.summer_days}`],
    [sentence('report.fact.dew'), both(on(s.dew_min), on(s.dew_max))],
    [sentence('report.fact.humidity'), both(on(s.hum_min, 0), on(s.hum_max, 0))],
    [sentence('report.fact.pressure'), both(on(s.press_min, pressureDecimals), on(s.press_max, pressureDecimals))],
    [sentence('report.fact.days'), say(sentence('report.value.days', counted))],
  ];
  if (report.year_ago !== null) {
    const { month: then, temp_mean } = report.year_ago;
    facts.push([sentence('report.fact.year-ago', { month: then }), fixed(temp_mean)]);
  }
  const lines = facts.map(([name, value]) => [say(name), value] as const);
  const widest = Math.max(34, ...lines.map(([name]) => name.length + 2));
  return [
    say(report.over ? sentence('report.title', { month }) : sentence('report.title-so-far', { month })),
    report.name,
    say(sentence('report.units', { ...UNITS[units], zone: zone.name })),
    '',
    line(heads.map(([first]) => first!)),
    line(heads.map(([, second]) => second!)),
    rule,
    ...days.map((day) => line(COLUMNS.map(({ cell }) => cell(day, clock, units)))),
    rule,
    ...named,
    ...lines.map(([name, value]) => name.padEnd(widest) + value),
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

/** RFC 4180, one row a day; a missing number is an empty field. In other units than the station's, each column names its own. */
export function monthCsv(report: MonthReport, units: Units = 'metric'): string {
  const { days } = units === 'imperial' ? imperialReport(report) : report;
  const head = CSV.map((name) => {
    const to = units === 'imperial' ? IMPERIAL[unitIn(name) ?? ''] : undefined;
    return to ? name + suffixOf(to.unit) : name;
  });
  const cell = (value: string | number | boolean | null): string =>
    value === null ? '' : typeof value === 'number' ? String(Number(value.toFixed(3))) : String(value);
  return [head, ...days.map((day) => CSV.map((name) => cell(day[name])))].map((row) => `${row.join(',')}\r\n`).join('');
}
