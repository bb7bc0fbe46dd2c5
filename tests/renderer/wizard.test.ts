import { describe, expect, it } from 'vitest';
import { airOf, isDoubtful, referenceOf } from '../../src/renderer/dashboard/models/wizard/rules.ts';
import { createWizard, type Keeper } from '../../src/renderer/dashboard/models/wizard/state.ts';

describe('a reference', () => {
  it('is taken in the reader’s unit and only from air that exists', () => {
    expect(referenceOf('temperature', 68, 'imperial')).toBe(20);
    expect(referenceOf('temperature', 68, 'metric')).toBeNull();
    expect(referenceOf('humidity', 101, 'metric')).toBeNull();
    expect(referenceOf('humidity', null, 'metric')).toBeNull();
  });
  it('waits for air that rests, as a living sensor tells it', () => {
    expect(airOf('temperature', 20, 0.3, false, 1800)).toBe('steady');
    expect(airOf('temperature', 20, -2, false, 1800)).toBe('moving');
    expect(airOf('humidity', 50, 2, false, 1800)).toBe('steady');
    // Still air says nothing of an instrument that came from a pocket five minutes ago.
    expect([airOf('temperature', 20, 0, false, 1500), airOf('humidity', 50, 0, false, 1500)]).toEqual([
      'steady',
      'settling',
    ]);
    expect(airOf('temperature', 20, 0.3, false, 300)).toBe('settling');
    expect(airOf('temperature', 20, -2, false, 300)).toBe('moving');
  });
  it('is not compared with the last word of a dead sensor, however steady that was', () => {
    expect(airOf('temperature', 20, 0, true, 1800)).toBe('no-reading');
    expect(airOf('temperature', null, 0, false, 1800)).toBe('no-reading');
  });
  it('waits for the first reading without a word against the sensor', () => {
    expect(airOf('temperature', undefined, null, false, 1800)).toBe('connecting');
    expect(airOf('temperature', undefined, null, true, 1800)).toBe('connecting');
  });
  it('of a fresh station is possible: the air is there, only its trend is not known', () => {
    expect(airOf('temperature', 3.8, null, false, 1800)).toBe('unknown-rate');
  });
  it('is asked for twice when it is far away: 32 for 3.2', () => {
    expect(isDoubtful('temperature', 32, 3.2)).toBe(true);
    expect(isDoubtful('temperature', 8.2, 3.2)).toBe(false);
    expect(isDoubtful('temperature', 8.3, 3.2)).toBe(true);
    expect(isDoubtful('humidity', 75, 50)).toBe(true);
    expect(isDoubtful('humidity', 65, 50)).toBe(false);
  });
});

describe('a calibration under way', () => {
  const tab = () => {
    const kept = { text: null as string | null, nowS: 1.7e9 };
    const keeper: Keeper = {
      read: () => kept.text,
      write: (text) => {
        kept.text = text;
      },
    };
    return { kept, open: () => createWizard(keeper, () => kept.nowS) };
  };

  it('goes on where it was after the wall went home or the page was loaded anew', () => {
    const { kept, open } = tab();
    const before = open();
    before.set({ subject: 'humidity', step: 'wait', placedS: 1.7e9 });
    before.set({ step: 'enter', typed: '4' });
    kept.nowS += 20 * 60;
    expect(open().state.value).toMatchObject({ subject: 'humidity', step: 'enter', typed: '4', placedS: 1.7e9 });
  });
  it('is not there any more the next day, nor under a clock that was set back', () => {
    const { kept, open } = tab();
    open().set({ step: 'enter' });
    kept.nowS += 86_400;
    expect(open().state.value.step).toBe('measure');
    kept.nowS -= 2 * 86_400;
    expect(open().state.value.step).toBe('measure');
  });
  it.each([
    ['', 'nonsense'],
    ['{}', 'nothing'],
    ['{"step":"done","subject":"temperature","typed":"","keptS":1.7e9}', 'no result'],
    ['{"step":"fly","subject":"temperature","typed":"","keptS":1.7e9}', 'no such step'],
    ['{"step":"enter","subject":"wind","typed":"","keptS":1.7e9}', 'no such subject'],
    ['{"step":"enter","subject":"humidity","typed":1,"keptS":1.7e9}', 'no text'],
    ['[1', 'half a text'],
    ['null', 'null'],
  ])('that reads %j begins anew', (text) => {
    const { kept, open } = tab();
    kept.text = text;
    expect(open().state.value).toMatchObject({ step: 'measure', typed: '' });
  });
  it('begins anew with the same quantity', () => {
    const wizard = tab().open();
    wizard.set({ subject: 'humidity', step: 'done' });
    wizard.restart();
    expect(wizard.state.value).toMatchObject({ subject: 'humidity', step: 'measure', result: null });
  });
});
