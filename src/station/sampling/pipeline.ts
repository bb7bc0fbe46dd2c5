import type { Config } from '../../config/config.ts';
import type { Target } from '../../contract/names.ts';
import { HumidityCompensator } from '../air/compensation/humidity.ts';
import { SkyResponse } from '../air/compensation/sky-response.ts';
import { ThermalCompensator } from '../air/compensation/thermal.ts';
import { FilterBank, filterSettings } from '../air/filters/filter-bank.ts';
import { HeardRates } from '../air/outdoors/heard-rates.ts';
import { Outdoors, type OutdoorsSettings } from '../air/outdoors/outdoors.ts';
import { colourHex } from '../air/physics/colour.ts';
import { reductionHeightM, seaLevelHpa } from '../air/physics/pressure.ts';
import { MOUNTS } from '../attitude/mounting.ts';
import { Orientation, type OrientationSettings } from '../attitude/orientation.ts';
import { RANGES } from '../quality/limits.ts';
import { isOutside } from '../quality/tests.ts';
import type { Sample } from '../sensors/sample.ts';
import { ThermometerFusion, type ThermometerNotice } from '../sensors/thermometers.ts';
import { deriveQuantities } from './derive.ts';
import { withPlainZeros } from './plain-zeros.ts';
import type { Reading } from './reading.ts';

/** Result of processing one sample. */
export interface Learned {
  reading: Reading;
  steps: SignalStep[];
  latches: ThermometerNotice[];
}

export interface PipelineParts {
  fusion: ThermometerFusion;
  thermal: ThermalCompensator;
  humidity: HumidityCompensator;
  filters: FilterBank;
  sky: SkyResponse;
  orientation: Orientation;
  outdoors: Outdoors;
  heard: HeardRates;
}

export interface SignalStep {
  signal: Target;
  before: number;
  after: number;
}

export const filterBankSettings = (config: Config) => {
  const settings = filterSettings(config.sensors.sample_interval_s);
  settings.temperature.memoryS = config.filters.temperature_memory_s;
  settings.humidity.memoryS = config.filters.humidity_memory_s;
  settings.pressure.memoryS = config.filters.pressure_memory_s;
  return settings;
};

/** Largest age of the reading that a reference is compared with, by the sampling cadence. */
const freshS = ({ sensors }: Config): number => Math.max(30, 2.5 * sensors.sample_interval_s);

export const thermalSettings = (config: Config) => ({
  kPrior: config.compensation.k_prior,
  kMin: config.compensation.k_min,
  kMax: config.compensation.k_max,
  freshS: freshS(config),
});

export const humiditySettings = (config: Config) => ({
  offsetPrior: config.compensation.humidity_offset_prior,
  psychrometric: config.compensation.psychrometric,
  freshS: freshS(config),
});

export const orientationSettings = ({ sensors }: Config): OrientationSettings => ({
  axes: MOUNTS[sensors.mount],
  rotationDeg: sensors.rotation_deg,
  headingOffsetDeg: sensors.heading_offset_deg,
});

export const outdoorsSettings = ({ site }: Config): OutdoorsSettings => ({
  place: { latitude: site.latitude, longitude: site.longitude },
  altitudeM: site.altitude_m,
  indoors: site.indoors,
});

export const freshParts = (config: Config): PipelineParts => ({
  fusion: new ThermometerFusion(),
  thermal: new ThermalCompensator(thermalSettings(config)),
  humidity: new HumidityCompensator(humiditySettings(config)),
  filters: new FilterBank(filterBankSettings(config)),
  sky: new SkyResponse(config.site.longitude ?? 0, config.forecast.lux_per_wm2),
  orientation: new Orientation(orientationSettings(config)),
  outdoors: new Outdoors(outdoorsSettings(config)),
  heard: new HeardRates(filterBankSettings(config)),
});

/**
 * Parts that know what these have learned and go on by themselves: for values that are shown while their time is unknown. The
 * filters begin anew, since what they hold belongs to a time.
 */
