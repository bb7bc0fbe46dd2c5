import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { TARGETS, type Target } from '../../src/contract/names.ts';
import { wholeStrips } from '../../src/renderer/dashboard/forecast/chances/whole.ts';
import { ApiProblem, NOT_STARTED } from '../../src/renderer/kit/data/api.ts';
import { waitsFor } from '../../src/renderer/kit/parts/waiting.ts';

const STARTS = new ApiProblem(503, 'station not started', [], { code: NOT_STARTED });
const AWAY = new ApiProblem(503, 'the disk does not answer', [], { code: 'refusal.away' });
const answer = () => ({ value: signal<unknown>(null), problem: signal<ApiProblem | null>(null) });
type Answer = ReturnType<typeof answer>;
const come = (...answers: Answer[]): void => {
  for (const { value, problem } of answers) {
    problem.value = null;
    value.value = {};
  }
};
const refuse = (why: ApiProblem, ...answers: Answer[]): void => {
  for (const { problem } of answers) problem.value = why;
};

describe('a part of a page', () => {
  const isBusy = (...answers: Answer[]) => waitsFor(...answers)['aria-busy'];

  it('waits for all of its answers, and for none that is refused', () => {
    const [first, second] = [answer(), answer()];
    expect(isBusy(first, second)).toBe(true);
    come(first);
    expect(isBusy(first, second)).toBe(true);
    refuse(AWAY, second);
    expect(isBusy(first, second)).toBe(false);
  });

  it('waits on while the station starts, whose refusal is followed by the answer', () => {
    const late = answer();
    refuse(STARTS, late);
    expect(isBusy(late)).toBe(true);
    come(late);
    expect(isBusy(late)).toBe(false);
  });

  it('that shows something goes on showing it while the station starts anew', () => {
    const known = answer();
    come(known);
    refuse(STARTS, known);
    expect(isBusy(known)).toBe(false);
  });
});

describe('a strip of chances', () => {
  const played = () => {
    const chances = Object.fromEntries(TARGETS.map((target) => [target, answer()])) as Record<Target, Answer>;
    const [forecast, status, frostAndHeat, live] = [answer(), answer(), answer(), signal<unknown>(null)];
    const hasSlider = () => forecast.value.value !== null;
    const isWhole = wholeStrips({ forecast, status, chances, frostAndHeat, live, hasSlider });
    return { forecast, status, frostAndHeat, live, chances, isWhole };
  };

  it.each(['forecast', 'status', 'frostAndHeat', 'temperature', 'live'] as const)(
    'is whole with the last of its answers, also where that is %s and was refused while the station started',
    (last) => {
      const { isWhole, live, chances, ...rest } = played();
      const answers = { ...rest, temperature: chances.temperature };
      refuse(STARTS, ...Object.values(answers));
      if (last !== 'live') live.value = {};
      const early = Object.entries(answers).filter(([name]) => name !== last);
      for (const [, one] of early) {
        expect(isWhole('temperature')).toBe(false);
        come(one);
      }
      expect(isWhole('temperature')).toBe(false);
      if (last === 'live') live.value = {};
      else come(answers[last]);
      expect(isWhole('temperature')).toBe(true);
    },
  );

  it('stays whole while a forecast moves its slider, and is whole for its own target alone', () => {
    const { isWhole, live, forecast, status, frostAndHeat, chances } = played();
    live.value = {};
    come(forecast, status, frostAndHeat, chances.temperature);
    expect(isWhole('temperature')).toBe(true);
    chances.temperature.value.value = null;
    expect([isWhole('temperature'), isWhole('humidity')]).toEqual([true, false]);
  });

  it('has no row of frost to wait for where it is of another target', () => {
    const { isWhole, live, forecast, status, chances } = played();
    live.value = {};
    come(forecast, status, chances.humidity);
    expect(isWhole('humidity')).toBe(true);
  });

  it('is not waited for where the station refuses all, and is waited for again once it has a forecast', () => {
    const { isWhole, forecast, status, frostAndHeat } = played();
    refuse(AWAY, forecast, status, frostAndHeat);
    expect(isWhole('temperature')).toBe(true);
    come(forecast);
    expect(isWhole('temperature')).toBe(false);
  });
});
