import { signal } from '@preact/signals';
import { HOUR_S } from '../../../../base/durations.ts';
import type { CalibrateHumidityResult, CalibrateResult } from '../../../../contract/models.ts';
import type { Subject } from './rules.ts';

export const STEPS = ['measure', 'wait', 'enter', 'done'] as const;

export interface Calibration {
  subject: Subject;
  step: (typeof STEPS)[number];
  typed: string;
  /** Time at which the instrument was put in place. */
  placedS: number | null;
  result: CalibrateResult | CalibrateHumidityResult | null;
}

export interface Keeper {
  read(): string | null;
  write(text: string): void;
}

const START: Calibration = { subject: 'temperature', step: 'measure', typed: '', placedS: null, result: null };
/** Age from which a kept calibration is dropped: the instrument is no longer beside the station. */
const KEPT_FOR_S = 3 * HOUR_S;

export type Wizard = ReturnType<typeof createWizard>;

/**
 * State of a calibration, kept outside the view and over a reload: it takes half an hour, and the wall goes back to Now after a minute.
 */
export function createWizard(keeper: Keeper, nowS: () => number) {
  const state = signal(restored(keeper.read(), nowS()));
  const keep = (next: Calibration): void => {
    state.value = next;
    keeper.write(JSON.stringify({ ...next, keptS: nowS() }));
  };
  return {
    state,
    set: (change: Partial<Calibration>): void => keep({ ...state.peek(), ...change }),
    restart: (): void => keep({ ...START, subject: state.peek().subject }),
  };
}

function restored(text: string | null, nowS: number): Calibration {
  if (text === null) return START;
  let kept: Partial<Calibration & { keptS: number }> | null;
  try {
    kept = JSON.parse(text) as typeof kept;
  } catch {
    return START; // written by something else, or cut short: begin anew
  }
  const { subject, step, typed, placedS, result, keptS } = kept ?? {};
  const isWhole =
    (subject === 'temperature' || subject === 'humidity') &&
    STEPS.some((name) => name === step) &&
    typeof typed === 'string' &&
    typeof keptS === 'number' &&
    (step !== 'done' || typeof result === 'object');
  if (!isWhole || nowS - keptS > KEPT_FOR_S || nowS < keptS) return START;
  return { subject, step: step!, typed, placedS: placedS ?? null, result: result ?? null };
}
