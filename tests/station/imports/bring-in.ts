import type { Imported, ImportInput } from '../../../src/station/imports/steps.ts';
import { importFiles } from '../../../src/station/imports/work.ts';
import type { Store } from '../../../src/station/store/store.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { NOON } from '../store/support.ts';

export const clock = new FakeClock(NOON);
export const handle = { signal: new AbortController().signal, progress: () => {} };
export const contextOf = (store: Store) => ({ store, clock, plan: { folder: store.folder }, ...handle });

/** Brings a file into a history outdoors, whose humidity has this offset. */
export async function bringIn(store: Store, file: string, humidityOffset = 0): Promise<Imported> {
  const scale = { k: 0, humidityOffset, psychrometric: false, altitudeM: 120, air: null, barometer: null };
  const placing = { core: 'outdoor' as const, place: { latitude: 51.45, longitude: 7.01 }, scale };
  const input: ImportInput = { files: [file], zone: 'UTC', nowS: NOON, placing, units: null, order: null, map: null };
  const made = await importFiles(contextOf(store), input);
  if ('refused' in made) throw new Error(made.refused.detail);
  return made;
}
