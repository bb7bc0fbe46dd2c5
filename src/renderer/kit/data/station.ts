import { effect, signal } from '@preact/signals';
import type { Tonight } from '../../../contract/forecast.ts';
import { stationUnits, units } from '../browser-choices.ts';
import { tag } from '../language.ts';
import { route, type View } from '../router.ts';
import { t } from '../texts/page.ts';
import { createApi } from './api.ts';
import { browserClock } from './clock.ts';
import { createStation } from './create-station.ts';

/** The station this page belongs to: the parts of the data layer joined to the browser. Nothing is asked before `connect`. */

export interface PinQuestion {
  /** A PIN was tried and was wrong. */
  wasWrong: boolean;
  /** View from which the change was sent; the reader may be on another by now. */
  from: View;
  answer(pin: string | null): void;
}
/** Set while a change waits for the station's PIN. */
export const pinAsked = signal<PinQuestion | null>(null);

/** View of the change that was last refused for want of a PIN, and the PIN that the reader entered last. */
let refusedFrom: View = 'now';
let tried: string | null = null;

const api = createApi(
  async (input, init) => {
    const { view } = route.peek();
    const answer = await fetch(input, init);
    // The view of a request sent again with the reader's PIN is the one it was first sent from.
    const isAgain = tried !== null && new Headers(init?.headers).get('x-weatherglass-pin') === tried;
    if (answer.status === 401 && !isAgain) refusedFrom = view;
    return answer;
  },
  (wasWrong) =>
    new Promise((resolve) => {
      pinAsked.value = {
        wasWrong,
        from: refusedFrom,
        answer(pin) {
          tried = pin;
          pinAsked.value = null;
          resolve(pin);
        },
      };
    }),
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

/** Low of the night and high of the day, asked for as often as the forecast: behind a training the fan had changed, and they stood for minutes. */
export const tonight = resource<Tonight>(() => '/api/forecast/tonight', 60);

effect(() => {
  const known = status.value.value?.site.units;
  if (known) stationUnits.value = known;
});
