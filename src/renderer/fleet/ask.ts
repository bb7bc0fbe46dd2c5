import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { createApi } from '../data/api.ts';
import { browserClock } from '../data/clock.ts';
import { Resource } from '../data/resource.ts';

/** The page of a fleet only reads: nobody is asked for a PIN. */
const api = createApi(
  globalThis.fetch.bind(globalThis),
  async () => null,
  () => '',
);
export const catchUp = signal(0);
const beatMs = signal(browserClock.steadyMs());

/** Polled answer of the hub, while the page is in sight. */
export const resource = <T>(path: () => string | null, everyS: number): Resource<T> =>
  new Resource<T>(
    {
      clock: browserClock,
      getText: api.getText,
      isVisible: () => document.visibilityState === 'visible',
      catchUp,
      beatMs,
      stationNowS: () => null,
    },
    path,
    everyS,
  );

/** The same for the life of a view. */
export function useResource<T>(path: () => string | null, everyS: number): Resource<T> {
  const made = useMemo(() => resource<T>(path, everyS), []);
  useEffect(() => made.join(), []);
  return made;
}
