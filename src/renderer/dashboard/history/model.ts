import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { HOUR_S } from '../../../base/durations.ts';
import type { EventRecord } from '../../../contract/events.ts';
import type { Records } from '../../../contract/history.ts';
import { kindsThat } from '../../../contract/names.ts';
import type { Day } from '../../kit/calendar.ts';
import { ApiProblem } from '../../kit/data/api.ts';
import { getJson, minuteS, resource, stationNowS, status, time } from '../../kit/data/station.ts';
import { route } from '../../kit/router.ts';
import { type Asked, askedBy, remember } from './address.ts';
import { ALL_PANELS, type Columns, columnsOf, type Panel, SHOWN, type ShownRange, skippedOf } from './columns.ts';
import { createEventLog } from './event-log.ts';
import { createFlagLog, createNoteLog } from './span-log.ts';
import {
  clamp,
  covers,
  type Fetch,
  fetchFor,
  onRecord,
  type Preset,
  panned,
  spanS,
  trailing,
  type Window,
  zoomed,
} from './window.ts';

export type HistoryModel = ReturnType<typeof createHistory>;

/** Kinds of events that are marked in the charts: what happens every few seconds is not. */
const MARKED = kindsThat('marked');
const AROUND_A_MOMENT_S = 12 * HOUR_S;
/** Silence from which readings count as missing. A row of the coarsest buckets may be as old and still open. */
const SILENT_AFTER_S = 600;
/** Wait after a failed request, which is then tried again by itself. */
const AGAIN_AFTER_MS = 4000;

/** Minute of the station's clock. `minuteS` may still be that of a device whose clock is wrong. */
const minuteNow = (): number => Math.floor(stationNowS() / 60);

