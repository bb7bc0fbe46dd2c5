import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { Precipitation } from '../../../contract/conditions.ts';
import type { ForecastBundle } from '../../../contract/forecast.ts';
import type { RangeOf, SomeRange } from '../../../contract/history.ts';
import type { Target } from '../../../contract/names.ts';
import type { Alive, Job, Status } from '../../../contract/status.ts';
import type { Telemetry } from '../../../contract/telemetry.ts';
import { zoneTime } from '../time.ts';
import { type Api, ApiProblem, NOT_STARTED } from './api.ts';
import type { Clock } from './clock.ts';
import { Feed, type Message, type Tab } from './feed.ts';
import { FORECAST_PERIOD_S, Freshness, OLD_AFTER_PERIODS, SAMPLE_PERIOD_S } from './freshness.ts';
import type { Source as EventStream } from './reopening-stream.ts';
import { type Making, Resource } from './resource.ts';
import { wakingClock } from './waking-clock.ts';

export type Source = 'simulated' | 'replayed' | 'measured';

/**
 * Jump between the timestamps of two samples, ahead or back, after which everything is fetched again. Not by the steady clock, which stops
 * while a machine sleeps.
 */
const MISSED_AFTER_S = 20;
const LOOKS_EVERY_S = 1;

/** Refusal of a station that starts, with what it waits for. */
const refusal = (alive?: Alive): ApiProblem => new ApiProblem(503, '', [], { ...alive, code: NOT_STARTED });

/**
 * State of the station for the whole page: the live stream, and the slower answers every view uses. Nothing happens before `connect`;
 * clock, API and stream are injected for tests.
 */
