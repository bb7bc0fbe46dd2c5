import type { Health, Telemetry } from '../../contract/telemetry.ts';
import type { Reading } from '../sampling/reading.ts';
import type { Vec3 } from '../sensors/sample.ts';

export interface Verdict {
  health: Health;
  noveltyD2: number | null;
  simulated: boolean;
}

const axes = (v: Vec3 | null): Telemetry['accel'] =>
  v === null ? { x: null, y: null, z: null } : { x: v.x, y: v.y, z: v.z };

/** The record of spec 2.1, with its colour defaults. */
export function toTelemetry(reading: Reading, { health, noveltyD2, simulated }: Verdict): Telemetry {
  const { sample, smooth, rates, attitude, derived } = reading;
  const light = sample.light;
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
    hum_psychrometric: reading.psychrometricPct,
    rates: {
      temperature_c_per_h: rates.temperatureCPerH,
      humidity_pct_per_h: rates.humidityPctPerH,
      pressure_hpa_per_h: rates.pressureHpaPerH,
    },
    derived: {
      dew_point: derived.dewPointC,
      dew_depression: derived.dewDepressionK,
      wet_bulb: derived.wetBulbC,
      vpd_hpa: derived.vpdHpa,
      absolute_humidity_g_m3: derived.absoluteHumidityGM3,
      heat_index: derived.heatIndexC,
      cloud_index: derived.cloudIndex,
      solar_elevation: derived.solarElevationDeg,
      solar_azimuth: derived.solarAzimuthDeg,
      clear_sky_wm2: derived.clearSkyWm2,
    },
    lux: light?.lux ?? null,
    health,
    novelty_d2: noveltyD2,
    simulated,
  };
}
