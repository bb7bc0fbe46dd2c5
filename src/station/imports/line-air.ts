import type { ColumnName } from '../../quantities/names.ts';
import { clearSkyWm2 } from '../air/physics/clear-sky.ts';
import { cloudIndex } from '../air/physics/cloud.ts';
import { dewPointC } from '../air/physics/humidity.ts';
import { inPressureRange, inTemperatureRange, plausibleRh } from '../air/physics/limits.ts';
import { seaLevelHpa, stationOfSeaLevelHpa } from '../air/physics/pressure.ts';
import { type Place, solarPosition } from '../air/physics/sun.ts';
import type { Scale } from '../air/scale/scale.ts';
import { SIGNALS } from '../quality/flags.ts';
import { QUANTITIES, type Quantity } from '../store/tiers/rollup-columns.ts';
import type { Core, ReadRow } from './past-row.ts';

type Values = ReadRow['values'];
/** Converter of a file's values into rows of this station. */
export interface Placing {
  core: Core;
  place: Place;
  scale: Scale;
  /** Correction of our barometer by its owner. */
  pressureOffsetHpa?: number;
  /** Commonest step of the file: the length of its lines, where it does not say one. */
  stepS: number;
}

const at = (...names: Quantity[]): readonly number[] => names.map((name) => QUANTITIES.indexOf(name));
/** Columns of a row that one value fills. */
const AT = {
  temperature: at('temp_raw', 'temp', 'temp_smooth'),
  excess: at('cpu_excess'),
  humidityRaw: at('hum_raw'),
  humidity: at('hum', 'hum_smooth'),
  dew: at('dew'),
  station: at('press_raw', 'press_smooth'),
  sea: at('press_slp'),
  lux: at('lux'),
  outdoor: at('outdoor_c'),
  cloud: at('cloud_index'),
};
const RAW_AT = SIGNALS.map(({ raw }) => [raw, QUANTITIES.indexOf(raw)] as const);

/** Values of a line in the order of `QUANTITIES`. */
export type Air = readonly (number | null)[];

/** Converts the values of a line to those of our columns. `middleS`: the middle of the line, since its radiation is a mean over it. */
export function airOf({ core, place, scale, pressureOffsetHpa = 0 }: Placing, values: Values, middleS: number): Air {
  const air: (number | null)[] = QUANTITIES.map(() => null);
  const put = (at: readonly number[], value: number | null): void => {
    for (const index of at) air[index] = value;
  };
  const inside = core === 'indoor';
  const measuredC = values.coreC ?? (inside ? values.indoorC : values.outdoorTemperatureC) ?? null;
  const measuredPct = values.corePct ?? (inside ? values.indoorPct : values.outdoorHumidityPct) ?? null;
  const temperatureC = inTemperatureRange(measuredC) ? measuredC : null;
  const humidityPct = plausibleRh(measuredPct);
  // Another instrument's pressure, too: without our barometer's correction, which is in the height of the scale.
  const stationHpa = stationOf(values, scale.altitudeM, pressureOffsetHpa);
  put(AT.temperature, temperatureC);
  put(AT.excess, temperatureC === null ? null : 0);
  // Another instrument's humidity is right as it is: the offset of our chip is taken off, so that the scale in force gives it back.
  put(AT.humidityRaw, humidityPct === null ? null : humidityPct - scale.humidityOffset);
  put(AT.humidity, humidityPct);
  put(AT.dew, dewPointC(temperatureC, humidityPct));
  put(AT.station, stationHpa);
  put(AT.sea, seaLevelHpa(stationHpa, scale.altitudeM));
  put(AT.lux, values.lux ?? null);
  if (inside) put(AT.outdoor, values.outdoorTemperatureC ?? null);
  put(AT.cloud, cloudIndexOf(place, values.solarWm2 ?? null, middleS));
  return air;
}

function cloudIndexOf(place: Place, light: number | null, tS: number): number | null {
  if (light === null) return null;
  const elevationDeg = solarPosition(tS, place)?.elevationDeg ?? null;
  return cloudIndex({ light, clearSkyWm2: clearSkyWm2(elevationDeg), elevationDeg, response: 1, saturated: false });
}

/** Input of the quality tests. Humidity is the file's own: what our chip would have said may be below 0. */
export function rawOf(air: Air, { humidityOffset }: Scale): Partial<Record<ColumnName, number>> {
  const raw: Partial<Record<ColumnName, number>> = {};
  for (const [name, at] of RAW_AT) {
    const value = air[at] ?? null;
    if (value !== null) raw[name] = name === 'hum_raw' ? value + humidityOffset : value;
  }
  return raw;
}

/** Pressure at the station as our barometer would have told it: from the measured one, else back from sea level by the altitude. */
function stationOf({ stationHpa, seaLevelHpa: sea }: Values, altitudeM: number, offsetHpa: number): number | null {
  if (inPressureRange(stationHpa ?? null)) return stationHpa! - offsetHpa;
  if (!inPressureRange(sea ?? null)) return null;
  const station = stationOfSeaLevelHpa(sea!, altitudeM);
  return inPressureRange(station) ? station : null;
}
