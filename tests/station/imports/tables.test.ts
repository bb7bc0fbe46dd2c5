import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Zone } from '../../../src/base/zone.ts';
import type { Asked } from '../../../src/station/imports/formats/decoder.ts';
import { openSource } from '../../../src/station/imports/open-source.ts';
import type { Read } from '../../../src/station/imports/past-row.ts';
import { fileUnits } from '../../../src/station/imports/units.ts';
import { Workshop } from '../store/support.ts';

const workshop = new Workshop();

const HEADING = 'Time,Temperature (°C),Humidity (%),Pressure (hPa)';

function sourceOf(text: string | Uint8Array, more: Partial<Asked> = {}, name = 'table.csv') {
  const path = join(workshop.folder(), name);
  writeFileSync(path, text);
  return openSource(path, { zone: new Zone('Europe/Berlin'), units: null, order: null, map: null, ...more });
}
const readsOf = (...asked: Parameters<typeof sourceOf>): Read[] =>
  [...sourceOf(...asked).read()].map(({ read }) => read);
const valuesOf = (read: Read | undefined) => read && ('refused' in read ? read.refused : read.values);
const isoOf = (read: Read | undefined) =>
  read && ('refused' in read ? read.refused : new Date(read.tS * 1000).toISOString().slice(0, 16));

describe('table: units that a person names', () => {
  it('win over those of the headings, and light keeps its own', () => {
    const text =
      'Time,Temperature (°C),Pressure (hPa),Wind (m/s),Rain (mm),Light (klux)\n2026-06-01 00:00,50,29.92,10,1,2\n';
    const [read] = readsOf(text, { units: fileUnits('F,inHg,mph,in') });
    const values = valuesOf(read) as Record<string, number>;
    expect(Object.entries(values).map(([name, value]) => [name, Number(value.toFixed(2))])).toEqual([
      ['outdoorTemperatureC', 10],
      ['seaLevelHpa', 1013.21],
      ['windSpeedMs', 4.47],
      ['rainMm', 25.4],
      ['lux', 2000],
    ]);
  });
});

describe('table: the sun', () => {
  it.each([
    ['Solar Rad(w/m2)', { solarWm2: 80 }],
    ['Solar Radiation (W/m^2)', { solarWm2: 80 }],
    ['Solar Radiation (W/m²)', { solarWm2: 80 }],
    ['Solar', { solarWm2: 80 }],
    ['Solar Rad(lux)', { lux: 80 }],
    ['Solar Radiation (Klux)', { lux: 80_000 }],
    ['Solar Rad(fc)', {}],
    ['Light (lx)', { lux: 80 }],
    ['Light', { lux: 80 }],
    ['Light (W/m²)', { solarWm2: 80 }],
    ['lux', { lux: 80 }],
  ])('is radiation or light by its unit, whatever the heading calls it: %s', (heading, of) => {
    const [read] = readsOf(`Time,Temperature (°C),${heading}\n2026-06-01 00:00,20,80\n`);
    expect(valuesOf(read)).toEqual({ outdoorTemperatureC: 20, ...of });
  });
});

describe('table: units that a person names, where a heading names none', () => {
  it('are those of that column alone: the other headings are not doubted', () => {
    const text = 'Time,Temperature (°C),Pressure (hPa),Wind (mph),Rain\n2026-05-01 00:00,10,1010,10,2\n';
    const values = valuesOf(readsOf(text, { units: fileUnits('C,hPa,m/s,mm') })[0]) as Record<string, number>;
    expect(values['windSpeedMs']).toBeCloseTo(4.4704, 4);
    expect(values['rainMm']).toBe(2);
  });
});

