import type { Store } from '../station/store/store.ts';

const WEATHER = { name: 'history.weather', version: 1 };

/** The seed of the weather that a simulated history is made of; null while there is none. */
export function weatherSeed(store: Store): number | null {
  const saved = store.learned.load(WEATHER.name, WEATHER.version);
  return saved.found ? (saved.state as { seed: number }).seed : null;
}

/**
 * A simulated history goes on with the weather it began with, whoever asks for another: two seeds in one folder would join
 * like two places on one map. Returns the seed to use.
 */
export function keptWeatherSeed(store: Store, wanted: number, nowS: number): number {
  const kept = weatherSeed(store);
  if (kept !== null) return kept;
  store.learned.saveAll([{ ...WEATHER, state: { seed: wanted } }], nowS);
  return wanted;
}
