import { asPart, type Sentence, sentence } from '../../words/sentence.ts';

/** State machine of the wall, a pure function: `kiosk.ts` feeds events and carries out actions; time comes in with the event. */
export type RecoveryEvent =
  | { kind: 'service-up'; url: string }
  | { kind: 'service-down'; reason: Sentence }
  | { kind: 'page-shown' }
  /** The page's process died or the page could not be loaded. */
  | { kind: 'page-failed'; reason: Sentence }
  | { kind: 'page-hung' }
  | { kind: 'gpu-died'; reason: string }
  | { kind: 'memory'; usedMb: number; limitMb: number }
  | { kind: 'nightly' }
  /** The time asked for by the last `wake` is up. */
  | { kind: 'due' };

export type RecoveryAction =
  | { kind: 'show-wall'; url: string }
  | { kind: 'show-waiting'; reason: Sentence }
  | { kind: 'end-page-process' }
  /** Replaces an earlier `wake`. */
  | { kind: 'wake'; afterMs: number }
  | { kind: 'restart-in-software' }
  | { kind: 'note'; text: string };

export interface RecoveryState {
  url: string | null;
  on: 'nothing' | 'waiting' | 'wall';
  /** Failures in a row; a page that held for STEADY_MS ends the row. */
  failures: number;
  shownMs: number | null;
  gpuDeathsMs: readonly number[];
  /** The last reload for memory, and whether ending the process followed it. */
  memory: { reloadMs: number; ended: boolean } | null;
  software: boolean;
}

const STEADY_MS = 60_000;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 60_000;
/** Wait from which the waiting page is shown; a shorter one keeps a bare ground colour, which is calmer than two changes of picture. */
const WORTH_EXPLAINING_MS = 2_000;
const GPU_WINDOW_MS = 10 * 60_000;
const GPU_DEATHS = 2;
const MEMORY_PAUSE_MS = 10 * 60_000;

export const fresh = (software: boolean): RecoveryState => ({
  url: null,
  on: 'nothing',
  failures: 0,
  shownMs: null,
  gpuDeathsMs: [],
  memory: null,
  software,
});

/** 0.25, 0.5, 1, 2 … 60 s: the first accident is hardly seen, a crash loop costs next to nothing. */
export const retryAfterMs = (failures: number): number =>
  Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, failures - 1));

interface Step {
  state: RecoveryState;
  actions: RecoveryAction[];
}

const noted = (text: string): RecoveryAction => ({ kind: 'note', text });

const toWall = (state: RecoveryState, ...before: RecoveryAction[]): Step =>
  state.url === null
    ? { state, actions: before }
    : { state: { ...state, on: 'wall', shownMs: null }, actions: [...before, { kind: 'show-wall', url: state.url }] };

function afterFailure(state: RecoveryState, reason: Sentence, nowMs: number): Step {
  if (state.on !== 'wall') return { state, actions: [] }; // the waiting page is only a picture: its end changes nothing
  const held = state.shownMs !== null && nowMs - state.shownMs >= STEADY_MS;
  const failures = held ? 1 : state.failures + 1;
  const afterMs = retryAfterMs(failures);
  const explain = afterMs >= WORTH_EXPLAINING_MS;
  return {
    state: { ...state, failures, shownMs: null, on: explain ? 'waiting' : 'nothing' },
    actions: [
      noted(`the page failed (${reason.detail}), failure ${failures} in a row, again in ${afterMs / 1000} s`),
      ...(explain
        ? [{ kind: 'show-waiting' as const, reason: sentence('waiting.page-failed', { reason: asPart(reason) }) }]
        : []),
      { kind: 'wake', afterMs },
    ],
  };
}

function afterGpuDeath(state: RecoveryState, reason: string, nowMs: number): Step {
  const gpuDeathsMs = [...state.gpuDeathsMs.filter((atMs) => nowMs - atMs < GPU_WINDOW_MS), nowMs];
  const note = noted(`the graphics process died (${reason})`);
  if (state.software || gpuDeathsMs.length < GPU_DEATHS) return { state: { ...state, gpuDeathsMs }, actions: [note] };
  return {
    state: { ...state, gpuDeathsMs: [], software: true },
    actions: [note, { kind: 'restart-in-software' }],
  };
}

/** A fresh page frees what the old one held; if that did not help, a fresh process does; then patience. */
function afterMemory(state: RecoveryState, usedMb: number, limitMb: number, nowMs: number): Step {
  if (state.on !== 'wall' || state.shownMs === null || usedMb <= limitMb) return { state, actions: [] };
  const text = `the page holds ${Math.round(usedMb)} MB, the limit is ${limitMb} MB`;
  const last = state.memory;
  if (last === null || nowMs - last.reloadMs >= MEMORY_PAUSE_MS)
    return toWall({ ...state, memory: { reloadMs: nowMs, ended: false } }, noted(`${text}: loading it anew`));
  if (last.ended) return { state, actions: [] };
  return {
    state: { ...state, memory: { ...last, ended: true } },
    actions: [noted(`${text} even after a reload: ending its process`), { kind: 'end-page-process' }],
  };
}

export function recover(state: RecoveryState, event: RecoveryEvent, nowMs: number): Step {
  switch (event.kind) {
    case 'service-up':
      return toWall({ ...state, url: event.url, failures: 0 });
    case 'service-down':
      return {
        state: { ...state, url: null, on: 'waiting', shownMs: null },
        actions: [{ kind: 'show-waiting', reason: event.reason }],
      };
    case 'page-shown':
      return { state: state.on === 'wall' ? { ...state, shownMs: nowMs } : state, actions: [] };
    case 'page-failed':
      return afterFailure(state, event.reason, nowMs);
    case 'page-hung':
      return state.on === 'wall'
        ? { state, actions: [noted('the page no longer answers'), { kind: 'end-page-process' }] }
        : { state, actions: [] };
    case 'gpu-died':
      return afterGpuDeath(state, event.reason, nowMs);
    case 'memory':
      return afterMemory(state, event.usedMb, event.limitMb, nowMs);
    case 'nightly':
      return state.on === 'wall' ? toWall(state, noted('nightly reload')) : { state, actions: [] };
    case 'due':
      return state.on === 'wall' ? { state, actions: [] } : toWall(state);
  }
}
