import { expect, it } from 'vitest';
import { LeftBehind } from '../../../src/station/sampling/left-behind.ts';
import { emptySample } from '../../../src/station/sensors/sample.ts';
import type { Store } from '../../../src/station/store/store.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const DAY_S = 86_400;

it('samples that a stop left are forgotten once they are stored, also where the clock has gone back by days meanwhile', () => {
  let isBusy = true;
  let note: object | null = {
    boot: '',
    all: [1, 2].map((s) => ({ sample: emptySample, steadyS: s, tS: 9 * DAY_S + s })),
  };
  const left = {
    get: () => note,
    drop() {
      note = null;
    },
  };
  const store = {
    clock: { left },
    samples: { newestTs: () => 9 * DAY_S, queued: 0 },
    flush: () => !isBusy,
    attempt: (work: () => void) => work(),
  } as unknown as Store;
  const behind = new LeftBehind({ clock: new FakeClock(), store });
  expect(behind.takeUp(5)).toMatchObject([{ kind: 'release', samples: [{}, {}] }]);
  behind.passed(9 * DAY_S + 1);
  isBusy = false;
  behind.passed(9 * DAY_S + 1);
  expect(note).not.toBeNull(); // the second has not gone its way
  isBusy = true;
  behind.passed(9 * DAY_S + 2);
  isBusy = false;
  behind.passed(2 * DAY_S);
  expect(note).toBeNull();
});
