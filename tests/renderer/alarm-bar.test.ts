import { describe, expect, it } from 'vitest';
import { restOf } from '../../src/renderer/dashboard/alarm-bar/rest.ts';

describe('an alarm beside its name', () => {
  it('says its name once, whatever its language puts round it', () => {
    expect(restOf({ title: 'Frost tonight', text: 'Frost tonight: no current readings' })).toBe('no current readings');
    expect(restOf({ title: 'Gel cette nuit', text: 'Gel cette nuit\u00a0: aucune mesure récente' })).toBe(
      'aucune mesure récente',
    );
    expect(restOf({ title: 'طويل Long name', text: 'طويل \u2066Long name: \u200e63 %\u2069، يُنذر' })).toBe(
      '63 %، يُنذر',
    );
    expect(restOf({ title: 'Frost', text: 'another sentence' })).toBe('another sentence');
  });
});