describe('table: a last line without a line end', () => {
  const whole = '2026-05-14 21:00,4.3,70,1010.7\n';
  it('is refused where it has fewer cells than the line before it, and taken where it has as many', () => {
    const last = (line: string) => valuesOf(readsOf(`${HEADING}\n${whole}${line}`).at(-1));
    expect(last('2026-05-14 21:10,4')).toBe('unreadable');
    expect(last('2026-05-14 21:10')).toBe('unreadable');
    expect(last('2026-05-14 21:10,4.6,70,1010.7')).toEqual({
      outdoorTemperatureC: 4.6,
      outdoorHumidityPct: 70,
      seaLevelHpa: 1010.7,
    });
    expect(last('2026-05-14 21:10,4\n')).toEqual({ outdoorTemperatureC: 4 });
    expect(valuesOf(readsOf(`${HEADING}\n2026-05-14 21:10,4`)[0])).toBe('unreadable');
  });

  it.each([
    ['a separator at the end of each line but the last', `${HEADING},\n${whole.trim()},\n`],
    ['a comma in a note of the line before', `${HEADING},Note\n${whole.trim()},sunny, warm\n`],
    ['a separator at the end of the heading alone', `${HEADING},\n`],
  ])('is whole where all cells that are used are there: %s', (_, lines) => {
    expect(valuesOf(readsOf(`${lines}2026-05-14 21:10,4.6,70,1010.7`).at(-1))).toMatchObject({ seaLevelHpa: 1010.7 });
  });

  it('is refused behind a line that is no row, too', () => {
    expect(valuesOf(readsOf(`${HEADING}\n${whole}<!-- -->\n2026-05-14 21:10,4`).at(-1))).toBe('unreadable');
  });

  it('of a month log of Cumulus, too', () => {
    const good = '29/03/20,01:50,6.4,88,4.6,1.2,2.5,250,0.0,1.2,1016.2,345.6,21.3,45,0,6,6,0,812';
    const units = fileUnits('C,hPa,m/s,mm');
    const reads = readsOf(`${good}\n${good.replace('01:50', '01:55').slice(0, -6)}`, { units }, '202003log.txt');
    expect(reads.map(valuesOf)).toEqual([expect.objectContaining({ solarWm2: 812 }), 'unreadable']);
  });
});

describe('table: text in UTF-16', () => {
  it.each([
    ['little', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['big', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('is read by its mark, %s end first', (_, bytes) => {
    const line = (i: number) => `2026-05-01 00:${`${i % 60}`.padStart(2, '0')},1.5,70,1013,ℓ`;
    // Longer than a piece of the file, so that characters are cut in two.
    const text = `Time,Temperature (℃),Humidity (%),Pressure (hPa),Ċ\n${Array.from({ length: 3000 }, (_, i) => line(i)).join('\r\n')}`;
    const reads = readsOf(bytes(text));
    expect(reads).toHaveLength(3000);
    const values = { outdoorTemperatureC: 1.5, outdoorHumidityPct: 70, seaLevelHpa: 1013 };
    expect(reads.map(valuesOf)).toEqual(Array.from({ length: 3000 }, () => values));
  });
});

describe('table: dates that begin with numbers', () => {
  const days = (of: (day: string) => string, last: number) =>
    Array.from({ length: last * 96 }, (_, i) => {
      const day = `${Math.floor(i / 96) + 1}`.padStart(2, '0');
      const clock = `${`${Math.floor((i % 96) / 4)}`.padStart(2, '0')}:${`${(i % 4) * 15}`.padStart(2, '0')}`;
      return `${of(day)} ${clock},1,70,1013`;
    }).join('\n');

  it('are read month first where a later line has a day above 12 in the second place', () => {
    const text = `${HEADING}\n${days((day) => `05/${day}/2026`, 14)}\n`;
    const source = sourceOf(text);
    const reads = [...source.read()].map(({ read }) => read);
    expect(reads.filter((read) => 'refused' in read)).toEqual([]);
    expect([isoOf(reads[0]), isoOf(reads.at(-1))]).toEqual(['2026-04-30T22:00', '2026-05-14T21:45']);
    expect(source.doubtfulDates).toBe(false);
  });

  it('are not told by a line that is no date: no month has 32 days', () => {
    const month = (day: string) => `${day}/05/2026`;
    const text = `${HEADING}\n${days(month, 12)}\n05/32/2026 00:00,1,70,1013\n13/05/2026 00:00,1,70,1013\n`;
    expect(isoOf(readsOf(text).at(-1))).toBe('2026-05-12T22:00');
  });

  it('are doubtful where no line tells, and what a person says counts', () => {
    const text = `${HEADING}\n${days((day) => `05/${day}/2026`, 12)}\n`;
    expect(sourceOf(text)).toMatchObject({ doubtfulDates: true });
    expect(isoOf(readsOf(text, { order: 'mdy' }).at(-1))).toBe('2026-05-12T21:45');
    expect(isoOf(readsOf(text).at(-1))).toBe('2026-12-05T22:45');
  });
});

describe('table: times', () => {
  it('are local where they have no offset', () => {
    const one = (heading: string, time: string) => sourceOf(`${heading},Temperature (°C)\n${time},1\n`).localTimes;
    expect(one('Time', '2026-05-01 00:00')).toBe(true);
    expect(one('Time', '2026-05-01T00:00Z')).toBe(false);
    expect(one('Time', '2026-05-01T00:00+02:00')).toBe(false);
    expect(one('timestamp', '1777600000')).toBe(false);
  });
});
