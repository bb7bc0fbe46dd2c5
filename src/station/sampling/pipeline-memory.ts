import type { Config } from '../../config/config.ts';
import { HumidityCompensator, type HumidityState } from '../air/compensation/humidity.ts';
import { SkyResponse, type SkyResponseState } from '../air/compensation/sky-response.ts';
import { ThermalCompensator, type ThermalState } from '../air/compensation/thermal.ts';
import { FilterBank, type FilterBankState } from '../air/filters/filter-bank.ts';
import { HeardRates, type HeardRatesState } from '../air/outdoors/heard-rates.ts';
import { Outdoors, type OutdoorsState } from '../air/outdoors/outdoors.ts';
import { Orientation, type OrientationState } from '../attitude/orientation.ts';
import type { Memory, Remembered } from '../learned/memory.ts';
import { ThermometerFusion, type ThermometerState } from '../sensors/thermometers.ts';
import {
  filterBankSettings,
  freshParts,
  humiditySettings,
  orientationSettings,
  outdoorsSettings,
  type PipelineParts,
  thermalSettings,
} from './pipeline.ts';

const VERSION = 1;

/** The pipeline's parts as they were saved. Tuning comes from the settings, never from the saved state. */
export function recallParts(memory: Memory, config: Config): PipelineParts {
  const fresh = freshParts(config);
  const { longitude } = config.site;
  const recall = <T, S>(name: string, prior: T, revive: (saved: S) => T): T =>
    memory.revive(name, VERSION, () => prior, revive);
  return {
    fusion: recall('thermometers', fresh.fusion, (saved: ThermometerState) => ThermometerFusion.fromJSON(saved)),
    thermal: recall('compensator.thermal', fresh.thermal, (saved: ThermalState) =>
      ThermalCompensator.fromJSON(saved, thermalSettings(config)),
    ),
    humidity: recall('compensator.humidity', fresh.humidity, (saved: HumidityState) =>
      HumidityCompensator.fromJSON(saved, humiditySettings(config)),
    ),
    filters: recall('filters', fresh.filters, (saved: FilterBankState) =>
      FilterBank.fromJSON(saved, filterBankSettings(config)),
    ),
    sky: recall('sky', fresh.sky, (saved: SkyResponseState) =>
      SkyResponse.fromJSON(saved, longitude ?? 0, config.forecast.lux_per_wm2),
    ),
    orientation: recall('orientation', fresh.orientation, (saved: OrientationState) =>
      Orientation.fromJSON(saved, orientationSettings(config)),
    ),
    outdoors: recall('outdoors', fresh.outdoors, (saved: OutdoorsState) =>
      Outdoors.fromJSON(saved, outdoorsSettings(config)),
    ),
    heard: memory.revive(
      'heard',
      VERSION,
      () => fresh.heard,
      (saved: HeardRatesState) => HeardRates.fromJSON(saved, filterBankSettings(config)),
    ),
  };
}

/** Compensator states, which a calibration changes. */
export const rememberedCompensators = (parts: Pick<PipelineParts, 'thermal' | 'humidity'>): Remembered[] => [
  { name: 'compensator.thermal', version: VERSION, state: parts.thermal.toJSON() },
  { name: 'compensator.humidity', version: VERSION, state: parts.humidity.toJSON() },
];

export const rememberedParts = (parts: PipelineParts): Remembered[] => [
  { name: 'thermometers', version: VERSION, state: parts.fusion.toJSON() },
  ...rememberedCompensators(parts),
  { name: 'filters', version: VERSION, state: parts.filters.toJSON() },
  { name: 'sky', version: VERSION, state: parts.sky.toJSON() },
  { name: 'orientation', version: VERSION, state: parts.orientation.toJSON() },
  { name: 'outdoors', version: VERSION, state: parts.outdoors.toJSON() },
  { name: 'heard', version: VERSION, state: parts.heard.toJSON() },
];
