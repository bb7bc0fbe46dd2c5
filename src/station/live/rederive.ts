import { correctHumidity } from '../compensation/humidity.ts';
import type { Config } from '../config.ts';
import { LevelRateFilter, type LevelRateState } from '../filters/level-rate.ts';
import { dewPointC } from '../physics/humidity.ts';
import type { Deriver } from '../store/recompute/deriver.ts';
import { filterBankSettings } from './pipeline.ts';

/** As much of the compensators as a thread can be told. */
export interface Calibrated {
  thermal: { readonly k: number };
  humidity: { readonly offset: number };
}

/** How stored rows are compensated anew: the very functions of the live pipeline, at the calibration now in force. */
export function deriverOf(config: Config, { thermal, humidity }: Calibrated): Deriver {
  const { k } = thermal;
  const { offset } = humidity;
  const settings = filterBankSettings(config);
  return {
    k,
    humidityOffset: offset,
    compensate({ temp_raw, temp_hum_chip, hum_raw, cpu_excess }) {
      const temp = temp_raw === null ? null : temp_raw - k * (cpu_excess ?? 0);
      const element = temp_hum_chip ?? temp_raw;
      const { humidityPct } = correctHumidity(hum_raw, element, temp, offset, config.compensation.psychrometric);
      return { temp, hum: humidityPct };
    },
    dewPoint: dewPointC,
    follower: (signal, saved) => LevelRateFilter.fromJSON(saved as LevelRateState | null, settings[signal]),
  };
}
