import { signal } from '@preact/signals';
import { createApi } from '../kit/data/api.ts';
import { browserClock } from '../kit/data/clock.ts';
import { hookOf, Resource } from '../kit/data/resource.ts';
import { t } from './texts/fleet.ts';

/** A hub knows people by their logins: nobody is asked for a PIN. */
export const api = createApi(globalThis.fetch.bind(globalThis), null, () => t.fleet.away);
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
export const useResource = hookOf(resource);
