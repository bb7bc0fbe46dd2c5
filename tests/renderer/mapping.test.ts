import { describe, expect, it } from 'vitest';
import { unitsOf } from '../../src/quantities/measures.ts';
import { MQTT_QUANTITIES } from '../../src/quantities/mqtt-in.ts';
import { mapped, quantityAt, unitAt, withMap } from '../../src/renderer/dashboard/sensors/mapping.ts';
import { decodeMqtt } from '../../src/station/inputs/families/mqtt.ts';
import { conversion } from '../../src/station/inputs/units.ts';

const T = 'outdoor.temperature_c';

describe('mapping of a topic', () => {
  it('offers only units that the decoder knows, the station\u2019s own first', () => {
    const offered = MQTT_QUANTITIES.flatMap((name) => unitsOf(name).map((unit) => [name, unit] as const));
    const measureOf = (name: string) => name.slice(name.lastIndexOf('_') + 1);
    expect(offered.filter(([name, unit]) => conversion(measureOf(name), unit) === null)).toEqual([]);
    for (const name of MQTT_QUANTITIES.filter((one) => unitsOf(one).length > 0)) {
      const [own] = unitsOf(name);
      const map = { [name]: { path: 'x', unit: own! } };
      const [heard] = decodeMqtt('a', '{"x":700}', map);
      const [plain] = decodeMqtt('a', '{"x":700}', { [name]: 'x' });
      expect([name, heard]).toEqual([name, plain]);
    }
  });

  it('gives a path one quantity, and a quantity one place', () => {
    const first = mapped({}, 'a.t', T);
    expect(first).toEqual({ [T]: { path: 'a.t', unit: '°C' } });
    expect(mapped(first, 'b.t', T, '°F')).toEqual({ [T]: { path: 'b.t', unit: '°F' } });
    expect(mapped(first, 'a.t', 'indoor.temperature_c')).toEqual({
      'indoor.temperature_c': { path: 'a.t', unit: '°C' },
    });
    expect(mapped(first, 'a.t', '')).toEqual({});
    expect(mapped({}, 'uv', 'sun.uv_index')).toEqual({ 'sun.uv_index': 'uv' });
    expect([quantityAt('a.t', first), quantityAt('b', first), unitAt(T, { [T]: 'a.t' })]).toEqual([T, '', '°C']);
  });

  it('stays in the entry that the topic is read by; an empty one goes', () => {
    const all = [
      { topic: 'zigbee2mqtt/+', map: { [T]: 't' } },
      { topic: 'x', map: { battery: 'b' } },
    ];
    expect(withMap(all, 'zigbee2mqtt/Garden', { battery: 'b' })).toEqual([
      { topic: 'zigbee2mqtt/+', map: { battery: 'b' } },
      all[1],
    ]);
    expect(withMap(all, 'y', { [T]: 't' })).toEqual([...all, { topic: 'y', map: { [T]: 't' } }]);
    expect(withMap(all, 'x', {})).toEqual([all[0]]);
    expect(withMap(all, 'y', {})).toEqual(all);
  });
});
