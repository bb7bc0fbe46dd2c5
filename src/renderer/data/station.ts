import { effect, signal } from '@preact/signals';
import { tag } from '../language.ts';
import { stationUnits } from '../settings.ts';
import { t } from '../texts/page.ts';
import { createApi } from './api.ts';
import { browserClock } from './clock.ts';
import { createStation } from './create-station.ts';
import type { Channel, Note } from './leader.ts';

/** The station this page belongs to: the parts of the data layer joined to the browser. Nothing is asked before `connect`. */

export interface PinQuestion {
  /** A PIN was tried and was wrong. */
  wasWrong: boolean;
  answer(pin: string | null): void;
}
/** Set while a change waits for the station's PIN. */
export const pinAsked = signal<PinQuestion | null>(null);

const api = createApi(
  (input, init) => fetch(input, init),
  (wasWrong) =>
    new Promise((resolve) => {
      pinAsked.value = {
        wasWrong,
        answer(pin) {
          pinAsked.value = null;
          resolve(pin);
        },
      };
    }),
  () => t.problem.unanswered,
);
export const { getText, getJson, post, work, remove, patch } = api;

function openChannel(): Channel {
  if (typeof BroadcastChannel === 'undefined') {
    return { post: () => undefined, listen: () => undefined, close: () => undefined }; // a tab that is alone leads
  }
  const channel = new BroadcastChannel('weatherglass-stream');
  return {
    post: (note) => channel.postMessage(note),
    listen: (hear) => channel.addEventListener('message', (event: MessageEvent<Note>) => hear(event.data)),
    close: () => channel.close(),
  };
}

export const station = createStation(browserClock, api, () => new EventSource(`/api/stream?lang=${tag}`), {
  id: Math.random().toString(36).slice(2),
  isVisible: () => document.visibilityState === 'visible',
  openChannel,
});
export const {
  live,
  telemetry,
  rain,
  jobs,
  alarmed,
  ageS,
  isStale,
  isRainOld,
  stationNowS,
  minuteS,
  status,
  forecast,
  recent,
  outlook,
  scorecard,
  anomaly,
  nerd,
  models,
  resource,
  zone,
  time,
  place,
  source,
} = station;

effect(() => {
  const known = status.value.value?.site.units;
  if (known) stationUnits.value = known;
});
