import { effect, signal } from '@preact/signals';
import type { Tonight } from '../../../contract/forecast.ts';
import { stationUnits, units } from '../browser-choices.ts';
import { tag } from '../language.ts';
import { route, type View } from '../router.ts';
import { t } from '../texts/page.ts';
import { createApi } from './api.ts';
import { browserClock } from './clock.ts';
import { createStation } from './create-station.ts';
import { hookOf } from './resource.ts';

/** The station this page belongs to: the parts of the data layer joined to the browser. Nothing is asked before `connect`. */

export interface PinQuestion {
  /** A PIN was tried and was wrong. */
  wasWrong: boolean;
  /** View from which the change was sent; the reader may be on another by now. */
  from: View;
  /** The station is judging what was entered. */
  isBusy: boolean;
  /** Null gives the change up, also one that is being judged. */
  answer(pin: string | null): void;
}
/** Set while a change waits for the station's PIN. */
export const pinAsked = signal<PinQuestion | null>(null);

const api = createApi(
  (...asked) => fetch(...asked),
  () => {
    const from = route.peek().view;
    const stop = new AbortController();
    return {
      givenUp: stop.signal,
      ask: (wasWrong) =>
        new Promise((resolve) => {
          const question = { wasWrong, from, isBusy: false };
          const answer = (pin: string | null): void => {
            if (pin === null) stop.abort();
            pinAsked.value = pin === null ? null : { ...question, isBusy: true, answer };
            resolve(pin);
          };
          pinAsked.value = { ...question, answer };
        }),
      over() {
        pinAsked.value = null;
      },
    };
  },
  () => t.problem.unanswered,
  () => `${tag}-u-ms-${units.value === 'imperial' ? 'ussystem' : 'metric'}`,
);
export const { getText, post, work, upload, remove, patch } = api;

export const station = createStation(
  browserClock,
  api,
  () => new EventSource(`/api/stream?lang=${tag}`),
  {
    isVisible: () => document.visibilityState === 'visible',
    isListening: () => 'Notification' in window && Notification.permission === 'granted',
  },
  'starting' in document.documentElement.dataset,
);
export const {
  live,
  telemetry,
  rain,
  jobs,
  alarmed,
  ageS,
  isStale,
  isSilent,
  isRainOld,
  stationNowS,
  minuteS,
  status,
  waitsForStart,
  forecast,
  recent,
  resource,
  getJson,
  zone,
  time,
  place,
  source,
} = station;

/** Resource for the life of a view. */
export const useResource = hookOf(resource);

/** Low of the night and high of the day, polled as often as the forecast: after a training they differed from the fan for minutes. */
export const tonight = resource<Tonight>(() => '/api/forecast/tonight', 60);

effect(() => {
  const known = status.value.value?.site.units;
  if (known) stationUnits.value = known;
});
