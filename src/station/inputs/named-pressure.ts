import { stationOfSeaLevelHpa } from '../air/physics/pressure.ts';
import type { Observation } from './observation.ts';
import type { Sender } from './roster.ts';

const UNNAMED = 'pressure.unknown_kind_hpa';
const STATION = 'pressure.station_hpa';

/** A console's pressure under the name that a person gave it; without one it stays what it was, and is taken nowhere. */
export function withNamedPressure(observation: Observation, { pressureKind }: Sender, altitudeM: number): Observation {
  const hpa = observation.values[UNNAMED];
  if (hpa === undefined || pressureKind == null || observation.values[STATION] !== undefined) return observation;
  const value = pressureKind === 'station' ? hpa : stationOfSeaLevelHpa(hpa, altitudeM);
  return { ...observation, values: { ...observation.values, [STATION]: value } };
}
