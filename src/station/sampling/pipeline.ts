import type { Config } from '../../config/config.ts';
import type { Target } from '../../contract/names.ts';
import { colourHex } from '../air/physics/colour.ts';
import { reductionHeightM, seaLevelHpa } from '../air/physics/pressure.ts';
import { RANGES } from '../quality/limits.ts';
import { isOutside } from '../quality/tests.ts';
import type { Sample } from '../sensors/sample.ts';
import type { ThermometerNotice } from '../sensors/thermometers.ts';
import { deriveQuantities } from './derive.ts';
import type { PipelineParts } from './pipeline-memory.ts';
import { withPlainZeros } from './plain-zeros.ts';
import type { Reading } from './reading.ts';

/** Result of processing one sample. */
export interface Learned {
  reading: Reading;
  steps: SignalStep[];
  /** Signals whose values are another sender's from this sample on. */
  others: Target[];
  latches: ThermometerNotice[];
}

export interface SignalStep {
  signal: Target;
  before: number;
  after: number;
}

/** A sample's way: fuse → compensate → smooth → derive. The live station and a seeded history walk the same one. */
export class Pipeline {
  constructor(
    private readonly config: Config,
    readonly parts: PipelineParts,
  ) {}

  /**
   * Returns the reading, with levels that jumped and stayed, and thermometers that latched or came free. `tS` is the stamp, by which the
   * sun stands; `evenS` never jumps, and durations go by it.
   */
  learn(sample: Sample, tS: number, outdoorC: number | null, evenS = tS): Learned {
    const { fusion, thermal, humidity, filters, sky, orientation, outdoors, heard } = this.parts;
    const { site } = this.config;
    const latches = fusion.learn(sample, evenS);
    const temperatureRawC = fusion.predict();
    const heat = thermal.apply(temperatureRawC, sample.cpuC, tS, evenS);
    const moist = humidity.apply(sample.humidityPct, sample.humidityChipC ?? temperatureRawC, heat.temperatureC, tS);

    const steps: SignalStep[] = [];
    const others: Target[] = [];
    const smooth = (signal: Target, value: number | null): number | null => {
      const learned = filters.learn(signal, value, evenS, sample.from?.[signal]);
      if (learned?.kind === 'step') steps.push({ signal, before: learned.before, after: learned.after });
      if (learned?.kind === 'other') others.push(signal);
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
    const solarWm2 = sample.solarWm2 ?? sample.narrow?.solarWm2 ?? null;
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
      derived: deriveQuantities(level, light, tS, site, sky, solarWm2),
      hex: colourHex(light?.red ?? null, light?.green ?? null, light?.blue ?? null),
    };
    return { reading: withPlainZeros(reading), steps, others, latches };
  }
}

/** Null for a raw value that cannot be: no filter learns from it. */
const within = (signal: Target, raw: number | null): number | null =>
  raw === null || isOutside(raw, RANGES[signal]) ? null : raw;

/** A smoothed value near an end of the scale can overshoot it by its own noise. */
const clampRh = (rhPct: number | null): number | null => (rhPct === null ? null : Math.min(100, Math.max(0, rhPct)));
