import { describe, expect, it } from 'vitest';
import { rowValues } from '../../src/renderer/views/sensors/values.ts';

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
