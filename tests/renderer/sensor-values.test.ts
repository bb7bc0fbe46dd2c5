import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { measureWord } from '../../src/renderer/dashboard/sensors/measure-word.ts';
import { sorted } from '../../src/renderer/dashboard/sensors/model.ts';
import { headWord } from '../../src/renderer/dashboard/sensors/names.ts';
import { rowValues } from '../../src/renderer/dashboard/sensors/values.ts';
import { t } from '../../src/renderer/dashboard/texts/sensor-sheet.ts';
import { BOUGHT } from '../browser/support/bought.ts';

/** In the order of a console, which tells of the room first. */
const CONSOLE = {
  'indoor.temperature_c': 21.8,
  'indoor.humidity_pct': 62,
  'pressure.station_hpa': 934.6,
  'outdoor.temperature_c': 11,
  'outdoor.humidity_pct': 99,
  'ch1.temperature_c': -18,
  'wind.dir_deg': 166,
  'wind.speed_ms': 0.5,
  'rain.rate_mmh': 1.2,
};
const texts = (values: Record<string, number>, place: string | null) =>
  rowValues({ values, place }, 'metric').map(({ text, unit }) => `${text} ${unit}`);

describe('the row of a sensor', () => {
  it('has one value of each kind: air, wind and rain of a console outdoors, not the air of the room', () => {
    const outside = ['11.0 °C', '99 %', '0.5 m/s', '1.2 mm/h'];
    expect(texts(CONSOLE, 'outdoors')).toEqual(outside);
    expect(texts(CONSOLE, null)).toEqual(outside);
  });

  it('of a console that is placed indoors begins with the room', () => {
    expect(texts(CONSOLE, 'indoors').slice(0, 2)).toEqual(['21.8 °C', '62 %']);
  });

  it('shows further values of a kind where there is room', () => {
    expect(texts({ 'ch1.temperature_c': 5, 'ch2.temperature_c': 6 }, 'outdoors')).toEqual(['5.0 °C', '6.0 °C']);
  });
});

it('found sensors keep their places, whichever is heard next; what came last stands first', () => {
  const order = (heardId: string) =>
    sorted({
      ...BOUGHT,
      inputs: BOUGHT.inputs.map((one) =>
        one.id === heardId ? { ...one, last_seen_ts: one.last_seen_ts + 3600 } : one,
      ),
    }).found.map(({ id }) => id);
  const before = order('');
  expect(before).toEqual(['rtl433-Nexus-TH-17', 'ecowitt-WH31-3', 'rtl433-Nexus-TH-92']);
  for (const id of before) expect(order(id)).toEqual(before);
});

describe('words of a path', () => {
  const FAMILIES = new URL('../../src/station/inputs/families/', import.meta.url);
  const source = readdirSync(FAMILIES).map((file) => readFileSync(new URL(file, FAMILIES), 'utf8'));
  const paths = [...source.join('\n').matchAll(/'((?!air\.)[a-z]+[0-9#]*\.[a-z0-9_]+)'/g)].map(([, path]) =>
    path!.replace('#', '1'),
  );

  it('exist for every quantity that a decoder makes', () => {
    expect(new Set(paths).size).toBeGreaterThan(40);
    const measures = new Set(paths.map((path) => path.split('.')[1]!));
    expect([...measures].filter((measure) => !Object.hasOwn(t.sheet.measures, measure))).toEqual([]);
    const heads = new Set(paths.map((path) => path.split('.')[0]!.replace(/\d+$/, '')));
    expect([...heads].filter((head) => head !== 'outdoor' && !Object.hasOwn(t.sensors.groups, head))).toEqual([]);
  });

  it('count the sensors of a kind', () => {
    expect(['outdoor', 'soil2', 'co2', 'pm1', 'strange'].map(headWord)).toEqual([
      'Outdoors',
      'soil 2',
      'CO₂',
      'particles 1',
      'strange',
    ]);
    expect(['wind.gust_ms', 'rain.day_mm', 'x.strange_c'].map(measureWord)).toEqual(['gust', 'today', 'strange_c']);
  });
});
