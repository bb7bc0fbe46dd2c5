import { stationOfSeaLevelHpa } from '../air/physics/pressure.ts';
import type { Observation } from './observation.ts';
import type { Sender } from './roster.ts';

const UNNAMED = 'pressure.unknown_kind_hpa';
const STATION = 'pressure.station_hpa';

/** Renames a console's pressure by the kind that a person gave it; without one it stays unknown, and is not used. */
export function withNamedPressure(observation: Observation, { pressureKind }: Sender, altitudeM: number): Observation {
  const hpa = observation.values[UNNAMED];
  if (hpa === undefined || pressureKind == null || observation.values[STATION] !== undefined) return observation;
  const value = pressureKind === 'station' ? hpa : stationOfSeaLevelHpa(hpa, altitudeM);
  return { ...observation, values: { ...observation.values, [STATION]: value } };
}
