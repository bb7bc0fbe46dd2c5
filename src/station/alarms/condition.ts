import type { AlarmRule } from '../../contract/alarm-rule.ts';

/** Where a value stands between the two thresholds of a rule. */
export type Level = 'on' | 'off' | 'between';

/** Hysteresis of a rule: `on` and `off` are apart, and what lies between them changes nothing. */
export function levelOf({ when, on, off }: Pick<AlarmRule, 'when' | 'on' | 'off'>, value: number): Level {
  switch (when) {
    case 'below':
      return value < on ? 'on' : value > off ? 'off' : 'between';
    case 'above':
      return value > on ? 'on' : value < off ? 'off' : 'between';
    case 'is':
      return value === on ? 'on' : value === off ? 'off' : 'between';
    default: // a change or a chance: at least so much
      return value >= on ? 'on' : value <= off ? 'off' : 'between';
  }
}
