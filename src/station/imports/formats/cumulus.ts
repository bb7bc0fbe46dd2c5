import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { PastName } from '../past-row.ts';
import { cellsOf } from '../text/cells.ts';
import { firstLines, linesOf } from '../text/lines.ts';
import { dimensionOf, type FileUnits, toSi, unitIn } from '../units.ts';
import type { Asked, Source } from './decoder.ts';
import { rowsOf } from './table.ts';

/** Cells of a month log, from the third on the same in every version. Chill, heat index and the like are made anew from these. */
// biome-ignore format: a table
const CELLS: readonly (readonly [index: number, name: PastName])[] = [
  [2, 'outdoorTemperatureC'],
  [3, 'outdoorHumidityPct'],
  [5, 'windSpeedMs'],
  [6, 'windGustMs'],
  [7, 'windDirectionDeg'],
  [8, 'rainRateMmH'],
  [10, 'seaLevelHpa'],
  [11, 'rainCounterMm'],
  [12, 'indoorC'],
  [13, 'indoorPct'],
  [17, 'uvIndex'],
  [18, 'solarWm2'],
];
const FEWEST = 14;
const LOOKED_AT = 20;

/** Keys of `Cumulus.ini`, with the unit of each of their numbers. */
const INI = {
  c: ['TempUnit', ['C', 'F']],
  ms: ['WindUnit', ['m/s', 'mph', 'km/h', 'knots']],
  hpa: ['PressureUnit', ['mb', 'hPa', 'inHg', 'kPa']],
  mm: ['RainUnit', ['mm', 'in']],
} as const;

/** Month log of CumulusMX 3 to 5 or Cumulus 1, in any locale; null for another file. Daily summaries are none. */
export function cumulusSource(path: string, asked: Asked): Source | null {
  const first = firstLines(path, LOOKED_AT).filter((text) => text.trim() !== '');
  const line = first[0];
  if (line === undefined || basename(path).toLowerCase().startsWith('dayfile')) return null;
  const form = /^(\d\d?[-./]\d\d?[-./]\d\d(?:\d\d)?)(?:([;,])| (\d\d?[:.]\d\d)([;,]))/.exec(line);
  const separator = form?.[2] ?? form?.[4];
  if (separator === undefined) return null;
  const cells = cellsOf(line, separator);
  const unix = /^\d{9,10}$/.test(cells?.[1]?.trim() ?? '');
  if (cells === null || cells.length < FEWEST || !(unix || /^\d\d?[:.]\d\d$/.test(cells[1]!.trim()))) return null;
  const units = asked.units ?? unitsBeside(path);
  const columns = CELLS.flatMap(([index, name]) => {
    const dimension = dimensionOf(name);
    const way = toSi(dimension, unitIn(units, dimension) ?? '');
    return way === null ? [] : [{ index, name, toSi: way }];
  });
  const comma = separator === ';' && first.some((one) => /;-?\d+,\d/.test(one));
  const [epoch, order] = [unix ? 1 : null, asked.order ?? ('dmy' as const)];
  const fixed = { headingLine: -1, time: [0, 1], tier: null, flags: [], newestFirst: false, widthS: null, shiftS: 0 };
  const layout = { ...fixed, separator, comma, columns, epoch, order, fewest: FEWEST };
  return {
    format: 'cumulus',
    needsUnits: units === null,
    doubtfulDates: false,
    localTimes: !unix,
    read: () => rowsOf(path, layout, asked.zone),
  };
}

/** Units from `Cumulus.ini` beside the log, or one folder above it. */
function unitsBeside(path: string): FileUnits | null {
  const places = [join(dirname(path), 'Cumulus.ini'), join(dirname(path), '..', 'Cumulus.ini')];
  const ini = places.find((place) => existsSync(place));
  if (ini === undefined) return null;
  const said = new Map<string, number>();
  for (const { text } of linesOf(ini)) {
    const [, key, number] = /^\s*(\w+)\s*=\s*(\d+)\s*$/.exec(text) ?? [];
    if (key !== undefined) said.set(key, Number(number));
  }
  const units = Object.entries(INI).map(
    ([dimension, [key, names]]) => [dimension, names[said.get(key) ?? -1]] as const,
  );
  return units.every(([, unit]) => unit !== undefined) ? (Object.fromEntries(units) as unknown as FileUnits) : null;
}
