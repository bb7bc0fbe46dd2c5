import { z } from 'zod';
import { maybe } from './common.ts';

const axes = z.object({ x: maybe, y: maybe, z: maybe });
export const Health = z.enum(['ok', 'warn', 'fault']);
export type Health = z.infer<typeof Health>;

export const Telemetry = z.object({
  timestamp: z.number(),
  temperature: maybe,
  humidity: maybe,
  pressure: maybe,
  compass: maybe,
  pitch: maybe,
  roll: maybe,
  yaw: maybe,
  accel: axes,
  gyro: axes,
  color: z.object({
    clear: z.number(),
    red: z.number(),
    green: z.number(),
    blue: z.number(),
    hex: z.string().regex(/^#[0-9a-f]{6}$/),
    cct: maybe,
  }),
  temperature_raw: maybe,
  temperature_compensated: maybe,
  pressure_station: maybe,
  cpu_temp: maybe,
  cpu_offset: maybe,
  /** The CPU could not be read: the last offset is held. Ours, beyond the specification. */
  cpu_offset_held: z.boolean(),
  compensator_k: maybe,
  hum_offset: maybe,
  outdoor_c: maybe,
  hum_psychrometric: maybe,
  rates: z.object({ temperature_c_per_h: maybe, humidity_pct_per_h: maybe, pressure_hpa_per_h: maybe }),
  derived: z.object({
    dew_point: maybe,
    dew_depression: maybe,
    wet_bulb: maybe,
    vpd_hpa: maybe,
    absolute_humidity_g_m3: maybe,
    heat_index: maybe,
    cloud_index: maybe,
    solar_elevation: maybe,
    solar_azimuth: maybe,
    clear_sky_wm2: maybe,
  }),
  lux: maybe,
  health: Health,
  novelty_d2: maybe,
  simulated: z.boolean(),
});
export type Telemetry = z.infer<typeof Telemetry>;
