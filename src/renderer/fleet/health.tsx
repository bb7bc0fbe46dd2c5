import type { FleetHealth } from '../../contract/fleet.ts';
import { t } from './texts/fleet.ts';

/** Shape of each state, which also has a colour and a word. */
export const SHAPES: Record<FleetHealth, string> = {
  ok: 'M5 1a4 4 0 1 1 0 8a4 4 0 1 1 0-8Z',
  warn: 'M5 .5 9.5 9h-9Z',
  fault: 'M1 1h8v8H1Z',
  unknown: 'M5 2a3 3 0 1 1 0 6a3 3 0 1 1 0-6Z',
};

export const Health = ({ of }: { of: FleetHealth }) => (
  <span class={`health is-${of}`}>
    <svg viewBox="0 0 10 10" aria-hidden="true">
      <path d={SHAPES[of]} />
    </svg>
    {t.fleet.health[of]}
  </span>
);