export function createStation(
  given: Clock,
  api: Pick<Api, 'getText'>,
  openStream: () => EventStream,
  tab: Tab,
  /** The page came while its station was starting. */
  isStarting = false,
) {
  /** Whether to fetch the station's clock: at the start, and after a sleep. */
  let isTimeAsked = true;
  const clock = wakingClock(given, () => {
    isTimeAsked = true;
    catchUp.value++;
  });
  const catchUp = signal(0);
  const live = signal<Message | null>(null);
  const telemetry = computed<Telemetry | null>(() => live.value?.telemetry ?? null);
  const rain = computed<Precipitation | null>(() => {
    const bundle = live.value?.precipitation;
    return bundle && 'rain_probability' in bundle ? (bundle as Precipitation) : null;
  });
  const jobs = computed<Job[]>(() => live.value?.jobs ?? []);

  /** Whether an alarm waits for somebody. */
  const alarmed = computed(() => (live.value?.alarms ?? 0) > 0);

  const freshness = new Freshness();
  const ageS = signal<number | null>(null);
  /** Staleness of something made once per period: the sample, and what is derived from it. */
  const isOlderThan = (periodS: () => number): ReadonlySignal<boolean> =>
    computed(() => (ageS.value ?? 0) > OLD_AFTER_PERIODS * periodS());

  /** Seconds by which the station's wall clock is ahead of this browser's, which may be minutes wrong. */
  const aheadS = signal<number | null>(null);
  const stationNowS = (): number => clock.nowS() + (aheadS.peek() ?? 0);
  const knownNowS = (): number | null => (aheadS.peek() === null ? null : stationNowS());
  const minuteS = signal(Math.floor(clock.nowS() / 60) * 60);
  const beatMs = signal(clock.steadyMs());

  function tick(): void {
    const nowMs = clock.steadyMs();
    const age = freshness.ageS(nowMs);
    ageS.value = age === null ? null : Math.floor(age);
    minuteS.value = Math.floor(stationNowS() / 60) * 60;
    beatMs.value = nowMs;
  }

  /** Notes the station's clock. A difference below two seconds is the way of the message, not the clock. */
  function noteClock(nowS: number): void {
    const off = nowS - clock.nowS();
    const before = aheadS.peek() ?? 0;
    aheadS.value = Math.abs(off - before) <= 2 ? before : Math.abs(off) > 2 ? off : 0;
  }

  /** Newest message. Shown once its age is known, or if the station has no valid clock. */
  let newest: Message | null = null;
  /** When it came, by the steady clock. */
  const heardMs = signal(Number.NaN);
  const show = (): void => {
    live.value = newest;
    tick();
  };

  function receive(message: Message): void {
    const nowMs = clock.steadyMs();
    const stampS = message.telemetry.timestamp;
    const beforeS = telemetry.peek()?.timestamp ?? stampS;
    const news = freshness.note(stampS, nowMs, knownNowS(), samplePeriodS());
    if (news === 'overtaken') return;
    newest = message;
    if (aheadS.peek() === null && !status.problem.peek()) return;
    if (news === 'new') noteClock(stampS + freshness.ageS(nowMs)!);
    show();
    const silentS = (nowMs - heardMs.peek()) / 1000;
    heardMs.value = nowMs;
    // Old after a silence: the message was delayed, or the station's clock stood still. Its status tells which.
    const isInDoubt = isStale.peek() && silentS > OLD_AFTER_PERIODS * samplePeriodS();
    const isMissed = Math.abs(stampS - beforeS) > MISSED_AFTER_S || isInDoubt;
    if (isMissed) isTimeAsked = true;
    if (isMissed || dayAt(stampS) !== dayAt(beforeS)) catchUp.value++;
  }

  /** Refusal of a station that starts. While it stands nothing is asked: each refusal would be one more error in the console. */
  const starting = signal(isStarting ? refusal() : null);
  async function getText(path: string, abort?: AbortSignal): Promise<string> {
    if (starting.peek()) throw health.problem.peek() ?? starting.peek();
    const asked = catchUp.peek();
    try {
      return await api.getText(path, abort);
    } catch (error) {
      if (!(error instanceof ApiProblem && error.isOfStart)) throw error;
      // Refused before the start was over; the answer came after it.
      if (asked !== catchUp.peek()) return getText(path, abort);
      starting.value = error;
      throw error;
    }
  }

  const getJson = async <T>(path: string, abort?: AbortSignal) => JSON.parse(await getText(path, abort)) as T;

  const around = {
    clock,
    getText,
    isVisible: () => tab.isVisible(),
    catchUp,
    beatMs,
    stationNowS: knownNowS,
  };
  const resource = <T>(path: () => string | null, periodS: number, making: Making<T> | null = null): Resource<T> =>
    new Resource<T>(around, path, periodS, making);
  /** Polled in place of all else while the station starts: it is answered before the station is there. */
  const health = new Resource<Alive>(
    { ...around, getText: api.getText },
    () => (starting.value ? '/api/health' : null),
    LOOKS_EVERY_S,
  );

  const status = resource<Status>(() => '/api/status', 30);
  const forecast = resource<ForecastBundle>(() => '/api/forecast', 60, {
    madeS: (bundle) => bundle.issued_ts,
    everyS: FORECAST_PERIOD_S,
  });
  /** Column of what is forecast: of a sensor outdoors, or of the board. */
  const foretold = (target: Target, own: string): string => forecast.value.value?.series?.[target] ?? own;
  /** Refusal that stands in place of a view while the station starts, and until it has told its status. */
  const waitsForStart = computed<ApiProblem | null>(() => {
    const problem = status.problem.value;
    return problem?.isOfStart ? problem : starting.value && (problem ?? starting.value);
  });
  const recentOf = <R extends SomeRange>(columns: () => string): Resource<R> =>
    resource<R>(() => `/api/history/range?hours=12&bucket=300&columns=${columns()}`, FORECAST_PERIOD_S, {
      madeS: ({ series, bucket_s }) => ('ts' in series && series.ts.length > 0 ? series.ts.at(-1)! + bucket_s : null),
      everyS: FORECAST_PERIOD_S,
    });
  /** Recent columns that Now needs, in one request; other views request the rest. */
  const recentOfNow = recentOf<RangeOf<'temp' | 'press'>>(() => `${foretold('temperature', 'temp')},press`);

  /** Polls for what the stream would send. */
  const ask = async (abort: AbortSignal): Promise<Message> => {
    const [sample, precipitation] = await Promise.all([
      getJson<Telemetry>('/api/telemetry', abort),
      getJson<Message['precipitation']>('/api/precipitation', abort),
    ]);
    return {
      telemetry: sample,
      precipitation,
      jobs: status.value.peek()?.jobs ?? [],
      alarms: live.peek()?.alarms ?? 0,
    };
  };
  const feed = new Feed(clock, () => (starting.peek() ? null : openStream()), ask, tab, receive);

  /** A station may be set to sample every minute; its readings are not old for that. */
  const samplePeriodS = (): number => Math.max(SAMPLE_PERIOD_S, status.value.value?.sample_interval_s ?? 0);
  const isStale = isOlderThan(samplePeriodS);
  const isSilent = computed(() => beatMs.value - heardMs.value > 1000 * OLD_AFTER_PERIODS * samplePeriodS());
  const zone = computed(() => status.value.value?.site.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  const time = computed(() => zoneTime(zone.value));
  /** Local day of a time. With the first sample of a day every answer about today is outdated. */
  const dayAt = (tS: number): number => time.peek().calendar.dayAt(tS);

  return {
    live,
    telemetry,
    rain,
    jobs,
    alarmed,
    /** Whole seconds since the newest sample; null before the first. */
    ageS,
    /** The newest sample is older than it should be. */
    isStale,
    /** Silence of the station: for three periods nothing has come, not even its old sample once more. */
    isSilent,
    /** The chance of rain is worked out every five minutes, from the same samples. */
    isRainOld: isOlderThan(() => FORECAST_PERIOD_S),
    stationNowS,
    /** The station's clock, in whole minutes: what moves the "now" line. */
    minuteS,
    status,
    waitsForStart,
    forecast,
    recent: {
      temperature: recentOfNow,
      pressure: recentOfNow,
      humidity: recentOf<RangeOf<'hum'>>(() => foretold('humidity', 'hum')),
    },
    resource,
    /** Single request, beside the resources. */
    getJson,
    zone,
    time,
    place: computed(() => {
      const site = status.value.value?.site;
      return site?.configured && site.latitude !== null && site.longitude !== null
        ? { latitudeDeg: site.latitude, longitudeDeg: site.longitude }
        : null;
    }),
    source: computed<Source>(() => {
      const hardware = status.value.value?.hardware;
      if (hardware === 'replay') return 'replayed';
      return hardware === 'simulator' || telemetry.value?.simulated ? 'simulated' : 'measured';
    }),

    /** Joins the stream and keeps the seconds, until the returned function is called. */
    connect(): () => void {
      feed.follow();
      const leaveAnswers = [status, health].map((answer) => answer.join());
      const stopWaiting = effect(() => {
        const alive = health.value.value;
        if (!alive) return;
        const isThere = alive.sampling || alive.turn_age_s !== null;
        starting.value = isThere ? null : refusal(alive);
        if (isThere) untracked(() => catchUp.value++);
      });
      const stopClock = effect(() => {
        const known = status.value.value;
        const isSilent = status.problem.value !== null;
        if (known && isTimeAsked && !isSilent) {
          isTimeAsked = false;
          noteClock(known.started_ts + known.uptime_s);
          freshness.clockKnown(stationNowS(), clock.steadyMs());
        }
        if (known || isSilent) untracked(show);
      });
      let cancelBeat: () => void = () => undefined;
      const beat = (): void => {
        tick();
        cancelBeat = clock.after(1000, beat);
      };
      beat();
      return () => {
        feed.leave();
        for (const leave of leaveAnswers) leave();
        stopWaiting();
        stopClock();
        cancelBeat();
      };
    },
    /** Called when the page is hidden. */
    lookAway: (): void => feed.follow(),
    /** Called when the page becomes visible again: fetches what changed meanwhile. */
    lookAgain(awayMs: number): void {
      if (awayMs > 30_000) catchUp.value++;
      tick();
      feed.follow();
    },
  };
}
