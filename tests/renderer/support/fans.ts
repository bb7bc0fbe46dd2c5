import type { ForecastEntry } from '../../../src/contract/forecast.ts';
import type { HistoryRange } from '../../../src/contract/history.ts';
import { fan as fanOf, knownOf } from '../../../src/renderer/kit/charts/fan.ts';
import { type FanData, type FanState, fanDataOf } from '../../../src/renderer/kit/charts/fan-data.ts';
import { type FrameOf, frameOf } from '../../../src/renderer/kit/charts/frame.ts';

export const SIZE = { width: 700, height: 200, unit: 1 };

export const frame = (of: Partial<FrameOf>, units: 'metric' | 'imperial' = 'metric', size = SIZE) =>
  frameOf({ fromS: 0, toS: 86_400, kind: 'temperature', known: [[10, null, 14]], ticks: () => [], ...of }, size, units);

export const entry = (horizon_s: number, mu: number | null, half = 1) => ({
  horizon_s,
  horizon_label: '',
  valid_ts: 1e6 + horizon_s,
  mu,
  lo: mu === null ? null : mu - half,
  hi: mu === null ? null : mu + half,
  p25: null,
  p75: null,
  isProvisional: false,
});

export const input: FanData = {
  fromS: 1e6 - 43_200,
  toS: 1e6 + 86_400,
  nowS: 1e6,
  past: { ts: [1e6 - 600, 1e6 - 300], values: [10, 11], widestGapS: 1000 },
  sample: { tS: 1e6, value: 12, isFresh: true },
  start: { tS: 1e6, value: 12 },
  issuedS: 1e6,
  said: [],
  isForecastOld: false,
  entries: [900, 3600, 10_800, 21_600, 43_200, 86_400].map((h) => entry(h, 12 + h / 20_000)),
};

/** A fan in the frame of a chart of 700 by 200 pixels. */
export function fan(data: FanData) {
  const inside = frame({ ...data, known: knownOf(data), headRoom: 14 });
  return { ...inside, ...fanOf(data, inside, 7) };
}

export const foretold = (horizon_s: number, mu: number, lo: number, hi: number, more: object = {}): ForecastEntry => ({
  horizon_s,
  horizon_label: '',
  valid_ts: 1e6 + horizon_s,
  mu,
  lo,
  hi,
  delta: 0,
  sigma: 1,
  weights: { persistence: 1, climatology: 0, learned: 0 },
  ...more,
});

export const state = (more: Partial<FanState> = {}): FanState => ({
  nowS: 1e6,
  history: {
    n: 2,
    bucket_s: 300,
    series: { ts: [1e6 - 600, 1e6 - 300], temp: [4, 4.2] } as unknown as HistoryRange['series'],
  } as HistoryRange,
  sample: { tS: 1e6 - 1, value: 4.4 },
  isStale: false,
  forecast: {
    issued_ts: 1e6 - 120,
    anchors: { temperature: 4.3 },
    targets: { temperature: [foretold(3600, 4.9, 3.4, 6.3), foretold(10_800, 4.8, 3.7, 5.8)] },
  },
  isForecastOld: false,
  yesterday: null,
  extremes: [],
  pastS: 43_200,
  futureS: 86_400,
  ...more,
});

export const drawn = (more: Partial<FanState>) => fan({ ...input, ...fanDataOf('temperature', state(more)) });

/** The width of a band where a vertical line at x crosses it: from the path's own points. */
export const points = (path: string): Array<[number, number]> =>
  [...path.matchAll(/(-?\d+\.\d) (-?\d+\.\d)(?=[CLZM]|$)/g)].map((m) => [Number(m[1]), Number(m[2])]);
