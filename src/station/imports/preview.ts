import type { PastName } from './past-row.ts';
import { cellsOf } from './text/cells.ts';
import { firstLines } from './text/lines.ts';

const LINES = 24;
const ROWS = 3;
const FEWEST_COLUMNS = 2;

/** Table with headings as its first lines have it. */
export type TablePreview = NonNullable<ReturnType<typeof previewOf>>;

/** Headings and first cells of a text file; null where its lines are no table. The heading is the first of the lines with most cells. */
export function previewOf(path: string) {
  const lines = firstLines(path, LINES);
  const tables = [';', '\t', ','].map((separator) => {
    const cells = lines.map((line) => cellsOf(line, separator)?.map((cell) => cell.trim()) ?? []);
    return { separator, cells, columns: Math.max(0, ...cells.map(({ length }) => length)) };
  });
  const [best] = tables.sort((a, b) => b.columns - a.columns);
  if (best === undefined || best.columns < FEWEST_COLUMNS) return null;
  const { separator, cells, columns } = best;
  const at = cells.findIndex(({ length }) => length === columns);
  return { separator, headings: cells[at]!, rows: cells.slice(at + 1, at + 1 + ROWS) };
}

/** Choices for a column of an unknown table, with their units, the station's own first. */
// biome-ignore format: a table
export const CHOICES: readonly (readonly [PastName, readonly string[]])[] = [
  ['outdoorTemperatureC', ['°C', '°F']], ['outdoorHumidityPct', ['%']],
  ['indoorC', ['°C', '°F']], ['indoorPct', ['%']],
  ['seaLevelHpa', ['hPa', 'inHg', 'mmHg', 'kPa']], ['stationHpa', ['hPa', 'inHg', 'mmHg', 'kPa']],
  ['windSpeedMs', ['m/s', 'km/h', 'mph', 'kn']], ['windGustMs', ['m/s', 'km/h', 'mph', 'kn']], ['windDirectionDeg', ['°']],
  ['rainMm', ['mm', 'in', 'cm']], ['rainCounterMm', ['mm', 'in', 'cm']], ['rainDayMm', ['mm', 'in', 'cm']],
  ['rainRateMmH', ['mm/h', 'in/h', 'cm/h']],
  ['solarWm2', ['W/m²']], ['uvIndex', ['']], ['lux', ['lx', 'klx']], ['co2Ppm', ['ppm']],
  ['channel1C', ['°C', '°F']], ['channel1Pct', ['%']], ['channel2C', ['°C', '°F']], ['channel2Pct', ['%']],
];
