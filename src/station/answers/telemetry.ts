import type { Health, Telemetry } from '../../contract/telemetry.ts';
import { insideTelemetry } from '../../quantities/names.ts';
import type { Present } from '../inputs/present.ts';
import type { Reading } from '../sampling/reading.ts';
import { VALUE_OF } from '../sampling/stored-row.ts';
import type { Vec3 } from '../sensors/sample.ts';
import type { Outside } from '../subjects/outdoors.ts';

export interface LiveState {
  health: Health;
  noveltyD2: number | null;
  simulated: boolean;
  /** What only some stations have. */
  present: Present;
  /** What follows from it. */
  outside: Outside;
}

const axes = (v: Vec3 | null): Telemetry['accel'] => v ?? { x: null, y: null, z: null };

const RATES = insideTelemetry('rates');
const DERIVED = insideTelemetry('derived');
const inside = <N extends string, K extends string>(
  quantities: readonly { name: N; key: K }[],
  value: (name: N) => number | null | undefined,
) => Object.fromEntries(quantities.map(({ name, key }) => [key, value(name) ?? null])) as Record<K, number | null>;

/** The record of spec 2.1, with its colour defaults. */
export function toTelemetry(
  reading: Reading,
  { health, noveltyD2, simulated, present, outside }: LiveState,
): Telemetry {
  const { sample, smooth, attitude, derived } = reading;
  const light = sample.light;
  const all = { ...derived, ...outside.felt };
  return {
    timestamp: reading.tS,
    temperature: smooth.temperatureC,
    humidity: smooth.humidityPct,
    pressure: reading.seaLevelHpa,
    compass: attitude.compassDeg,
    pitch: attitude.pitchDeg,
    roll: attitude.rollDeg,
    yaw: attitude.yawDeg,
    accel: axes(attitude.accelG),
    gyro: axes(attitude.gyroDps),
    color: {
      clear: light?.clear ?? light?.lux ?? 0,
      red: light?.red ?? 0,
      green: light?.green ?? 0,
      blue: light?.blue ?? 0,
      hex: reading.hex,
      cct: light?.cctK ?? null,
    },
    temperature_raw: reading.temperatureRawC,
    temperature_compensated: reading.temperatureC,
    pressure_station: smooth.stationHpa,
    cpu_temp: sample.cpuC,
    cpu_offset: reading.cpuOffsetC,
    cpu_offset_held: reading.cpuOffsetHeld,
    compensator_k: reading.compensatorK,
    hum_offset: reading.humidityOffsetPct,
    outdoor_c: reading.outdoorC,
    ...present,
    ...outside.sums,
    hum_psychrometric: reading.psychrometricPct,
    rates: inside(RATES, (name) => VALUE_OF[name](reading)),
    derived: inside(DERIVED, (name) => all[name]),
    feels_like_by: outside.feelsLikeBy,
    lux: light?.lux ?? null,
    health,
    novelty_d2: noveltyD2,
    simulated,
  };
}
