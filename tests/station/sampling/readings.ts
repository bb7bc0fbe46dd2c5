import type { Reading } from '../../../src/station/sampling/reading.ts';
import { emptySample } from '../../../src/station/sensors/sample.ts';

/** A reading of a quiet board. */
export const reading = (tS: number, temperatureC: number | null, more: Partial<Reading> = {}): Reading => ({
  tS,
  evenS: tS,
  sample: { ...emptySample, pressureHpa: 1000, humidityPct: 50, humidityChipC: 24 },
  temperatureRawC: temperatureC === null ? null : temperatureC + 5,
  cpuSmoothC: 40,
  cpuOffsetC: 5,
  cpuOffsetHeld: false,
  compensatorK: 0.5,
  humidityOffsetPct: 0,
  psychrometricPct: null,
  temperatureC,
  humidityPct: 50,
  smooth: { temperatureC, humidityPct: 50, stationHpa: 1000 },
  seaLevelHpa: 1000,
  rates: { temperatureCPerH: tS % 300, humidityPctPerH: null, pressureHpaPerH: null },
  outdoorC: null,
  attitude: { pitchDeg: null, rollDeg: null, yawDeg: null, compassDeg: null, accelG: null, gyroDps: null },
  derived: {
    dewPointC: null,
    dewDepressionK: null,
    wetBulbC: null,
    vpdHpa: null,
    absoluteHumidityGM3: null,
    heatIndexC: null,
    cloudIndex: 0.5,
    solarElevationDeg: null,
    solarAzimuthDeg: null,
    clearSkyWm2: null,
    frostPointC: null,
  },
  hex: '#334155',
  ...more,
});