export const onlookers = (config: Config, parts: PipelineParts): PipelineParts => {
  const { site, forecast } = config;
  return {
    ...freshParts(config),
    thermal: ThermalCompensator.fromJSON(structuredClone(parts.thermal.toJSON()), thermalSettings(config)),
    humidity: HumidityCompensator.fromJSON(structuredClone(parts.humidity.toJSON()), humiditySettings(config)),
    sky: SkyResponse.fromJSON(structuredClone(parts.sky.toJSON()), site.longitude ?? 0, forecast.lux_per_wm2),
    orientation: Orientation.fromJSON(structuredClone(parts.orientation.toJSON()), orientationSettings(config)),
  };
};

/** A sample's way: fuse → compensate → smooth → derive. The live station and a seeded history walk the same one. */
export class Pipeline {
  constructor(
    private readonly config: Config,
    readonly parts: PipelineParts,
  ) {}

  /**
   * Levels that jumped and stayed, and thermometers that latched or came free, come back beside the reading. `tS` is the stamp and
   * says where the sun stands; `evenS` only passes, and everything that asks how long it has been goes by it.
   */
  learn(sample: Sample, tS: number, outdoorC: number | null, evenS = tS): Learned {
    const { fusion, thermal, humidity, filters, sky, orientation, outdoors, heard } = this.parts;
    const { site } = this.config;
    const latches = fusion.learn(sample, evenS);
    const temperatureRawC = fusion.predict().temperatureC;
    const heat = thermal.apply(temperatureRawC, sample.cpuC, tS, evenS);
    const moist = humidity.apply(sample.humidityPct, sample.humidityChipC ?? temperatureRawC, heat.temperatureC, tS);

    const steps: SignalStep[] = [];
    const smooth = (signal: Target, value: number | null): number | null => {
      const learned = filters.learn(signal, value, evenS);
      if (learned?.kind === 'step') steps.push({ signal, before: learned.before, after: learned.after });
      return value === null ? null : filters.level(signal);
    };
    const level = {
      temperatureC: smooth('temperature', within('temperature', temperatureRawC) === null ? null : heat.temperatureC),
      humidityPct: clampRh(
        smooth('humidity', within('humidity', sample.humidityPct) === null ? null : moist.humidityPct),
      ),
      stationHpa: smooth('pressure', within('pressure', sample.pressureHpa)),
    };
    const narrow = outdoors.learn(sample.narrow, level, tS, evenS);
    const rate = (signal: Target, now: number | null) => (now === null ? null : filters.ratePerH(signal));
    const { light } = sample;
    const reading: Reading = {
      tS,
      evenS,
      sample: narrow === undefined ? sample : { ...sample, narrow },
      temperatureRawC,
      cpuSmoothC: thermal.cpuMeanC,
      cpuOffsetC: temperatureRawC === null ? null : heat.offsetC,
      cpuOffsetHeld: heat.held,
      compensatorK: thermal.k,
      humidityOffsetPct: humidity.offset,
      psychrometricPct: moist.psychrometricPct,
      temperatureC: heat.temperatureC,
      humidityPct: moist.humidityPct,
      smooth: level,
      seaLevelHpa: seaLevelHpa(level.stationHpa, reductionHeightM(site)),
      rates: {
        temperatureCPerH: rate('temperature', level.temperatureC),
        humidityPctPerH: rate('humidity', level.humidityPct),
        pressureHpaPerH: rate('pressure', level.stationHpa),
      },
      outdoorC,
      ...(sample.heard && { heard: heard.learn(sample.heard, evenS) }),
      attitude: orientation.learn(sample, evenS),
      derived: deriveQuantities(level, light, tS, site, sky),
      hex: colourHex(light?.red ?? null, light?.green ?? null, light?.blue ?? null),
    };
    return { reading: withPlainZeros(reading), steps, latches };
  }
}

/** Null for a raw value that cannot be: no filter learns from it. */
const within = (signal: Target, raw: number | null): number | null =>
  raw === null || isOutside(raw, RANGES[signal]) ? null : raw;

/** A smoothed value near an end of the scale can overshoot it by its own noise. */
const clampRh = (rhPct: number | null): number | null => (rhPct === null ? null : Math.min(100, Math.max(0, rhPct)));
