import { describe, expect, it } from 'vitest';
import { offered } from '../../src/renderer/dashboard/history/others/offered.ts';
import { scaleOf } from '../../src/renderer/dashboard/sensors/values.ts';

const one = { id: 'a', model: 'WH31', adopted: true, retired: false, name: 'Pool', parts: {} };

describe('further sensors of History', () => {
  it('are the values of sensors in use that have no panel of their own, in people’s words', () => {
    const recorded = {
      'outdoor.temperature_c': 'ch11_temp',
      'ch3.humidity_pct': 'ch3_hum',
      'sun.solar_wm2': 'solar_radiation',
      battery: 'outdoor_battery',
    };
    expect(offered([{ ...one, recorded }])).toEqual([
      { column: 'ch11_temp', path: 'outdoor.temperature_c', sensor: 'Pool', what: 'temperature' },
      { column: 'ch3_hum', path: 'ch3.humidity_pct', sensor: 'Pool', what: 'channel 3: humidity' },
      { column: 'outdoor_battery', path: 'battery', sensor: 'Pool', what: 'Battery' },
    ]);
    expect(offered([{ ...one, adopted: false, recorded }])).toEqual([]);
    const parts = { ch3: { name: 'Freezer', place: null, retired: false } };
    expect(offered([{ ...one, recorded, parts }]).map(({ what }) => what)).toContain('Freezer: humidity');
  });

  it('have an axis in the reader’s units', () => {
    expect(scaleOf('ch3.temperature_c', 'imperial').of(10)).toBe(50);
    expect(scaleOf('soil3.moisture_cb', 'imperial')).toMatchObject({ unit: 'cb', decimals: 0 });
  });
});
