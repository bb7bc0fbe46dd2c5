import type { Config } from '../../config/config.ts';
import { LevelRateFilter, type LevelRateState } from '../air/filters/level-rate.ts';
import { dewPointC } from '../air/physics/humidity.ts';
import { seaLevelHpa } from '../air/physics/pressure.ts';
import { compensate, type Scale } from '../air/scale/scale.ts';
import type { Deriver } from '../store/recompute/deriver.ts';
import { filterBankSettings } from './pipeline-memory.ts';

/** Deriver of stored rows: the functions of the live pipeline, on one scale. */
export function deriverOf(config: Config, scale: Scale): Deriver {
  const settings = filterBankSettings(config);
  return {
    scale,
    compensate({ temp_raw, temp_hum_chip, hum_raw, cpu_excess }) {
      const { temperatureC, humidityPct } = compensate(
        { temperatureRawC: temp_raw, cpuExcessC: cpu_excess, elementC: temp_hum_chip, humidityRawPct: hum_raw },
        scale,
      );
      return { temp: temperatureC, hum: humidityPct };
    },
    dewPoint: dewPointC,
    seaLevel: (stationHpa) => seaLevelHpa(stationHpa, scale.altitudeM),
    follower: (signal, saved) => LevelRateFilter.fromJSON(saved as LevelRateState | null, settings[signal]),
  };
}
