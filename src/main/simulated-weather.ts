import type { Config } from '../config/config.ts';
import type { Store } from '../station/store/store.ts';

const WEATHER = { name: 'history.weather', version: 1 };

/** Which simulated weather it is, and at what altitude the board stands in it. */
export interface Weather {
  seed: number;
  altitudeM: number;
}

export const weatherIn = ({ sensors, site }: Config): Weather => ({
  seed: sensors.simulator_seed,
  altitudeM: site.altitude_m,
});

/** Programs before noted the seed alone. */
const savedOf = ({ learned }: Store): { seed: number; altitudeM?: number } | null => {
  const saved = learned.load(WEATHER.name, WEATHER.version);
  return saved.found ? (saved.state as { seed: number; altitudeM?: number }) : null;
};

/** The seed of the weather that a simulated history is made of; null while there is none. */
export const weatherSeed = (store: Store): number | null => savedOf(store)?.seed ?? null;

/**
 * A simulated history goes on with the weather it began with, whoever asks for another: two seeds in one folder would join like two places on
 * one map. So does its altitude: a board stays where it is when that setting is corrected, and weather that moved would leave a step of the
 * pressure. Returns what to use.
 */
export function keptWeather(store: Store, wanted: Weather, nowS: number): Weather {
  const saved = savedOf(store);
  const measuredAtM = store.scales.all().at(-1)?.scale.altitudeM;
  const kept: Weather =
    saved === null ? wanted : { seed: saved.seed, altitudeM: saved.altitudeM ?? measuredAtM ?? wanted.altitudeM };
  if (saved?.altitudeM === undefined) store.attempt(() => store.learned.saveAll([{ ...WEATHER, state: kept }], nowS));
  return kept;
}
