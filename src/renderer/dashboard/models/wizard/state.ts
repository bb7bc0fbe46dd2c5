import { signal } from '@preact/signals';
import { HOUR_S } from '../../../../base/durations.ts';
import type { CalibrateHumidityResult, CalibrateResult } from '../../../../contract/models.ts';
import type { Subject } from './rules.ts';

export const STEPS = ['measure', 'wait', 'enter', 'done'] as const;
export type Step = (typeof STEPS)[number];
export type Result = CalibrateResult | CalibrateHumidityResult;

export interface Calibration {
  subject: Subject;
  step: Step;
  typed: string;
  /** Time at which the instrument was put in place. */
  placedS: number | null;
  result: Result | null;
}

export interface Keeper {
  read(): string | null;
  write(text: string): void;
}

const START: Calibration = { subject: 'temperature', step: 'measure', typed: '', placedS: null, result: null };
/** An instrument that was put beside the station yesterday is not there any more. */
const KEPT_FOR_S = 3 * HOUR_S;

export type Wizard = ReturnType<typeof createWizard>;

/**
 * A calibration takes half an hour, and a wall goes back to Now after a minute: so what has been done is kept outside the view,
 * over a reload, and until it is too old to be true.
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
  try {
    const { keptS, ...kept } = JSON.parse(text ?? 'null') as Calibration & { keptS: number };
    const isWhole = STEPS.includes(kept.step) && (kept.step !== 'done' || kept.result !== undefined);
    return isWhole && nowS >= keptS && nowS - keptS <= KEPT_FOR_S ? { ...START, ...kept } : START;
  } catch {
    return START; // nothing is kept, or something else has written it, or it is cut short: begin anew
  }
}
