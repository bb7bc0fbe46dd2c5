import { describe, expect, it } from 'vitest';
import { alertOf } from '../../../src/station/display/alerts.ts';
import type { DisplayState } from '../../../src/station/display/state.ts';
import { emptyState } from '../../support/empty-state.ts';

const ahead = (muC: number, leadS: number) => [{ leadS, muC, loC: muC - 2, hiC: muC + 2 }];
const seen = (known: Partial<DisplayState>): DisplayState => ({ ...emptyState, ...known });

describe('an alert is given', () => {
  it.each<[string, Partial<DisplayState>, ReturnType<typeof alertOf>]>([
    ['for nothing that is not known', {}, null],
    ['for a storm, when the pressure falls very rapidly', { pressureHpaPerH: -2.3 }, 'storm'],
    ['not for a front that passes as fronts do', { pressureHpaPerH: -1.1 }, null],
    ['not for a pressure that rises as fast', { pressureHpaPerH: 3 }, null],
    ['for frost within the evening', { temperatureC: 4, ribbon: ahead(-1, 21_600) }, 'frost'],
    ['not for frost that is a day away', { temperatureC: 4, ribbon: ahead(-1, 86_400) }, null],
    ['not for frost that is there already', { temperatureC: -3, ribbon: ahead(-5, 3_600) }, null],
    ['for frost outside, whatever a room has', { temperatureC: 21, aheadFromC: 4, ribbon: ahead(-1, 21_600) }, 'frost'],
    [
      'not beside a warm room for frost that is there',
      { temperatureC: 21, aheadFromC: -3, ribbon: ahead(-5, 3_600) },
      null,
    ],
    ['for heat, in the room or outside', { temperatureC: 24, outdoorC: 39 }, 'heat'],
  ])('%s', (_name, known, kind) => {
    expect(alertOf(seen(known), 'ok')).toBe(kind);
  });

  it('for a faulty station before any weather, and for no mere warning', () => {
    expect(alertOf(seen({ pressureHpaPerH: -5 }), 'fault')).toBe('fault');
    expect(alertOf(seen({}), 'warn')).toBeNull();
  });
});
