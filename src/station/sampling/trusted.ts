import type { NarrowValues } from '../../quantities/names.ts';
import { type Flags, HEARD, isBad, type SignalName } from '../quality/flags.ts';
import type { HeardTick } from '../tick.ts';
import type { DerivedQuantities, Reading } from './reading.ts';

const AIR: readonly SignalName[] = ['temperature', 'humidity'];
/** Signals that each derived quantity is made of: it goes with any of them. A quantity without an answer does not compile. */
const MADE_OF: Readonly<Record<keyof DerivedQuantities, readonly SignalName[]>> = {
  dewPointC: AIR,
  dewDepressionK: AIR,
  wetBulbC: [...AIR, 'pressure'],
  vpdHpa: AIR,
  absoluteHumidityGM3: AIR,
  heatIndexC: AIR,
  frostPointC: AIR,
  cloudIndex: ['light', 'solar_radiation'],
  solarElevationDeg: [],
  solarAzimuthDeg: [],
  clearSkyWm2: [],
};

/** Derived quantities without those that are made of a signal that is wrong. */
function goodDerived(derived: DerivedQuantities, bad: (name: SignalName) => boolean): DerivedQuantities {
  const isGood = (name: string) => !MADE_OF[name as keyof DerivedQuantities].some(bad);
  const kept = Object.entries(derived).map(([name, value]) => [name, isGood(name) ? value : null]);
  return Object.fromEntries(kept) as DerivedQuantities;
}

/** Narrow values without those whose signal is flagged as wrong. */
function goodNarrow(narrow: NarrowValues, flags: Flags): NarrowValues {
  const out = HEARD.filter(({ name }) => isBad(flags[name] ?? 0)).flatMap(({ together }) => together);
  if (out.length === 0) return narrow;
  return Object.fromEntries(Object.entries(narrow).filter(([name]) => !out.some((row) => row.name === name)));
}

/** Air of bought stations without what is flagged as wrong. */
export function trustedHeard<H extends Pick<HeardTick, 'temperatureC' | 'humidityPct'>>(heard: H, flags: Flags): H {
  return {
    ...heard,
    ...(isBad(flags.outdoor_temp ?? 0) && { temperatureC: null }),
    ...(isBad(flags.outdoor_hum ?? 0) && { humidityPct: null }),
  };
}

/**
 * A reading without the values that are flagged as wrong: what is shown, watched, learned and sent. Raw values stay as the sensors gave
 * them, beside their flags. `heardFlags`: of the newest value of each sender's air, which stays present until the next.
 */
export function trustedReading(reading: Reading, flags: Flags, heardFlags: Flags = flags): Reading {
  const good = <T>(name: SignalName, value: T): T | null => (isBad(flags[name] ?? 0) ? null : value);
  const { sample, smooth, rates, heard } = reading;
  const now = { ...flags, ...heardFlags };
  return {
    ...reading,
    ...(Object.keys(flags).length > 0 && { flags }),
    ...(sample.narrow && { sample: { ...sample, narrow: goodNarrow(sample.narrow, flags) } }),
    ...(heard && { heard: trustedHeard(heard, heardFlags) }),
    temperatureC: good('temperature', reading.temperatureC),
    humidityPct: good('humidity', reading.humidityPct),
    seaLevelHpa: good('pressure', reading.seaLevelHpa),
    outdoorC: good('outdoor', reading.outdoorC),
    smooth: {
      temperatureC: good('temperature', smooth.temperatureC),
      humidityPct: good('humidity', smooth.humidityPct),
      stationHpa: good('pressure', smooth.stationHpa),
    },
    rates: {
      temperatureCPerH: good('temperature', rates.temperatureCPerH),
      humidityPctPerH: good('humidity', rates.humidityPctPerH),
      pressureHpaPerH: good('pressure', rates.pressureHpaPerH),
    },
    derived: goodDerived(reading.derived, (name) => isBad(now[name] ?? 0)),
  };
}
