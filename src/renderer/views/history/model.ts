import { computed, effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals';
import type { EventRecord } from '../../../contract/events.ts';
import type { HistoryRange, Records } from '../../../contract/history.ts';
import { ApiProblem } from '../../data/api.ts';
import type { Resource } from '../../data/resource.ts';
import { getJson, minuteS, resource, stationNowS, time } from '../../data/station.ts';
import { hashOf, route } from '../../router.ts';
import { units } from '../../settings.ts';
import { type Columns, columnsOf, PANELS, type Panel } from './columns.ts';
import {
  clamp,
  covers,
  type Fetch,
  fetchFor,
  PRESETS,
  type Preset,
  panned,
  spanS,
  trailing,
  type Window,
  zoomed,
} from './window.ts';

export interface HistoryModel {
  window: Signal<Window>;
  /** The window when the hand last rested: what words and links follow, while the charts follow the hand. */
  resting: Signal<Window>;
  preset: Signal<Preset | null>;
  range: Signal<HistoryRange | null>;
  problem: Signal<ApiProblem | null>;
  columns: Record<Panel, ReadonlySignal<Columns>>;
  events: Resource<EventRecord[]>;
  records: Resource<Records>;
  marks: ReadonlySignal<EventRecord[]>;
  cuts: ReadonlySignal<number[]>;
  /** A moment the reader points at. */
  pointedS: Signal<number | null>;
  asTable: Signal<boolean>;
  open(): () => void;
  choose(preset: Preset): void;
  show(window: Window): void;
  pan(byFraction: number): void;
  zoom(factor: number, atFraction: number): void;
  settled(): void;
}

/** Every few seconds is not worth a mark in a chart of hours. */
const UNMARKED = new Set(['sample', 'state', 'display', 'settings', 'storage', 'compact', 'verify']);

/** The window a reader moves, and the data that follow it: at once what is there, and finer buckets when the hand rests. */
export function createHistory(): HistoryModel {
  const records = resource<Records>(() => '/api/records', 600);
  const upToNow = (preset: Preset): Window =>
    trailing(preset, stationNowS(), time.peek().calendar, records.value.peek()?.coverage.first_ts ?? null);
  const window = signal<Window>(upToNow('24h'));
  const resting = signal(window.peek());
  const preset = signal<Preset | null>('24h');
  const range = signal<HistoryRange | null>(null);
  const problem = signal<ApiProblem | null>(null);
  const events = resource<EventRecord[]>(() => '/api/events?limit=500', 60);
  let have: Fetch | null = null;
  let abort: AbortController | null = null;

  const load = async (): Promise<void> => {
    abort?.abort();
    const mine = new AbortController();
    abort = mine;
    const want = fetchFor(window.peek(), stationNowS());
    try {
      const path = `/api/history/range?start=${want.fromS}&end=${want.toS}&bucket=${want.bucketS}`;
      const answer = await getJson<HistoryRange>(path, mine.signal);
      if (mine.signal.aborted) return;
      have = want;
      range.value = answer;
      problem.value = null;
    } catch (error) {
      if (mine.signal.aborted) return;
      problem.value = error instanceof ApiProblem ? error : new ApiProblem(0, String(error));
      setTimeout(() => !mine.signal.aborted && void load(), 4000);
    }
  };
  const settled = (): void => {
    resting.value = window.peek();
    remember(window.peek(), preset.peek());
    if (!have || !covers(have, window.peek(), stationNowS())) void load();
  };
  const move = (next: Window): void => {
    window.value = clamp(next, stationNowS(), window.peek().toS);
  };
  const follow = (asked: Asked): void => {
    preset.value = asked.preset;
    if (asked.preset) window.value = upToNow(asked.preset);
    else {
      const { calendar } = time.peek();
      const nowS = stationNowS();
      const tonightS = calendar.startS(calendar.dayAt(nowS) + 1);
      window.value = clamp(asked.window, nowS, Math.min(asked.window.toS, tonightS));
    }
    settled();
  };
  const held = (): Asked => {
    const chosen = preset.peek();
    return chosen ? { preset: chosen } : { preset: null, window: window.peek() };
  };

  const model: HistoryModel = {
    window,
    resting,
    preset,
    range,
    problem,
    events,
    records,
    pointedS: signal<number | null>(null),
    asTable: signal(false),
    columns: Object.fromEntries(
      PANELS.map((panel) => [
        panel,
        computed(() => (range.value ? columnsOf(range.value, panel, units.value) : ([[], [], [], []] as Columns))),
      ]),
    ) as Record<Panel, ReadonlySignal<Columns>>,
    marks: computed(() => (events.value.value ?? []).filter((event) => !UNMARKED.has(event.kind))),
    cuts: computed(() => (events.value.value ?? []).filter(({ kind }) => kind === 'discontinuity').map(({ ts }) => ts)),
    open() {
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
        if (!chosen || !have) return;
        window.value = upToNow(chosen);
        resting.value = window.peek();
        const isOld = have.toS < stationNowS() - Math.max(60, have.bucketS);
        if (isOld || !covers(have, window.peek(), stationNowS())) void load();
      });
      return () => {
        stopReading();
        stopFollowing();
        abort?.abort();
      };
    },
    choose(next) {
      follow({ preset: next });
    },
    show(next) {
      preset.value = null;
      window.value = next;
      settled();
    },
    pan(byFraction) {
      preset.value = null;
      move(panned(window.peek(), byFraction * spanS(window.peek())));
    },
    zoom(factor, atFraction) {
      preset.value = null;
      const { fromS } = window.peek();
      move(zoomed(window.peek(), factor, fromS + atFraction * spanS(window.peek())));
    },
    settled,
  };
  return model;
}

type Asked = { preset: Preset } | { preset: null; window: Window };

/** The address names what is seen, so that it can be sent to somebody; it makes no entry in the browser's history. */
function remember({ fromS, toS }: Window, preset: Preset | null): void {
  const params = preset ? { span: preset } : { from: String(Math.round(fromS)), to: String(Math.round(toS)) };
  history.replaceState(null, '', hashOf('history', params));
}

function askedBy(params: URLSearchParams): Asked | null {
  const span = params.get('span');
  if (span !== null && span in PRESETS) return { preset: span as Preset };
  const fromS = Number(params.get('from') ?? Number.NaN);
  const toS = Number(params.get('to') ?? Number.NaN);
  return fromS < toS ? { preset: null, window: { fromS, toS } } : null;
}
