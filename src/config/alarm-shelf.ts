import { HOUR_S, MINUTE_S } from '../base/durations.ts';
import type { ShelfId } from '../contract/alarm-names.ts';
import type { AlarmRule } from '../contract/alarm-rule.ts';

type Filled = Omit<AlarmRule, 'id'>;

/** Defaults of the owner's own rules, unless it says otherwise. */
export const PLAIN: Omit<Filled, 'quantity' | 'when' | 'on' | 'off'> = {
  title: null,
  enabled: false,
  for_s: 600,
  clear_for_s: 1800,
  over_s: null,
  severity: 'warning',
  repeat_h: 12,
  quiet: '22:00-06:30',
  channels: ['screen', 'led', 'webhook', 'ntfy', 'email', 'mqtt'],
  only: { fresh_s: 120 },
  season_first: false,
  limit: null,
  by_hour: null,
};

/** The Met Office's "falling quickly", over the three hours of the WMO's tendency. */
const QUICKLY_HPA = 3.6;

/** Rules that come with the program. All are off until the owner switches one on. */
export const SHELF: Readonly<Record<ShelfId, Filled>> = {
  // Grass freezes while the air at two metres still has one to two degrees.
  frost_now: { ...PLAIN, quantity: 'outdoorC', when: 'below', on: 1, off: 2 },
  // More likely than not. A higher chance spares some warnings for nothing, comes later and misses more frosts (docs/evidence/alarms.md).
  frost_tonight: {
    ...PLAIN,
    quantity: 'temperatureC',
    when: 'chance_below',
    on: 0.5,
    off: 0.3,
    for_s: 0,
    clear_for_s: HOUR_S,
    repeat_h: 0,
    only: { fresh_s: 15 * MINUTE_S },
    limit: 0,
    by_hour: 8,
  },
  heat: { ...PLAIN, quantity: 'heatIndexC', when: 'above', on: 32, off: 30, for_s: 15 * MINUTE_S },
  storm: {
    ...PLAIN,
    quantity: 'seaLevelHpa',
    when: 'falls',
    on: QUICKLY_HPA,
    off: 2.5,
    over_s: 3 * HOUR_S,
  },
  // Dew on windows and outer walls, which are some degrees colder than the air of the room.
  condensation: { ...PLAIN, quantity: 'dewDepressionK', when: 'below', on: 3, off: 4, for_s: 20 * MINUTE_S },
  mould: { ...PLAIN, quantity: 'humidityPct', when: 'above', on: 70, off: 65, for_s: 12 * HOUR_S, repeat_h: 24 },
  // A wide open window in winter: 3 °C in half an hour. Over an hour, the fall is still there when the room has become cold.
  window_open: {
    ...PLAIN,
    quantity: 'temperatureC',
    when: 'falls',
    on: 3,
    off: 0.5,
    over_s: HOUR_S,
    for_s: 15 * MINUTE_S,
    clear_for_s: 10 * MINUTE_S,
    repeat_h: 1,
  },
  sensor: { ...PLAIN, quantity: 'sensor', when: 'is', on: 1, off: 0, for_s: 15 * MINUTE_S, repeat_h: 24 },
  battery: { ...PLAIN, severity: 'info', quantity: 'battery', when: 'is', on: 1, off: 0, for_s: HOUR_S, repeat_h: 168 },
  disk: { ...PLAIN, quantity: 'disk', when: 'below', on: 5, off: 8, only: { fresh_s: 2 * HOUR_S }, repeat_h: 24 },
  undervoltage: { ...PLAIN, quantity: 'undervoltage', when: 'is', on: 1, off: 0, for_s: 0, clear_for_s: HOUR_S },
};
