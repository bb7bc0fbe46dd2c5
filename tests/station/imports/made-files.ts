import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Zone } from '../../../src/base/zone.ts';
import { openBare } from '../../../src/station/store/sqlite/database.ts';

/** Weather of one bucket of five minutes, rounded as Cumulus rounds. */
export interface Made {
  /** Start of the bucket. */
  tS: number;
  temperatureC: number | null;
  humidityPct: number | null;
  seaHpa: number | null;
  rainMm: number | null;
  windMs: number | null;
  gustMs: number | null;
  directionDeg: number | null;
  solarWm2: number | null;
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

/** Waves of days and weeks, showers, and a sun: a function of time alone. */
export function madeWeather(fromS: number, untilS: number, stepS = 300): Made[] {
  const rows: Made[] = [];
  for (let tS = fromS; tS < untilS; tS += stepS) {
    const day = (tS / 86_400) * 2 * Math.PI;
    const sun = Math.max(0, Math.sin(day - Math.PI / 2));
    const week = Math.sin(day / 6.3);
    rows.push({
      tS,
      temperatureC: tenth(11 + 6 * week + 4 * Math.sin(day - 2)),
      humidityPct: Math.round(70 - 15 * Math.sin(day - 2) + 5 * week),
      seaHpa: tenth(1013 + 9 * Math.sin(day / 4.1)),
      rainMm: week < -0.7 && (tS / stepS) % 5 === 0 ? 0.2 : 0,
      windMs: tenth(3 + 2 * Math.sin(day / 1.7)),
      gustMs: tenth(6 + 3 * Math.sin(day / 1.7)),
      directionDeg: Math.round(200 + 60 * week),
      solarWm2: Math.round(700 * sun),
    });
  }
  return rows;
}

/** As a database of WeeWX: the end of the interval, in one of its systems of units for each row. */
export function asWeewx(folder: string, rows: readonly Made[], minutes = 5, name = 'weewx.sdb'): string {
  const path = join(folder, name);
  const db = openBare(path);
  db.exec(`CREATE TABLE archive (dateTime INTEGER NOT NULL UNIQUE PRIMARY KEY, usUnits INTEGER NOT NULL, interval INTEGER NOT NULL,
    outTemp REAL, outHumidity REAL, barometer REAL, rain REAL, windSpeed REAL, windGust REAL, windDir REAL, radiation REAL, dewpoint REAL)`);
  const put = db.prepare(`INSERT INTO archive VALUES (?, 17, ${minutes}, ?, ?, ?, ?, ?, ?, ?, ?, NULL)`);
  db.exec('BEGIN');
  for (const r of rows)
    put.run(
      r.tS + minutes * 60,
      r.temperatureC,
      r.humidityPct,
      r.seaHpa,
      r.rainMm,
      r.windMs,
      r.gustMs,
      r.directionDeg,
      r.solarWm2,
    );
  db.exec('COMMIT');
  db.close();
  return path;
}

const two = (value: number): string => `${value}`.padStart(2, '0');

/** As month logs of Cumulus in a German locale, with local time alone and `Cumulus.ini` beside them. The counter begins with one line before. */
export function asGermanCumulus(folder: string, rows: readonly Made[], zoneName: string, minutes = 5): string[] {
  writeFileSync(
    join(folder, 'Cumulus.ini'),
    '[Station]\r\nTempUnit=0\r\nWindUnit=0\r\nPressureUnit=1\r\nRainUnit=0\r\n',
  );
  const zone = new Zone(zoneName);
  const months = new Map<string, string[]>();
  let counter = 100;
  for (const r of rows) {
    counter += r.rainMm ?? 0;
    const endS = r.tS + minutes * 60;
    const local = new Date((endS + zone.offsetS(endS)) * 1000);
    const [y, m, d] = [local.getUTCFullYear() % 100, local.getUTCMonth() + 1, local.getUTCDate()];
    const cells = [
      `${two(d)}.${two(m)}.${two(y)}`,
      `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`,
      r.temperatureC,
      r.humidityPct,
      '0,0',
      r.windMs,
      r.gustMs,
      r.directionDeg,
      '',
      '0,0',
      r.seaHpa,
      counter.toFixed(1),
      '',
      '',
      '0,0',
      '0,0',
      '0,0',
      '',
      r.solarWm2,
    ]
      .map((cell) => `${cell ?? ''}`.replace('.', ','))
      .map((cell, i) => (i === 0 ? cell.replaceAll(',', '.') : cell));
    cells[0] = `${two(d)}.${two(m)}.${two(y)}`;
    const name = `20${two(y)}${two(m)}log.txt`;
    const month = months.get(name);
    if (month) month.push(cells.join(';'));
    else months.set(name, [cells.join(';')]);
  }
  return [...months].map(([name, lines]) => {
    const path = join(folder, name);
    writeFileSync(path, `${lines.join('\r\n')}\r\n`);
    return path;
  });
}

/** As a CSV with headings and units, in UTC; a line bears the end of its time, as consoles write it. */
export function asCsv(folder: string, rows: readonly Made[], name = 'history.csv', minutes = 5): string {
  const path = join(folder, name);
  const lines = rows.map((r) =>
    [
      new Date((r.tS + minutes * 60) * 1000).toISOString().replace('.000', ''),
      r.temperatureC,
      r.humidityPct,
      r.seaHpa,
      r.rainMm,
      r.windMs,
      r.gustMs,
      r.directionDeg,
      r.solarWm2,
    ].join(','),
  );
  const heading =
    'Time,Temperature (°C),Humidity (%),Pressure (hPa),Rain (mm),Wind Speed (m/s),Wind Gust (m/s),Wind Direction (°),Solar Radiation (W/m²)';
  writeFileSync(path, `${heading}\n${lines.join('\n')}\n`);
  return path;
}

/** Running total of rain at the end of a line: it grows with each, and more with some. */
const totalMm = (endS: number, stepS: number): number => {
  const lines = Math.floor((endS - 1_749_600_000) / stepS);
  return lines / 10 + Math.floor(lines / 7) / 5;
};

/** As a CSV of a console whose rain is a running total, which goes on from one piece of it to the next. */
export function asTotals(folder: string, rows: readonly Made[], name: string, minutes: number): string {
  const path = join(folder, name);
  const lines = rows.map((r) => {
    const endS = r.tS + minutes * 60;
    const time = new Date(endS * 1000).toISOString().replace('.000', '');
    return [time, r.temperatureC, r.humidityPct, r.seaHpa, totalMm(endS, minutes * 60).toFixed(1)].join(',');
  });
  const heading = 'Time,Temperature (°C),Humidity (%),Pressure (hPa),Yearly Rain (mm)';
  writeFileSync(path, `${heading}\n${lines.join('\n')}\n`);
  return path;
}
