import type { Config } from '../../config/config.ts';
import { INPUT_KINDS, TARGETS } from '../../contract/names.ts';
import { restored, type Saved, savedState } from '../../maths/codec.ts';
import { HumidityCompensator, type HumidityState } from '../air/compensation/humidity.ts';
import { SkyResponse } from '../air/compensation/sky-response.ts';
import { ThermalCompensator, type ThermalState } from '../air/compensation/thermal.ts';
import { FilterBank, type FilterBankState, filterSettings } from '../air/filters/filter-bank.ts';
import { HeardRates, type HeardRatesState } from '../air/outdoors/heard-rates.ts';
import { Outdoors } from '../air/outdoors/outdoors.ts';
import { MOUNTS } from '../attitude/mounting.ts';
import { Orientation } from '../attitude/orientation.ts';
import type { Memory, Remembered } from '../learned/memory.ts';
import { ThermometerFusion } from '../sensors/thermometers.ts';

/** Changes between two reports of a bought station that are air, and no jump: behind a jump there is half an hour without a tendency. */
const HEARD_STEPS = { temperature: 2, humidity: 10, pressure: 1 };

/** A source without a board is named as a kind of sender. */
const isBoughtOnly = ({ sensors }: Config): boolean => INPUT_KINDS.some((kind) => kind === sensors.source);

/** `isHeard`: for what bought stations tell, beside a board or in its place. */
export const filterBankSettings = (config: Config, isHeard = isBoughtOnly(config)) => {
  const settings = filterSettings(config.sensors.sample_interval_s);
  if (isHeard) for (const target of TARGETS) settings[target].leastStep = HEARD_STEPS[target];
  settings.temperature.memoryS = config.filters.temperature_memory_s;
  settings.humidity.memoryS = config.filters.humidity_memory_s;
  settings.pressure.memoryS = config.filters.pressure_memory_s;
  return settings;
};

/** Largest age of the reading that a reference is compared with, by the sampling cadence. */
const freshS = ({ sensors }: Config): number => Math.max(30, 2.5 * sensors.sample_interval_s);

/** Part of the pipeline: its name in what is saved, and how it is made from that; null makes it fresh. */
const part = <T, S>(name: string, make: (config: Config, saved: S | null) => T, version = 1) => ({
  name,
  make,
  version,
});

/** All parts. Tuning comes from the settings, never from the saved state. */
const PARTS = {
  fusion: part(
    'thermometers',
    (_, saved: Saved<ThermometerFusion> | null) => restored(new ThermometerFusion(), saved),
    2,
  ),
  thermal: part('compensator.thermal', (config, saved: ThermalState | null) => {
    const { k_prior: kPrior, k_min: kMin, k_max: kMax } = config.compensation;
    return ThermalCompensator.fromJSON(saved, { kPrior, kMin, kMax, freshS: freshS(config) });
  }),
  humidity: part('compensator.humidity', (config, saved: HumidityState | null) => {
    const { humidity_offset_prior: offsetPrior, psychrometric } = config.compensation;
    return HumidityCompensator.fromJSON(saved, { offsetPrior, psychrometric, freshS: freshS(config) });
  }),
  filters: part(
    'filters',
    (config, saved: FilterBankState | null) => new FilterBank(filterBankSettings(config), saved),
  ),
  sky: part('sky', ({ site, forecast }, saved: Saved<SkyResponse> | null) =>
    restored(new SkyResponse(site.longitude ?? 0, forecast.lux_per_wm2), saved),
  ),
  orientation: part('orientation', ({ sensors }, saved: Saved<Orientation> | null) => {
    const { mount, rotation_deg: rotationDeg, heading_offset_deg: headingOffsetDeg } = sensors;
    return restored(new Orientation({ axes: MOUNTS[mount], rotationDeg, headingOffsetDeg }), saved);
  }),
  outdoors: part('outdoors', ({ site }, saved: Saved<Outdoors> | null) =>
    restored(new Outdoors({ place: site, altitudeM: site.altitude_m, indoors: site.indoors }), saved),
  ),
  heard: part(
    'heard',
    (config, saved: HeardRatesState | null) => new HeardRates(filterBankSettings(config, true), saved),
  ),
};

export type PipelineParts = { [P in keyof typeof PARTS]: ReturnType<(typeof PARTS)[P]['make']> };
type PartName = keyof PipelineParts;
const ALL = Object.keys(PARTS) as PartName[];

const partsOf = (made: (part: PartName) => unknown): PipelineParts =>
  Object.fromEntries(ALL.map((part) => [part, made(part)])) as PipelineParts;

export const freshParts = (config: Config): PipelineParts => partsOf((part) => PARTS[part].make(config, null));

/** Parts that values are shown with while their time is unknown. */
const SHOWN: readonly PartName[] = ['thermal', 'humidity', 'sky', 'orientation'];

/**
 * Parts that know what these have learned and go on by themselves: for values that are shown while their time is unknown. The
 * filters begin anew, since what they hold belongs to a time.
 */
export const onlookers = (config: Config, parts: PipelineParts): PipelineParts =>
  partsOf((part) => {
    const known = SHOWN.includes(part) ? structuredClone(savedState(parts[part])) : null;
    return PARTS[part].make(config, known as never);
  });

/** The parts as they were saved. */
export const recallParts = (memory: Memory, config: Config): PipelineParts =>
  partsOf((part) => {
    const { name, make, version } = PARTS[part];
    return memory.revive(name, version, (saved) => make(config, saved as never));
  });

const remembered = <P extends PartName>(parts: Pick<PipelineParts, P>, names: readonly P[]): Remembered[] =>
  names.map((part) => {
    const { name, version } = PARTS[part];
    return { name, version, state: savedState(parts[part]) };
  });

/** Compensator states, which a calibration changes. */
export const rememberedCompensators = (parts: Pick<PipelineParts, 'thermal' | 'humidity'>): Remembered[] =>
  remembered(parts, ['thermal', 'humidity']);

export const rememberedParts = (parts: PipelineParts): Remembered[] => remembered(parts, ALL);
