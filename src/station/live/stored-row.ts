import type { SampleRow } from '../store/rows/sample-row.ts';
import type { Reading } from './reading.ts';

/** While the CPU is silent its held offset stands in for its mean, so that recompute finds the very value that was shown. */
export function heldCpuSmoothC({
  cpuOffsetHeld,
  cpuOffsetC,
  temperatureRawC,
  compensatorK,
  cpuSmoothC: mean,
}: Reading): number | null {
  if (!cpuOffsetHeld || cpuOffsetC === null || temperatureRawC === null || compensatorK <= 0) return mean;
  return temperatureRawC + cpuOffsetC / compensatorK;
}

/** A reading as the table keeps it: what was read, untouched, beside what we made of it. */
export function toRow(reading: Reading): SampleRow {
  const { sample, smooth, rates, attitude, derived } = reading;
  const { light, accelG, gyroDps, fieldUt } = sample;
  return {
    ts: reading.tS,
    temp_raw: reading.temperatureRawC,
    temp_hum_chip: sample.humidityChipC,
    temp_press_chip: sample.pressureChipC,
    cpu_temp: sample.cpuC,
    cpu_smooth: heldCpuSmoothC(reading),
    hum_raw: sample.humidityPct,
    press_raw: sample.pressureHpa,
    outdoor_c: reading.outdoorC,
    lux: light?.lux ?? null,
    clear: light?.clear ?? null,
    red: light?.red ?? null,
    green: light?.green ?? null,
    blue: light?.blue ?? null,
    cct: light?.cctK ?? null,
    accel_x: accelG?.x ?? null,
    accel_y: accelG?.y ?? null,
    accel_z: accelG?.z ?? null,
    gyro_x: gyroDps?.x ?? null,
    gyro_y: gyroDps?.y ?? null,
    gyro_z: gyroDps?.z ?? null,
    mag_x: fieldUt?.x ?? null,
    mag_y: fieldUt?.y ?? null,
    mag_z: fieldUt?.z ?? null,
    temp: reading.temperatureC,
    hum: reading.humidityPct,
    temp_smooth: smooth.temperatureC,
    hum_smooth: smooth.humidityPct,
    press_smooth: smooth.stationHpa,
    press_slp: reading.seaLevelHpa,
    dew: derived.dewPointC,
    temp_rate: rates.temperatureCPerH,
    hum_rate: rates.humidityPctPerH,
    press_rate: rates.pressureHpaPerH,
    cloud_index: derived.cloudIndex,
    pitch: attitude.pitchDeg,
    roll: attitude.rollDeg,
    yaw: attitude.yawDeg,
    compass: attitude.compassDeg,
  };
}
