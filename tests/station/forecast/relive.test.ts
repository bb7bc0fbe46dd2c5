import { expect, it } from 'vitest';
import { HOUR_S } from '../../../src/base/durations.ts';
import { relive } from '../../../src/station/forecast/relive.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { PLAIN, rawOf } from '../../support/tick-rows.ts';
import { rowOf, START_S } from './weather.ts';

const PAUSE_HOURS = 1000;

it('a replay of the past that is told to end does so among the imported hours of a pause, too', async () => {
  const stop = new AbortController();
  const untilS = START_S + PAUSE_HOURS * HOUR_S;
  const history = {
    ticks: () => [[START_S, untilS].map((tS) => rawOf(rowOf(tS, 10, 60, 1013)))],
    *hours(endS: number, fromS = endS) {
      for (let tS = fromS + HOUR_S; tS < endS; tS += HOUR_S) yield rawOf(rowOf(tS, 10, 60, 1013));
    },
  };
  let heard = 0;
  const listener = {
    hour: () => {
      heard += 1;
      stop.abort();
    },
    tick: () => {},
  };
  const reliving = { clock: new FakeClock(untilS), signal: stop.signal, progress: () => {} };
  await expect(relive(history, PLAIN, untilS, listener, reliving)).rejects.toThrow('aborted');
  expect(heard).toBe(1);
});
