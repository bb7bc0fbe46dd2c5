import { describe, expect, it } from 'vitest';
import { catalogue } from '../../scripts/locales.ts';
import { MEASURES, measureOf, same, unitsOf } from '../../src/quantities/measures.ts';
import { MQTT_QUANTITIES } from '../../src/quantities/mqtt-in.ts';
import type { Quantity } from '../../src/quantities/quantity.ts';
import { QUANTITIES } from '../../src/quantities/table.ts';

const heard = Object.values<Quantity>(QUANTITIES).flatMap(({ unit, input, heardAs = [] }) =>
  [...(input === undefined ? [] : [input]), ...heardAs].map((path) => ({ path, unit })),
);

describe('measures', () => {
  it('have the unit of each quantity that a sensor tells, by the end of its path', () => {
    const told = heard.map(({ path }) => ({ path, unit: measureOf(path)?.unit || '1' }));
    expect(told).toEqual(heard);
  });

  it('offer the unit of the station first: its values stay as they are', () => {
    expect(unitsOf('outdoor.humidity_pct')).toEqual(['%', '1']);
    const first = Object.keys(MEASURES).map((name) => measureOf(`_${name}`)?.from[unitsOf(`_${name}`)[0] ?? '']);
    expect(first.filter((convert) => convert !== same && convert !== undefined)).toEqual([]);
  });
});

describe('quantities over MQTT', () => {
  it('are all that are taken as they come, of eight channels, and no other name that a person could not read', () => {
    const missing = heard.filter(({ path }) => !/\D(9|1\d|2\d)\./.test(path) && !MQTT_QUANTITIES.includes(path));
    expect(missing.map(({ path }) => path)).toEqual([
      ...['pressure.sea_level_hpa', 'pressure.unknown_kind_hpa', 'wind.sample_ms', 'wind.speed_10min_ms'],
      ...['wind.gust_10min_ms', 'wind.gust_day_ms', 'wind.sample_dir_deg', 'wind.dir_10min_deg'],
      ...['piezo.interval_mm', 'piezo.rate_mmh', 'lightning.interval_count'],
    ]);
    expect(new Set(MQTT_QUANTITIES).size).toBe(MQTT_QUANTITIES.length);
    expect(MQTT_QUANTITIES.slice(0, 3)).toEqual([
      'outdoor.temperature_c',
      'outdoor.humidity_pct',
      'pressure.station_hpa',
    ]);
  });

  it('have words on the sensor sheet: for what they are of, and for what is measured', () => {
    const words = catalogue('en');
    const unnamed = [...heard.map(({ path }) => path), ...MQTT_QUANTITIES].filter((path) => {
      const head = path.replace(/\d*(\..*)?$/, '');
      const hasHead = ['outdoor', 'battery'].includes(head) || `sensors.sensors.groups.${head}` in words;
      const measure = path.slice(path.indexOf('.') + 1);
      return !hasHead || (measure !== 'battery' && !(`sensor-sheet.sheet.measures.${measure}` in words));
    });
    expect(unnamed).toEqual([]);
  });
});
