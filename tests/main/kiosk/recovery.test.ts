import { describe, expect, it } from 'vitest';
import {
  fresh,
  type RecoveryAction,
  type RecoveryEvent,
  type RecoveryState,
  recover,
  retryAfterMs,
} from '../../../src/main/kiosk/recovery.ts';
import { foreign } from '../../../src/words/sentence.ts';
import fc from '../../support/drawn.ts';

const URL = 'http://127.0.0.1:8000';

/** A wall that lives through a list of events, each at its second; what was done is told as short words. */
function live(events: [atS: number, event: RecoveryEvent][], start: RecoveryState = fresh(false)) {
  let state = start;
  const done = events.map(([atS, event]) => {
    const step = recover(state, event, atS * 1000);
    state = step.state;
    return step.actions.filter((action) => action.kind !== 'note').map((action) => word(action));
  });
  return { state, done };
}
const word = (action: RecoveryAction): string =>
  action.kind === 'wake' ? `wake ${action.afterMs}` : action.kind === 'show-wall' ? 'wall' : action.kind;

const up: RecoveryEvent = { kind: 'service-up', url: URL };
const shown: RecoveryEvent = { kind: 'page-shown' };
const gone: RecoveryEvent = { kind: 'page-failed', reason: foreign('killed') };
const due: RecoveryEvent = { kind: 'due' };
const gpu: RecoveryEvent = { kind: 'gpu-died', reason: 'crashed' };
const memory = (usedMb: number): RecoveryEvent => ({ kind: 'memory', usedMb, limitMb: 600 });

describe('the wall', () => {
  it('shows the dashboard as soon as the station is up', () => {
    expect(live([[0, up]]).done).toEqual([['wall']]);
  });

  it('explains why there is no station, and shows the dashboard when there is one', () => {
    const { done } = live([
      [0, { kind: 'service-down', reason: foreign('Port 8000 is taken.') }],
      [2, up],
    ]);
    expect(done).toEqual([['show-waiting'], ['wall']]);
  });

  it('brings a page back at once after one accident', () => {
    const { done } = live([
      [0, up],
      [1, shown],
      [500, gone],
      [500.25, due],
    ]);
    expect(done.slice(2)).toEqual([['wake 250'], ['wall']]);
  });

  it('tries a crashing page less and less often and explains itself when the wait is long', () => {
    const crashes: [number, RecoveryEvent][] = [[0, up]];
    for (let i = 1; i <= 12; i++) crashes.push([i, gone], [i + 0.5, due]);
    const { done } = live(crashes);
    const waits = done.flat().filter((action) => action.startsWith('wake'));
    expect(waits).toEqual(
      [250, 500, 1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000, 60000, 60000].map((ms) => `wake ${ms}`),
    );
    expect(done.flat().filter((action) => action === 'show-waiting')).toHaveLength(9);
  });

  it('forgives earlier accidents after a minute without one', () => {
    const { done } = live([
      [0, up],
      [1, gone],
      [2, due],
      [3, gone],
      [4, due],
      [5, shown],
      [70, gone],
    ]);
    expect(done.at(-1)).toEqual(['wake 250']);
  });

  it('counts one accident once, however many ways it is told', () => {
    const { done } = live([
      [0, up],
      [1, shown],
      [100, gone],
      [100.01, { kind: 'page-failed', reason: foreign('ERR_FAILED') }],
    ]);
    expect(done.at(-1)).toEqual([]);
  });

  it('ends the process of a page that hangs, but never that of the waiting page', () => {
    const hung: RecoveryEvent = { kind: 'page-hung' };
    expect(
      live([
        [0, up],
        [1, shown],
        [2, hung],
      ]).done.at(-1),
    ).toEqual(['end-page-process']);
    expect(
      live([
        [0, { kind: 'service-down', reason: foreign('') }],
        [2, hung],
      ]).done.at(-1),
    ).toEqual([]);
  });

  it('gives up the graphics chip after two deaths within ten minutes, not after two in an hour', () => {
    expect(
      live([
        [0, gpu],
        [599, gpu],
      ]).done.at(-1),
    ).toEqual(['restart-in-software']);
    expect(
      live([
        [0, gpu],
        [601, gpu],
      ]).done.at(-1),
    ).toEqual([]);
    expect(
      live(
        [
          [0, gpu],
          [1, gpu],
          [2, gpu],
        ],
        fresh(true),
      ).done.flat(),
    ).toEqual([]);
  });

  it('answers a fat page with a fresh page, then with a fresh process, then with patience', () => {
    const { done } = live([
      [0, up],
      [1, shown],
      [60, memory(599)],
      [120, memory(700)],
      [121, shown],
      [180, memory(710)],
      [181, gone],
      [182, due],
      [183, shown],
      [240, memory(720)],
      [900, memory(730)],
    ]);
    expect(done.slice(2).filter((actions) => actions.length > 0)).toEqual([
      ['wall'],
      ['end-page-process'],
      ['wake 250'],
      ['wall'],
      ['wall'],
    ]);
    expect(done[9]).toEqual([]);
  });

  it('starts the page afresh at night, unless it is waiting anyway', () => {
    expect(
      live([
        [0, up],
        [1, shown],
        [9, { kind: 'nightly' }],
      ]).done.at(-1),
    ).toEqual(['wall']);
    expect(
      live([
        [0, { kind: 'service-down', reason: foreign('') }],
        [9, { kind: 'nightly' }],
      ]).done.at(-1),
    ).toEqual([]);
  });

  it('is never dark for good: whatever happened, a station and due timers lead back to the dashboard', () => {
    const anything: fc.Arbitrary<RecoveryEvent> = fc.constantFrom(
      up,
      shown,
      gone,
      due,
      gpu,
      memory(700),
      { kind: 'page-hung' as const },
      { kind: 'nightly' as const },
      { kind: 'service-down' as const, reason: foreign('no') },
    );
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 40 }), (events) => {
        const { state } = live(events.map((event, i) => [i, event]));
        const calm = live([[100, state.url === null ? up : due]], state);
        expect(calm.state.on).toBe('wall');
      }),
    );
  });
});

it('never waits longer than a minute and never less than a quarter of a second', () => {
  for (let failures = 0; failures < 2000; failures++) {
    expect(retryAfterMs(failures)).toBeGreaterThanOrEqual(250);
    expect(retryAfterMs(failures)).toBeLessThanOrEqual(60_000);
  }
});
