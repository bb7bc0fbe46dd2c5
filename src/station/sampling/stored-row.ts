import { STORED, type StoredName } from '../../quantities/names.ts';
import type { SampleRow } from '../store/tiers/sample-row.ts';
import type { Reading } from './reading.ts';

/** Smoothed CPU temperature to store. While the CPU is silent its held offset stands in, so that recompute finds the value that was shown. */
export function heldCpuSmoothC(reading: Reading): number | null {
  const { cpuOffsetHeld, cpuOffsetC, temperatureRawC, compensatorK, cpuSmoothC: mean } = reading;
  if (!cpuOffsetHeld || cpuOffsetC === null || temperatureRawC === null || compensatorK <= 0) return mean;
  return temperatureRawC + cpuOffsetC / compensatorK;
}

export const VALUE_OF: Readonly<Record<StoredName, (reading: Reading) => number | null | undefined>> = {
  temperatureC: ({ smooth }) => smooth.temperatureC,
  humidityPct: ({ smooth }) => smooth.humidityPct,
  seaLevelHpa: ({ seaLevelHpa }) => seaLevelHpa,
  dewPointC: ({ derived }) => derived.dewPointC,
  temperatureRateCPerH: ({ rates }) => rates.temperatureCPerH,
  pressureRateHpaPerH: ({ rates }) => rates.pressureHpaPerH,
  cpuC: ({ sample }) => sample.cpuC,
  lux: ({ sample }) => sample.light?.lux,
  temperatureRawC: ({ temperatureRawC }) => temperatureRawC,
  humidityChipC: ({ sample }) => sample.humidityChipC,
  pressureChipC: ({ sample }) => sample.pressureChipC,
  cpuSmoothC: heldCpuSmoothC,
  humidityRawPct: ({ sample }) => sample.humidityPct,
  pressureRawHpa: ({ sample }) => sample.pressureHpa,
  outdoorC: ({ outdoorC }) => outdoorC,
  clear: ({ sample }) => sample.light?.clear,
  red: ({ sample }) => sample.light?.red,
  green: ({ sample }) => sample.light?.green,
  blue: ({ sample }) => sample.light?.blue,
  colourTemperatureK: ({ sample }) => sample.light?.cctK,
  accelXG: ({ sample }) => sample.accelG?.x,
  accelYG: ({ sample }) => sample.accelG?.y,
  accelZG: ({ sample }) => sample.accelG?.z,
  gyroXDps: ({ sample }) => sample.gyroDps?.x,
  gyroYDps: ({ sample }) => sample.gyroDps?.y,
  gyroZDps: ({ sample }) => sample.gyroDps?.z,
  fieldXUt: ({ sample }) => sample.fieldUt?.x,
  fieldYUt: ({ sample }) => sample.fieldUt?.y,
  fieldZUt: ({ sample }) => sample.fieldUt?.z,
  unsmoothedC: ({ temperatureC }) => temperatureC,
  unsmoothedPct: ({ humidityPct }) => humidityPct,
  stationHpa: ({ smooth }) => smooth.stationHpa,
  humidityRatePctPerH: ({ rates }) => rates.humidityPctPerH,
  cloudIndex: ({ derived }) => derived.cloudIndex,
  pitchDeg: ({ attitude }) => attitude.pitchDeg,
  rollDeg: ({ attitude }) => attitude.rollDeg,
  yawDeg: ({ attitude }) => attitude.yawDeg,
  compassDeg: ({ attitude }) => attitude.compassDeg,
};

/** A reading as the table keeps it: what was read, untouched, beside what we made of it. */
export function toRow(reading: Reading): SampleRow {
  const row = { ts: reading.tS } as SampleRow;
  for (const { name, column } of STORED) row[column] = VALUE_OF[name](reading) ?? null;
  if (reading.sample.narrow) row.narrow = reading.sample.narrow;
  return row;
}
