import { computed, effect, signal } from '@preact/signals';
import type { Anomaly, Precipitation } from '../../contract/conditions.ts';
import type { ForecastBundle, Outlook, Scorecard } from '../../contract/forecast.ts';
import type { HistoryRange } from '../../contract/history.ts';
import type { Models, Nerd } from '../../contract/models.ts';
import type { Job, Status, StreamMessage } from '../../contract/status.ts';
import type { Telemetry } from '../../contract/telemetry.ts';
import { zoneTime } from '../time.ts';
import { Freshness, STALE_AFTER_S } from './freshness.ts';
import { catchUp, Resource } from './resource.ts';

/** What the whole page knows of the station: the live stream, and the slower answers every view leans on. */
export const live = signal<StreamMessage | null>(null);
export const telemetry = computed<Telemetry | null>(() => live.value?.telemetry ?? null);
export const rain = computed<Precipitation | null>(() => {
  const bundle = live.value?.precipitation;
  return bundle && 'rain_probability' in bundle ? (bundle as Precipitation) : null;
});
export const jobs = computed<Job[]>(() => live.value?.jobs ?? []);

const freshness = new Freshness();
/** Whole seconds since the newest sample; null before the first. */
export const ageS = signal<number | null>(null);
export const isStale = computed(() => (ageS.value ?? 0) > STALE_AFTER_S);

/** Seconds by which the station's wall clock is ahead of this browser's, which may be minutes wrong. */
const aheadS = signal<number | null>(null);
const browserNowS = (): number => Date.now() / 1000;
export const stationNowS = (): number => browserNowS() + (aheadS.peek() ?? 0);
/** The station's clock, in whole minutes: what moves the "now" line. */
export const minuteS = signal(Math.floor(browserNowS() / 60) * 60);

export function tick(nowMs: number): void {
  const age = freshness.ageS(nowMs);
  ageS.value = age === null ? null : Math.floor(age);
  minuteS.value = Math.floor(stationNowS() / 60) * 60;
}

/** Below two seconds it is the road the message took, not the clock. */
function noteClock(nowS: number): void {
  const off = nowS - browserNowS();
  if (Math.abs(off - (aheadS.peek() ?? 0)) > 2) aheadS.value = Math.abs(off) > 2 ? off : 0;
  else if (aheadS.peek() === null) aheadS.value = 0;
}

const MISSED_AFTER_S = 20;

export function receive(text: string, nowMs: number): void {
  const message = JSON.parse(text) as StreamMessage;
  const silentS = freshness.ageS(nowMs);
  const stampS = message.telemetry.timestamp;
  if (freshness.note(stampS, nowMs, aheadS.peek() === null ? null : stationNowS())) noteClock(stampS);
  live.value = message;
  tick(nowMs);
  if (silentS !== null && silentS > MISSED_AFTER_S) catchUp.value++;
}

export const status = new Resource<Status>(() => '/api/status', 30);
effect(() => {
  const known = status.value.value;
  if (known && aheadS.peek() === null) {
    noteClock(known.started_ts + known.uptime_s);
    tick(performance.now());
  }
});
export const forecast = new Resource<ForecastBundle>(() => '/api/forecast', 60);
export const outlook = new Resource<Outlook>(() => '/api/outlook', 900);
export const scorecard = new Resource<Scorecard>(() => '/api/scorecard', 300);
export const anomaly = new Resource<Anomaly>(() => '/api/anomaly', 15);
export const nerd = new Resource<Nerd>(() => '/api/nerd', 30);
export const models = new Resource<Models>(() => '/api/models', 30);
export const recent = new Resource<HistoryRange>(() => '/api/history/range?hours=13&bucket=300', 300);

export const zone = computed(
  () => status.value.value?.site.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
);
export const time = computed(() => zoneTime(zone.value));
export const place = computed(() => {
  const site = status.value.value?.site;
  return site?.configured && site.latitude !== null && site.longitude !== null
    ? { latitudeDeg: site.latitude, longitudeDeg: site.longitude }
    : null;
});

export type Source = 'simulated' | 'replayed' | 'measured';
export const source = computed<Source>(() => {
  const hardware = status.value.value?.hardware;
  if (hardware === 'replay') return 'replayed';
  return hardware === 'simulator' || telemetry.value?.simulated ? 'simulated' : 'measured';
});
