import type { Alarm } from '../../../contract/alarms.ts';
import { t } from '../texts/alarms.ts';

export type State = Alarm['state'];

/** Order in the list: what wants a hand stands first. */
export const ORDER: readonly State[] = ['firing', 'pending', 'acknowledged', 'resolving', 'unknown', 'ok', 'off'];

/** State of an alarm as shape and colour; its word stands beside it. */
export const StateSign = ({ of }: { of: State }) => (
  <svg viewBox="0 0 20 20" class={`alarm-sign is-${of}`} aria-hidden="true">
    {of === 'firing' && (
      <>
        <path d="M10 1.5 19 18H1z" fill="currentColor" />
        <path d="M10 7v5M10 14.8v.1" stroke="var(--ground)" stroke-width="2" stroke-linecap="round" />
      </>
    )}
    {(of === 'pending' || of === 'resolving') && (
      <>
        <circle cx="10" cy="10" r="7.6" fill="none" stroke="currentColor" stroke-width="2" />
        <path d="M10 2.4a7.6 7.6 0 0 1 0 15.2z" fill="currentColor" />
      </>
    )}
    {of === 'acknowledged' && (
      <>
        <circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" stroke-width="1.8" />
        <path d="m6.4 10.2 2.5 2.5 4.7-5" fill="none" stroke="currentColor" stroke-width="1.8" />
      </>
    )}
    {of === 'ok' && <circle cx="10" cy="10" r="5" fill="currentColor" />}
    {of === 'unknown' && (
      <circle cx="10" cy="10" r="7.6" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="3 2.4" />
    )}
    {of === 'off' && <path d="M5 10h10" stroke="currentColor" stroke-width="2" />}
  </svg>
);

export const StateWord = ({ of }: { of: State }) => <span class={`state-word is-${of}`}>{t.alarms.states[of]}</span>;
