import { converted } from '../../quantities/imperial.ts';
import { MS_PER_KMH } from '../../quantities/measures.ts';
import { quantitiesWith } from '../../quantities/names.ts';
import { WEEWX } from '../imports/formats/databases.ts';
import type { Core } from '../imports/past-row.ts';
import type { WeewxRecord } from '../store/exports/weewx-file.ts';
import type { PastRow, WideName } from '../store/queries/past-rows.ts';

/** Kilometres an hour and centimetres for the station's units. */
const METRIC: Readonly<Record<string, number>> = { 'm/s': 1 / MS_PER_KMH, mm: 0.1, 'mm/h': 0.1 };

/** Unit systems of WeeWX by their `usUnits`, each as the way from ours. */
const SYSTEMS = {
  us: { usUnits: 1, from: (value: number, unit: string) => converted(value, unit, 'imperial') },
  metric: { usUnits: 16, from: (value: number, unit: string) => value * (METRIC[unit] ?? 1) },
  metricwx: { usUnits: 17, from: (value: number) => value },
};
export type WeewxSystem = keyof typeof SYSTEMS;
export const WEEWX_SYSTEMS = Object.keys(SYSTEMS) as WeewxSystem[];

type Wide = readonly [column: string, from: WideName, unit: string];
const PRESSURES: readonly Wide[] = [
  ['pressure', 'press_smooth', 'hPa'],
  ['barometer', 'press_slp', 'hPa'],
  ['altimeter', 'press_slp', 'hPa'],
  ['luminosity', 'lux', 'lx'],
];
const AIR: Readonly<Record<Core, readonly Wide[]>> = {
  indoor: [
    ['inTemp', 'temp_smooth', '°C'],
    ['inHumidity', 'hum_smooth', '%'],
    ['inDewpoint', 'dew', '°C'],
    // A heard sensor, which follows, wins over the board's probe.
    ['outTemp', 'outdoor_c', '°C'],
  ],
  outdoor: [
    ['outTemp', 'temp_smooth', '°C'],
    ['outHumidity', 'hum_smooth', '%'],
    ['dewpoint', 'dew', '°C'],
  ],
};

/** Columns of narrow quantities: the first that means one. Soil moisture and leaf wetness are other scales there. */
const COLUMNS: readonly (readonly [column: string, name: string])[] = [...WEEWX, ['ET', 'et0Mm']];
const OF_NARROW = quantitiesWith('narrow').flatMap(({ name, narrow, unit }) => {
  const column = COLUMNS.find(([, of]) => of === name)?.[0];
  return column ? [{ narrow, column, unit }] : [];
});
/** A board outdoors measures its air itself. */
const NARROW_OF: Readonly<Record<Core, typeof OF_NARROW>> = {
  indoor: OF_NARROW,
  outdoor: OF_NARROW.filter(({ column }) => !AIR.outdoor.some(([own]) => own === column)),
};

/** A stored row as WeeWX records it: under the end of its interval, in one system of units. */
export function weewxRecord(row: PastRow, core: Core, system: WeewxSystem): WeewxRecord {
  const { usUnits, from: inItsUnit } = SYSTEMS[system];
  const values = new Map<string, number>();
  for (const [column, from, unit] of [...PRESSURES, ...AIR[core]]) {
    const { value } = row.wide[from];
    if (value !== null) values.set(column, inItsUnit(value, unit));
  }
  for (const { narrow, column, unit } of NARROW_OF[core]) {
    const value = row.narrow.get(narrow)?.value ?? null;
    if (value !== null) values.set(column, inItsUnit(value, unit));
  }
  return { dateTime: row.startS + row.widthS, usUnits, minutes: row.widthS / 60, values };
}
