import type { Imported, ImportInput } from '../../../src/station/imports/steps.ts';
import { importFiles } from '../../../src/station/imports/work.ts';
import type { Store } from '../../../src/station/store/store.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { NOON } from '../store/support.ts';

export const clock = new FakeClock(NOON);
export const handle = { signal: new AbortController().signal, progress: () => {} };
export const contextOf = (store: Store, signal = handle.signal) => ({
  store,
  clock,
  plan: { folder: store.folder },
  ...handle,
  signal,
});

/** Outdoors, where humidity has this offset. */
export const outdoors = (humidityOffset = 0): ImportInput['placing'] => ({
  core: 'outdoor',
  place: { latitude: 51.45, longitude: 7.01 },
  scale: { k: 0, humidityOffset, psychrometric: false, altitudeM: 120, air: null, barometer: null },
});

/** Brings files into a history, outdoors and in UTC unless `more` says otherwise. */
export async function bringIn(
  store: Store,
  files: string | readonly string[],
  more: Partial<ImportInput> = {},
): Promise<Imported> {
  const made = await importFiles(contextOf(store), {
    files: [files].flat(),
    zone: 'UTC',
    nowS: NOON,
    placing: outdoors(),
    units: null,
    order: null,
    map: null,
    ...more,
  });
  if ('refused' in made) throw new Error(made.refused.detail);
  return made;
}
