import type { SkyResponse } from '../air/compensation/sky-response.ts';
import { clearSkyWm2 } from '../air/physics/clear-sky.ts';
import { cloudIndex } from '../air/physics/cloud.ts';
import { heatIndexC } from '../air/physics/heat-index.ts';
import {
  absoluteHumidityGM3,
  dewDepressionK,
  dewPointC,
  frostPointC,
  vpdHpa,
  wetBulbC,
} from '../air/physics/humidity.ts';
import { type Place, solarPosition } from '../air/physics/sun.ts';
import type { LightReading } from '../sensors/sample.ts';
import type { AirLevels } from '../tick.ts';
import type { DerivedQuantities } from './reading.ts';

/**
 * Everything that follows from air, light and the time by known physics. The sky response learns on the way. A pyranometer sees the whole sky and
 * tells its brightness in W/m²: where there is one, the cloud index is of it, and not of the board's light (`docs/evidence/skill.md`).
 */
export function deriveQuantities(
  { temperatureC, humidityPct, stationHpa }: AirLevels,
  light: Pick<LightReading, 'lux' | 'saturated'> | null,
  tS: number,
  place: Place,
  sky: SkyResponse,
  solarWm2: number | null = null,
): DerivedQuantities {
  const sun = solarPosition(tS, place);
  const clear = clearSkyWm2(sun?.elevationDeg ?? null);
  const seen = {
    light: light?.lux ?? null,
    clearSkyWm2: clear,
    elevationDeg: sun?.elevationDeg ?? null,
    saturated: light?.saturated ?? false,
  };
  sky.learn({ ...seen, azimuthDeg: sun?.azimuthDeg ?? null }, tS);
  const response = sky.nightLight ? null : sky.response(seen.elevationDeg, sun?.azimuthDeg ?? null);
  return {
    dewPointC: dewPointC(temperatureC, humidityPct),
    dewDepressionK: dewDepressionK(temperatureC, humidityPct),
    wetBulbC: wetBulbC(temperatureC, humidityPct, stationHpa),
    vpdHpa: vpdHpa(temperatureC, humidityPct),
    absoluteHumidityGM3: absoluteHumidityGM3(temperatureC, humidityPct),
    heatIndexC: heatIndexC(temperatureC, humidityPct),
    cloudIndex: cloudIndex(
      solarWm2 === null ? { ...seen, response } : { ...seen, light: solarWm2, response: 1, saturated: false },
    ),
    solarElevationDeg: seen.elevationDeg,
    solarAzimuthDeg: sun?.azimuthDeg ?? null,
    clearSkyWm2: clear,
    frostPointC: frostPointC(temperatureC, humidityPct),
  };
}