/** The window a reader moves, and the data that follow it: at once what is there, and finer buckets when the hand rests. */
export function createHistory() {
  const records = resource<Records>(() => '/api/records', 600);
  const upToNow = (preset: Preset): Window =>
    trailing(preset, stationNowS(), time.peek().calendar, records.value.peek()?.coverage.first_ts ?? null);
  const window = signal<Window>(upToNow('24h'));
  const resting = signal(window.peek());
  const preset = signal<Preset | null>('24h');
  const range = signal<ShownRange | null>(null);
  const problem = signal<ApiProblem | null>(null);
  const log = createEventLog(getJson<EventRecord[]>, MARKED);
  const notes = createNoteLog();
  const flags = createFlagLog();
  const logs = [log, notes, flags];
  const visits = signal(0);
  let have: Fetch | null = null;
  /** Minute in which log, notes and flags were last asked for: while what was fetched covers the window, they are asked for once a minute. */
  let askedIn = 0;
  let abort: AbortController | null = null;

  const fail = (error: unknown): void => {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    problem.value = error instanceof ApiProblem ? error : new ApiProblem(0, String(error));
  };
  const load = async (): Promise<void> => {
    abort?.abort();
    const mine = new AbortController();
    abort = mine;
    const want = fetchFor(window.peek(), stationNowS());
    askedIn = minuteNow();
    const logsLoaded = Promise.all(logs.map((one) => one.cover(want)));
    logsLoaded.catch(() => undefined); // told below: the charts do not wait for the logs
    try {
      const path = `/api/history/range?start=${want.fromS}&end=${want.toS}&bucket=${want.bucketS}&columns=${SHOWN.join()}`;
      const answer = await getJson<ShownRange>(path, mine.signal);
      if (mine.signal.aborted) return;
      // This device's clock may be days off: then there is nothing at its own hours, and the status tells the station's.
      if (answer.n === 0 && (status.value.peek() ?? status.problem.peek()) === null) await status.load();
      if (mine.signal.aborted) return;
      have = want;
      const isOfNow = covers(want, window.peek(), stationNowS());
      if (isOfNow || answer.n > 0) range.value = answer;
      if (!isOfNow) return load(); // the window has moved on meanwhile
      await logsLoaded;
      problem.value = null;
    } catch (error) {
      if (mine.signal.aborted) return;
      fail(error);
      setTimeout(() => !mine.signal.aborted && void load(), AGAIN_AFTER_MS);
    }
  };
  let again: ReturnType<typeof setTimeout> | undefined;
  /** The next page of the log, asked for until it comes or another window is shown: the page says that it tries again. */
  const readOn = async (): Promise<void> => {
    const mine = abort?.signal;
    try {
      await log.more(resting.peek());
      problem.value = null;
    } catch (error) {
      if (mine?.aborted) return;
      fail(error);
      clearTimeout(again); // of several presses one tries again
      again = setTimeout(() => !mine?.aborted && void readOn(), AGAIN_AFTER_MS);
    }
  };
  const pointedS = signal<number | null>(null);
  const settled = (): void => {
    resting.value = window.peek();
    const { fromS, toS } = resting.peek();
    const tS = pointedS.peek();
    if (tS !== null && (tS < fromS || tS > toS)) pointedS.value = null; // out of sight, a touched moment is pointed at no more
    remember(window.peek(), preset.peek());
    if (!have || !covers(have, window.peek(), stationNowS())) void load();
  };
  const move = (next: Window): void => {
    preset.value = null;
    const heldS = window.peek().toS;
    const firstS = records.value.peek()?.coverage.first_ts ?? null;
    window.value = clamp(onRecord(next, firstS, heldS), stationNowS(), heldS);
  };
  const follow = (asked: Asked): void => {
    preset.value = asked.preset;
    if (asked.preset) window.value = upToNow(asked.preset);
    else {
      const { calendar } = time.peek();
      const nowS = stationNowS();
      const { fromS, toS } = asked.window;
      // A month or a year that has begun stays whole: pulled back to now, it would be no month.
      const endS = fromS < nowS ? toS : calendar.startS(calendar.dayAt(nowS) + 1);
      window.value = clamp(asked.window, nowS, Math.min(toS, endS));
    }
    settled();
  };
  const held = (): Asked => {
    const chosen = preset.peek();
    return chosen ? { preset: chosen } : { preset: null, window: window.peek() };
  };

  const ofPanels = <T>(make: (panel: Panel) => T) =>
    Object.fromEntries(ALL_PANELS.map((panel) => [panel, computed(() => make(panel))])) as Record<
      Panel,
      ReadonlySignal<T>
    >;
  const show = (next: Window): void => {
    preset.value = null;
    window.value = next;
    settled();
  };
  return {
    window,
    /** Window when the hand last rested. Words and links follow it; the charts follow the hand. */
    resting,
    preset,
    range,
    problem,
    log,
    notes,
    flags,
    /** Whether a drag marks readings, and the stretch that was dragged over. */
    marking: { armed: signal(false), dragged: signal<Window | null>(null) },
    /** Values that are flagged as wrong, of each panel. */
    skipped: ofPanels((panel) => skippedOf(flags.of.value.points, panel)),
    /** Fetches the window again, up to the present: a note of this minute lies behind the end of what was fetched. */
    reload(): void {
      have = null;
      follow(held());
      void records.load();
    },
    records,
    /** Moment that the reader points at; null when the mouse has left the charts. `touchedS`: the one that was last touched. */
    pointedS,
    touchedS: signal<number | null>(null),
    asTable: signal(false),
    columns: ofPanels((panel): Columns => (range.value ? columnsOf(range.value, panel) : [[], [], [], []])),
    marks: computed(() => log.events.value ?? []),
    cuts: computed(() => (log.events.value ?? []).filter(({ kind }) => kind === 'discontinuity').map(({ ts }) => ts)),
    /** In a window that ends now: since when nothing has been measured; null while readings arrive. */
    silentSinceS: computed(() => {
      const { series, bucket_s: bucketS } = range.value ?? { series: {}, bucket_s: 0 };
      const lastS = 'ts' in series ? series.ts.at(-1) : undefined;
      if (lastS === undefined || preset.value === null) return null;
      const untilS = lastS + bucketS;
      return minuteS.value - untilS > Math.max(SILENT_AFTER_S, 3 * bucketS) ? untilS : null;
    }),
    open(): () => void {
      have = null; // while another view was shown, labels, flags or the scale may have changed
      // The address is followed whenever somebody edits it; what the page itself writes into it makes no such event.
      const stopReading = effect(() => {
        const { view, params } = route.value;
        if (view === 'history') untracked(() => follow(askedBy(params) ?? held()));
      });
      // A window that ends at the present follows it.
      const stopFollowing = effect(() => {
        void minuteS.value;
        void records.value.value;
        const chosen = preset.peek();
        if (!chosen) return;
        window.value = upToNow(chosen);
        resting.value = window.peek();
        if (!have) return; // what is on its way looks again when it has come
        const isOld = have.toS < stationNowS() - Math.max(60, have.bucketS);
        if (isOld || !covers(have, window.peek(), stationNowS())) void load();
        else if (askedIn !== minuteNow()) {
          askedIn = minuteNow();
          const seen = { fromS: have.fromS, toS: stationNowS() };
          void Promise.all([log.follow(seen.toS), notes.cover(seen), flags.cover(seen)]).then(
            () => (problem.value = null),
            (error: unknown) => {
              askedIn = 0;
              fail(error);
            },
          );
        }
      });
      return () => {
        stopReading();
        stopFollowing();
        abort?.abort();
        for (const one of logs) one.stop();
      };
    },
    /** Shows the hours around a moment, and points at it. */
    visit(tS: number): void {
      const half = AROUND_A_MOMENT_S / 2;
      pointedS.value = tS;
      visits.value++;
      show(clamp({ fromS: tS - half, toS: tS + half }, stationNowS()));
    },
    visitDay(day: Day): void {
      const { calendar } = time.peek();
      pointedS.value = null;
      visits.value++;
      show({ fromS: calendar.startS(day), toS: calendar.startS(day + 1) });
    },
    readOn,
    /** Counter that scrolls to the charts: raised when a moment is opened from further down the page. */
    visits,
    choose: (next: Preset): void => follow({ preset: next }),
    show,
    pan(byFraction: number): void {
      move(panned(window.peek(), byFraction * spanS(window.peek())));
    },
    zoom(factor: number, atFraction: number): void {
      const { fromS } = window.peek();
      move(zoomed(window.peek(), factor, fromS + atFraction * spanS(window.peek())));
    },
    settled,
  };
}
