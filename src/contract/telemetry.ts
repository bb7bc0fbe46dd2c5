import { z } from 'zod';
import { insideTelemetry } from '../quantities/names.ts';
import { each, maybe } from './common.ts';
import { FEELS_LIKE_BY } from './names.ts';

const channels = z.object(
  each(
    insideTelemetry('channels').map(({ key }) => key),
    maybe.optional(),
  ),
);
const inside = <G extends 'derived' | 'rates'>(group: G) =>
  z.object(
    each(
      insideTelemetry(group).map(({ key }) => key),
      maybe,
    ),
  );
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
  /** What only some stations have, ours beyond the specification: null where it is not measured, or not now. */
  outdoor_humidity: maybe,
  wind_speed: maybe,
  wind_gust: maybe,
  wind_direction: maybe,
  /** mm/h, from the counter of the gauge. */
  rain_rate: maybe,
  /** mm since local midnight. */
  rain_today: maybe,
  /** mm of the rain that falls now, or fell last: since six hours without any before it. */
  rain_event: maybe,
  /** mm of the running local month and year, by what is stored. */
  rain_month: maybe,
  rain_year: maybe,
  solar_radiation: maybe,
  /** Hours since local midnight, by a stated rule (docs/develop/methods.md). */
  sunshine_today_h: maybe,
  /** mm of reference evapotranspiration (FAO-56) of the full hours since local midnight. */
  et0_today: maybe,
  uv_index: maybe,
  /** Strikes since local midnight. */
  lightning_count: maybe,
  lightning_distance_km: maybe,
  /** Lux of a bought sensor outdoors. */
  outdoor_lux: maybe,
  /** Channels of bought stations, by their columns in the history; only those that speak now. */
  channels: channels.optional(),
  hum_psychrometric: maybe,
  rates: inside('rates'),
  derived: inside('derived'),
  /** Formula of `derived.feels_like`; null with it. */
  feels_like_by: z.enum(FEELS_LIKE_BY).nullable(),
  lux: maybe,
  health: Health,
  novelty_d2: maybe,
  simulated: z.boolean(),
});
export type Telemetry = z.infer<typeof Telemetry>;
