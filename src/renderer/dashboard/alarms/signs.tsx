import type { Alarm } from '../../../contract/alarms.ts';
import { t } from '../texts/alarms.ts';

export type State = Alarm['state'];

const HALF = 'M10 2.4a7.6 7.6 0 0 1 0 15.2';
const RING = `${HALF}a7.6 7.6 0 0 1 0-15.2z`;

/** Shapes of the states: what is filled, and the lines over it. */
const SHAPES: Readonly<Record<State, readonly [filled: string, lines: string]>> = {
  firing: ['M10 1.5 19 18H1z', 'M10 7v5M10 14.8v.1'],
  pending: [HALF, RING],
  acknowledged: ['', `${RING}m-3.6 7.8 2.5 2.5 4.7-5`],
  resolving: [HALF, RING],
  passed: [HALF, RING],
  unknown: ['', RING],
  ok: ['M10 5a5 5 0 0 1 0 10a5 5 0 0 1 0-10', ''],
  off: ['', 'M5 10h10'],
};

/** State of an alarm as shape and colour (alarms.css); its word stands beside it. */
export function StateSign({ of }: { of: State }) {
  const [filled, lines] = SHAPES[of];
  return (
    <svg viewBox="0 0 20 20" class={`alarm-sign is-${of}`} aria-hidden="true">
      <path class="filled" d={filled} />
      <path d={lines} />
    </svg>
  );
}

export const StateWord = ({ of }: { of: State }) => (
  <span class={`state-word muted is-${of}`}>{t.alarms.states[of]}</span>
);
